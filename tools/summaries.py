"""The short tables of README.md and docs/speed.md; bench/notes/ contains the full tables."""

from statistics import median

from tables import machine, ms, results, table, three_digits

BATCH = 4096  # states of the batches that are shown
ALGORITHMS = ["RNEA", "ABA", "CRBA"]
QUANTITIES = ["inverse dynamics", "forward dynamics", "mass matrix"]
SHOWN = ["chain 100", "quadruped", "humanoid", "Panda", "Talos", "Solo"]  # of single states
MILLION = 1_000_000


def of_large_batch(row, key):
    """The figure of a batch of 4096 states, or of the largest one if H of 4096 states is too large."""
    states = row["states"]
    return row[key][states.index(BATCH) if BATCH in states else -1]


def by_robot(r):
    """{robot: {algorithm: row}} in the order of the results."""
    found = {}
    for row in r["ns_per_state"]:
        found.setdefault(row["robot"], {})[row["work"]] = row
    return found


def timed(ns, peer):
    return f"{three_digits(ns)} ns, {peer / ns:.1f}×"


def batch_row(rows, algorithms):
    return [timed(of_large_batch(rows[name], "rows"), of_large_batch(rows[name], "pinocchio")) for name in algorithms]


def batches():
    """Every robot: time per state, and speed relative to Pinocchio."""
    r = results("peers")
    algorithms = [*ALGORITHMS, "CRBA, packed"]
    rows = [[robot, found["RNEA"]["nv"], *batch_row(found, algorithms)] for robot, found in by_robot(r).items()]
    return f"{table(['robot', 'nv', *QUANTITIES, 'packed mass matrix'], rows)}\n\n{machine(r, ['level', 'peer'])}"


def missed():
    """The targets that are not reached, by algorithm."""
    short = {}
    for row in results("peers")["ns_per_state"]:
        ratio = of_large_batch(row, "pinocchio") / of_large_batch(row, "rows")
        if ratio < row.get("target", 0):
            short.setdefault(row["work"], []).append(f"{row['robot']} {ratio:.1f} of {row['target']:g}")
    return "\n".join(f"- {algorithm}: {', '.join(robots)}" for algorithm, robots in short.items())


def single_states():
    """One state, computed by Dynamics: time, and speed relative to Pinocchio."""
    r = results("peers")
    rows = [[robot, *(timed(found[name]["dynamics"], found[name]["pinocchio"][0]) for name in ALGORITHMS)]
            for robot, found in by_robot(r).items() if robot in SHOWN]
    return f"{table(['robot', *QUANTITIES], rows)}\n\n{machine(r, ['level', 'peer'])}"


def python_calls():
    """Every quantity: the times of treefix and of the fastest call of another package."""
    r = results("python-peers")
    groups = {}
    for call in r["ns_per_state"]:
        groups.setdefault((call["robot"], call["work"]), []).append(call)
    names = dict(zip(["ID", "FD", "M"], QUANTITIES))
    rows = []
    for (robot, quantity), calls in groups.items():
        ours = next(call for call in calls if call["call"] == "treefix")
        best = min((call for call in calls if not call["call"].startswith("treefix")), key=lambda call: call["ns"])
        rows.append([robot, names[quantity], f"{three_digits(ours['ns'])} ns", f"`{best['call']}`",
                     f"{three_digits(best['ns'])} ns", f"{best['ns'] / ours['ns']:.1f}×"])
    head = ["robot", "quantity", "treefix", "fastest other call", "its time", "ratio"]
    return f"{table(head, rows)}\n\n{machine(r, ['python', 'peers'])}"


def over_loop(line):
    """Time of a tree by the plain loop and by treefix on two threads, and their ratio."""
    loop, ours = (line["ns_per_body"][name] * line["n"] * 1e-6 for name in ("plain loop", "automatic, 2"))
    return [ms(loop), ms(ours), f"{loop / ours:.1f}×"]


def of_million(lines):
    return {line["shape"]: over_loop(line) for line in lines if line.get("n") == MILLION and "ns_per_body" in line}


def million_bodies():
    inverse, forward = results("trees"), results("forward")
    by_inverse, by_forward = of_million(inverse["trees"]), of_million(forward["forward"])
    rows = [[shape, *by_inverse.get(shape, [""] * 3), *by_forward.get(shape, [""] * 3)]
            for shape in dict.fromkeys([*by_inverse, *by_forward])]
    head = ["tree", "inverse: plain loop", "treefix", "ratio", "forward: plain loop", "treefix", "ratio"]
    return (f"{table(head, rows)}\n\nInverse: {machine(inverse, ['level'])}\n"
            f"Forward: {machine(forward, ['level'])}")


