"""Speed in Python: treefix, Pinocchio and MuJoCo on the same robots and states, in ns per state.

    python bench/python_peers.py [FILE]     also writes the results to FILE

Pinocchio is the unchanged wheel. JAX libraries are not in the virtual environment, so they are not timed.
"""

from __future__ import annotations

import datetime
import functools
import json
import os
import pathlib
import platform
import sys
import time

import mujoco
import mujoco.rollout
import numpy as np
import pinocchio as pin
import treefix as tf
from mujoco_urdf import from_urdf

STATES, THREADS = 4096, 2
NOT_TIMED = "JAX libraries (mjx, frax, adam, brax), which are not in the virtual environment"
# Targets: the speed relative to pin.*InParallel, and the time of a call with one state in µs.
TARGETS = {"Panda": 15, "Talos": 8}
LATENCY_TARGET = 1.5


def robots_folder():
    default = pathlib.Path(pin.__file__).parents[4] / "share/example-robot-data/robots"
    return pathlib.Path(os.environ.get("TREEFIX_ROBOTS") or default)


def panda():
    """The arm with seven joints, as in papers: its fingers, the only prismatic joints, are fixed."""
    text = (robots_folder() / "panda_description/urdf/panda.urdf").read_text()
    return text.replace('type="prismatic"', 'type="fixed"'), False


def talos():
    return (robots_folder() / "talos_data/robots/talos_reduced.urdf").read_text(), True


class Treefix:
    def __init__(self, urdf, free):
        self.model = tf.load_string(urdf, root="free" if free else "fixed")

    def places(self):
        """Name of each joint -> its places in q and v."""
        joints = [self.model.joint(name) for name in self.model.joint_names]
        return {j.name: tuple(list(range(p.start, p.stop)) for p in (j.q, j.v)) for j in joints}

    def states(self, g, n):
        m = self.model
        q = np.array([m.random_configuration(seed) for seed in range(n)])
        return q, g.standard_normal((n, m.nv)), g.standard_normal((n, m.nv))

    def works(self, q, v, x):
        m, n, nv = self.model, *v.shape
        y, H = np.empty((n, nv)), np.empty((n, nv, nv))
        return {
            "ID": {
                "treefix": lambda: m.inverse_dynamics(q, v, x, threads=THREADS, out=y),
                "treefix, check=False": lambda: m.inverse_dynamics(q, v, x, threads=THREADS, out=y, check=False),
            },
            "FD": {
                "treefix": lambda: m.forward_dynamics(q, v, x, threads=THREADS, out=y),
                "treefix, check=False": lambda: m.forward_dynamics(q, v, x, threads=THREADS, out=y, check=False),
            },
            "M": {
                "treefix": lambda: m.mass_matrix(q, threads=THREADS, out=H),
                "treefix, check=False": lambda: m.mass_matrix(q, threads=THREADS, out=H, check=False),
            },
        }


class Pinocchio:
    """Pinocchio sorts joints by name. The conversion of states and results to that order and back is not timed."""

    def __init__(self, urdf, free, places):
        base = [pin.JointModelFreeFlyer()] if free else []
        self.model = pin.buildModelFromXML(urdf, *base)
        self.data = self.model.createData()
        names = list(self.model.names)[1:]
        self.q, self.v = (sum((places[name][k] for name in names), []) for k in (0, 1))
        self.pool = pin.ModelPool(self.model, THREADS)

    def works(self, q, v, x):
        m, d, pool = self.model, self.data, self.pool
        q, v, x = (np.ascontiguousarray(array) for array in (q[:, self.q], v[:, self.v], x[:, self.v]))
        columns = [np.asfortranarray(array.T) for array in (q, v, x)]  # a layout that Pinocchio takes without a copy
        y = np.empty((m.nv, len(q)), order="F")

        def loop(f, *arrays):
            return [f(m, d, *row).copy() for row in zip(*arrays)]

        return {
            "ID": {
                "pin.rneaInParallel": lambda: (pin.rneaInParallel(THREADS, pool, *columns, y), y.T)[1],
                "pin.rnea, loop": lambda: loop(pin.rnea, q, v, x),
            },
            "FD": {
                "pin.abaInParallel": lambda: (pin.abaInParallel(THREADS, pool, *columns, y), y.T)[1],
                "pin.aba, loop": lambda: loop(pin.aba, q, v, x),
            },
            "M": {"pin.crba, loop": lambda: loop(pin.crba, q)},
        }


