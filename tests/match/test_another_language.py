"""A 53rd language is an entry in languages.json and fixtures, no code: lint, match and verification take it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ways_guard.agents import AGENTS
from ways_guard.lint import collect, rules, run
from ways_guard.lint.confirm import LANGDETECT, Source, Verdict, confirmer
from ways_guard.lint.meaning import Gauge
from ways_guard.match import fixtures, prompt_language, runtime, service
from ways_guard.match import verification as known
from ways_guard.match.engines import embedded
from ways_guard.match.verify import verify
from ways_guard.way import discover
from ways_guard.way.config import Config

from .repo import jsonl, stub, way

pytestmark = pytest.mark.engine

_ENTRY = {"name": "Esperanto", "native": "Esperanto", "active": True, "script": ["Latn"], "detector": None}
_WORDS = {
    "function_words": [
        "la",
        "mi",
        "en",
        "kaj",
        "kiu",
        "kio",
        "kion",
        "kiel",
        "por",
        "de",
        "estas",
        "ĉi",
        "tiu",
        "ĝin",
    ],
    "letters": "ĉĝĥĵŝŭ",
}
_COMMITS = "Write commit messages that say what changed"
_PROMPT = "kion mi skribu en la mesaĝo de ĉi tiu enmeto?"
_FIXTURES = (
    (_PROMPT, _COMMITS),
    ("skribu unuotestojn por la funkcio, kiu kalkulas la rabaton", "Write unit tests for functions"),
    ("la demando al la datumbazo estas malrapida, kiel mi plirapidigu ĝin?", "Speed up slow database queries"),
)
_STUB = stub("eo", "Skribi mesaĝojn por enmetoj, kiuj diras, kio ŝanĝiĝis", "mesaĝo enmeto ŝanĝo git")
_FILES = {
    "ways/delivery/commits/commits.md": way("Body.", description=_COMMITS, vocabulary="commit message git"),
    "ways/delivery/commits/commits.locales.jsonl": jsonl(_STUB),
    "ways/code/tests/tests.md": way(
        "Body.", description="Write automated tests", vocabulary="test coverage pytest"
    ),
    "ways/code/tests/tests.locales.jsonl": jsonl(
        stub("eo", "Skribi aŭtomatajn testojn de la programo", "testo kovro")
    ),
    fixtures.NAME: "".join(
        json.dumps({"lang": "eo", "prompt": prompt, "description": text, "min_similarity": 0.35}) + "\n"
        for prompt, text in _FIXTURES
    ),
}


def _repo(top: Path, entry: object) -> Path:
    for name, text in {**_FILES, "languages.json": json.dumps({"languages": {"eo": entry}})}.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return top


@pytest.fixture(params=[_ENTRY, {**_ENTRY, **_WORDS}], ids=["named", "with its words"])
def repo(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return _repo(tmp_path / "repo", request.param)


def _lines(repo: Path, chosen: Sequence[str], cache: Path) -> list[str]:
    gauge = Gauge(Config(engine="embedded"), cache)
    report = run.run(collect.plan([repo]), rules.selected(chosen), repo, run.Options(gauge=gauge))
    return [f"{finding.code} {finding.message}" for finding in report.findings]


def test_lint_knows_it(repo: Path, tmp_path: Path) -> None:
    assert [] == _lines(repo, ["WG"], tmp_path)
    assert [] == _lines(repo, ["WG705"], tmp_path)
    (repo / "languages.json").write_text("{}")
    (repo / fixtures.NAME).unlink()
    assert {"WG204"} == {line.split()[0] for line in _lines(repo, ["WG2"], tmp_path)}


def test_its_stubs_are_never_called_wrong(repo: Path) -> None:
    confirm = confirmer(discover.repo_languages(repo), LANGDETECT, None)
    source = Source(_COMMITS, "en")
    judged = confirm("eo", f"{_STUB['description']} {_STUB['vocabulary']}", source)
    assert judged.verdict in (Verdict.CONFIRMED, Verdict.WEAK, Verdict.CANNOT_TELL)


def test_a_prompt_in_it_fires_the_way(repo: Path, tmp_path: Path) -> None:
    languages = discover.repo_languages(repo)
    config = Config(engine="embedded")
    answer = service.prepare(discover.repo_roots(repo), config, languages, tmp_path / "cache").match(_PROMPT)
    (verdict,) = answer.fired
    told = bool(languages["eo"].function_words)  # without them it is found by its English text
    assert ("delivery/commits", told) == (verdict.entry.id, answer.lang == "eo")


def test_it_is_verified(repo: Path, tmp_path: Path) -> None:
    languages = discover.repo_languages(repo)
    found = verify(
        embedded.load(), None, fixtures.of_repo(repo, languages), [languages["eo"], languages["sv"]], tmp_path
    )
    verdicts = {row.language.code: (row.verdict, row.passed) for row in found.rows}
    assert {"eo": (known.Verdict.VERIFIED, 3), "sv": (known.Verdict.VERIFIED, 6)} == verdicts
    assert 3 == sum(row.column("native") is None for row in found.rows) * 3


def test_the_agent_takes_it_from_the_users_roots_and_never_from_a_strangers_project(tmp_path: Path) -> None:
    user = _repo(tmp_path / "home/.claude", {**_ENTRY, **_WORDS})
    project = _repo(tmp_path / "project/.claude", {**_ENTRY, **_WORDS})
    agent, none = AGENTS["claude-code"], tmp_path / "none"
    scene = runtime.scene(agent, {}, tmp_path, user)
    assert "eo" == prompt_language.guess(_PROMPT, scene.languages, scene.languages)
    assert "eo" == scene.languages.normalise("Esperanto")
    assert "eo" not in runtime.scene(agent, {"CLAUDE_PROJECT_DIR": str(project.parent)}, tmp_path, none).languages
    (user / "languages.json").write_text('{"languages": {"eo": 1}}')
    assert "eo" not in runtime.scene(agent, {}, tmp_path, user).languages
