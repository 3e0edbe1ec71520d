"""Compares the results that [Yang 2018] and [Yang 2016] report for forward dynamics with bench/results/forward.json."""

from tables import table, three_digits

# The methods that each paper compares, by its own names.
IN_2018 = ["parallel JSIIA", "hybrid ABIA", "parallel CFA"]
IN_2016 = ["parallel JSIIA", "serial JSIIA", "hybrid ABIA", "serial ABIA"]
IN_BOTH = [*IN_2016, "parallel CFA"]
ALIKE = 1.05  # times within this factor count as equal


def firsts(us, names):
    """The fastest method, and the methods that count as equally fast."""
    best = min(us[name] for name in names if name in us)
    return [name for name in names if us.get(name, float("inf")) <= ALIKE * best]


def is_last(us, name, names):
    return us[name] * ALIKE >= max(us[other] for other in names)


def sizes_where(rows, names, size, unit, holds):
    """The sizes for which holds(times) is true, among the sizes for which all these methods were timed."""
    timed = [row for row in rows if all(name in row["us"] for name in names)]
    so = [row[size] for row in timed if holds(row["us"])]
    others = [row[size] for row in timed if not holds(row["us"])]
    if not so:
        return f"at none of {listed(others)} {unit}"
    return f"at {listed(so)} {unit}" + (f", not at {listed(others)}" if others else "")


def listed(items):
    return ", ".join(str(item) for item in items)


def from_size(rows, faster, slower):
    """The smallest size such that one method is faster than another at this and all larger sizes."""
    found = None
    for row in reversed([row for row in rows if faster in row["us"] and slower in row["us"]]):
        if row["us"][faster] >= row["us"][slower]:
            break
        found = row["n"]
    return "at no size" if found is None else f"from {found} links on"


def order(us, names):
    """The fastest method, then the others with their times relative to it."""
    (best, first), *others = sorted((us[name], name) for name in names if name in us)
    return listed([first, *(f"{name} ({three_digits(time / best)}×)" for time, name in others)])


def orders(rows, size, unit, names):
    return "; ".join(f"{row[size]} {unit if row[size] > 1 else unit[:-1]}: {order(row['us'], names)}" for row in rows)


def in_batches(row):
    us = {name: three_digits(row["us"][name]) for name in ("batch, ABIA", "batch, JSIIA", "serial ABIA")}
    return (f"{row['groups']} groups in batches: ABIA {us['batch, ABIA']}, JSIIA {us['batch, JSIIA']} µs;"
            f" one by one: serial ABIA {us['serial ABIA']} µs")


