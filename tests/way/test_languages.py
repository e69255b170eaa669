from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.way import languages as module
from ways_guard.way.languages import Language, Languages, load_bundled, merge

BUNDLED = (
    "ar bg ca cs da de el en es et fa fi fr gl gu he hi hr hu hy id it ja ka ko ku lt lv mk mn mr "
    "ms my nb nl pl pt pt-br ro ru sk sl sq sr sv th tr uk ur vi zh zh-tw"
)
MAINTAINED = "ar de en es fr hi id it ja ko pl pt-br ru th tr uk vi zh"
CODES, ACTIVE = BUNDLED.split(), set(MAINTAINED.split())
TAGALOG = {
    "name": "Filipino",
    "native": "Filipino",
    "aliases": ["fil", "tgl"],
    "function_words": ["ang", "mga"],
}


def test_the_bundled_catalogue_is_the_52_languages() -> None:
    assert list(load_bundled()) == CODES
    assert {code for code, language in load_bundled().items() if language.active} == ACTIVE


def test_the_bundled_catalogue_is_loaded_once() -> None:
    assert load_bundled() is load_bundled()


def test_the_bundled_file_has_one_language_a_line_in_nfc() -> None:
    text = Path(module.__file__).with_name("languages.json").read_bytes().decode()
    assert [f'    "{code}": {{' for code in CODES] == [line.split("{")[0] + "{" for line in text.splitlines()[2:-2]]
    assert unicodedata.normalize("NFC", text) == text


def test_confusable_is_symmetric_and_names_known_languages() -> None:
    document = json.loads(Path(module.__file__).with_name("languages.json").read_bytes())["languages"]
    pairs = {(code, other) for code, entry in document.items() for other in entry["confusable"]}
    assert {(other, code) for code, other in pairs} == pairs
    assert {code for pair in pairs for code in pair} <= set(CODES)
    assert all(code != other for code, other in pairs)


def test_no_two_languages_claim_one_name() -> None:
    languages = load_bundled()
    for language in languages.values():
        for called in (language.code, language.name, language.native, *language.aliases):
            assert language.code == languages.normalise(called), called


def test_what_scripts_direction_and_detector_say() -> None:
    languages = load_bundled()
    assert _told(languages["ja"]) == (("Jpan",), "ltr", "ja")
    assert _told(languages["zh-tw"]) == (("Hant",), "ltr", "zh-tw")
    assert _told(languages["ar"]) == (("Arab",), "rtl", "ar")
    assert _told(languages["nb"]) == (("Latn",), "ltr", "no")
    assert _told(languages["sr"]) == (("Cyrl", "Latn"), "ltr", None)
    assert {"ar", "fa", "he", "ur"} == {code for code in languages if languages[code].direction == "rtl"}


def _told(language: Language) -> tuple[tuple[str, ...], str, str | None]:
    return language.scripts, language.direction, language.detector


@pytest.mark.parametrize(
    ("value", "code"),
    [
        # codes, in any case and with space around
        ("ja", "ja"),
        (" JA ", "ja"),
        ("pt", "pt"),
        ("pt-br", "pt-br"),
        ("pt-BR", "pt-br"),
        ("zh-TW", "zh-tw"),
        ("deu", "de"),
        ("ger", "de"),
        ("fre", "fr"),
        ("jpn", "ja"),
        ("zho", "zh"),
        ("cmn", "zh"),
        # English and native names
        ("Japanese", "ja"),
        ("japanese\n", "ja"),
        ("GERMAN", "de"),
        ("Deutsch", "de"),
        ("日本語", "ja"),
        ("Français", "fr"),
        ("FRANC\u0327AIS", "fr"),
        ("türkçe", "tr"),
        ("TÜRKÇE", "tr"),
        ("Türkc\u0327e", "tr"),
        ("русский", "ru"),
        ("ΕΛΛΗΝΙΚΆ", "el"),
        ("हिन्दी", "hi"),
        ("ไทย", "th"),
        ("العربية", "ar"),
        ("Brazilian Portuguese", "pt-br"),
        ("brazilian  portuguese", "pt-br"),
        ("Portuguese (Brazil)", "pt-br"),
        ("português (brasil)", "pt-br"),
        ("Português do Brasil", "pt-br"),
        ("European Portuguese", "pt"),
        ("Portuguese (Angola)", "pt"),
        ("Norwegian", "nb"),
        ("norsk", "nb"),
        ("Norwegian Nynorsk", "nb"),
        ("Farsi", "fa"),
        ("Español (México)", "es"),
        ("English (United Kingdom)", "en"),
        ("Chinese", "zh"),
        ("中文", "zh"),
        ("简体中文", "zh"),
        ("Chinese (Simplified)", "zh"),
        ("Chinese, Traditional", "zh-tw"),
        ("Chinese (Traditional)", "zh-tw"),
        ("中文（繁體）", "zh-tw"),
        ("繁體中文", "zh-tw"),
        ("正體中文", "zh-tw"),
        # BCP 47
        ("de-AT", "de"),
        ("es-419", "es"),
        ("en-GB-oxendict", "en"),
        ("de-CH-1996", "de"),
        ("ca-valencia", "ca"),
        ("zh-Hant", "zh-tw"),
        ("zh-Hant-HK", "zh-tw"),
        ("zh-Hans-HK", "zh"),
        ("zh-HK", "zh-tw"),
        ("zh-CN", "zh"),
        ("zh-yue-HK", "zh-tw"),
        ("zho-TW", "zh-tw"),
        ("cmn-Hant", "zh-tw"),
        ("por-BR", "pt-br"),
        ("pt-PT", "pt"),
        ("pt-AO", "pt"),
        ("sr-Latn-RS", "sr"),
        ("nn-NO", "nb"),
        ("ja-JP-u-ca-japanese", "ja"),
        # POSIX, and what Windows makes of it
        ("pt_BR.UTF-8", "pt-br"),
        ("pt_PT.UTF-8", "pt"),
        ("pt_BR", "pt-br"),
        ("sr_RS@latin", "sr"),
        ("sr_RS.UTF-8@latin", "sr"),
        ("de_DE@euro", "de"),
        ("ja_JP.eucJP", "ja"),
        ("zh_TW", "zh-tw"),
        ("zh_TW.Big5", "zh-tw"),
        ("zh_HK", "zh-tw"),
        ("zh_Hant_HK", "zh-tw"),
        ("zh_CN.GB18030", "zh"),
        ("nn_NO.UTF-8", "nb"),
        ("English_United States.1252", "en"),
        ("Portuguese_Brazil.1252", "pt-br"),
        ("Chinese (Traditional)_Taiwan.950", "zh-tw"),
        # codes that were replaced
        ("no", "nb"),
        ("nn", "nb"),
        ("iw", "he"),
        ("iw_IL", "he"),
        ("in", "id"),
        ("in_ID", "id"),
        # full width
        ("ｊａ", "ja"),
        # none of ours
        ("", None),
        ("  ", None),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        (".UTF-8", None),
        ("@", None),
        ("fil", None),
        ("fil_PH", None),
        ("tl", None),
        ("tlh", None),
        ("xx", None),
        ("de facto standard", None),
        ("Klingon", None),
        ("auto", None),
        ("()", None),
    ],
)
def test_normalise(value: str, code: str | None) -> None:
    assert code == load_bundled().normalise(value)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("pt_BR", "pt-br"),
        ("ptbr", "pt-br"),
        ("zhtw", "zh-tw"),
        ("Portugese", "pt"),
        ("japenese", "ja"),
        ("Ukranian", "uk"),
        ("jp", "ja"),
        ("xx", None),
        ("fil", None),
        ("something else", None),
        ("", None),
    ],
)
def test_suggest(value: str, code: str | None) -> None:
    assert code == load_bundled().suggest(value)


