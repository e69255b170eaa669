"""WG705: a language whose `active` is not what the model does with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ways_guard.lint.configs import value_span
from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import ConfigFile, Example, Hit, LocaleFile, RepoFiles, Rule, Severity
from ways_guard.lint.words import plural
from ways_guard.way.jsonl import Line
from ways_guard.way.stubs import lang_of

if TYPE_CHECKING:
    from ways_guard.match.verification import Row


def check(meaning: Meaning) -> Iterator[Hit]:
    """One hit a language, at its entry in the repo's languages.json, else at the first stub in it."""
    from ways_guard.match import fixtures
    from ways_guard.match.verify import verify

    repo, gauge = meaning.repo, meaning.gauge
    config, stubs = _own_languages(repo), _first_stubs(repo)
    said = _entries(config)
    codes = sorted((said.keys() | stubs.keys()) & repo.languages.keys() - {fixtures.DESCRIBED_IN})
    model = gauge.models.multilingual
    assert model is not None  # or `models` would have said so
    known = fixtures.of_repo(repo.repo, repo.languages)
    found = verify(model, None, known, [repo.languages[code] for code in codes], gauge.cache, gauge.step)
    for row in found.rows:
        code = row.language.code
        told = said.get(code, {}).get("active")
        problem = _problem(row, told, model.id)
        if problem and config and code in said:
            keys = ("languages", code) if told is None else ("languages", code, "active")
            yield Hit(value_span(config, keys), problem[1], severity=problem[0], path=config.file.path)
        elif problem:
            file, line = stubs[code]
            yield Hit(line.value_span("lang"), problem[1], severity=problem[0], path=file.file.path)


def _problem(row: Row, told: object, model: str) -> tuple[Severity, str] | None:
    """What is wrong with a language; `told` is what the repo itself says of `active`, None where nothing."""
    from ways_guard.match.verification import Verdict

    language, verdict = row.language, row.verdict
    name = f'{language.name} ("{language.code}")'
    if language.active and verdict is Verdict.FAILED:
        count = plural(len(row.outcomes), "fixture")
        missed = len(row.outcomes) - row.passed
        return Severity.WARNING, (
            f'{name} is active, and {model} fails {missed} of its {count}: say "active": false in languages.json,'
            f" or take a model that reads it; ways-guard verify-model --lang {language.code} shows more"
        )
    if told is True and verdict is Verdict.UNMEASURED:
        return Severity.NOTE, (
            f"{name} is active and has no fixtures, so nobody knows what {model} does with it: write some into"
            " languages.fixtures.jsonl beside languages.json"
        )
    if told is False and verdict is Verdict.VERIFIED:
        return Severity.NOTE, f"{name} is not active, and {model} passes all its fixtures: it could be"
    return None


def _own_languages(repo: RepoFiles) -> ConfigFile | None:
    return next((file for file in repo.configs if file.file.kind == "languages"), None)


def _entries(config: ConfigFile | None) -> Mapping[str, Mapping[str, object]]:
    """What the repo's own languages.json says of each language, as far as it can be used."""
    value = config.node.value if config and config.node else None
    entries = value.get("languages") if isinstance(value, dict) else None
    return {code: entry for code, entry in (entries or {}).items() if isinstance(entry, dict)}


def _first_stubs(repo: RepoFiles) -> Mapping[str, tuple[LocaleFile, Line]]:
    found: dict[str, tuple[LocaleFile, Line]] = {}
    for file in sorted(repo.locales, key=lambda file: file.file.path):
        for line in file.good:
            if lang := lang_of(line):
                found.setdefault(lang, (file, line))
    return found


_FIXTURE = (
    '{"lang":"tlh","prompt":"waH Segh ghItlh","description":"Writing unit tests for a function",'
    '"min_similarity":0.35}\n'
)

RULE = Rule(
    code="WG705",
    name="unverified-language",
    severity=Severity.WARNING,
    target=Meaning,
    check=check,
    default=False,
    what=(
        "An active language fails verification by the model in force. It does not find the right English "
        "description for prompts in that language. Looked at are the languages that the repo's languages.json "
        "names, and those of its stubs. A note says where a language that the repo sets to false passes, and where "
        "one that it sets to true has no fixtures."
    ),
    why=(
        "languages.json says what is intended, verification what the model does. Who types in a language that "
        "the model does not read gets no guidance, or the wrong one, and nobody notices."
    ),
    how=(
        "See the scores with `ways-guard verify-model`. Set `active` to what the model does, or use a model that "
        "reads the language. Fixtures of the repo's own go into `languages.fixtures.jsonl` beside languages.json "
        "(`ways-guard schema fixture`) and take the place of the shipped ones in their language."
    ),
    bad=Example("../languages.json", '{"languages": {"tlh": {"name": "Klingon", "active": true}}}\n'),
    good=Example("../languages.json", '{"languages": {"tlh": {"name": "Klingon", "active": false}}}\n'),
    beside={"../languages.fixtures.jsonl": _FIXTURE},
)
