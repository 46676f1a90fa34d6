"""The rules of a game, to read."""

from __future__ import annotations

from importlib import resources

from quincunx.core.spec import Spec


def rules_text(spec: Spec) -> str:
    """The rules of a game, as its folder tells them."""
    folder = type(spec).__module__.rpartition(".")[0]
    return resources.files(folder).joinpath("RULES.md").read_text(encoding="utf-8").rstrip()


def rules_of(spec: Spec, rules: str) -> str:
    """The same for one rule set, without the parts that are headed by the name of another."""
    others = [f"`{rule_set.name}`" for rule_set in spec.rule_sets if rule_set.name != rules]
    parts = rules_text(spec).split("\n## ")
    return "\n## ".join(part for part in parts if not any(name in part.partition("\n")[0] for name in others)).rstrip()
