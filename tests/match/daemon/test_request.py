from __future__ import annotations

import itertools

import pytest

from ways_guard.match.daemon import protocol, request

FIELDS = [
    b"hook",
    b"0.1.0",
    b"",
    b"1500",
    b"/work",
    b"a\0--agent\0x",
    b"CLAUDE_CONFIG_DIR=c\0LANG=ja\0EVIL=1\0odd",
    b"{}",
]


def test_a_request_is_understood() -> None:
    found = request.understood(protocol.pack(FIELDS)[protocol.HEAD_BYTES :])
    assert (b"hook", "0.1.0", 1.5, "/work", b"{}") == (
        found.kind,
        found.version,
        found.left,
        found.folder,
        found.payload,
    )
    assert ("a", "--agent", "x") == found.argv


def test_paths_are_relative_to_where_the_hook_runs_and_other_variables_do_not_come_in() -> None:
    found = request.understood(protocol.pack(FIELDS)[protocol.HEAD_BYTES :])
    assert {"CLAUDE_CONFIG_DIR": "/work/c", "LANG": "ja"} == found.environ


@pytest.mark.parametrize(
    "fields",
    [[], FIELDS[:-1], [*FIELDS, b""], [*FIELDS[:3], b"soon", *FIELDS[4:]], [*FIELDS[:3], b"", *FIELDS[4:]]],
)
def test_what_is_no_request_is_refused(fields: list[bytes]) -> None:
    with pytest.raises(ValueError, match=r"fields|invalid literal"):
        request.understood(protocol.pack(fields)[protocol.HEAD_BYTES :])


def test_versions_are_ordered_as_they_are_released() -> None:
    order = [
        "0.1.dev3",
        "0.1",
        "0.1.post1",
        "0.1.1",
        "0.9.0",
        "0.10.0",
        "1.0.0a1",
        "1.0.0b2",
        "1.0.0rc1",
        "1.0.0",
        "11",
    ]
    for older, newer in itertools.pairwise(order):
        assert request.is_newer(newer, than=older)
        assert not request.is_newer(older, than=newer)
    assert not request.is_newer("1.0.0", than="1.0.0")


@pytest.mark.parametrize("version", ["", "x", "\ufffd", "9" * 5_000, "v2"])
def test_a_version_that_cannot_be_read_drives_nobody_out(version: str) -> None:
    assert not request.is_newer(version, than="0.1.0") or version.isdigit()
