"""What turns hooks off: switches in the agent's settings, an administrator's, and the environment's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ways_guard.install.doctor.facts import ERROR, MANAGED, Facts, Finding

DISABLE = "WAYS_GUARD_DISABLE"


def switches(facts: Facts) -> Iterator[Finding]:
    """Every switch that is on."""
    yield from _disable_all(facts)
    for source, document in facts.documents[: facts.managed]:
        yield from _managed(source, document, any(one.scope == MANAGED for one, _ in facts.ours))
    if facts.environ.get(DISABLE):
        yield Finding(ERROR, f"{DISABLE} is set here: our hooks do nothing", f"unset {DISABLE}")
    for source, document in facts.documents:
        variables = document.get("env")
        if isinstance(variables, dict) and variables.get(DISABLE):
            yield Finding(ERROR, f"{source}: sets {DISABLE}: our hooks do nothing", f"take it out of {source}")


def _disable_all(facts: Facts) -> Iterator[Finding]:
    """`disableAllHooks`, of which the strongest file's value counts."""
    for source, document in facts.documents:
        if "disableAllHooks" in document:
            if document["disableAllHooks"] is True:
                said = f"{source}: disableAllHooks: the agent runs no hooks"
                yield Finding(ERROR, said, f"take disableAllHooks out of {source}")
            return


def _managed(source: str, document: Mapping[str, Any], ours: bool) -> Iterator[Finding]:
    ask = "ask your administrator to lay our hooks down in the managed settings"
    if document.get("allowManagedHooksOnly") is True and not ours:
        yield Finding(ERROR, f"{source}: allowManagedHooksOnly: the agent runs only an administrator's hooks", ask)
    only = document.get("strictPluginOnlyCustomization")
    if only is True or (isinstance(only, list) and "hooks" in only):
        yield Finding(ERROR, f"{source}: strictPluginOnlyCustomization: the agent runs hooks of plugins alone", ask)
