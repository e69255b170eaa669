from __future__ import annotations

import pytest

from ways_guard.cli import sheet
from ways_guard.cli.sheet import Line, Row


def test_labels_line_up_and_rows_without_lines_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    sheet.show([Row("A", [Line("one"), Line("two", sheet.WARN)]), Row("None", []), Row("Longer", [Line("three")])])
    assert "A       one\n        ! two\nLonger  three\n" == capsys.readouterr().out


def test_what_files_say_cannot_move_the_terminal_nor_be_markup(capsys: pytest.CaptureFixture[str]) -> None:
    sheet.show([Row("A", [Line("[red]x[/red] \x1b[2J\u202ey\n")])])
    assert "A  [red]x[/red] \\x1b[2J\\u202ey\\n\n" == capsys.readouterr().out