def test_a_new_language_is_an_entry_and_no_code() -> None:
    languages = merge(load_bundled(), {"languages": {"tl": TAGALOG}})
    assert len(languages) == 53
    assert [languages.normalise(value) for value in ("filipino", "fil_PH.UTF-8", "TL")] == [
        "tl",
        "tl",
        "tl",
    ]
    assert "fil" not in load_bundled()
    assert (*_told(languages["tl"]), languages["tl"].active) == (("Latn",), "ltr", None, True)
    assert {"tl"} == languages.codes_by_word["mga"]


def test_a_new_language_gets_script_and_direction_from_its_native_name() -> None:
    languages = merge(
        load_bundled(),
        {"languages": {"yi": {"native": "ייִדיש"}, "ta": {"native": "தமிழ்"}, "sw": {}}},
    )
    assert _told(languages["yi"]) == (("Hebr",), "rtl", None)
    assert _told(languages["ta"]) == (("Taml",), "ltr", None)
    assert (languages["sw"].name, languages["sw"].native, languages["sw"].scripts) == (
        "sw",
        "sw",
        ("Latn",),
    )


def test_a_repo_sets_active_and_overrides_fields() -> None:
    entry = {"active": True, "name": "Dutch (Belgium)", "detector": None, "bm25_stemmer": "dutch"}
    languages = merge(load_bundled(), {"_comment": "ours", "languages": {"nl": entry, "ja": {"active": False}}})
    assert tuple(languages[code].active for code in ("nl", "ja", "de")) == (True, False, True)
    assert (
        languages["nl"].name,
        languages["nl"].native,
        languages["nl"].detector,
    ) == ("Dutch (Belgium)", "Nederlands", None)
    assert not load_bundled()["nl"].active


def test_a_code_wins_over_another_languages_alias() -> None:
    languages = merge(load_bundled(), {"languages": {"nn": {"name": "Nynorsk"}}})
    assert [languages.normalise(value) for value in ("nn_NO", "no_NO")] == ["nn", "nb"]


def test_confusable_becomes_symmetric_and_forgets_unknown_codes() -> None:
    languages = merge(load_bundled(), {"languages": {"tl": {"confusable": ["id", "ceb"]}}})
    assert {"id"} == languages["tl"].confusable
    assert {"ms", "tl"} == languages["id"].confusable


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ({}, "languages must be an object"),
        ({"languages": ["de"]}, "languages must be an object"),
        ({"languages": {"de": True}}, "languages.de must be an object"),
        ({"languages": {"de": {"active": "yes"}}}, "languages.de.active must be true or false"),
        ({"languages": {"de": {"name": None}}}, "languages.de.name must be a string"),
        ({"languages": {"de": {"script": "Latn"}}}, "languages.de.script must be a list"),
        ({"languages": {"de": {"aliases": [1]}}}, "languages.de.aliases must be a string"),
    ],
)
def test_a_wrong_document_is_one_clear_line(document: dict[str, object], where: str) -> None:
    with pytest.raises(WaysGuardError) as caught:
        merge(load_bundled(), document)
    assert f"languages.json: {where}" == str(caught.value)


def test_an_empty_catalogue_knows_nothing() -> None:
    assert (Languages(()).normalise("de"), Languages(()).suggest("german")) == (None, None)


def test_importing_stays_light() -> None:
    code = (
        "import sys; from ways_guard.way.languages import load_bundled as load;"
        "load().normalise('pt_BR'); print('difflib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"
