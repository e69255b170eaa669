"""After the hooks are in place: the corpus, the language that the agent writes in, the bundled ways."""

from __future__ import annotations

import os
import sys

import click

from ways_guard.cli import shared
from ways_guard.cli.carry_out import Options
from ways_guard.cli.outcome import Outcome
from ways_guard.errors import WaysGuardError
from ways_guard.install import remedies
from ways_guard.install.places import Place
from ways_guard.install.values import set_value
from ways_guard.match.engines import Models
from ways_guard.match.runtime import Scene
from ways_guard.match.status.language import lacking
from ways_guard.way import config

_BUNDLED = "bundled"


def get_ready(where: Place, options: Options, outcome: Outcome) -> None:
    """Build the corpus, so that the first prompt is answered, and say which language the agent will write in.

    The hooks are in place whatever happens here; what goes wrong is a warning.
    """
    try:
        _ask_for_bundled(where, options)
        scene = shared.scene(options.agent, options.config_dir)
        _tell_language(where, scene, outcome)
        there = shared.Place(scene.roots, scene.config, scene.languages)
        matcher = shared.open_matcher(there, quiet=options.as_json)
    except WaysGuardError as error:
        outcome.warn(f"{error}; then run {remedies.command('corpus', options.agent, options.config_dir)}")
        return
    _tell_models(scene, matcher.models, outcome)
    outcome.more["ways"] = len(matcher.ways.entries)
    outcome.tell(f"{len(matcher.ways.entries)} ways are ready")


def _ask_for_bundled(where: Place, options: Options) -> None:
    """Ask once in a life whether the bundled ways shall be on: the answer goes into the user's ways.json."""
    path = where.config_dir / config.FILE_NAME
    if options.yes or not sys.stdin.isatty() or _BUNDLED in config.read(path):
        return
    question = "Shall the ways that ways-guard brings be on, beside your own?"
    set_value(path, _BUNDLED, click.confirm(question, default=True, err=options.as_json))


def _tell_language(where: Place, scene: Scene, outcome: Outcome) -> None:
    found = scene.output_language(os.environ)
    language = scene.languages[found.code]
    outcome.more["language"] = {
        "code": found.code,
        "name": language.name,
        "native": language.native,
        "step": found.step,
        "source": found.source,
    }
    for answer in found.others:
        if answer.unknown:
            outcome.warn(f"{answer.source}: {answer.value!r} is no language that is known here")
    reason = f"as {found.source} says" if found.source else "because nothing says otherwise"
    outcome.tell(f"the agent writes in {language.name} ({language.native}), {reason}")
    others = [f"{answer.source} says {answer.code}" for answer in found.others if answer.code]
    if others:
        outcome.tell(f"without that: {', '.join(others)}")
    outcome.tell(f'to pin another: "output_language": "ja" (say) in {where.config_dir / config.FILE_NAME}')


def _tell_models(scene: Scene, models: Models, outcome: Outcome) -> None:
    """What is lost without a model; louder where the person's prompts need it."""
    warning = lacking(scene.languages[scene.output_language(os.environ).code], scene.roots, models)
    if warning:
        outcome.warn(warning)
    for note in models.notes:
        outcome.tell(f"note: {note}")