class Mujoco:
    """MuJoCo has other coordinates for the quaternion and velocity of a free-flyer: q is converted, v and x are not."""

    def __init__(self, urdf, free):
        self.free, self.model = free, from_urdf(urdf, free)
        m = self.model
        m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT
        m.dof_damping[:], m.dof_frictionloss[:], m.dof_armature[:] = 0, 0, 0
        self.data = mujoco.MjData(m)

    def configurations(self, q):
        return q[:, [0, 1, 2, 6, 3, 4, 5, *range(7, q.shape[1])]] if self.free else q

    def works(self, q, v, x):
        m, d, q = self.model, self.data, self.configurations(q)
        H = np.empty((m.nv, m.nv))
        start = np.hstack([np.zeros((len(q), 1)), q, v])
        forces = x[:, None, :]
        after = np.empty((len(q), 1, start.shape[1]))
        workers = [mujoco.MjData(m) for _ in range(THREADS)]
        applied = mujoco.mjtState.mjSTATE_QFRC_APPLIED
        pool = mujoco.rollout.Rollout(nthread=THREADS)

        def inverse(row):
            d.qpos[:], d.qvel[:], d.qacc[:] = row
            mujoco.mj_inverse(m, d)
            return d.qfrc_inverse.copy()

        def forward(row):
            d.qpos[:], d.qvel[:], d.qfrc_applied[:] = row
            mujoco.mj_forward(m, d)
            return d.qacc.copy()

        def matrix(row):
            d.qpos[:] = row
            mujoco.mj_kinematics(m, d)
            mujoco.mj_comPos(m, d)
            mujoco.mj_makeM(m, d)
            mujoco.mj_fullM(m, d, H)
            return H.copy()

        def rollout():
            pool.rollout(m, workers, start, forces, control_spec=applied, nstep=1, state=after)
            return (after[:, 0, 1 + m.nq :] - v) / m.opt.timestep

        return {
            "ID": {"mj_inverse, loop": lambda: [inverse(row) for row in zip(q, v, x)]},
            "FD": {
                "mj_forward, loop": lambda: [forward(row) for row in zip(q, v, x)],
                "mujoco.rollout, one step": rollout,
            },
            "M": {"mj_makeM, loop": lambda: [matrix(row) for row in q]},
        }


def best_times(calls, seconds, rounds=40):
    """Seconds of each call, best of N. Calls take turns. Each runs twice in a row, because in its first run its arrays
    are not in the caches, which the other calls have filled."""
    best = dict.fromkeys(calls, np.inf)
    end = time.perf_counter() + seconds
    for i in range(rounds):
        for name, call in calls.items():
            for _ in range(2):
                begin = time.perf_counter()
                call()
                best[name] = min(best[name], time.perf_counter() - begin)
        if i >= 2 and time.perf_counter() > end:
            break
    return best


def largest_difference(ours, other, name, free, order):
    """Relative to the largest value of each state. With a free-flyer, MuJoCo has other coordinates:
    then only the block of M for the other joints is compared."""
    ours, other = np.asarray(ours), np.asarray(other)
    if name == "pin.crba, loop":
        other = np.triu(other) + np.triu(other, 1).transpose(0, 2, 1)
    if name.startswith("pin"):
        ours = ours[:, order] if ours.ndim == 2 else ours[:, order][:, :, order]
    elif free and not name.startswith("treefix"):
        if ours.ndim == 2:
            return None
        ours, other = ours[:, 6:, 6:], other[:, 6:, 6:]
    axes = tuple(range(1, ours.ndim))
    return float(np.max(np.max(np.abs(ours - other), axes) / np.max(np.abs(ours), axes)))


def verdict(target, reached, judged=True):
    return f"  target {target} {('yes' if reached else 'NO') if judged else 'not judged, the machine is busy'}"


