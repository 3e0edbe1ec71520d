"""Errors that are not built into Python."""

from __future__ import annotations

from collections.abc import Sequence

from ._treefix import Problem


class ModelError(ValueError):
    """A model cannot be built. The message lists all problems.

    Attributes
    ----------
    problems : list of str
        The problems; each names its body, joint or frame.
    """

    problems: list[str]

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)


class ParseError(ValueError):
    """A file was refused. The message lists its first hundred problems, errors first.

    Attributes
    ----------
    problems : list of Problem
        All problems of the file.
    """

    problems: list[Problem]

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, list[Problem]]]:
        return ParseError, (str(self), self.problems)


class Stopped(RuntimeError):
    """A batch was stopped because progress() returned False. Only some of its states have been written."""
