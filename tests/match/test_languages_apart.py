"""What the agent writes in (output) and what ways are found in (canonical) are two things, and never mix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.home import Home
from ways_guard.agents import AGENTS
from ways_guard.folders import cache_dir
from ways_guard.match import build, events, runtime, service
from ways_guard.match.delivery import body
from ways_guard.match.matcher import Matcher

from .repo import FILES

PROMPTS = (
    "How do I word a commit message?",
    "コミットメッセージを書いて",
    "Schreib mir Tests dafür",
    "sql injection?",
)
CORE = "Write in {{output_language}}.\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    home = Home(tmp_path)
    home.settings(engine="embedded", bundled=False)
    for name, content in FILES.items():
        home.write(name, content)
    home.write("core.md", CORE)
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    return home


def _matcher(home: Home, **settings: Any) -> Matcher:
    home.settings(engine="embedded", bundled=False, **settings)
    scene = runtime.scene(AGENTS["claude-code"], home.environ, home.project)
    return service.prepare(scene.roots, scene.config, scene.languages, cache_dir())


def _found(matcher: Matcher) -> list[list[tuple[str, float | None, str]]]:
    answers = (matcher.match(prompt, explain=True) for prompt in PROMPTS)
    return [[(one.entry.id, one.score, one.reason) for one in answer.verdicts] for answer in answers]


@pytest.mark.engine
def test_the_output_language_changes_neither_corpus_nor_decisions(home: Home) -> None:
    scene = runtime.scene(AGENTS["claude-code"], home.environ, home.project)
    english = _found(_matcher(home, output_language="en"))
    identities = [build.identity(root, scene.languages, _matcher(home).models) for root in scene.roots]
    for language in ("ja", "ar"):
        matcher = _matcher(home, output_language=language)
        assert english == _found(matcher)
        assert identities == [build.identity(root, scene.languages, matcher.models) for root in scene.roots]
    assert any(score is not None for found in english for _, score, _ in found)


@pytest.mark.engine
def test_it_chooses_the_body_of_a_way_and_nothing_else(home: Home) -> None:
    verdict = next(one for one in _matcher(home).match(PROMPTS[3]).fired if one.entry.id == "code/security")
    assert ["# Security", "# Sicherheit"] == [body(verdict, language).split("\n")[0] for language in ("ja", "de")]


@pytest.mark.parametrize("canonical", ["de", "ja", "en"])
def test_the_canonical_language_does_not_touch_the_directive(home: Home, canonical: str) -> None:
    claude = home.project / ".claude"
    (claude / "ways").mkdir(parents=True)
    (claude / "ways.json").write_text(f'{{"canonical_language": "{canonical}"}}', encoding="utf-8")
    home.settings(engine="none", bundled=False)
    payload = {"session_id": "1", "source": "startup", "cwd": str(home.project)}
    request = events.Request(payload, home.environ | {"LANG": "fr_FR.UTF-8"})
    text = events.EVENTS["session-start"](request).text
    assert "Write in French (Français)." == text.partition("\n")[0]
