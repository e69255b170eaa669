"""WG210 to WG213: stubs of a whole repo, and what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import rules, run

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

Lint = Callable[..., list[str]]


def _way(description: str = "Writing tests") -> str:
    return f"---\ndescription: {description}\nvocabulary: test\n---\n"


def _stub(lang: str, description: str = "d", vocabulary: str = "v") -> str:
    return f'{{"lang":"{lang}","description":"{description}","vocabulary":"{vocabulary}"}}\n'


@pytest.fixture
def repo(lab: Lab) -> Lab:
    """Ways a and b in de and fr, c in no language, d in de with an override in it, t that only a trigger fires."""
    lab.write(
        {
            **{f"ways/{name}/{name}.md": _way() for name in "abcd"},
            "ways/t/t.md": "---\ntrigger: session-start\n---\n",
            "ways/a/a.locales.jsonl": _stub("de") + _stub("fr"),
            "ways/b/b.locales.jsonl": _stub("de") + _stub("fr"),
            "ways/d/d.locales.jsonl": _stub("de"),
            "ways/d/d.it.md": "Testo.\n",
        }
    )
    return lab


def test_what_most_ways_have_is_missed_where_it_is_not(repo: Lab) -> None:
    assert [
        'ways/c/c.md:1:1: WG210 no stubs: write c.locales.jsonl with "de", "fr", '
        "since most of the repo's ways have it",
        'ways/d/d.locales.jsonl:1:1: WG210 no stub in "fr": add it, since most of the repo\'s ways have it',
    ] == repo.lines("WG210")
    assert {"warning"} == {finding.severity.value for finding in repo.report("WG210").findings}


def test_what_the_repo_asks_for_is_an_error_and_an_override_counts(repo: Lab) -> None:
    repo.write({"ways.json": '{"lint": {"require": ["it", "en"]}}'})
    assert ["a", "b", "c"] == [line.split("/")[1] for line in repo.lines("WG210")]
    assert {"error"} == {finding.severity.value for finding in repo.report("WG210").findings}


def test_nothing_is_asked_for_where_the_repo_says_so_or_has_no_stubs(repo: Lab, lab: Lab) -> None:
    repo.write({"ways.json": '{"lint": {"require": []}}'})
    assert [] == repo.lines("WG210")


def test_a_repo_without_stubs_misses_none(lab: Lab) -> None:
    lab.write({"ways/a/a.md": _way()})
    assert [] == lab.lines("WG210")


def test_a_text_of_another_way_or_language_is_found_at_its_copy(lab: Lab) -> None:
    lab.write(
        {
            "ways/a/a.md": _way(),
            "ways/b/b.md": _way("Naming things"),
            "ways/a/a.locales.jsonl": _stub("de", "Gute Tests schreiben") + _stub("fr", "gute  tests schreiben!"),
            "ways/b/b.locales.jsonl": _stub("de", "Gute Tests schreiben"),
        }
    )
    assert [
        'ways/a/a.locales.jsonl:2:28: WG211 the same text as "de" on line 1: translate one of the two',
        "ways/b/b.locales.jsonl:1:28: WG211 the same de text as in ways/a/a.locales.jsonl:1: "
        "say what this way is for, or prompts cannot tell the two apart",
    ] == lab.lines("WG211")


@pytest.mark.parametrize(
    "lines",
    [
        _stub("pt", "Escrever bons testes") + _stub("pt-br", "Escrever bons testes"),
        _stub("da", "Skriv gode tests nu") + _stub("nb", "Skriv gode tests nu"),
        _stub("de", "Writing test") + _stub("fr", "Writing test"),
        _stub("de", "CI Pipeline") + _stub("fr", "CI pipeline"),
        _stub("ja", "安全") + _stub("zh", "安全"),
        _stub("de", "Gute Tests schreiben") * 2,
    ],
)
def test_texts_that_may_well_be_equal_are_no_finding(stubs: Lint, lines: str) -> None:
    assert [] == stubs(lines, "WG211")


def test_ways_that_say_the_same_themselves_may_have_the_same_stubs(lab: Lab) -> None:
    lab.write({f"ways/{name}/{name}.md": _way() for name in "ab"})
    lab.write({f"ways/{name}/{name}.locales.jsonl": _stub("de", "Gute Tests schreiben") for name in "ab"})
    assert [] == lab.lines("WG211")


@pytest.mark.parametrize(
    ("lang", "vocabulary", "columns", "mended"),
    [
        ("de", "code review code review x", "60-71", "code review x"),
        ("de", "a b c A b c", "54-59", "a b c"),
        ("de", "x\\u0020y x y", "57-60", "x\\u0020y"),
        ("de", "Unit Test, Test, Unit test", "65-74", "Unit Test, Test"),
        ("ar", "اختبار، فحص، اختبار", "61-67", "اختبار، فحص"),
    ],
)
def test_a_term_that_is_surely_repeated_is_removed(
    lab: Lab, stubs: Lint, lang: str, vocabulary: str, columns: str, mended: str
) -> None:
    stubs(_stub(lang, "d e", vocabulary))
    (finding,) = lab.report("WG212").findings
    assert columns == f"{finding.span.column}-{finding.span.end_column}"
    lab.fix("WG212")
    assert _stub(lang, "d e", mended).encode() == lab.read(lab.locales)
    assert [] == lab.lines("WG212")


@pytest.mark.parametrize(
    ("lang", "vocabulary", "mended"),
    [
        ("zh", "密钥 git 密钥 令牌", "密钥 git 令牌"),
        ("ja", "テスト 検証 テスト", "テスト 検証"),
        ("th", "ทดสอบ ระบบ ทดสอบ", "ทดสอบ ระบบ"),
    ],
)
def test_where_a_space_parts_terms_only_a_repeat_is_found_and_a_person_removes_it(
    lab: Lab, stubs: Lint, lang: str, vocabulary: str, mended: str
) -> None:
    assert 1 == len(stubs(_stub(lang, "d", vocabulary), "WG212"))
    lab.fix("WG212")
    assert _stub(lang, "d", vocabulary).encode() == lab.read(lab.locales)
    run.write(run.changes(lab.jobs(), rules.selected(["WG212"]), unsafe=True))
    assert _stub(lang, "d", mended).encode() == lab.read(lab.locales)


@pytest.mark.parametrize(
    ("lang", "vocabulary"),
    [
        ("de", "Test Abdeckung Test"),
        ("es", "control tiempo horas hoja de horas"),
        ("vi", "song song kiểm thử chu trình kiểm thử"),
        ("ko", "테스트 코드 테스트"),
        ("ja", "unit test integration test"),
        ("zh", "git 推送 git 拉取 库 存 库"),
    ],
)
def test_a_word_that_comes_twice_in_terms_of_several_words_is_right(
    stubs: Lint, lang: str, vocabulary: str
) -> None:
    assert [] == stubs(_stub(lang, "d", vocabulary), "WG212")


@pytest.mark.parametrize(
    ("yaml", "column"),
    [("unit test unit test", 23), ('"unit test unit test"', 13), ("[a b, c, A b]", 13), ("a, b, a", 19)],
)
def test_a_ways_own_vocabulary_is_looked_at_too(way: Lint, yaml: str, column: int) -> None:
    (line,) = way(f"---\ndescription: d\nvocabulary: {yaml}\n---\n", "WG212")
    assert line.startswith(f"3:{column}: WG212 ")


def test_a_stub_in_the_canonical_language_is_found(lab: Lab, stubs: Lint) -> None:
    text = _stub("de") + _stub("en")
    (line,) = stubs(text, "WG213")
    assert line.startswith('2:9: WG213 the way itself is written in "en"')
    lab.fix("WG213")
    assert text.encode() == lab.read(lab.locales)
    run.write(run.changes(lab.jobs(), rules.selected(["WG213"]), unsafe=True))
    assert _stub("de").encode() == lab.read(lab.locales)
    lab.write({"ways.json": '{"canonical_language": "de"}'})
    assert 1 == len(lab.lines("WG213"))
