"""WG501, WG503 and WG504: the regexes of a way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]


def _found(way: Lint, code: str, pattern: str, key: str = "pattern") -> list[str]:
    return way(f"---\ndescription: Writing tests\nvocabulary: test\n{key}: {pattern}\n---\nBody.\n", code)


@pytest.mark.parametrize(
    ("pattern", "column", "said"),
    [
        (r"foo(?=bar)", 13, "it has no (?= (look-around); write what must stand there as part of the pattern"),
        (r"(?<=a)b", 10, "it has no (?<= (look-around)"),
        (r"(?<!a)b", 10, "it has no (?<! (negative look-behind); name what may stand before: (?<!a)b as (^|[^a])b"),
        (r"a(?!b)|c", 11, "it has no (?! (negative look-ahead); name what may follow: a(?!b) as a([^b]|$)"),
        (r"\(?=a(?!x)", 15, "negative look-ahead"),
        (r"\\(?=x)", 12, "look-around"),
        (r"x[(?=]y(?=a)", 17, "look-around"),
        (r"""(['"])x\1""", 17, "it has no \\1 (a back-reference); write both cases out"),
        (r"(?P<n>a)(?P=n)", 18, "a back-reference"),
        (r"\k<n>", 10, "a back-reference"),
        (r"(?>a)", 10, "an atomic group"),
        (r"a{2}+b", 11, "it has no {2}+ (a possessive quantifier); drop the last +"),
        (r"a\Z", 11, "it has no \\Z; write \\z, or $"),
        (r"x\u00e9", 11, "it has no \\u00e9; write the character itself"),
        (r"(?x)a", 10, "it has no (?x (a flag)"),
        (r"a**", 11, "bad repetition operator: **; correct it"),
        (r"x[z-a]", 12, "invalid character class range: z-a; correct it"),
        (r"x(y", 10, "missing ); correct it"),
    ],
)
def test_what_re2_lacks_is_found_in_its_place_with_a_way_to_do_without(
    way: Lint, pattern: str, column: int, said: str
) -> None:
    (line,) = _found(way, "WG501", pattern)
    assert line.startswith(f'4:{column}: WG501 "pattern" is no RE2 regex: ')
    assert said in line


def test_each_construct_is_one_finding_in_each_of_the_three_fields(way: Lint) -> None:
    text = "---\ncommands: a(?=b)c(?!d)\nfiles: \\1\npattern: fine\n---\n"
    assert ["2:12", "2:18", "3:8"] == [line.split(": ")[0] for line in way(text, "WG501")]


@pytest.mark.parametrize(
    ("yaml", "place"),
    [
        ("pattern: 'it''s(?=x)'", "2:16"),
        ('pattern: "a\\\\d(?=x)"', "2:15"),
        ("pattern: >\n  foo\n  (?=x)", "4:3"),
        (r'pattern: "\x28\x3f=x)"', "2:10"),
    ],
)
def test_in_quotes_the_place_is_found_where_it_can_be(way: Lint, yaml: str, place: str) -> None:
    assert [place] == [line.split(": ")[0] for line in way(f"---\n{yaml}\n---\n", "WG501")]


@pytest.mark.parametrize(
    "pattern", [r"(?i:a)\bb\b", r"(?P<n>a)|(?<m>b)", r"\Qa(?=b)\E", r"git\ diff.*\>", "[^a]?x*?"]
)
def test_what_re2_takes_is_right(way: Lint, pattern: str) -> None:
    assert [] == _found(way, "WG501", pattern)


def test_checks_are_looked_at_and_overrides_and_pages_are_not(lab: Lab) -> None:
    text = "---\npattern: a(?=b)\n---\n"
    lab.write({f"ways/a/a{kind}.md": text for kind in ("", ".check", ".de", "b")})
    assert ["ways/a/a.check.md", "ways/a/a.md"] == [line.split(":")[0] for line in lab.lines("WG501")]


