from __future__ import annotations

import pytest

from ways_guard.lint.confirm import Verdict, by_script
from ways_guard.way.languages import load_bundled, merge

_CANONICAL = "Writing tests test coverage"


@pytest.mark.parametrize(
    ("lang", "text", "verdict", "evidence"),
    [
        ("el", "Γράψιμο δοκιμών", Verdict.CONFIRMED, "14 letters that only Greek is written in"),
        ("ja", "テストを書く pytest", Verdict.CONFIRMED, "5 letters that only Japanese is written in"),
        ("ja", "単体試験 追加", Verdict.WEAK, "its script fits, and others share it"),
        ("zh", "编写单元测试", Verdict.WEAK, "its script fits, and others share it"),
        ("ru", "Написание тестов", Verdict.WEAK, "its script fits, and others share it"),
        ("de", "Tests schreiben", Verdict.WEAK, "its script fits, and others share it"),
        ("ru", "Writing tests test", Verdict.WRONG, "mostly Latin letters"),
        ("de", "Написание тестов", Verdict.WRONG, "mostly Cyrillic letters"),
        ("de", "writing tests TEST coverage", Verdict.UNTRANSLATED, "the same text as the way's own"),
        ("ru", "CI", Verdict.CANNOT_TELL, "only 0 letters in its script"),
        ("th", "pytest ทด jest", Verdict.CANNOT_TELL, "only 2 letters in its script"),
        ("de", "1 2 3", Verdict.CANNOT_TELL, "only 0 letters in its script"),
        ("xx", "whatever it is", Verdict.UNSUPPORTED, "xx is no code of languages.json"),
    ],
)
def test_scripts_say_this_much_and_no_more(lang: str, text: str, verdict: Verdict, evidence: str) -> None:
    judged = by_script(load_bundled())(lang, text, _CANONICAL)
    assert (verdict, evidence) == (judged.verdict, judged.evidence)


def test_a_script_is_decisive_only_while_no_other_language_of_the_catalogue_has_it() -> None:
    pontic = {"languages": {"pnt": {"name": "Pontic", "native": "Ποντιακά"}}}
    confirm = by_script(merge(load_bundled(), pontic))
    assert Verdict.WEAK == confirm("el", "Γράψιμο δοκιμών", _CANONICAL).verdict
