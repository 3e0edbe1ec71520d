"""Errors that are not built into Python."""

from __future__ import annotations

from collections.abc import Sequence

from ._treefix import Problem


class ModelError(ValueError):
    """A model cannot be built. The message lists every problem found.

    problems: the same as a list of str, each naming the body, joint or frame it is about.
    """

    problems: list[str]

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)


class ParseError(ValueError):
    """A file was refused. The message lists its problems, errors first; the first hundred of them.

    problems: all of them, each a Problem.
    """

    problems: list[Problem]

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, list[Problem]]]:
        return ParseError, (str(self), self.problems)


class Stopped(RuntimeError):
    """progress() returned False: a batch was left before its end. Some of its states are written, others are not."""
