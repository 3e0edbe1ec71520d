import compare


def pytest_terminal_summary(terminalreporter):
    """How close the comparisons came to their bounds: what makes the constants in the tests honest."""
    if not compare.worst:
        return
    terminalreporter.section("worst difference from another engine, in units of depth * eps * scale (see compare.py)")
    for (engine, quantity), ratio in sorted(compare.worst.items()):
        terminalreporter.line(f"{engine:17}  {quantity:20}  {ratio:.3g}")
