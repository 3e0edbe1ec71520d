"""Batches of states of a robot, and all functions that accept them."""

from __future__ import annotations

import numpy as np

# Functions that accept batches, and their arguments besides frames: arrays with one row per state.
FUNCTIONS = {
    "inverse_dynamics": ("q", "v", "a"),
    "forward_dynamics": ("q", "v", "tau"),
    "mass_matrix": ("q",),
    "mass_matrix_apply": ("q", "x"),
    "mass_matrix_solve": ("q", "x"),
    "bias_torques": ("q", "v"),
    "gravity_torques": ("q",),
    "kinetic_energy": ("q", "v"),
    "potential_energy": ("q",),
    "frame_pose": ("q",),
    "frame_velocity": ("q", "v"),
    "kinematics": ("q", "v"),
}


def random_states(model, count, seed=0):
    """Arrays (count, ...) for every argument; a state does not depend on count."""
    q = np.empty((count, model.nq))
    for b in range(count):
        q[b] = model.random_configuration(seed + b)
    g = np.random.default_rng(seed)
    v, a, tau, x = (g.uniform(-1, 1, (count, model.nv)) for _ in range(4))
    return dict(q=q, v=v, a=a, tau=10 * tau, x=x, external_forces=g.uniform(-9, 9, (count, model.nbody, 6)))


def arguments_of(function):
    """The names of all arrays that it takes, external forces last."""
    pushed = function in ("inverse_dynamics", "forward_dynamics")
    return [*FUNCTIONS[function], *(["external_forces"] if pushed else [])]


def run(model, function, states, **options):
    """The result of the function for these states; a pair of results as one array, (B, F, 22)."""
    arguments = {name: states[name] for name in arguments_of(function)}
    if function in ("frame_pose", "frame_velocity"):
        arguments["name"] = model.frame_names[-1]
    if function == "kinematics":
        arguments["frames"] = model.frame_names[::2]
    result = getattr(model, function)(**arguments, **options)
    if function != "kinematics":
        return result
    poses, velocities = result
    return np.concatenate([poses.reshape(*poses.shape[:-2], 16), velocities], axis=-1)


def take(states, rows):
    return {name: x[rows] for name, x in states.items()}


class InBatch:
    """A model whose functions compute one state as part of a batch, for engine_treefix.py."""

    def __init__(self, model, *, dtype=np.float64, **options):
        self.model, self.dtype, self.options = model, dtype, options
        self.neighbours, self.row = random_states(model, 6, seed=99), 0

    def __getattr__(self, name):
        return getattr(self.model, name)

    def compute(self, function, arguments, **options):
        self.row = (self.row + 1) % 6
        rows = {}
        for name, x in arguments.items():
            rows[name] = self.neighbours[name].astype(self.dtype)
            rows[name][self.row] = x
        return getattr(self.model, function)(**rows, **options)[self.row].astype(float)

    def inverse_dynamics(self, q, v, a, forces=None, frame="body"):
        pushes = {} if forces is None else dict(external_forces=forces)
        return self.compute("inverse_dynamics", dict(q=q, v=v, a=a, **pushes), external_frame=frame)

    def forward_dynamics(self, q, v, tau, forces=None, frame="body", return_info=False):
        pushes = {} if forces is None else dict(external_forces=forces)
        a = self.compute("forward_dynamics", dict(q=q, v=v, tau=tau, **pushes), external_frame=frame, **self.options)
        return (a, None) if return_info else a

    def mass_matrix(self, q):
        return self.compute("mass_matrix", dict(q=q))

    def kinetic_energy(self, q, v):
        return self.compute("kinetic_energy", dict(q=q, v=v))

    def potential_energy(self, q):
        return self.compute("potential_energy", dict(q=q))
