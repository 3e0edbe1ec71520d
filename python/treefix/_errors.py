"""Errors that are not built into Python."""

from __future__ import annotations

from collections.abc import Sequence


class ModelError(ValueError):
    """A model cannot be built. The message lists every problem found.

    problems: the same as a list of str, each naming the body, joint or frame it is about.
    """

    problems: list[str]

    def __init__(self, message: str, problems: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)
