"""What turns hooks off: switches in the agent's settings, an administrator's, and the environment's."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.agents.protocol import SettingsDocument
from ways_guard.install.doctor.facts import ERROR, MANAGED, Facts, Finding

DISABLE = "WAYS_GUARD_DISABLE"


def switches(facts: Facts) -> Iterator[Finding]:
    """Every switch that is on."""
    yield from _disable_all(facts)
    ours = any(one.scope == MANAGED for one, _ in facts.ours)
    for document in facts.documents:
        if document.managed:
            yield from _managed(document, ours)
    if facts.environ.get(DISABLE):
        yield Finding(ERROR, f"{DISABLE} is set here: our hooks do nothing", f"unset {DISABLE}")
    for source, values, _ in facts.documents:
        variables = values.get("env")
        if isinstance(variables, dict) and variables.get(DISABLE):
            yield Finding(ERROR, f"{source}: sets {DISABLE}: our hooks do nothing", f"take it out of {source}")


def _disable_all(facts: Facts) -> Iterator[Finding]:
    """`disableAllHooks`, of which the strongest file's value counts; it does not reach an administrator's hooks."""
    deciding = next((one for one in facts.documents if "disableAllHooks" in one.values), None)
    if deciding and deciding.values["disableAllHooks"] is True:
        said = f"{deciding.source}: disableAllHooks: the agent runs no hooks"
        yield Finding(ERROR, said, f"take disableAllHooks out of {deciding.source}")


def _managed(document: SettingsDocument, ours: bool) -> Iterator[Finding]:
    source, values, _ = document
    ask = "ask your administrator to lay our hooks down in the managed settings"
    if values.get("allowManagedHooksOnly") is True and not ours:
        yield Finding(ERROR, f"{source}: allowManagedHooksOnly: the agent runs only an administrator's hooks", ask)
    only = values.get("strictPluginOnlyCustomization")
    if only is True or (isinstance(only, list) and "hooks" in only):
        yield Finding(ERROR, f"{source}: strictPluginOnlyCustomization: the agent runs hooks of plugins alone", ask)