def claims(links, groups):
    """Rows of topic, place, what the paper reports, what is measured here, and why the two agree or differ."""
    short, long = ([row for row in groups if row["n"] == n] for n in (10, 200))
    many = [row for row in links if row["n"] > 100]
    first_in_2016 = lambda name: lambda us: name in firsts(us, IN_2016)
    return [
        ["serial JSIIA, one state", "Yang 2016, §V-A, fig. 1(b)", "slowest of the four: the other three dominate it",
         sizes_where(links, IN_2016, "n", "links", lambda us: is_last(us, "serial JSIIA", IN_2016)),
         "Agrees where the n³ of the factorization dominates; on short chains, rounds on two threads cost more than"
         " a small H."],
        ["parallel JSIIA, moderate number of links", "Yang 2016, §V-A, fig. 1(b)", "fastest of the four, up to 100"
         " links",
         sizes_where([row for row in links if row["n"] <= 100], IN_2016, "n", "links", first_in_2016("parallel JSIIA")),
         "On a GPU the number of rounds determines the time, on a core the number of operations, which is large for"
         " n + 1 inverse dynamics."],
        ["hybrid ABIA overtakes parallel JSIIA", "Yang 2016, §V-A, fig. 1(b)", "beyond 100 links",
         from_size(links, "hybrid ABIA", "parallel JSIIA"),
         "Both grow as in the paper, n against n³; n³ dominates sooner on two cores than on a GPU."],
        ["serial ABIA overtakes parallel JSIIA", "Yang 2016, §V-A, fig. 1(b)", "beyond 190 links",
         from_size(links, "serial ABIA", "parallel JSIIA"),
         "Serial ABIA does the least work of the four, and here all four run on the same cores."],
        ["hybrid ABIA, many links", "Yang 2016, §V-A, fig. 1(b)", "fastest of the four",
         sizes_where(many, ["hybrid ABIA", "serial ABIA"], "n", "links", first_in_2016("hybrid ABIA")),
         "It keeps the articulated recursion of serial ABIA, and its scans do more work than the sweeps that they"
         " replace; a GPU has enough processors for that work, two cores do not."],
        ["groups of 10-link robots", "Yang 2016, §V-B, fig. 3(a)", "parallel JSIIA is always the fastest of the four",
         sizes_where(short, IN_2016, "groups", "groups", first_in_2016("parallel JSIIA")) + "; " +
         in_batches(short[-1]),
         "In the paper, small matrices fit the fast memory of a GPU; here batches put a state in each SIMD lane with"
         " either method, and ABIA does less work."],
        ["groups of 200-link robots", "Yang 2016, §V-B, fig. 3(b)", "hybrid ABIA is always the fastest of the four,"
         " JSIIA on threads of the CPU the slowest",
         "first " + sizes_where(long, IN_2016, "groups", "groups", first_in_2016("hybrid ABIA")) + "; last " +
         sizes_where(long, IN_2016, "groups", "groups", lambda us: is_last(us, "serial JSIIA", IN_2016)) + "; " +
         in_batches(long[-1]),
         "n³ makes JSIIA slow here too; between the two forms of ABIA the work decides, not the length of scans."],
        ["10 links, one state", "Yang 2018, §V-A, fig. 2", "parallel JSIIA, then hybrid ABIA and parallel CFA, which"
         " are almost alike", orders([row for row in links if row["n"] == 10], "n", "links", IN_2018),
         "CFA does several times the work of the other two, because it eliminates every row ⌈log₂ n⌉ times;"
         " a GPU has enough processors for that."],
        ["many links, one state", "Yang 2018, §V-A, fig. 2", "parallel CFA, then hybrid ABIA, then parallel JSIIA",
         orders([row for row in links if row["n"] >= 1000], "n", "links", IN_2018),
         "JSIIA is last here too; CFA has the shortest span of the three, but does many times the work of hybrid"
         " ABIA, and two cores gain little from a short span."],
        ["groups of 10-link robots", "Yang 2018, §V-B, fig. 3(a)", "above 100 groups parallel JSIIA and parallel CFA"
         " are about equal, both faster than ABIA",
         orders([row for row in short if row["groups"] > 100], "groups", "groups", IN_2018),
         "The paper finds ABIA slow because its inertias are sequential and are transferred to the GPU; here nothing is"
         " transferred, and CFA does several times the work of the other two."],
        ["groups of 200-link robots", "Yang 2018, §V-B, fig. 3(b)", "parallel CFA is always the fastest, parallel JSIIA"
         " the slowest", orders([long[0], long[-1]], "groups", "groups", IN_2018),
         "n³ makes JSIIA slow here too; all three methods keep two cores busy, so the short span of CFA gains"
         " nothing."],
        ["hybrid ABIA at large", "Yang 2018, §V-B", "parallel JSIIA and parallel CFA dominate it",
         "faster than both " + sizes_where(links, ["hybrid ABIA", "parallel CFA"], "n", "links",
                                           lambda us: firsts(us, IN_2018) == ["hybrid ABIA"]),
         "In the paper, inertias are computed on the CPU and transferred to the GPU; here nothing is transferred,"
         " and hybrid ABIA does the least work of the three where it is counted above."],
    ]


def reported_for_links(n):
    """The fastest method according to [Yang 2016] and [Yang 2018]; "–" if the text does not say."""
    return ("parallel JSIIA" if n <= 100 else "hybrid ABIA",
            "parallel JSIIA" if n == 10 else "parallel CFA" if n >= 200 else "–")


def reported_for_groups(n, groups):
    if groups == 1 or n >= 200:
        return reported_for_links(n)
    return "parallel JSIIA", "–" if groups <= 100 else "parallel JSIIA, parallel CFA"


def timed(rows, keys, reported):
    """Sizes, times, and the fastest method: in each paper; here among the methods that they compare; here among all."""
    names = list(rows[0]["us"])
    lines = []
    for row in rows:
        sizes, us = [row[key] for key in keys], row["us"]
        lines.append([*sizes, *(three_digits(us[name]) if name in us else "" for name in names), *reported(*sizes),
                      listed(firsts(us, IN_BOTH)), listed(firsts(us, names))])
    keys = ["links" if key == "n" else key for key in keys]
    fastest = ["fastest in Yang 2016", "fastest in Yang 2018", "fastest of their methods here", "fastest here"]
    return table([*keys, *names, *fastest], lines)


def written(r):
    head = ["topic", "where", "the paper reports", "measured here", "why"]
    return "\n\n".join([table(head, claims(r["links"], r["groups"])), timed(r["links"], ["n"], reported_for_links),
                        timed(r["groups"], ["n", "groups"], reported_for_groups)])
