"""What is in force for an agent in a folder, as JSON values, for `status`, `language` and `doctor`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ways_guard.match import runtime
from ways_guard.match.runtime import Scene
from ways_guard.match.status import corpus, engine, language, ways

Report = dict[str, Any]


def document(scene: Scene, environ: Mapping[str, str], cache: Path, user: Mapping[str, Any]) -> Report:
    """Everything but the hooks and the daemon; `user` is what the user's ways.json says.

    Reads files, embeds nothing and builds nothing. Never raises for what a file holds.
    """
    chosen = engine.chosen(scene.config)
    core = runtime.core(scene.roots)
    return {
        "folder": str(scene.folder),
        "project": str(scene.project) if scene.project else None,
        "trust": scene.standing,
        "config_dir": str(scene.config_dir),
        "language": language.document(scene, environ, chosen.models),
        "engine": engine.document(scene.config, chosen),
        "roots": [corpus.document(root, scene.languages, chosen, cache) for root in scene.roots],
        "core": str(core) if core else None,
        "ways": ways.document(scene),
        "rewriter": engine.rewriter(user),
        "problems": list(scene.config.problems),
    }
