"""`ways-guard trust` and `ways-guard untrust`: whether a project may do more than add ways."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from ways_guard.agents import AGENTS
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.folders import state_dir
from ways_guard.lint.words import plural
from ways_guard.match import runtime, trust
from ways_guard.match.runtime import Scene
from ways_guard.way import config, discover

_LINES_SHOWN = 100  # Of a macro; one that is longer is read in an editor.
_PATH = click.argument("path", required=False, type=click.Path(path_type=Path))


@click.command("trust")
@_PATH
@click.option("--yes", is_flag=True, help="Do not ask.")
def give_trust(path: Path | None, *, yes: bool) -> None:
    """Trust the project at PATH (this folder's without it), as long as its macros and ways.json stay as they are.

    Shows what the project may do then, and asks. Exit code 0: trusted; 2: nothing was changed.
    """
    scene = _scene(path)
    project = scene.project or scene.folder
    if scene.standing == "trusted":
        say(f"{project}: is trusted already")
        return
    files = trust.contents(project)
    for line in _effects(scene, files):
        say(line)
    if not (yes or _agreed()):
        click.echo("ways-guard: nothing was changed", err=True)
        sys.exit(2)
    trust.give(project, state_dir(), files)
    say(f"{project}: trusted, until a macro or {config.FILE_NAME} changes; `ways-guard untrust` takes it back")


@click.command("untrust")
@_PATH
def take_trust_back(path: Path | None) -> None:
    """Take trust back from the project at PATH (this folder's without it).

    Exit code 0, also where there was none.
    """
    folder = Path(os.path.abspath(path or ""))  # noqa: PTH100 - links stay, `..` goes
    project = (folder.is_dir() and _project(folder)) or folder
    done = trust.take_back(project, state_dir())
    say(f"{project}: {'not trusted any more' if done else 'was not trusted'}")


def _scene(path: Path | None) -> Scene:
    folder = Path(os.path.abspath(path or ""))  # noqa: PTH100 - links stay, `..` goes
    if not folder.is_dir():
        raise WaysGuardError(f"{folder}: no such folder: name a project")
    project = _project(folder)
    if project is None:
        named = f".claude/ways, .claude/{config.FILE_NAME} or .git"
        raise WaysGuardError(f"{folder}: no project here: neither it nor a folder above it has {named}")
    environ = {**os.environ, "CLAUDE_PROJECT_DIR": str(project)}
    return runtime.scene(AGENTS["claude-code"], environ, project)


def _project(folder: Path) -> Path | None:
    return discover.project_of(folder, AGENTS["claude-code"].config_dir(os.environ))


def _effects(scene: Scene, files: Mapping[str, bytes]) -> Iterator[str]:
    """What the project may do once it is trusted, in lines."""
    known = trust.recorded(scene.project or scene.folder, state_dir())
    yield f"{scene.project}: {'has changed since it was trusted' if known is not None else 'not trusted so far'}"
    effects = [*_macros(files, known), *_settings(scene), *_shadows(scene)]
    yield "Trusted, this project" if effects else "Trusted, this project does nothing more than now."
    yield from effects


def _macros(files: Mapping[str, bytes], known: Mapping[str, str] | None) -> Iterator[str]:
    hashes = trust.hashes(files)
    for name, data in files.items():
        if not name.endswith(f"/{discover.MACRO}"):
            continue
        news = "" if known is None or known.get(name) == hashes[name] else "changed, " if name in known else "new, "
        lines = data.decode("utf-8", "replace").splitlines()
        yield f"  runs {name} when its way fires ({news}{plural(len(data), 'byte')}):"
        yield from (f"    | {line}" for line in lines[:_LINES_SHOWN])
        if len(lines) > _LINES_SHOWN:
            yield f"    … and {plural(len(lines) - _LINES_SHOWN, 'line')} more: read it before you agree"


def _settings(scene: Scene) -> Iterator[str]:
    disabled = sorted(scene.config.project_disabled)
    if disabled:
        yield f"  turns off these ways, whoever's they are: {', '.join(disabled)}"
    if scene.config.bundled and not scene.config.project_bundled:
        yield "  turns off the bundled ways"


def _shadows(scene: Scene) -> Iterator[str]:
    """The ways, and the core.md, that the project's stand in for."""
    own, others = ([root for root in scene.roots if root.guest is guest] for guest in (True, False))
    held = {node for root in others for node in _ids(scene, root)}
    shadowed = sorted({node for root in own for node in _ids(scene, root)} & held)
    if shadowed:
        yield f"  brings its own of these ways, in place of yours or the bundled ones: {', '.join(shadowed)}"
    if runtime.core(own) and runtime.core(others):
        yield f"  brings its own {discover.CORE}, in place of yours or the bundled one"


def _ids(scene: Scene, root: discover.Root) -> set[str]:
    return {file.id for file in discover.scan(root.path, scene.languages) if file.kind == "way"}


def _agreed() -> bool:
    if not sys.stdin.isatty():
        click.echo("ways-guard: without a terminal to ask on, pass --yes", err=True)
        return False
    return click.confirm("Trust this project?")
