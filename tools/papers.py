"""What [Yang 2016] and [Yang 2018] report of forward dynamics, beside what bench/results/forward.json has of the same sizes."""

from tables import table, three_digits

# What each paper compares, by its own names.
IN_000 = ["parallel JSIIA", "hybrid ABIA", "parallel CFA"]
IN_001 = ["parallel JSIIA", "serial JSIIA", "hybrid ABIA", "serial ABIA"]
IN_BOTH = [*IN_001, "parallel CFA"]
ALIKE = 1.05  # times as long: no difference


def firsts(us, names):
    """The fastest, and those that are as fast."""
    best = min(us[name] for name in names if name in us)
    return [name for name in names if us.get(name, float("inf")) <= ALIKE * best]


def is_last(us, name, names):
    return us[name] * ALIKE >= max(us[other] for other in names)


def sizes_where(rows, names, size, unit, holds):
    """At which sizes something holds, of those at which all these methods were timed."""
    timed = [row for row in rows if all(name in row["us"] for name in names)]
    so = [row[size] for row in timed if holds(row["us"])]
    others = [row[size] for row in timed if not holds(row["us"])]
    if not so:
        return f"at none of {listed(others)} {unit}"
    return f"at {listed(so)} {unit}" + (f", not at {listed(others)}" if others else "")


def listed(items):
    return ", ".join(str(item) for item in items)


def from_size(rows, faster, slower):
    """From how many links on one is faster than another, at all larger sizes too."""
    found = None
    for row in reversed([row for row in rows if faster in row["us"] and slower in row["us"]]):
        if row["us"][faster] >= row["us"][slower]:
            break
        found = row["n"]
    return "at no size" if found is None else f"from {found} links on"


def order(us, names):
    """From the fastest on, and how many times as long as that the others take."""
    (best, first), *others = sorted((us[name], name) for name in names if name in us)
    return listed([first, *(f"{name} ({three_digits(time / best)}×)" for time, name in others)])


def orders(rows, size, unit, names):
    return "; ".join(f"{row[size]} {unit if row[size] > 1 else unit[:-1]}: {order(row['us'], names)}" for row in rows)


def in_batches(row):
    us = {name: three_digits(row["us"][name]) for name in ("batch, ABIA", "batch, JSIIA", "serial ABIA")}
    return (f"{row['groups']} groups in batches: ABIA {us['batch, ABIA']}, JSIIA {us['batch, JSIIA']} µs;"
            f" one by one: serial ABIA {us['serial ABIA']} µs")


