from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_STUB = '{"lang":"de","description":"Tests schreiben","vocabulary":"Test"}\n'
_WAY = "---\ndescription: d\nvocabulary: v\n---\n"


def test_a_locale_file_alone_has_no_reader(lab: Lab) -> None:
    lab.write({lab.locales: _STUB})
    assert [
        f"{lab.locales}:1:1: WG207 no way tests.md beside this file, so nothing reads it: "
        "restore the way, or remove this file with it"
    ] == lab.lines()


def test_a_misspelt_name_is_told_the_right_one(lab: Lab) -> None:
    lab.write({lab.way: _WAY, "ways/code/tests/test.locales.jsonl": _STUB})
    (line,) = lab.lines()
    assert "the way here is tests.md: rename this file to tests.locales.jsonl" in line


def test_a_page_that_is_not_called_like_its_folder_is_no_way(lab: Lab) -> None:
    lab.write({"ways/code/tests/unit.md": _WAY, "ways/code/tests/unit.locales.jsonl": _STUB})
    (line,) = lab.lines("WG207")
    assert "unit.md is no way, since a way is called like its folder: tests/tests.md" in line
