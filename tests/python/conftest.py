import signal

import compare
import pytest


def pytest_configure():
    """A shell that starts the tests in the background has them ignore Ctrl-C, and programs that they start as well."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session):
    """Of several processes each has seen its own comparisons."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["worst"] = [(*key, float(ratio)) for key, ratio in compare.worst.items()]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    for engine, quantity, ratio in getattr(node, "workeroutput", {}).get("worst", []):
        compare.worst[engine, quantity] = max(ratio, compare.worst.get((engine, quantity), 0))


def pytest_terminal_summary(terminalreporter):
    """How close the comparisons came to their bounds: what makes the constants in the tests honest."""
    if not compare.worst:
        return
    terminalreporter.section("worst difference from another engine, in units of depth * eps * scale (see compare.py)")
    for (engine, quantity), ratio in sorted(compare.worst.items()):
        terminalreporter.line(f"{engine:17}  {quantity:20}  {ratio:.3g}")