def compare(name, urdf, free, idle, rows):
    ours = Treefix(urdf, free)
    state = ours.states(np.random.default_rng(1), STATES)
    peer = Pinocchio(urdf, free, ours.places())
    all_works = [engine.works(*state) for engine in (ours, peer, Mujoco(urdf, free))]
    for work in ("ID", "FD", "M"):
        calls = {key: call for works in all_works for key, call in works[work].items()}
        reference = np.array(calls["treefix"]())
        differences = {key: largest_difference(reference, call(), key, free, peer.v) for key, call in calls.items()}
        # a step of MuJoCo rounds the acceleration when it is added to the velocity
        wrong = {key: error for key, error in differences.items() if error is not None and not error < 1e-6}
        if wrong:
            sys.exit(f"{name} {work}: results differ: {wrong}")
        times = {key: 1e9 * s / STATES for key, s in best_times(calls, 6).items()}
        for key, ns in times.items():
            ratio = ns / times["treefix"]
            target = verdict(TARGETS[name], ratio >= TARGETS[name], idle) if "InParallel" in key else ""
            print(f"{name:6} {work:3} {key:26} {ns:9.1f} ns  {ratio:7.2f}{target}")
            rows.append({"robot": name, "work": work, "call": key, "ns": round(ns, 1), "ratio": round(ratio, 2)})
        sys.stdout.flush()


def latencies(urdf, free, rows):
    """The time of a call with one state in µs, as a control loop in Python needs it."""
    m, p, d = tf.load_string(urdf), *(lambda m: (m, m.createData()))(pin.buildModelFromXML(urdf))
    q, v, x = (array[0] for array in Treefix(urdf, free).states(np.random.default_rng(1), 1))
    y = np.empty(m.nv)
    calls = {
        ("ID", "treefix"): lambda: m.inverse_dynamics(q, v, x),
        ("ID", "treefix, out="): lambda: m.inverse_dynamics(q, v, x, out=y),
        ("ID", "pin.rnea"): lambda: pin.rnea(p, d, q, v, x),
        ("FD", "treefix"): lambda: m.forward_dynamics(q, v, x),
        ("FD", "pin.aba"): lambda: pin.aba(p, d, q, v, x),
        ("M", "treefix"): lambda: m.mass_matrix(q),
        ("M", "pin.crba"): lambda: pin.crba(p, d, q),
    }
    repeats = 200
    empty = lambda: None  # the cost of the loop and of calling a lambda

    def repeated(call):
        for _ in range(repeats):
            call()

    times = best_times({key: functools.partial(repeated, call) for key, call in {**calls, "": empty}.items()}, 6, 1000)
    for (work, name), seconds in [(key, times[key]) for key in calls]:
        us = 1e6 * (seconds - times[""]) / repeats
        target = verdict(LATENCY_TARGET, us <= LATENCY_TARGET) if (work, name) == ("ID", "treefix") else ""
        print(f"Panda  {work:3} {name:26} {us:9.2f} µs{target}")
        rows.append({"robot": "Panda", "work": work, "call": name, "us": round(us, 2)})


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def write(file, head, tables):
    """One line for each row, as the C++ benchmarks do."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key, rows in tables.items():
        lines.append(f"  {json.dumps(key)}: [\n" + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]")
    pathlib.Path(file).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main(arguments):
    head = {
        "date": datetime.date.today().isoformat(),
        "commit": os.environ.get("TREEFIX_COMMIT", "unknown"),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "compiler": os.environ.get("TREEFIX_COMPILER", "unknown"),
        "python": f"{platform.python_version()}, numpy {np.__version__}",
        "peers": f"pin {pin.__version__}, mujoco {mujoco.__version__}",
        "not timed": NOT_TIMED,
    }
    # Other processes interrupt long calls more than short ones, and two threads more than one. On a busy machine the
    # ratios are therefore too good.
    idle = head["load"] < 1
    for key, value in head.items():
        print(f"{key:10} {value}")
    print(f"\n{STATES} states, {THREADS} threads (loops: one), best of N; ratio: over treefix\n")
    rows, calls = [], []
    for name, (urdf, free) in {"Panda": panda(), "Talos": talos()}.items():
        compare(name, urdf, free, idle, rows)
    print("\nOne state, end to end\n")
    latencies(*panda(), calls)
    if arguments:
        write(arguments[0], head, {"ns_per_state": rows, "us_per_call": calls})


if __name__ == "__main__":
    main(sys.argv[1:])
