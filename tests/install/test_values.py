from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from ways_guard.errors import WaysGuardError
from ways_guard.install.edit import document
from ways_guard.install.values import set_value, with_value

from .settings_files import settings_text


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("{}\n", False, '{\n  "bundled": false\n}\n'),
        ('{"engine":"none"}', True, '{"engine":"none","bundled":true}'),
        ('{\r\n\t"a": 1\r\n}', True, '{\r\n\t"a": 1,\r\n\t"bundled": true\r\n}'),
        ('{ "bundled" :  true , "a": 1.50 }', False, '{ "bundled" :  false , "a": 1.50 }'),
        ('{"bundled": {"x": [1]}, "é": "\\u00e9"}', "日本", '{"bundled": "日本", "é": "\\u00e9"}'),
    ],
)
def test_nothing_but_the_value_changes(before: str, value: Any, after: str) -> None:
    assert after == with_value(before, "bundled", value)
    assert after == with_value(after, "bundled", value)


@settings(max_examples=30)
@given(before=settings_text())
def test_every_other_value_keeps_its_spelling(before: str) -> None:
    after = with_value(before, "bundled", False)
    node = document(after)
    assert node.value["bundled"] is False
    others = [member for member in node.members or () if member.key != "bundled"]
    assert [
        (member.key, before[member.node.start : member.node.end]) for member in document(before).members or ()
    ] == [(member.key, after[member.node.start : member.node.end]) for member in others]


def test_a_file_is_made_where_there_is_none_and_a_broken_one_is_refused(settings_path: Path) -> None:
    path = settings_path.with_name("ways.json")
    set_value(path, "bundled", False)
    assert json.loads(path.read_bytes()) == {"bundled": False}
    before = path.stat()
    set_value(path, "bundled", False)
    assert before == path.stat()
    for data in (b"{,}", b"[]", b'{"a": 1, "a": 2}', b"{\xff}"):
        path.write_bytes(data)
        with pytest.raises(WaysGuardError, match=r"ways\.json:1:"):
            set_value(path, "bundled", True)
        assert data == path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="modes and symbolic links are POSIX")
def test_mode_mark_and_link_stay(settings_path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(b"\xef\xbb\xbf{}")
    real.chmod(0o640)
    path = settings_path.with_name("ways.json")
    path.parent.mkdir(parents=True)
    path.symlink_to(real)
    set_value(path, "bundled", True)
    assert path.is_symlink()
    assert real.read_bytes() == b'\xef\xbb\xbf{\n  "bundled": true\n}'
    assert real.stat().st_mode & 0o7777 == 0o640
