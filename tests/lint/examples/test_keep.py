from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.lint.examples import keep, place
from ways_guard.lint.rules.samples import TEXT
from ways_guard.way.load import Example

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_NEW = Example("ja", "これをテストして", Path("x"), 1)
_LINE = '{"lang":"ja","prompt":"これをテストして"}'
_PATH = "ways/code/tests/tests.examples.jsonl"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{_LINE}\n"),
        ('{ "prompt":  "odd" }\n\n', f'{{ "prompt":  "odd" }}\n\n{_LINE}\n'),
        ('{"prompt": "no end"}', f'{{"prompt": "no end"}}\n{_LINE}\n'),
        ('{"prompt": "crlf"}\r\n', f'{{"prompt": "crlf"}}\r\n{_LINE}\r\n'),
    ],
)
def test_examples_come_after_what_is_there_and_that_stays_as_it_is(before: str, after: str) -> None:
    assert after.encode() == keep.appended(before.encode(), [_NEW])


def test_a_file_is_made_where_there_is_none(lab: Lab) -> None:
    lab.write({lab.way: TEXT})
    keep.keep(place.find(lab.top, "code/tests"), [_NEW])
    assert f"{_LINE}\n".encode() == lab.read(_PATH)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_the_repo_is_not_written_through(lab: Lab, tmp_path: Path) -> None:
    lab.write({lab.way: TEXT})
    (tmp_path / "outside").write_text("")
    (lab.top / _PATH).symlink_to(tmp_path / "outside")
    with pytest.raises(WaysGuardError, match="link out of the repo"):
        keep.keep(place.find(lab.top, "code/tests"), [_NEW])
    assert "" == (tmp_path / "outside").read_text()
