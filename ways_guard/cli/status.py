"""`ways-guard status`: what is in force here, and what is lost or ignored."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from ways_guard.agents import AGENTS
from ways_guard.cli import sheet, status_page
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.install import installed
from ways_guard.match import daemon, runtime
from ways_guard.match import status as report
from ways_guard.match.runtime import Scene
from ways_guard.way import config


@click.command()
@click.option("--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True)
@click.option("--config-dir", type=click.Path(path_type=Path), help="The agent's configuration folder.")
@click.option("--json", "as_json", is_flag=True, help="As JSON; `ways-guard schema status` describes it.")
def status(*, agent: str, config_dir: Path | None, as_json: bool) -> None:
    """Show what is in force in this folder: language, models, corpus, hooks, trust, and what is ignored.

    Changes nothing. Exit code 0; `ways-guard doctor` says whether all of it works.
    """
    document = gathered(agent, config_dir)
    if as_json:
        click.echo(json.dumps(document, indent=2))
    else:
        sheet.show(status_page.rows(document, config_dir))


def gathered(agent: str, config_dir: Path | None = None) -> dict[str, Any]:
    """All that is in force here, as JSON values."""
    scene = runtime.scene(AGENTS[agent], os.environ, Path.cwd(), config_dir, strict=False)
    document = report.document(scene, os.environ, cache_dir(), _user(scene))
    return {
        "version": 1,
        "agent": agent,
        **document,
        "hooks": _hooks(scene),
        "plugin": _plugin(scene),
        "daemon": _daemon(),
    }


def _user(scene: Scene) -> dict[str, Any]:
    try:
        return config.read(scene.config_dir / config.FILE_NAME)
    except WaysGuardError:
        return {}


def _hooks(scene: Scene) -> list[dict[str, Any]]:
    found = installed.all_scopes(scene.agent, scene.config_dir, scene.project or scene.folder)
    return [
        {
            "scope": one.scope,
            "path": str(one.path),
            "exists": one.exists,
            "error": one.error or None,
            "events": sorted({hook.event for hook in one.hooks if hook.kind == installed.OURS}),
            "missing_program": sorted(
                {hook.program for hook in one.hooks if hook.kind == installed.OURS and not hook.found}
            ),
            "original": [hook.command for hook in one.hooks if hook.kind == installed.ORIGINAL],
        }
        for one in found
    ]


def _plugin(scene: Scene) -> dict[str, str] | None:
    """Our plugin where it is on, and what switches it on."""
    found = scene.agent.plugin(scene.config_dir, scene.project or scene.folder)
    return {"name": found.value, "source": found.source} if found else None


def _daemon() -> dict[str, Any] | None:
    """What the daemon says of itself, None where none runs."""
    found = daemon.status()
    return dict(found) if found else None
