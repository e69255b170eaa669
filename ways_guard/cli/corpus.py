"""`ways-guard corpus`: build, check and export what the matcher reads."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ways_guard.agents import AGENTS
from ways_guard.cli import shared
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.lint.words import plural
from ways_guard.match import build, export, service
from ways_guard.match.engines import Models, select
from ways_guard.match.matcher import Matcher
from ways_guard.way import config, discover

_EXPORT = "Write the text records of --repo, or of the way repo that this folder is in, to a folder."


@click.command()
@shared.REPO_OPTION
@shared.ENGINE_OPTION
@click.option("--agent", type=click.Choice(sorted(AGENTS)), default="claude-code", show_default=True)
@click.option("--config-dir", type=click.Path(path_type=Path), help="The agent's configuration folder.")
@click.option("--if-stale", is_flag=True, help="Say nothing where all is up to date.")
@click.option("--check", is_flag=True, help="Build nothing; exit 1 where something is out of date.")
@click.option("--export", "folder", type=click.Path(path_type=Path), help=_EXPORT)
@click.option("--hook", is_flag=True, help="As a pre-commit hook: of this repo; exit 1 if the export changed.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar, no summary.")
def corpus(
    *,
    repo: Path | None,
    engine: str | None,
    agent: str,
    config_dir: Path | None,
    if_stale: bool,
    check: bool,
    folder: Path | None,
    hook: bool,
    quiet: bool,
) -> None:
    """Bring the corpus up to date: text records, vectors and triggers of every root, and their calibration."""
    if hook:
        sys.exit(_hook(repo or discover.repo_of(Path.cwd()), engine))
    if folder and not repo:
        repo = discover.repo_of(Path.cwd())
    where = shared.place(repo, engine, agent, config_dir)
    if check:
        sys.exit(_check(where))
    stale = service.stale(where.roots, where.config, where.languages, cache_dir())
    matcher = shared.open_matcher(where, quiet=quiet or (if_stale and not stale))
    if folder:
        if not matcher.ways.entries:
            raise WaysGuardError(f"{repo}: no ways here to export: go into a way repo, or name one with --repo")
        _export(where, folder)
    if not quiet and (stale or not if_stale):
        say(_summary(where, matcher))


def _check(where: shared.Place) -> int:
    stale = service.stale(where.roots, where.config, where.languages, cache_dir())
    for root in stale:
        say(f"{root.path}: the corpus is out of date: run ways-guard corpus", err=True)
    if not stale and not service.is_calibrated(where.roots, where.config, where.languages, cache_dir()):
        say("the calibration of these roots together is missing: run ways-guard corpus", err=True)
        return 1
    return 1 if stale else 0


def _summary(where: shared.Place, matcher: Matcher) -> str:
    names = select(where.config).names()
    models = ", ".join(f"{tier} {name}" for tier, name in names.items()) or "no embedding model"
    ways = plural(len(matcher.ways.entries), "way")
    head = f"; head: {matcher.calibration.head_kind}" if matcher.calibration else ""
    return f"up to date: {ways} in {plural(len(where.roots), 'root')} ({models}{head})"


def _export(where: shared.Place, folder: Path) -> bool:
    if len(where.roots) != 1:
        here = len(where.roots)
        raise WaysGuardError(f"--export writes the records of one root, and here are {here}: name one with --repo")
    return export.write(where.roots[0], where.languages, folder)


def _hook(repo: Path, engine: str | None) -> int:
    """Refresh the committed export and the cache; 1 where the export changed and has to be staged."""
    where = shared.place(repo, engine)
    wanted = config.read(repo / config.FILE_NAME).get("corpus", {}).get("export")
    changed = bool(wanted) and _export(where, _inside(repo, wanted))
    if changed:
        say(f"{wanted}: rewritten; stage it with git add")
    models = _installed(where.config)
    if not models.names():
        say("no embedding model in this environment: vectors were not refreshed", err=True)
        return int(changed)
    for root in where.roots:
        build.shard(root, where.languages, models, cache_dir())
    return int(changed)


def _inside(repo: Path, wanted: object) -> Path:
    """The folder of the export: a repo is a stranger's, and must not have files replaced anywhere else."""
    if not isinstance(wanted, str):
        raise WaysGuardError(f"{repo / config.FILE_NAME}: corpus.export must be the name of a folder")
    folder = repo / wanted
    if any(discover.leads_out(repo, path) for path in (folder, *(folder / name for name in export.NAMES))):
        raise WaysGuardError(
            f"{repo / config.FILE_NAME}: corpus.export '{wanted}' is outside the repo: name a folder in it"
        )
    return folder


def _installed(wanted: config.Config) -> Models:
    """The models in force; none where the user's engine is missing: pre-commit's environment is not the user's."""
    try:
        return select(wanted)
    except WaysGuardError as error:
        say(str(error), err=True)
        return Models()
