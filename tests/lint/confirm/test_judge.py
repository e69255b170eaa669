from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lint.confirm.sets import texts
from ways_guard.lint.confirm import Confirmer, Source, Verdict, confirmer
from ways_guard.way.languages import load_bundled, merge

_TOP = Path(__file__).resolve().parents[3]
_SOURCE = Source("Writing tests test coverage")


@pytest.mark.parametrize(
    ("lang", "text", "verdict", "evidence"),
    [
        ("el", "Γράψιμο δοκιμών", Verdict.CONFIRMED, "14 letters that only Greek is written in"),
        ("de", "Tests schreiben", Verdict.CONFIRMED, "its words fit German better than Dutch, which is nearest"),
        ("cs", "Kontrola kódu a test serveru", Verdict.WEAK, "its words fit Czech and Slovak alike"),
        ("cs", "Kontrola kódu před sloučením větve", Verdict.CONFIRMED, "its words fit Czech better than Slovak"),
        (
            "pt",
            "Escrever testes que acham erros",
            Verdict.CONFIRMED,
            "; Portuguese and Brazilian Portuguese are not",
        ),
        (
            "ru",
            "Writing tests test",
            Verdict.UNTRANSLATED,
            "Latin letters alone, and Russian is not written in them",
        ),
        ("ru", "Tests schreiben, die Fehler finden", Verdict.WRONG, "Latin letters alone"),
        ("de", "Написание тестов", Verdict.WRONG, "mostly Cyrillic letters"),
        ("de", "ተግባራትን መፈተሽ", Verdict.WRONG, "mostly Ethiopic letters"),
        ("de", "writing tests TEST coverage", Verdict.UNTRANSLATED, "its words are those of the English text"),
        ("fr", "Check what the users would miss", Verdict.UNTRANSLATED, "its words fit English better than French"),
        ("ru", "CI", Verdict.CANNOT_TELL, "only 0 letters in its script"),
        ("th", "pytest ทด jest", Verdict.CANNOT_TELL, "only 2 letters in its script"),
        ("de", "1 2 3", Verdict.CANNOT_TELL, "only 0 letters that are not names"),
        ("de", "cargo audit mit", Verdict.CANNOT_TELL, "that are not names or words of the way's own text"),
        ("xx", "whatever it is", Verdict.UNSUPPORTED, "xx is no code of languages.json"),
    ],
)
def test_a_verdict_says_what_it_rests_on(
    confirm: Confirmer, lang: str, text: str, verdict: Verdict, evidence: str
) -> None:
    judged = confirm(lang, text, Source("Writing tests test coverage cargo audit"))
    assert verdict == judged.verdict
    assert evidence in judged.evidence


def test_words_of_the_source_names_and_code_say_nothing(confirm: Confirmer) -> None:
    judged = confirm(
        "it", "audit advisory lockfile CVE myFunction pip.conf verifica", Source("audit advisory lockfile")
    )
    assert Verdict.CANNOT_TELL == judged.verdict


def test_a_source_in_another_language_is_what_a_stub_was_not_translated_from(confirm: Confirmer) -> None:
    source = Source("Tests schreiben, die Fehler finden Abdeckung", "de")
    assert Verdict.UNTRANSLATED == confirm("fr", "Tests schreiben die Fehler finden", source).verdict
    assert Verdict.CONFIRMED == confirm("en", "Write tests that find what is wrong", source).verdict


def test_together_short_stubs_say_what_none_says_alone(confirm: Confirmer) -> None:
    column = [(text, _SOURCE) for text in ("Toetsen", "Code nakijken", "Gegevens", "Wat er nieuw is", "versie")]
    assert not any(confirm("de", *each).is_fault for each in column)
    judged = confirm.together("de", column)
    assert (Verdict.WRONG, "nl") == (judged.verdict, judged.language)
    assert Verdict.CANNOT_TELL == confirm.together("de", []).verdict


def test_a_new_language_is_an_entry_and_no_code(confirm: Confirmer) -> None:
    prose = (
        "Kiam oni ŝanĝas funkcion, oni unue skribu teston kiu malsukcesas kaj poste ĝustigu la eraron. La mesaĝo "
        "klarigu kial la ŝanĝo estis farita. Aldonu simplajn ekzemplojn kaj klarajn nomojn por ke ĉiuj "
        "komprenu la kodon."
    )
    entry = {"eo": {"name": "Esperanto", "native": "Esperanto", "sample": prose}}
    known = confirmer(merge(load_bundled(), {"languages": entry}))
    text = "Skribu la testojn antaŭ la kodo kaj ŝanĝu nomojn"
    assert Verdict.UNSUPPORTED == confirm("eo", text, _SOURCE).verdict
    assert not known("eo", text, _SOURCE).is_fault
    assert "eo" == known("es", text, _SOURCE).language
    assert known("eo", "Escribir las pruebas antes del código y cambiar los nombres", _SOURCE).is_fault


def test_a_language_of_which_only_the_script_is_known_is_weak() -> None:
    confirm = confirmer(merge(load_bundled(), {"languages": {"qq": {"name": "Unknown", "native": "Qq"}}}))
    assert Verdict.WEAK == confirm("qq", "Tests schreiben, die Fehler finden", _SOURCE).verdict


def test_a_script_is_decisive_only_while_no_other_language_has_it() -> None:
    pontic = {"languages": {"pnt": {"name": "Pontic", "native": "Ποντιακά"}}}
    confirm = confirmer(merge(load_bundled(), pontic))
    assert "letters that only" not in confirm("el", "Γράψιμο δοκιμών για τον κώδικα", _SOURCE).evidence


def test_the_same_texts_get_the_same_judgements_in_any_order_and_process(confirm: Confirmer) -> None:
    some = texts()[::7]
    here = [repr(confirm(text.lang, text.text, text.source)) for text in some]
    back = [repr(confirm(text.lang, text.text, text.source)) for text in reversed(some)]
    assert here == back[::-1]
    code = (
        "import json, sys\n"
        "from ways_guard.lint.confirm import Source, confirmer\n"
        "from ways_guard.way.languages import load_bundled\n"
        "confirm = confirmer(load_bundled())\n"
        "told = [repr(confirm(lang, text, Source(source))) for lang, text, source in json.load(sys.stdin)]\n"
        "print(json.dumps(told))\n"
    )
    asked = json.dumps([(text.lang, text.text, text.source.text) for text in some])
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(_TOP)}
        done = subprocess.run(
            [sys.executable, "-c", code], input=asked.encode(), env=environment, capture_output=True, check=True
        )
        assert here == json.loads(done.stdout)


def test_the_explanation_shows_words_and_scores(confirm: Confirmer) -> None:
    lines = confirm.explained("de", "Écrire des tests utiles avec pytest.ini", _SOURCE)
    assert ["language: de (German)", "verdict: wrong, seems to be French"] == lines[:2]
    assert "own words: Écrire, des, utiles, avec" in lines
    assert "words of the way's own text, which do not count: tests" in lines
    assert "names and code, which do not count: pytest.ini" in lines
    assert any(line.startswith("  French: +") for line in lines)
    assert not any("+" in line for line in confirm.explained("ja", "テスト", _SOURCE))
