"""What `ways-guard doctor` checks: each a function of the facts, in one registry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from shlex import quote
from typing import Any

from ways_guard.constants import TRIAL_SLOW
from ways_guard.install import remedies
from ways_guard.install.doctor.facts import ERROR, MANAGED, NOTE, WARNING, Facts, Finding
from ways_guard.install.doctor.switches import switches
from ways_guard.install.installed import Hook, Settings

Check = Callable[[Facts], Iterator[Finding]]
_PIPX = "pipx install ways-guard, then its install-hooks"
_OLDEST = (2, 0, 43)  # The first client that has all events we hook into.


def settings(facts: Facts) -> Iterator[Finding]:
    """Settings files that the agent cannot read, or that we could not change."""
    for one in facts.settings:
        if one.error:
            mend = "mend the file; the agent reads nothing of it until then"
            yield Finding(ERROR, f"{one.path}: {one.error}", mend)
        if one.exists and not one.writable:
            said = f"{one.path}: is read-only: hooks cannot be renewed"
            yield Finding(WARNING, said, f"chmod u+w {quote(str(one.path))}, and the folder that it is in")
        if one.target:
            yield Finding(NOTE, f"{one.path}: is a link to {one.target}, which is what we change")


def installed(facts: Facts) -> Iterator[Finding]:
    """Whether hooks of ours stand anywhere, and for all events."""
    if facts.plugin:
        return
    hooked = {hook.event for _, hook in facts.ours}
    if not hooked:
        yield Finding(ERROR, "no hook of ours is in the agent's settings", _install(facts))
        return
    missing = [event for event in facts.events.values() if event not in hooked]
    if missing:
        yield Finding(WARNING, f"no hook for {', '.join(missing)}", _install(facts, _own_scope(facts)))


def launcher(facts: Facts) -> Iterator[Finding]:
    """Hooks whose program is gone, is another installation's, or may be gone tomorrow."""
    if facts.launcher_problem:
        yield Finding(ERROR, facts.launcher_problem, _PIPX)
    if facts.plugin and facts.on_path is None:
        said = f"the plugin {facts.plugin.value} runs ways-guard-hook, which is not on PATH"
        yield Finding(ERROR, said, _on_path(facts))
    seen: set[tuple[str, str, str]] = set()
    for one, hook in facts.ours:
        said, mend = f"{one.scope} settings run {hook.program}", _renewal(facts, one, hook)
        if (said, hook.program, mend) in seen:
            continue
        seen.add((said, hook.program, mend))
        if hook.found is None:
            yield Finding(ERROR, f"{said}, which is not there", mend)
        elif facts.launcher and hook.found.resolve() != facts.launcher.resolve():
            yield Finding(WARNING, f"{said}, and this is {facts.launcher}: another installation", mend)
    if facts.ephemeral and facts.ours:
        yield Finding(WARNING, f"{facts.launcher} may not stay: {facts.ephemeral}", _PIPX)


def duplicates(facts: Facts) -> Iterator[Finding]:
    """Events that several hooks of ours answer: the agent runs one command once, whatever files it stands in."""
    by_event: dict[str, dict[str, str]] = {}
    for one, hook in facts.ours:
        by_event.setdefault(hook.event, {}).setdefault(hook.command, one.scope)
    twice = {event: scopes for event, scopes in by_event.items() if len(scopes) > 1}
    if twice:
        scopes = sorted({scope for each in twice.values() for scope in each.values()})
        said = f"{', '.join(twice)}: several hooks of ours, in {' and '.join(scopes)} settings"
        yield Finding(WARNING, said, _one_of(facts, twice, scopes))
    if facts.plugin and facts.ours:
        said = f"our plugin ({facts.plugin.source}) and our hooks ({facts.ours[0][0].path}) both run"
        yield Finding(WARNING, said, _uninstall(facts, _own_scope(facts)))


def original(facts: Facts) -> Iterator[Finding]:
    """Hooks of the system that ways come from: guidance comes twice."""
    by_file: dict[str, list[str]] = {}
    for one, hook in facts.original:
        by_file.setdefault(str(one.path), []).append(hook.event)
    for path, events in by_file.items():
        beside = "beside ours, so guidance comes twice" if facts.ours or facts.plugin else "and not ours"
        said = f"{path}: hooks of the original system run at {', '.join(dict.fromkeys(events))}, {beside}"
        severity = ERROR if facts.ours or facts.plugin else NOTE
        yield Finding(severity, said, f"take the entries with hooks/ways/*.sh out of {path}")


def client(facts: Facts) -> Iterator[Finding]:
    """Whether the agent's program is there, and new enough."""
    if facts.client is None:
        yield Finding(NOTE, "the agent's program is not on PATH here, so its version is unknown")
    elif facts.version and tuple(facts.version) < _OLDEST:
        old, oldest = (".".join(map(str, version)) for version in (facts.version, _OLDEST))
        yield Finding(WARNING, f"{facts.client} is version {old}, older than {oldest}", "claude update")


def trials(facts: Facts) -> Iterator[Finding]:
    """Hooks that failed when they were run, or were slow."""
    for trial in facts.trials:
        if trial.error:
            hooked = next(((one, hook) for one, hook in facts.ours if hook.command == trial.command), None)
            mend = _renewal(facts, *hooked) if hooked else _on_path(facts)
            yield Finding(ERROR, f"{trial.event}: {trial.command}: {trial.error}", mend)
        elif trial.seconds > TRIAL_SLOW:
            slow = f"{trial.event}: took {trial.seconds:.1f} s without the daemon; it promises {TRIAL_SLOW:g} s"
            yield Finding(WARNING, slow, _command(facts, "corpus"))


