from __future__ import annotations

import os
from pathlib import Path

import pytest

from ways_guard.install.edit import Trace
from ways_guard.install.record import Record, load, recorded, save, sidecars

RECORD = Record(
    {'"/opt/日本/hook" x': "Bash|Edit", "b": None}, Trace(frozenset({"hooks"}), (("", " \r\n"),)), " ", True, True
)


def test_a_record_is_read_back_as_it_was_written(settings_path: Path) -> None:
    path = sidecars(settings_path).record
    save(path, RECORD, settings_path)
    assert load(path) == RECORD
    save(path, None, settings_path)
    assert load(path) is None
    save(path, None, settings_path)


def test_a_record_of_the_time_before_matchers_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(
        '{"version": 1, "settings": "/s", "commands": ["x"], "created": ["hooks"], "filled": {}, "blank": null,'
        ' "created_file": true, "created_folder": false}'
    )
    assert load(path) == Record({"x": None}, Trace(frozenset({"hooks"})), None, True, False)


def test_every_file_with_a_record_is_known(settings_path: Path) -> None:
    assert list(recorded()) == []
    for name in ("a b.json", "é.json"):
        save(sidecars(settings_path.parent / name).record, RECORD, settings_path.parent / name)
    sidecars(settings_path).record.write_bytes(b"damaged")
    found = dict(recorded())
    assert found == {settings_path.parent / "a b.json": RECORD, settings_path.parent / "é.json": RECORD}


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b'{"version": 99}', b'{"version": 1, "commands": 7}'])
def test_a_damaged_record_is_no_record(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(data)
    assert load(path) is None


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_all_ways_to_one_settings_file_share_a_record(settings_path: Path) -> None:
    settings_path.parent.mkdir(parents=True)
    alias = settings_path.parent.parent / "alias"
    alias.symlink_to(settings_path.parent)
    assert sidecars(settings_path) == sidecars(alias / settings_path.name)
    before = sidecars(settings_path)
    settings_path.symlink_to(settings_path.parent / "elsewhere.json")
    assert before == sidecars(settings_path)
