from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.match.daemon import protocol


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.binary(max_size=300), max_size=9))
def test_fields_come_out_as_they_went_in(fields: list[bytes]) -> None:
    frame = protocol.pack(fields)
    size = protocol.body_bytes(frame[: protocol.HEAD_BYTES])
    body = frame[protocol.HEAD_BYTES :]
    assert (len(body), fields) == (size, protocol.unpack(body))


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_noise_is_refused_or_is_fields(noise: bytes) -> None:
    try:
        fields = protocol.unpack(noise)
    except ValueError:
        return
    assert sum(map(len, fields)) <= len(noise)


@pytest.mark.parametrize("head", [b"", b"WGd1", b"GET / HT", b"WGd2\0\0\0\1", b"WGd1\0\0\0\1x"])
def test_what_is_no_head_is_refused(head: bytes) -> None:
    with pytest.raises(ValueError, match="no frame"):
        protocol.body_bytes(head)


def test_a_request_carries_what_answers_depend_on_and_no_secret() -> None:
    wanted = {
        "HOME": "/h",
        "LC_ALL": "ja_JP.UTF-8",
        "CLAUDE_CONFIG_DIR": "/c",
        "PATH": "/bin",
        "XDG_STATE_HOME": "",
    }
    foreign = {"ANTHROPIC_API_KEY": "k", "AWS_SECRET_ACCESS_KEY": "s", "SSH_AUTH_SOCK": "x", "PYTHONPATH": "p"}
    sent = protocol.environment({**wanted, **foreign}, os.fsencode).split(b"\0")
    assert sorted(f"{name}={value}".encode() for name, value in wanted.items()) == sorted(sent)
