from __future__ import annotations

import json
import plistlib
import sys
from pathlib import Path

import pytest

from ways_guard.agents import managed

PLIST = "com.anthropic.claudecode.plist"


def _write(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


@pytest.mark.skipif(sys.platform != "linux", reason="a policy of this system would hide the files")
def test_later_drop_ins_override_earlier_ones_and_the_main_file(tmp_path: Path) -> None:
    main = _write(tmp_path / "managed-settings.json", b'{"language": "de"}')
    assert [(main, {"language": "de"})] == managed.documents(tmp_path)
    names = ("10-a.json", "20-b.json", "30-broken.json", "note.txt")
    first, second, *_ = (
        _write(tmp_path / "managed-settings.d" / name, b"{" if "broken" in name else b'{"language": "fr"}')
        for name in names
    )
    assert [second, first, main] == [source for source, _ in managed.documents(tmp_path)]


def test_without_an_administrator_there_is_nothing(tmp_path: Path) -> None:
    assert sys.platform != "linux" or [] == managed.documents(tmp_path / "none")


def test_a_persons_profile_hides_the_machines(tmp_path: Path) -> None:
    machine = _write(tmp_path / PLIST, plistlib.dumps({"language": "de"}))
    assert [(machine, {"language": "de"})] == managed.profiles(tmp_path, "ann")
    own = _write(tmp_path / "ann" / PLIST, plistlib.dumps({"language": "ja"}, fmt=plistlib.FMT_BINARY))
    assert [(own, {"language": "ja"})] == managed.profiles(tmp_path, "ann")
    assert machine == managed.profiles(tmp_path, "bob")[0][0]


@pytest.mark.parametrize("data", [b"", b"bplist00\xff", plistlib.dumps({}), plistlib.dumps(["language"])])
def test_a_profile_that_says_nothing_hides_nothing(tmp_path: Path, data: bytes) -> None:
    machine = _write(tmp_path / PLIST, plistlib.dumps({"language": "de"}))
    _write(tmp_path / "ann" / PLIST, data)
    assert [machine] == [source for source, _ in managed.profiles(tmp_path, "ann")]


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"7", b"[" * 100_000])
def test_what_is_no_json_object_says_nothing(data: bytes) -> None:
    assert {} == managed.parse(data)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    _write(path, b"\xef\xbb\xbf" + json.dumps({"language": "日本語"}).encode())
    assert {"language": "日本語"} == managed.read(path)


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e999"])
def test_a_number_of_any_length_is_read_as_the_client_reads_it(number: str) -> None:
    assert "de" == managed.parse(f'{{"n": {number}, "language": "de"}}'.encode()).get("language")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_the_client_refuses_is_not_read(word: str) -> None:
    assert {} == managed.parse(f'{{"n": {word}, "language": "de"}}'.encode())
