"""Whether two engines agree, as far as they can.

All bounds are multiples of depth * eps, where depth is the number of joints on the longest root path: poses, velocities
and forces pass through that many joints, and each rounds. What is allowed at a joint is in proportion
to what is summed there. For that the natural unit of joint i is w_i = sqrt(H_ii), since |H_ij| <= w_i w_j:

  mass matrix       |dH_ij| <= C depth eps w_i w_j
  inverse dynamics  |dtau_i| <= C depth eps w_i s,  s = max_k (|H||a| + |bias| + |pushes|)_k / w_k + |g| sqrt(mass),
                    the largest force that goes through the robot, since tau itself may be zero where large forces
                    cancel. The last term is Cauchy and Schwarz's bound on what gravity does at joint i, over w_i.
  forward dynamics  |w da| <= C depth eps |G^-1| (|G| |w a| + sqrt(n) s)  with G_ij = H_ij / (w_i w_j), norms of two:
                    both terms of the right side are errors like the two above, and solving magnifies them by |G^-1|,
                    so it is a multiple of cond(G) eps. Then ID(FD(tau)) = tau to the bound of inverse dynamics,
                    which no condition number enters.
  kinetic energy    |dT| <= C depth eps |v|' |H| |v| / 2
  potential energy  |dU| <= C depth eps mass |gravity| reach
"""

import numpy as np

EPS = np.finfo(float).eps

# Worst ratio of a difference to its bound without C, by engine and quantity; printed at the end of the run.
worst = {}


class Comparison:
    def __init__(self, engine, limits):
        self.engine, self.limits = engine, limits

    def check(self, quantity, difference, bound):
        difference = np.abs(difference)
        ratio = float(np.max(np.divide(difference, bound, out=np.zeros_like(difference), where=difference != 0)))
        key = (self.engine, quantity)
        worst[key] = max(worst.get(key, 0.0), ratio)
        limit = self.limits[quantity]
        assert ratio <= limit, f"{quantity}: {ratio:.3g} times depth * eps * scale, allowed {limit}"


def compare(engine, limits, robot, ours, other, q, v, a, forces, frame):
    """Compares all quantities at one state; forces may be None."""
    zero = np.zeros(robot.nv)
    say = Comparison(engine, limits)
    unit = robot.depth * EPS

    H = other.mass_matrix(q)
    w = np.sqrt(np.diag(H))
    say.check("mass matrix", ours.mass_matrix(q) - H, unit * np.outer(w, w))

    bias = other.inverse_dynamics(q, v, zero)
    pushes = other.inverse_dynamics(q, v, zero, forces, frame) - bias
    gravity = np.linalg.norm(robot.gravity)

    def force_scale(acceleration):
        through = np.abs(H) @ np.abs(acceleration) + np.abs(bias) + np.abs(pushes)
        return np.max(through / w) + gravity * np.sqrt(ours.model.total_mass)

    tau = other.inverse_dynamics(q, v, a, forces, frame)
    difference = ours.inverse_dynamics(q, v, a, forces, frame) - tau
    say.check("inverse dynamics", difference, unit * w * force_scale(a))

    # tau does not depend on a. With tau = ID(a) the bias would cancel, which would hide errors due to a large bias.
    tau = np.sin(1 + np.arange(robot.nv)) * w * force_scale(a) / 10
    expected, found = other.forward_dynamics(q, v, tau, forces, frame), ours.forward_dynamics(q, v, tau, forces, frame)
    s = force_scale(expected)
    values = np.linalg.eigvalsh(H / np.outer(w, w))
    bound = unit / values[0] * (values[-1] * np.linalg.norm(w * expected) + np.sqrt(robot.nv) * s)
    say.check("forward dynamics", np.linalg.norm(w * (found - expected)), bound)
    say.check("ID(FD(tau))", other.inverse_dynamics(q, v, found, forces, frame) - tau, unit * w * s)

    energy = np.abs(v) @ np.abs(H) @ np.abs(v) / 2
    say.check("kinetic energy", ours.kinetic_energy(q, v) - other.kinetic_energy(q, v), unit * energy)
    height = ours.model.total_mass * gravity * (ours.reach(q) + 0.5)
    say.check("potential energy", ours.potential_energy(q) - other.potential_energy(q), unit * height)