def paper_methods():
    """Forward dynamics of 10⁴ bodies by every method: time on two threads, and work / span if they are counted."""
    r = results("forward")
    shapes = ["chain", "bf 2"]
    ns = {shape: next(line["ns_per_body"] for line in r["forward"] if (line["shape"], line["n"]) == (shape, 10_000))
          for shape in shapes}
    counted = {shape: next(line for line in r["span"] if (line["shape"], line["n"]) == (shape, 10_000))
               for shape in shapes}
    methods = dict.fromkeys(key.rsplit(", ", 1)[0] for shape in shapes for key in ns[shape])
    rows = []
    for method in methods:
        if method in ("automatic", "plain loop"):
            continue
        cells = []
        for shape in shapes:
            time = ns[shape].get(f"{method}, 2", ns[shape].get(f"{method}, 1"))
            name = "cfa, odd_even_elimination" if method == "cfa" else method
            work, span = (counted[shape][key].get(name) for key in ("work", "span"))
            cells += [three_digits(time) if time else "", three_digits(work / span) if work else ""]
        rows.append([f"`{method}`", *cells])
    head = ["method", *(f"{shape}: {what}" for shape in shapes for what in ("ns per body", "work / span"))]
    return f"{table(head, rows)}\n\n{machine(r, ['level'])}"


def between(values):
    return f"{min(values):.1f} to {max(values):.1f}"


def in_words(ratios):
    """The range of the ratios of each quantity."""
    return ", ".join(f"{quantity} {between(values)}×" for quantity, values in zip(QUANTITIES, ratios))


def batch_claim():
    found = by_robot(results("peers")).values()
    ratios = [[of_large_batch(rows[name], "pinocchio") / of_large_batch(rows[name], "rows") for rows in found]
              for name in ALGORITHMS]
    return f"Speed on one core relative to Pinocchio: {in_words(ratios)}."


def batch_options_claim():
    rows = results("batch")["works"]
    of = lambda key: [row[key] for row in rows]
    checks = [100 * (ratio - 1) for ratio in of("checked_over_unchecked")]
    float32, threads = of("float_speedup"), of("two_threads_speedup")
    return (f"- Float is {between(float32)} times as fast as double (median {median(float32):.1f}).\n"
            f"- Two threads are {between(threads)} times as fast as one (median {median(threads):.1f});"
            f" other programs share the machine.\n"
            f"- Checking the inputs takes up to {max(checks):.0f} % longer (median {median(checks):.0f} %).")


def single_claim():
    found = by_robot(results("peers")).values()
    ratios = [[rows[name]["pinocchio"][0] / rows[name]["dynamics"] for rows in found] for name in ALGORITHMS]
    return f"Speed relative to Pinocchio over all robots: {in_words(ratios)}."


def tree_claim():
    """Extremes over shapes at a million bodies, times per body over all sizes, and the mass matrix."""
    inverse, forward = results("trees"), results("forward")["forward"]
    ns = [[line["ns_per_body"]["automatic, 2"] for line in lines if "ns_per_body" in line]
          for lines in (inverse["trees"], forward)]
    ratios = [[float(cells[2][:-1]) for cells in of_million(lines).values()] for lines in (inverse["trees"], forward)]
    masses = {line["mass"].split(",")[0]: line for line in inverse["trees"] if "mass" in line and "bf=2" in line["mass"]
              and "n=1000000" in line["mass"]}
    sparse, product = masses["branch-sparse H"], masses["H x and its inverse"]
    return (f"- A million bodies: inverse dynamics is {between(ratios[0])} times as fast as the loop, forward dynamics"
            f" {between(ratios[1])} times.\n"
            f"- From 10² to 10⁷ bodies of any shape, inverse dynamics takes {between(ns[0])} ns per body,"
            f" forward dynamics {between(ns[1])} ns.\n"
            f"- The sparse mass matrix of bf 2, {sparse['bytes'] * 1e-6:.0f} MB, takes {ms(sparse['ms']['sparse, 2'])};"
            f" H x without H takes {ms(product['ms']['apply, 2'])}.")


def readme():
    """One table: batches compared with Pinocchio, large trees compared with a plain loop."""
    peers, inverse, forward = results("peers"), results("trees"), results("forward")
    found = by_robot(peers)
    rows = [[f"{robot}, nv {found[robot]['RNEA']['nv']}: per state, one core", *batch_row(found[robot], ALGORITHMS)]
            for robot in ["Panda 7", "quadruped", "humanoid", "Talos"]]
    by_inverse, by_forward = of_million(inverse["trees"]), of_million(forward["forward"])
    for shape, name in [("chain", "chain of a million bodies"), ("bf 2", "binary tree of a million bodies")]:
        cells = [f"{ours}, {ratio}" for _, ours, ratio in (by_inverse[shape], by_forward[shape])]
        rows.append([f"{name}, two cores", *cells, ""])
    return (f"{table([f'batches of {BATCH} states; large trees', *QUANTITIES], rows)}\n\n"
            f"Time, and speed relative to Pinocchio 4.1 on the same core or, for a million bodies, to a plain C++"
            f" loop.\nBatches: {machine(peers)}\n"
            f"Trees: {machine(inverse)[:-1]}; forward dynamics {forward['commit']}.")


TABLES = {"readme": readme, "batches": batches, "missed": missed, "single states": single_states,
          "batch claim": batch_claim, "batch options": batch_options_claim, "single claim": single_claim,
          "tree claim": tree_claim, "python calls": python_calls, "million bodies": million_bodies,
          "paper methods": paper_methods}
