"""A real translator: Debian's apertium with apertium-eng-spa, apertium-fr-es and apertium-eng-cat."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rewriting import FOLDER, SETTINGS, rows

from ways_guard.match import service
from ways_guard.way.config import Config
from ways_guard.way.discover import Root
from ways_guard.way.languages import load_bundled

pytestmark = [
    pytest.mark.apertium,
    pytest.mark.skipif(not shutil.which("apertium"), reason="apertium is not installed"),
]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_patterns_in_english_meet_prompts_in_three_languages(tmp_path: Path) -> None:
    found = {row.lang: row for row in rows(tmp_path)}
    assert {"ca": 40, "es": 40, "fr": 40} == {lang: row.probes for lang, row in found.items()}
    for row in found.values():
        assert row.rewritten >= max(20, row.raw + 10), row
        assert (20, 0, 0) == (row.none, row.none_raw, row.none_rewritten), row


def test_a_sentence_in_french_meets_a_key_in_english(tmp_path: Path) -> None:
    root = Root(FOLDER / "ways", "repo")
    matcher = service.prepare([root], Config(engine="none", rewrite=SETTINGS), load_bundled(), tmp_path)
    answer = matcher.match("je crois que j'ai une syphilis")
    assert ["care/syphilis"] == [verdict.entry.id for verdict in answer.fired]
    (form,) = answer.forms
    assert "syphilis" in form.query
    assert "I think that" in form.query
