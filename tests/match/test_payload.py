from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from ways_guard.match import payload

WHOLE = b'{"prompt": "}"}'


@pytest.fixture(params=["poll", "thread"])
def read(request: pytest.FixtureRequest) -> Callable[[int, float], bytes]:
    """Both ways of waiting; some systems know only the second."""
    if request.param == "thread":
        return payload._read_by_thread
    if os.name == "nt":
        pytest.skip("no poll")
    return payload.read


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ours, theirs = os.pipe()
    yield ours, theirs
    for handle in (ours, theirs):
        try:
            os.close(handle)
        except OSError:
            continue


Read = Callable[[int, float], bytes]
Pipe = tuple[int, int]


def test_what_is_sent_in_pieces_comes_whole(read: Read, pipe: Pipe) -> None:
    def send() -> None:
        for at in range(0, len(WHOLE), 4):
            time.sleep(0.005)
            os.write(pipe[1], WHOLE[at : at + 4])
        os.close(pipe[1])

    thread = threading.Thread(target=send)
    thread.start()
    assert WHOLE == read(pipe[0], 10)
    thread.join()


def test_a_whole_document_is_enough(read: Read, pipe: Pipe) -> None:
    os.write(pipe[1], WHOLE + b" \n")
    start = time.monotonic()
    assert WHOLE + b" \n" == read(pipe[0], 10)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("sent", [b"", b'{"a": {}', b"[]", b'"}'])
def test_half_a_document_is_waited_for_no_longer_than_the_budget(read: Read, pipe: Pipe, sent: bytes) -> None:
    os.write(pipe[1], sent)
    start = time.monotonic()
    assert sent == read(pipe[0], 0.15)
    assert 0.14 < time.monotonic() - start < 5


def test_no_stdin_at_all_is_nothing(read: Read, pipe: Pipe) -> None:
    for handle in pipe:
        os.close(handle)
    assert b"" == read(pipe[0], 1)
