"""The report of `ways-guard status` for people."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ways_guard.cli import language as language_page
from ways_guard.cli import sheet
from ways_guard.cli.sheet import Line, Row
from ways_guard.install import remedies
from ways_guard.lint.words import plural

Report = Mapping[str, Any]
_SHOWN = 5  # Of a list; --json has all.
_DAEMON = {"pid": "process", "version": "version", "uptime": "seconds up:", "requests": "answers:"}
_LOOK = "`ways-guard trust` shows what it would do else"
_TRUST: Mapping[str, Line] = {
    "trusted": Line("trusted: its ways come before yours, its macros run", sheet.GOOD),
    "changed": Line(f"not trusted any more, since its macros or its ways.json changed; {_LOOK}", sheet.WARN),
    "untrusted": Line(f"not trusted: it only adds ways; {_LOOK}", sheet.DIM),
}


def rows(document: Report, config_dir: Path | None = None) -> Iterator[Row]:
    """The report for people; `config_dir` is the configuration folder that they named."""
    build = f"run {remedies.command('corpus', document['agent'], config_dir)}"
    install = f"run {remedies.command('install-hooks', document['agent'], config_dir)}"
    yield Row("Language", [*language_page.summary(document["language"]), *_cascade(document["language"])])
    yield Row("Models", list(_models(document["engine"])))
    yield Row("Ways", list(_ways(document)))
    for root in document["roots"]:
        yield Row("  " + root["origin"], list(_root(root, build)))
    yield Row("Project", list(_project(document)))
    yield Row("Hooks", list(_hook_lines(document["hooks"], document["plugin"], install)))
    yield Row("Daemon", [_daemon_line(document["daemon"])])
    yield Row("Rewriting", [_rewriter(document["rewriter"])])
    yield Row("Problems", [Line(problem, sheet.WARN) for problem in document["problems"]])


def _cascade(language: Report) -> Iterator[Line]:
    said = [
        step for step in language["steps"] if step["code"] and not step["decides"] and step["step"] != "default"
    ]
    if said:
        yield Line("also: " + ", ".join(f"{step['source']} says {step['code']}" for step in said), sheet.DIM)
    yield Line(f"pin it with {language_page.pin(language['pin'])}", sheet.DIM)


def _models(engine: Report) -> Iterator[Line]:
    if engine["error"]:
        yield Line(engine["error"], sheet.BAD)
    names = [f"{tier} {name}" for tier, name in engine["models"].items() if name]
    if names:
        yield Line(", ".join(names), sheet.GOOD)
    yield from (Line(note, sheet.WARN) for note in engine["lost"])


def _ways(document: Report) -> Iterator[Line]:
    ways = document["ways"]
    yield Line(f"{plural(ways['in_force'], 'way')} in force; {_core(document['core'])}")
    if ways["languages"]:
        yield Line(f"with aliases in {plural(len(ways['languages']), 'language')}: {' '.join(ways['languages'])}")
    yield from _listed("turned off", ways["disabled"], "")
    yield from _listed("disabled in ways.json, and no way's id", ways["unknown"], sheet.WARN)
    for broken in ways["broken_patterns"]:
        where = f"{broken['path']}: {broken['field']}"
        yield Line(f"{where}: can never match: {broken['error']}: {broken['pattern']}", sheet.BAD)


def _core(path: str | None) -> str:
    return f"sessions start with {path}" if path else "no core.md: sessions start with the directive alone"


def _root(root: Report, build: str) -> Iterator[Line]:
    other = "" if root["canonical"] == "en" else f", written in {root['canonical']}"
    yield Line(f"{root['path']}: {plural(root['ways'], 'way')}{other}")
    if root["generation"] is None:
        yield Line(f"the corpus is not built: {build}", sheet.WARN)
    elif root["stale"]:
        yield Line(f"the corpus is out of date: {build}", sheet.WARN)
    yield from (Line(text, sheet.WARN) for text in _some(root["problems"], "problem"))
    yield from _listed("checks of the original system, read by nothing here", _relative(root, "checks"), sheet.DIM)


def _relative(root: Report, key: str) -> list[str]:
    return [os.path.relpath(path, root["path"]) for path in root[key]]


def _project(document: Report) -> Iterator[Line]:
    if document["project"] is None:
        yield Line("none here", sheet.DIM)
        return
    yield Line(document["project"])
    guests = [root for root in document["roots"] if root["guest"]]
    if guests or document["trust"] != "untrusted":
        yield _TRUST[document["trust"]]
    core = any(root["core"] and Path(root["path"], "core.md") != Path(document["core"]) for root in guests)
    idle = ["core.md"] * core + ["macros"] * any(root["macros"] for root in guests)
    idle += [f"disabled {name}" for name in document["ways"]["ignored"]]
    yield from _listed("without effect until it is trusted", idle, sheet.DIM)


def _hook_lines(scopes: Iterable[Report], plugin: Report | None, install: str) -> Iterator[Line]:
    some = plugin is not None
    if plugin:
        yield Line(f"plugin {plugin['name']}, on in {plugin['source']}", sheet.GOOD)
    for scope in scopes:
        place = f"{scope['scope']}: {scope['path']}"
        if scope["error"]:
            yield Line(f"{place}: {scope['error']}", sheet.BAD)
        if scope["events"]:
            some = True
            yield Line(f"{place}: {', '.join(scope['events'])}", sheet.GOOD)
        for name in scope["missing_program"]:
            yield Line(f"{place}: runs {name}, which is not there", sheet.BAD)
        if scope["original"]:
            count = plural(len(scope["original"]), "hook")
            yield Line(f"{place}: the original system has {count} there, too: guidance comes twice", sheet.WARN)
    if not some:
        yield Line(f"not installed: {install}", sheet.WARN)


def _daemon_line(daemon: Report | None) -> Line:
    if not daemon:
        return Line("not running; the next hook starts it", sheet.DIM)
    said = [f"{name} {daemon[key]}" for key, name in _DAEMON.items() if daemon.get(key) is not None]
    return Line(f"running: {', '.join(said)}", sheet.GOOD)


def _rewriter(rewriter: Report) -> Line:
    if rewriter["error"]:
        return Line(f"off: rewrite in ways.json cannot be used: {rewriter['error']}", sheet.BAD)
    if not rewriter["on"]:
        return Line("off: no prompt leaves this machine", sheet.DIM)
    return Line(f"on ({rewriter['provider']}): prompts go to {rewriter['sent_to']}", sheet.WARN)


def _listed(what: str, names: list[str], style: str) -> Iterator[Line]:
    if names:
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        yield Line(f"{what}: {', '.join(names[:_SHOWN])}{more}", style)


def _some(texts: list[str], noun: str) -> Iterator[str]:
    yield from texts[:_SHOWN]
    if len(texts) > _SHOWN:
        yield f"and {plural(len(texts) - _SHOWN, noun)} more"
