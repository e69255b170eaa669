"""WG601 and WG602: languages.json and ways.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_KEYS = (
    "name, native, active, script, direction, detector, confusable, iso3, aliases, function_words, bm25_stemmer, "
    "letters, sample"
)


def _lines(lab: Lab, name: str, text: str) -> list[str]:
    lab.write({name: text, "ways/a/a.md": "---\npattern: x\n---\n"})
    return [line.removeprefix(f"{name}:") for line in lab.lines("WG601", "WG602")]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("", ["1:1: WG602 not JSON (a JSON value is missing here): mend the file, it is not read"]),
        (
            '{\n"lint": {',
            ["2:10: WG602 not JSON (a key in double quotes is missing here): mend the file, it is not read"],
        ),
        ("[]", ["1:1: WG602 a JSON object is missing here: write { and } around it"]),
        ('{"lint":{"ignroe":[]}}', ['1:10: WG602 unknown field "ignroe": did you mean "ignore"?']),
        ('{"max_ways":0}', ['1:13: WG602 "max_ways" must be a whole number of at least 1']),
        ('{"lint":{},\n "lint":{}}', ['2:2: WG602 "lint" stands twice here: keep one']),
        (
            '{"lint":{"select":["WG9","wg2"]}}',
            ['1:20: WG602 no rule has the code or prefix "WG9": see ways-guard rule --all'],
        ),
        (
            '{"lint":{"ignore":["WG203x"]}}',
            ['1:20: WG602 no rule has the code or prefix "WG203x": did you mean "WG203"?'],
        ),
        ('{"lint":{"ignore":["forbidden-key"]}}', ['1:20: WG602 rules are chosen by their codes: write "WG203"']),
        (
            '{"roots":["ways","nope"]}',
            ['1:18: WG602 there is no folder "nope" here: correct the root, or remove it'],
        ),
        (
            '{"output_language":"Japnese"}',
            ['1:20: WG602 "Japnese" is no code of languages.json: did you mean "ja"?'],
        ),
        (
            '{"canonical_language":"en_US"}',
            ['1:23: WG602 "en_US" is no code of languages.json: did you mean "en"?'],
        ),
        (
            '{"lint":{"require":["de","pt_BR","xx"]}}',
            [
                '1:26: WG602 "pt_BR" is no code of languages.json: did you mean "pt-br"?',
                '1:34: WG602 "xx" is no code of languages.json: '
                "correct it, or add the language to the repo's languages.json",
            ],
        ),
    ],
)
def test_what_cannot_be_used_of_ways_json_is_found(lab: Lab, text: str, findings: list[str]) -> None:
    assert findings == _lines(lab, "ways.json", text)


@pytest.mark.parametrize(
    "text",
    [
        '{"$schema":"x","output_language":"auto","disabled":["a/*"]}',
        '{"output_language":"Brazilian Portuguese","canonical_language":"de"}',
        '{"lint":{"select":["WG","wg112"],"require":[],"exclude":["x"]},"roots":["ways"]}',
    ],
)
def test_a_good_ways_json_is_left_alone(lab: Lab, text: str) -> None:
    assert [] == _lines(lab, "ways.json", text)


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("{", ["1:2: WG601 not JSON (a key in double quotes is missing here): mend the file, it is not read"]),
        ("{}", ['1:1: WG601 "languages" is missing: add it']),
        ('{"languages":{"PT":{}}}', ['1:15: WG601 "PT" must be a lower-case code such as de or pt-br']),
        ('{"languages":{"de":3}}', [f'1:20: WG601 "de" must be a mapping with {_KEYS}']),
        (
            '{"languages":{"de":{"detector":1,"actve":true,"script":["x"],"confusable":["pt_BR"]}}}',
            [
                '1:32: WG601 "detector" must be text or null',
                '1:34: WG601 unknown field "actve": did you mean "active"?',
                '1:57: WG601 "script" must be an ISO 15924 code such as Latn',
                '1:76: WG601 "pt_BR" is no code of a language: did you mean "pt-br"?',
            ],
        ),
        ('{"languages":{"sv":{},"sv":{"active":true}}}', ['1:23: WG601 "sv" stands twice here: keep one']),
    ],
)
def test_what_cannot_be_used_of_languages_json_is_found(lab: Lab, text: str, findings: list[str]) -> None:
    assert findings == _lines(lab, "languages.json", text)


def test_leftovers_of_stemming_are_one_note(lab: Lab) -> None:
    text = '{"languages":{"de":{"bm25_stemmer":"German"},"fr":{"bm25_stemmer":"French"}}}'
    (line,) = _lines(lab, "languages.json", text)
    assert (
        line
        == '1:21: WG601 "bm25_stemmer" is left over from BM25 scoring and ignored (2 times in this file): remove it'
    )
    assert ["note"] == [finding.severity.value for finding in lab.report("WG601").findings]