def claims(links, groups):
    """Of each: about what, where, what the paper reports, what is measured here, why that differs or does not."""
    short, long = ([row for row in groups if row["n"] == n] for n in (10, 200))
    many = [row for row in links if row["n"] > 100]
    first_in_001 = lambda name: lambda us: name in firsts(us, IN_001)
    return [
        ["serial JSIIA, one state", "001, §V-A, fig. 1(b)", "slowest of the four: the other three dominate it",
         sizes_where(links, IN_001, "n", "links", lambda us: is_last(us, "serial JSIIA", IN_001)),
         "Agrees where the n³ of factors decide; on short chains rounds on two threads cost more than a small H."],
        ["parallel JSIIA, moderate number of links", "001, §V-A, fig. 1(b)", "fastest of the four, up to 100 links",
         sizes_where([row for row in links if row["n"] <= 100], IN_001, "n", "links", first_in_001("parallel JSIIA")),
         "A GPU waits for its rounds and has arithmetic to spare; a core pays for each operation, and n + 1 inverse dynamics"
         " have many."],
        ["hybrid ABIA overtakes parallel JSIIA", "001, §V-A, fig. 1(b)", "beyond 100 links",
         from_size(links, "hybrid ABIA", "parallel JSIIA"),
         "Both grow as there, n against n³; two cores feel the n³ sooner than a GPU."],
        ["serial ABIA overtakes parallel JSIIA", "001, §V-A, fig. 1(b)", "beyond 190 links",
         from_size(links, "serial ABIA", "parallel JSIIA"),
         "Serial ABIA has the least work of the four, and here it runs on the same cores as the others."],
        ["hybrid ABIA, many links", "001, §V-A, fig. 1(b)", "fastest of the four",
         sizes_where(many, ["hybrid ABIA", "serial ABIA"], "n", "links", first_in_001("hybrid ABIA")),
         "It keeps the articulated recursion of serial ABIA, and scans have more work than the rest that they replace; a GPU"
         " does that in passing, a second core does not."],
        ["groups of 10-link robots", "001, §V-B, fig. 3(a)", "parallel JSIIA is always the fastest of the four",
         sizes_where(short, IN_001, "groups", "groups", first_in_001("parallel JSIIA")) + "; " + in_batches(short[-1]),
         "There small matrices fit the fast memory of a GPU; here batches put a state in each SIMD lane with either"
         " method, and ABIA has less work."],
        ["groups of 200-link robots", "001, §V-B, fig. 3(b)", "hybrid ABIA is always the fastest of the four, JSIIA on"
         " threads of the CPU the slowest",
         "first " + sizes_where(long, IN_001, "groups", "groups", first_in_001("hybrid ABIA")) + "; last " +
         sizes_where(long, IN_001, "groups", "groups", lambda us: is_last(us, "serial JSIIA", IN_001)) + "; " +
         in_batches(long[-1]),
         "n³ makes JSIIA slow here too; between the two forms of ABIA work decides, not the length of scans."],
        ["10 links, one state", "000, §V-A, fig. 2", "parallel JSIIA, then hybrid ABIA and parallel CFA, which are almost"
         " alike", orders([row for row in links if row["n"] == 10], "n", "links", IN_000),
         "CFA has several times the work of the other two, for ⌈log₂ n⌉ eliminations of every row;"
         " a GPU has processors to spare for that."],
        ["many links, one state", "000, §V-A, fig. 2", "parallel CFA, then hybrid ABIA, then parallel JSIIA",
         orders([row for row in links if row["n"] >= 1000], "n", "links", IN_000),
         "JSIIA is last here too; CFA has the shortest span of the three, but many times the work of hybrid ABIA, and two"
         " cores leave most of that undivided."],
        ["groups of 10-link robots", "000, §V-B, fig. 3(a)", "above 100 groups parallel JSIIA and parallel CFA are about"
         " equal, both faster than ABIA",
         orders([row for row in short if row["groups"] > 100], "groups", "groups", IN_000),
         "The paper finds ABIA slow for its sequential inertias and their way to the GPU; here nothing is sent, and CFA has"
         " several times the work of the other two."],
        ["groups of 200-link robots", "000, §V-B, fig. 3(b)", "parallel CFA is always the fastest, parallel JSIIA the"
         " slowest", orders([long[0], long[-1]], "groups", "groups", IN_000),
         "JSIIA is slow for its n³ here too; any of the three keeps two cores busy, so the short span of CFA gains nothing."],
        ["hybrid ABIA at large", "000, §V-B", "parallel JSIIA and parallel CFA dominate it",
         "faster than both " + sizes_where(links, ["hybrid ABIA", "parallel CFA"], "n", "links",
                                           lambda us: firsts(us, IN_000) == ["hybrid ABIA"]),
         "There inertias are computed on the CPU and sent to the GPU; here nothing is sent, and its work is the least of the"
         " three where it is counted above."],
    ]


def said_of_links(n):
    """The fastest according to 001 and to 000; "–" where the text is silent."""
    return ("parallel JSIIA" if n <= 100 else "hybrid ABIA",
            "parallel JSIIA" if n == 10 else "parallel CFA" if n >= 200 else "–")


def said_of_groups(n, groups):
    if groups == 1 or n >= 200:
        return said_of_links(n)
    return "parallel JSIIA", "–" if groups <= 100 else "parallel JSIIA, parallel CFA"


def timed(rows, keys, said):
    """Sizes, times, and who is first: according to 001, to 000; here of what they compare, and of all."""
    names = list(rows[0]["us"])
    lines = [[*(row[key] for key in keys), *(three_digits(row["us"][name]) if name in row["us"] else "" for name in names),
              *said(*(row[key] for key in keys)), listed(firsts(row["us"], IN_BOTH)), listed(firsts(row["us"], names))]
             for row in rows]
    keys = ["links" if key == "n" else key for key in keys]
    return table([*keys, *names, "first in 001", "first in 000", "first of theirs here", "first here"], lines)


def written(r):
    head = ["about", "where", "the paper reports", "measured here", "why"]
    return "\n\n".join([table(head, claims(r["links"], r["groups"])), timed(r["links"], ["n"], said_of_links),
                        timed(r["groups"], ["n", "groups"], said_of_groups)])
