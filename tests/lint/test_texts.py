from __future__ import annotations

from pathlib import Path

from ways_guard.lint.texts import bare_text, shown_path


def test_case_width_spaces_and_punctuation_make_no_other_text() -> None:
    assert bare_text("Fix it, now!") == bare_text("ﬁx  IT—now") == "fixitnow"
    assert bare_text("ＡＢＣ　テスト。") == "abcテスト"
    assert bare_text("C++") != bare_text("C#") != bare_text("C")
    assert "" == bare_text("…?!")


def test_a_path_is_shown_from_the_repos_top() -> None:
    assert "ways/a.md" == shown_path(Path("/r/ways/a.md"), Path("/r"))
    assert "/x/a.md" == shown_path(Path("/x/a.md"), Path("/r"))
