"""`ways-guard doctor`: whether the hooks work, and what mends what does not."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from ways_guard.agents import AGENTS
from ways_guard.cli import sheet
from ways_guard.cli.sheet import Line, Row
from ways_guard.cli.status import gathered
from ways_guard.folders import cache_dir, state_dir
from ways_guard.install.doctor.checks import CHECKS
from ways_guard.install.doctor.facts import ERROR, NOTE, WARNING, Facts, Finding
from ways_guard.install.doctor.gather import gather

_UNHEALTHY = 3
_STYLES: Mapping[str, str] = {ERROR: sheet.BAD, WARNING: sheet.WARN, NOTE: sheet.DIM}


class _Result(NamedTuple):
    check: str
    findings: list[Finding]


@click.command()
@click.option("--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True)
@click.option("--config-dir", type=click.Path(path_type=Path), help="The agent's configuration folder.")
@click.option("--deliver", is_flag=True, help="Also run the real client against a stand-in of the model here.")
@click.option("--json", "as_json", is_flag=True, help="As JSON; `ways-guard schema doctor` describes it.")
def doctor(*, agent: str, config_dir: Path | None, deliver: bool, as_json: bool) -> None:
    """Check settings, hooks, programs, switches, corpus and models, and say what mends each problem.

    Every installed hook is run once with a made-up payload. Nothing is changed, and nothing leaves this machine.
    Exit code 0: healthy (there may be warnings); 3: guidance does not come, or comes twice; 2: usage.
    """
    report = gathered(agent, config_dir)
    project = Path(report["project"] or report["folder"])
    folders = (state_dir(), cache_dir())
    own = Path(report["config_dir"])
    facts = gather(AGENTS[agent], os.environ, own, project, report, folders, proof=deliver, named=config_dir)
    results = [_Result(name, list(check(facts))) for name, check in CHECKS.items()]
    healthy = not any(finding.severity == ERROR for result in results for finding in result.findings)
    if as_json:
        click.echo(json.dumps(document(facts, results, healthy=healthy), indent=2))
    else:
        sheet.show(rows(facts, results, healthy=healthy))
    sys.exit(0 if healthy else _UNHEALTHY)


def document(facts: Facts, results: Iterable[_Result], *, healthy: bool) -> dict[str, Any]:
    """The report as JSON values."""
    hooks = [
        {**trial._asdict(), "seconds": round(trial.seconds, 3), "error": trial.error or None}
        for trial in facts.trials
    ]
    return {
        "version": 1,
        "healthy": healthy,
        "checks": list(CHECKS),
        "findings": [
            {"check": check, **finding._asdict(), "mend": finding.mend or None}
            for check, findings in results
            for finding in findings
        ],
        "hooks": hooks,
        "delivery": _delivery(facts),
    }


def _delivery(facts: Facts) -> dict[str, Any] | None:
    found = facts.delivery
    return {"delivered": found.delivered, "detail": found.detail} if found else None


def rows(facts: Facts, results: Iterable[_Result], *, healthy: bool) -> Iterator[Row]:
    """The report for people: each check, its findings with what mends them, and the hooks with their times."""
    for check, findings in results:
        said = [line for finding in findings for line in _lines(finding)]
        yield Row(check, said or list(_fine(check, facts)))
    word = "healthy" if healthy else "not healthy: what is marked ✗ keeps guidance from coming, or brings it twice"
    yield Row("In all", [Line(word, sheet.GOOD if healthy else sheet.BAD)])


def _lines(finding: Finding) -> Iterator[Line]:
    yield Line(finding.message, _STYLES[finding.severity])
    if finding.mend:
        yield Line(f"  → {finding.mend}")


def _fine(check: str, facts: Facts) -> Iterator[Line]:
    """What to say of a check that found nothing."""
    if check == "trials" and not facts.trials:
        yield Line("there is no hook of ours to run", sheet.DIM)
    elif check == "trials":
        times = ", ".join(f"{trial.event} {trial.seconds:.2f} s" for trial in facts.trials)
        yield Line(f"all answer, without the daemon: {times}", sheet.GOOD)
    elif check == "delivery":
        told = facts.delivery.detail if facts.delivery else "not tried; --deliver does"
        yield Line(told, sheet.GOOD if facts.delivery else sheet.DIM)
    else:
        yield Line("ok", sheet.GOOD)
