import signal

import compare
import pytest


def pytest_configure():
    """Restores Ctrl-C, which a shell disables for tests in the background and for the programs that they start."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session):
    """Passes on the comparisons of this worker process."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["worst"] = [(*key, float(ratio)) for key, ratio in compare.worst.items()]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    for engine, quantity, ratio in getattr(node, "workeroutput", {}).get("worst", []):
        compare.worst[engine, quantity] = max(ratio, compare.worst.get((engine, quantity), 0))


def pytest_terminal_summary(terminalreporter):
    """Prints how close the comparisons came to their bounds, to justify the constants in the tests."""
    if not compare.worst:
        return
    terminalreporter.section("worst difference from another engine, in units of depth * eps * scale (see compare.py)")
    for (engine, quantity), ratio in sorted(compare.worst.items()):
        terminalreporter.line(f"{engine:17}  {quantity:20}  {ratio:.3g}")