@pytest.mark.parametrize(
    ("key", "pattern", "said"),
    [
        ("pattern", "test|", "matches an empty text, and so everything"),
        ("pattern", ".*", "matches an empty text"),
        ("files", "x?", "matches an empty text"),
        ("pattern", "the", "everyday prompts, such as"),
        ("pattern", "how|what|why|make", "everyday prompts, such as"),
        ("commands", ".", "matches 30 of 30 everyday commands, such as"),
        ("files", "[./]|file$", "of 30 everyday paths"),
    ],
)
def test_what_matches_nearly_everything_is_found(way: Lint, key: str, pattern: str, said: str) -> None:
    quoted = f"'{pattern}'"
    (line,) = _found(way, "WG503", quoted, key)
    assert line.startswith(f'4:{len(key) + 3}: WG503 "{key}" matches')
    assert said in line


@pytest.mark.parametrize(
    ("key", "pattern"),
    [
        ("pattern", r"\btests?\b|(^| )ways?( |$)|how.*work"),
        ("pattern", "a(?=b)|.*"),
        ("commands", "^(npm|npx|pytest|cargo|go |pip |git|docker )"),
        ("files", r"\.(md|rs|sh|py|js|ts|json|yaml|yml|toml|go|rb|java|c|cpp|h|hpp|css|html|sql)$"),
    ],
)
def test_what_matches_some_things_is_right(way: Lint, key: str, pattern: str) -> None:
    assert [] == _found(way, "WG503", pattern, key)


def test_a_root_in_another_language_is_tried_on_prompts_in_it(lab: Lab) -> None:
    lab.write({"ways.json": '{"canonical_language": "ja"}', "ways/a/a.md": "---\npattern: の|て|を|い\n---\n"})
    (line,) = lab.lines("WG503")
    assert 'everyday prompts, such as "' in line


@pytest.mark.parametrize(
    ("pattern", "column", "words"),
    [
        ("unit tests?|Prüfungen|тесты", 22, '"Prüfungen", "тесты"'),
        (r"\bтест", 12, '"тест"'),
        ("x|परीक्षण|ทดสอบสิ่ง", 12, '"परीक्षण", "ทดสอบสิ่ง"'),
        ("x|テスト", 12, '"テスト"'),
        ("für|und|nicht", 10, '"für"'),
        ("x|wie|nicht|eine", 16, '"nicht", "eine"'),
        ("(?:la|el|para|pruebas|como)", 19, '"para", "como"'),
        ("vérifier|télécharger|dépendre", 10, '"vérifier", "télécharger", "dépendre"'),
    ],
)
def test_words_of_other_languages_are_found(way: Lint, pattern: str, column: int, words: str) -> None:
    (line,) = _found(way, "WG504", pattern)
    assert line.startswith(f"4:{column}: WG504 words of other languages ({words}): leave them out")


@pytest.mark.parametrize(
    "pattern",
    ["naïve|café", "na[iï]ve", "façade|facade", "λ|π|µs|Ω", r"\bcomment\b|when|where", r"\x{4e00}", "die|der"],
)
def test_english_with_its_loanwords_and_signs_is_right(way: Lint, pattern: str) -> None:
    assert [] == _found(way, "WG504", f"'{pattern}'")


def test_what_the_way_says_itself_and_what_is_no_pattern_is_right(way: Lint) -> None:
    text = "---\ndescription: Größe prüfen\npattern: größe|prüfen\ncommands: тест\n---\n"
    assert [] == way(text, "WG504")


def test_a_root_in_another_language_has_that_for_its_own(lab: Lab) -> None:
    way = "---\npattern: Größe|prüf|commit|тест\n---\n"
    lab.write({"ways.json": '{"canonical_language": "de"}', "ways/a/a.md": way})
    (line,) = lab.lines("WG504")
    assert '("тест")' in line
    assert "by the German pattern" in line
