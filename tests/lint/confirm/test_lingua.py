from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint.confirm import Source, Verdict, confirmer
from ways_guard.way.languages import load_bundled

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_INSTALLED = importlib.util.find_spec("lingua") is not None


@pytest.mark.skipif(_INSTALLED, reason="lingua is installed")
def test_without_lingua_one_line_says_what_to_do(lab: Lab) -> None:
    lab.write({lab.way: "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"})
    lab.write({"ways.json": '{"lint": {"detector": "lingua"}}'})
    with pytest.raises(WaysGuardError, match=r'not installed: pip install "ways-guard\[lingua\]"'):
        lab.report()


@pytest.mark.skipif(not _INSTALLED, reason="lingua is not installed")
def test_lingua_is_heard_where_words_decide() -> None:
    confirm, source = confirmer(load_bundled(), "lingua"), Source("Writing tests")
    judged = confirm("de", "Écrire des tests utiles pour le code", source)
    assert (Verdict.WRONG, "fr") == (judged.verdict, judged.language)
    assert "; lingua gives German " in judged.evidence
    assert "lingua" not in confirm("ja", "テストを書く", source).evidence
    assert not confirm("gl", "Escribir probas que atopan erros", source).is_fault


def test_an_unknown_detector_is_for_another_rule() -> None:
    assert confirmer(load_bundled()) is confirmer(load_bundled(), "clever")
