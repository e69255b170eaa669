"""True stubs are left alone, and relabelled ones are caught. benchmarks/language.py has all the numbers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.lint.confirm.sets import Text, confusing, stubs, texts
from ways_guard.lint.confirm import Confirmer, Verdict
from ways_guard.way.languages import load_bundled

_LANGUAGES = load_bundled()
_BUNDLED = Path(__file__).resolve().parents[3] / "ways"
_CONFUSING = [text for text in confusing() if text.lang in _LANGUAGES]
_FOREIGN = [text for text in confusing() if text.lang not in _LANGUAGES]


def _name(text: Text) -> str:
    return f"{text.lang}: {text.description}"


@pytest.mark.parametrize("lang", _LANGUAGES)
def test_no_true_text_is_called_wrong(confirm: Confirmer, lang: str) -> None:
    own = [text for text in texts() if text.lang == lang]
    assert len(own) >= 10
    assert [] == [text.text for text in own if confirm(lang, text.text, text.source).is_fault]


@pytest.mark.parametrize("text", _CONFUSING, ids=_name)
def test_what_a_person_would_get_wrong_is_not_called_wrong(confirm: Confirmer, text: Text) -> None:
    judged = confirm(text.lang, text.text, text.source)
    assert not judged.is_fault, judged.evidence


@pytest.mark.parametrize("text", _FOREIGN, ids=_name)
def test_languages_that_are_not_ours_are_told_from_those_that_are(confirm: Confirmer, text: Text) -> None:
    taken = [code for code in _LANGUAGES if code != "en" and not confirm(code, text.text, text.source).is_fault]
    assert [] == taken
    near = next(code for code in _LANGUAGES if code != "en" and confirm(code, text.text, text.source).language)
    assert text.lang in (confirm(near, text.text, text.source).language or "") or text.lang == "pa"


@pytest.mark.parametrize("text", [text for text in confusing() if text.lang in ("pt", "pt-br")], ids=_name)
def test_portuguese_and_brazilian_are_never_told_apart(confirm: Confirmer, text: Text) -> None:
    for code in ("pt", "pt-br"):
        judged = confirm(code, text.text, text.source)
        assert not judged.is_fault
        assert "are not told apart" in judged.evidence


@pytest.mark.parametrize("lang", [code for code in _LANGUAGES if code != "en"])
def test_english_under_another_label_is_untranslated(confirm: Confirmer, lang: str) -> None:
    some = [text.source for text in texts()[::5]]
    assert {Verdict.UNTRANSLATED} == {confirm(lang, source.text, source).verdict for source in some}


def test_relabelled_texts_are_caught(confirm: Confirmer) -> None:
    verdicts = [
        confirm(lang, text.text, text.source)
        for text in texts()[::3]
        for lang in _LANGUAGES
        if lang != "en" and lang.split("-")[0] != text.lang.split("-")[0]
    ]
    told = [judged for judged in verdicts if judged.verdict is not Verdict.CANNOT_TELL]
    assert sum(judged.is_fault for judged in told) >= 0.98 * len(told)
    assert len(told) >= 0.95 * len(verdicts)


@pytest.mark.parametrize("repo", [_BUNDLED, os.environ.get("WAYS_GUARD_REAL_REPO")], ids=["bundled", "real"])
def test_stubs_of_way_repos_are_left_alone_and_caught_elsewhere(
    confirm: Confirmer, repo: Path | str | None
) -> None:
    if repo is None:
        pytest.skip("WAYS_GUARD_REAL_REPO names no repo")
    found = stubs(Path(repo))
    languages = sorted({text.lang for text in found})
    wrong = [text for text in found if confirm(text.lang, text.text, text.source).is_fault]
    assert len(wrong) <= 0.005 * len(found)
    pairs = [(text, lang) for text in found for lang in languages if lang != text.lang]
    far = [pair for pair in pairs if pair[1] not in _LANGUAGES[pair[0].lang].confusable]
    caught = [confirm(lang, text.text, text.source).is_fault for text, lang in far]
    assert sum(caught) >= 0.99 * len(caught)
