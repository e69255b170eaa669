"""From roots and configuration to a matcher: built first where a person waits, as it stands where a hook does."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.errors import WaysGuardError
from ways_guard.folders import state_dir
from ways_guard.match import layout, sets
from ways_guard.match.engines import Models, select
from ways_guard.match.matcher import Matcher
from ways_guard.way.config import Config
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages

if TYPE_CHECKING:
    from ways_guard.match.rewrite.chain import Rewriter

Progress = Callable[[Root, int, int], None]


def prepare(
    roots: Sequence[Root], config: Config, languages: Languages, cache: Path, progress: Progress | None = None
) -> Matcher:
    """Build what is missing or out of date, then open it.

    `progress` is called with the root at work, texts ready and texts in all. Raises WaysGuardError for a model
    that is asked for and not there, and for a cache that cannot be written.
    """
    from ways_guard.match import build
    from ways_guard.match.calibrate import calibrated

    models = select(config)
    shards = []
    for root in roots:
        step = (lambda ready, total, root=root: progress(root, ready, total)) if progress else None
        shards.append(sets.stored(root, build.shard(root, languages, models, cache, step).folder))
    ways = _open(shards, config)
    made = calibrated(ways, models, cache)
    return Matcher(ways, models, made, languages, config.max_ways, _rewriter(config, languages, cache))


def as_it_stands(
    roots: Sequence[Root], config: Config, languages: Languages, cache: Path, *, budget: float
) -> Matcher:
    """The matcher from the generations in force, building nothing.

    Models that take longer than `budget` seconds to load, or that are asked for and not there, are left out: the
    symbolic layer then serves alone.
    """
    from ways_guard.match import calibration

    ways = _open([_source(root, languages, cache) for root in roots], config)
    models = _selected(config)
    if models.cold_start > budget:
        models = Models(notes=("the models load too slowly for a hook: patterns only",))
    made = calibration.read(ways.folder(cache, models.names()))
    return Matcher(ways, models, made, languages, config.max_ways, _rewriter(config, languages, cache))


def symbolic(roots: Sequence[Root], config: Config, languages: Languages, cache: Path) -> Matcher:
    """The matcher from the generations in force, without models: patterns alone, and nothing heavy to import."""
    ways = _open([_source(root, languages, cache) for root in roots], config)
    return Matcher(ways, Models(), None, languages, config.max_ways)


def _rewriter(config: Config, languages: Languages, cache: Path) -> Rewriter | None:
    """The user's rewriter; None where there is none that can be used, which `status` tells."""
    if not config.rewrite:
        return None
    from ways_guard.match.rewrite import settings
    from ways_guard.match.rewrite.chain import Rewriter

    in_force, _ = settings.resolved(config.rewrite)
    return Rewriter(in_force, cache, state_dir(), languages) if in_force else None


def _selected(config: Config) -> Models:
    try:
        return select(config)
    except WaysGuardError as error:
        return Models(notes=(str(error),))


def _source(root: Root, languages: Languages, cache: Path) -> sets.Source:
    """The generation in force of a root; where there is none yet, or it is damaged, what its files say."""
    folder = layout.current(cache, root.path, root.without)
    try:
        if folder:
            return sets.stored(root, folder)
    except (OSError, ValueError):
        pass  # read from the files, as if it had never been built; the next build mends it
    from ways_guard.match import build
    from ways_guard.way.load import load_root

    return sets.Source(root, [build.trigger(way) for way in load_root(root, languages).ways], None)


def _open(sources: Sequence[sets.Source], config: Config) -> sets.WaySet:
    return sets.open_set(sources, sorted(config.disabled), sorted(config.project_disabled))


def stale(roots: Sequence[Root], config: Config, languages: Languages, cache: Path) -> list[Root]:
    """The roots whose corpus is missing or out of date, by content."""
    from ways_guard.match import build

    models = select(config)
    return [root for root in roots if build.fresh(root, languages, models, cache) is None]


def is_calibrated(roots: Sequence[Root], config: Config, languages: Languages, cache: Path) -> bool:
    """Whether the calibration of the roots together is there; also where no model could use one."""
    matcher = as_it_stands(roots, config, languages, cache, budget=math.inf)
    told = any(matcher.ways.index(tier) for tier in matcher.models.names())
    return matcher.calibration is not None or not told
