"""The rules of a game, to read."""

from __future__ import annotations

from importlib import resources

from quincunx.core.spec import Spec


def rules_text(spec: Spec) -> str:
    """The rules of a game, as its family's folder tells them; the summary where nobody has written them down."""
    file = resources.files(spec.package).joinpath("rulebook", f"{spec.key}.md")
    return file.read_text(encoding="utf-8").rstrip() if file.is_file() else f"# {spec.title}\n\n{spec.summary}"
