"""The ways in force, those that are turned off, and their patterns that can never match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ways_guard.match.runtime import Scene
from ways_guard.way import regex
from ways_guard.way.load import Way, in_force, is_disabled, load_root

_FIELDS = ("pattern", "commands", "files")


def document(scene: Scene) -> dict[str, Any]:
    """How many ways are in force, in which languages, which are turned off or in vain, and broken patterns."""
    config = scene.config
    loaded = [(root, load_root(root, scene.languages).ways) for root in scene.roots]
    ids = [(root, [way.id for way in ways]) for root, ways in loaded]
    chosen = in_force(ids, config.disabled, config.project_disabled)
    held = [way for (_, ways), kept in zip(loaded, chosen, strict=True) for way in ways if way.id in kept]
    known = {node for _, nodes in ids for node in nodes}
    left = {node for kept in chosen for node in kept}
    barred = config.disabled | config.project_disabled
    return {
        "in_force": len(held),
        "languages": sorted(
            {stub.lang for way in held for stub in way.stubs} | {one.lang for way in held for one in way.overrides}
        ),
        "disabled": sorted(node for node in known - left if is_disabled(node, barred)),
        "unknown": sorted(name for name in config.disabled if not any(is_disabled(node, [name]) for node in known)),
        "ignored": sorted(name for name in _wished(scene) if any(is_disabled(node, [name]) for node in left)),
        "broken_patterns": [broken for way in held for broken in _broken(way)],
    }


def _wished(scene: Scene) -> frozenset[str]:
    """What a project turns off; of the ways of others that is without effect until it is trusted."""
    return frozenset() if scene.standing in (None, "trusted") else scene.config.project_disabled


def _broken(way: Way) -> Iterator[dict[str, str]]:
    for field in _FIELDS:
        pattern = getattr(way, field)
        try:
            if pattern:
                regex.compiled(pattern)
        except (regex.RegexError, UnicodeEncodeError) as error:
            yield {"id": way.id, "path": str(way.path), "field": field, "pattern": pattern, "error": str(error)}
