"""The rules of a game, to read."""

from __future__ import annotations

from importlib import resources

from quincunx.core.spec import Spec


def rules_text(spec: Spec) -> str:
    """The rules of a game, as its folder tells them."""
    folder = type(spec).__module__.rpartition(".")[0]
    return resources.files(folder).joinpath("RULES.md").read_text(encoding="utf-8").rstrip()