def trust(facts: Facts) -> Iterator[Finding]:
    """A project that brings more than it may do."""
    standing, project = facts.report.get("trust"), facts.report.get("project")
    guests = [root for root in _roots(facts) if root["guest"]]
    if standing == "changed":
        said = f"{project}: not trusted any more, since its macros or its ways.json changed"
        yield Finding(WARNING, said, f"ways-guard trust {quote(str(project))}")
    elif standing == "untrusted" and guests:
        yield Finding(
            NOTE, f"{project}: not trusted, so it only adds ways", f"ways-guard trust {quote(str(project))}"
        )


def configuration(facts: Facts) -> Iterator[Finding]:
    """A ways.json that cannot be used, and folders that cannot be written."""
    for problem in facts.report.get("problems", []):
        yield Finding(ERROR, f"{problem}; the whole file is left out", "mend the file")
    for name in facts.report.get("ways", {}).get("unknown", []):
        yield Finding(WARNING, f"ways.json disables {name}, and there is no such way", "ways-guard status")
    for folder in facts.unwritable:
        said = f"{folder}: cannot be written: every hook starts from nothing"
        yield Finding(ERROR, said, f"make {folder} writable")


def corpus(facts: Facts) -> Iterator[Finding]:
    """Roots without a corpus that is up to date, and patterns that can never match."""
    for root in _roots(facts):
        if root["generation"] is None:
            yield Finding(WARNING, f"{root['path']}: its corpus is not built", _command(facts, "corpus"))
        elif root["stale"]:
            yield Finding(WARNING, f"{root['path']}: its corpus is out of date", _command(facts, "corpus"))
        if root["problems"]:
            more = f" (and {len(root['problems']) - 1} more)" if len(root["problems"]) > 1 else ""
            yield Finding(WARNING, f"{root['problems'][0]}{more}", f"ways-guard lint {quote(root['path'])}")
    for broken in facts.report.get("ways", {}).get("broken_patterns", []):
        said = f"{broken['path']}: its {broken['field']} can never match: {broken['error']}"
        yield Finding(WARNING, said, f"ways-guard lint {quote(broken['path'])}")


def models(facts: Facts) -> Iterator[Finding]:
    """Models that are asked for and not there, and what is lost without one."""
    engine = facts.report.get("engine", {})
    if engine.get("error"):
        yield Finding(ERROR, engine["error"], 'set "engine" in ways.json, or install what it names')
    elif engine.get("asked") != "none":
        yield from (Finding(WARNING, note, "pip install 'ways-guard[embedded]'") for note in engine.get("lost", []))


def language(facts: Facts) -> Iterator[Finding]:
    """Values that name no language, and what a language needs and has not got."""
    found = facts.report.get("language", {})
    for step in found.get("steps", []):
        if step["unknown"]:
            said = f"{step['source']} says “{step['value']}”, which is no language that we know"
            yield Finding(WARNING, said, "ways-guard language")
    if found.get("warning"):
        yield Finding(WARNING, found["warning"], "pip install 'ways-guard[embedded]'")


def delivery(facts: Facts) -> Iterator[Finding]:
    """Whether a real client passed a way on, where that was tried."""
    if facts.delivery and not facts.delivery.delivered:
        again = f"{_install(facts)}, then {_command(facts, 'doctor')} --deliver"
        yield Finding(ERROR, facts.delivery.detail, again if facts.delivery.tried else "")


CHECKS: Mapping[str, Check] = {
    "settings": settings,
    "installed": installed,
    "launcher": launcher,
    "duplicates": duplicates,
    "original": original,
    "switches": switches,
    "client": client,
    "trials": trials,
    "trust": trust,
    "configuration": configuration,
    "corpus": corpus,
    "models": models,
    "language": language,
    "delivery": delivery,
}
"""By the name that the report calls them."""


def _roots(facts: Facts) -> list[Mapping[str, Any]]:
    return list(facts.report.get("roots", []))


def _command(facts: Facts, name: str, scope: str = "user") -> str:
    return remedies.command(name, facts.agent, facts.config_dir, scope)


def _install(facts: Facts, scope: str = "user") -> str:
    return _command(facts, "install-hooks", scope)


def _uninstall(facts: Facts, scope: str) -> str:
    return _command(facts, "uninstall-hooks", scope)


def _own_scope(facts: Facts) -> str:
    """A scope with hooks of ours that a person can change."""
    return next((one.scope for one, _ in facts.ours if one.scope != MANAGED), "user")


def _renewal(facts: Facts, one: Settings, hook: Hook) -> str:
    """What makes an entry run this installation's program."""
    if one.scope == MANAGED:
        return f"ask your administrator to renew the hooks in {one.path}"
    if not {"/", "\\"} & set(hook.program):
        return _on_path(facts)
    return _install(facts, one.scope) if hook.command in facts.known else remedies.by_hand(hook.program, one.path)


def _on_path(facts: Facts) -> str:
    """What makes entries without a path find the program."""
    return f"put {facts.launcher.parent} first on your PATH" if facts.launcher else _PIPX


def _one_of(facts: Facts, events: Collection[str], scopes: Sequence[str]) -> str:
    """What leaves one of several hooks of ours at some events."""
    own = [(one, hook) for one, hook in facts.ours if hook.event in events and one.scope != MANAGED]
    strange = [(one, hook) for one, hook in own if hook.command not in facts.known]
    if strange:
        one, hook = strange[0]
        return remedies.by_hand(hook.program, one.path)
    return _uninstall(facts, max(one.scope for one, _ in own)) if len(scopes) > 1 else _install(facts, scopes[0])
