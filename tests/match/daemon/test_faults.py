"""What can happen to a daemon, as a hook sees it: an answer in time, exit code 0, and no process left behind."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.home import ZEBRA, Home, context, script
from ways_guard import __version__

from .wire import address, answered, ask, dial, eventually, frame

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc and POSIX signals")
# Start, wait for the daemon, and then do everything alone, on a machine that does other things.
WORST = 8.0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", ZEBRA, "pattern: zebra")
    with home.with_daemon():
        yield home


def _answered(home: Home, **values: Any) -> bool:
    """Whether a hook delivers the way, in time."""
    start = time.monotonic()
    text = home.hook(home.payload(session_id=str(start), **values))
    assert time.monotonic() - start < WORST
    return ZEBRA in text


def _log(home: Home) -> str:
    path = home.state / "ways-guard/daemon.log"
    return path.read_text() if path.exists() else ""


def _running(home: Home) -> int:
    """The one daemon of a home, started where there is none."""
    assert _answered(home)
    (pid,) = eventually(home.daemons)
    return int(pid)


def test_the_first_hook_starts_one_daemon_and_the_next_ones_use_it(home: Home) -> None:
    first = _running(home)
    assert _answered(home)
    assert [first] == home.daemons()
    eventually(lambda: 2 == _log(home).count("printed"))
    assert "zebra" not in _log(home)


def test_hooks_that_run_at_once_start_one(home: Home) -> None:
    processes = [home.start() for _ in range(12)]
    for number, process in enumerate(processes):
        assert process.stdin
        process.stdin.write(json.dumps(home.payload(session_id=str(number))).encode())
        process.stdin.close()
        process.stdin = None
    texts = [context(process.communicate(timeout=60)[0]) for process in processes]
    assert [0] * 12 == [process.returncode for process in processes]
    assert all(ZEBRA in text for text in texts)
    assert 1 == len(home.daemons())
    assert 1 == _log(home).count("started")


def test_it_holds_nothing_of_the_process_that_started_it(home: Home) -> None:
    reader, writer = os.pipe()
    process = home.start(pass_fds=[writer], cwd=home.project)
    process.communicate(json.dumps(home.payload()).encode(), timeout=60)
    os.close(writer)
    assert b"" == os.read(reader, 1)  # nobody has the other end any more
    os.close(reader)
    (pid,) = home.daemons()
    assert Path("/") == Path(f"/proc/{pid}/cwd").readlink()
    opened = {str(entry.readlink()) for entry in Path(f"/proc/{pid}/fd").iterdir()}
    assert all(name == "/dev/null" or name.startswith(("socket:", str(address(home)))) for name in opened)
    assert os.getsid(pid) == pid != os.getsid(0)


def test_one_that_is_killed_leaves_a_socket_that_stops_nobody(home: Home) -> None:
    first = _running(home)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not home.daemons())
    assert address(home).is_socket()
    assert first != _running(home)


def test_one_that_is_killed_in_the_middle_of_a_request_costs_no_answer(home: Home) -> None:
    pid = _running(home)
    os.kill(pid, signal.SIGSTOP)
    process = home.start()
    assert process.stdin
    process.stdin.write(json.dumps(home.payload(session_id="middle")).encode())
    process.stdin.close()
    process.stdin = None
    time.sleep(0.3)  # it has connected, and waits
    os.kill(pid, signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (0, b"") == (process.returncode, err)
    assert ZEBRA in context(out)
    assert _answered(home)


def test_one_that_hangs_costs_no_answer_and_loses_nothing_when_it_goes_on(home: Home) -> None:
    pid = _running(home)
    os.kill(pid, signal.SIGSTOP)
    payload = home.payload(session_id="hung")
    assert ZEBRA in home.hook(payload)
    os.kill(pid, signal.SIGCONT)
    assert _answered(home)
    assert "" == home.hook(payload)  # it was shown
    assert [pid] == home.daemons()


def test_an_answer_that_was_not_printed_is_given_again(home: Home) -> None:
    _running(home)
    payload = home.payload(session_id="unprinted")
    assert ZEBRA in ask(home, payload, printed=False)
    eventually(lambda: "not printed" in _log(home))
    assert ZEBRA in ask(home, payload)
    eventually(lambda: 2 == _log(home).count("bytes printed"))
    assert "" == ask(home, payload)


def _of_version(home: Home, version: str) -> subprocess.Popen[bytes]:
    """A daemon that another version of the package has started."""
    code = f"import ways_guard; ways_guard.__version__ = {version!r}"
    code += "; from ways_guard.match.daemon.main import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code], env=home.environ)
    eventually(lambda: address(home).is_socket())
    return process


def test_an_older_one_makes_way_and_the_hook_that_came_is_answered(home: Home) -> None:
    with _of_version(home, "0.0.9") as old:
        assert _answered(home)
        assert 0 == old.wait(20)
    assert 1 == len(home.daemons())
    log = _log(home)
    assert f"ended: version {__version__} has come" in log
    assert f"started, version {__version__}" in log


def test_a_newer_one_serves_older_clients(home: Home) -> None:
    with _of_version(home, "99.0") as new:
        assert _answered(home)
        assert _answered(home, cwd="/")
        assert new.poll() is None
        new.terminate()
        assert 0 == new.wait(20)
    assert not address(home).exists()


@pytest.mark.parametrize("fault", ["link", "foreign", "file", "missing"])
def test_where_it_cannot_listen_hooks_answer_themselves(home: Home, fault: str) -> None:
    folder = address(home).parent
    if fault == "link":
        target = home.top / "target"
        target.mkdir(mode=0o700)
        folder.symlink_to(target)
    elif fault == "foreign":
        folder.mkdir()
        folder.chmod(0o777)
    elif fault == "file":
        folder.write_bytes(b"")
    else:
        home.environ["XDG_RUNTIME_DIR"] = str(folder / "not" / "there")
    assert _answered(home)
    assert [] == home.daemons()


def test_one_that_cannot_start_costs_no_answer(home: Home) -> None:
    address(home).parent.mkdir(mode=0o700)
    address(home).mkdir()  # cannot be unlinked
    assert _answered(home)
    assert [] == home.daemons()


def test_a_home_that_cannot_be_written_costs_only_memory(home: Home) -> None:
    file = home.write("file", "")
    places = {name: str(file / "x") for name in ("HOME", "USERPROFILE", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    home.environ |= places
    payload = home.payload()
    assert [True, True] == [ZEBRA in home.hook(payload) for _ in range(2)]
    assert 1 == len(home.daemons())


def test_a_full_disk_costs_only_memory(home: Home) -> None:
    def full() -> None:  # no file may grow; of a socket nothing is written to the disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    for number in range(2):
        process = home.start(preexec_fn=full)
        out, err = process.communicate(json.dumps(home.payload(session_id=str(number))).encode(), timeout=60)
        assert (0, b"") == (process.returncode, err)
        assert ZEBRA in context(out)
    assert 1 == len(home.daemons())


def test_no_session_is_held_up_by_clients_that_hang(home: Home) -> None:
    _running(home)
    whole = frame(home, json.dumps(home.payload()).encode())
    lines = [dial(home) for _ in range(30)]
    for number, line in enumerate(lines):
        line.sendall(whole[: number * 3])
    assert _answered(home)
    for line in lines:
        line.close()


def test_a_request_that_never_ends_is_hung_up_on(home: Home) -> None:
    _running(home)
    with dial(home) as line:
        line.sendall(b"WGd1\xff\xff\xff\xff")
        assert [] == answered(line)
    with dial(home) as line:
        line.sendall(frame(home, b"{}")[:-1])
        start = time.monotonic()
        assert [] == answered(line)
        assert time.monotonic() - start < WORST


def test_another_home_is_not_answered_from_this_ones_files(home: Home) -> None:
    _running(home)
    with dial(home) as line:
        line.sendall(frame(home, json.dumps(home.payload()).encode(), shared=b"/another/home"))
        assert [b"refused", b""] == answered(line)


def test_it_ends_cleanly_when_it_is_asked_to(home: Home) -> None:
    pid = _running(home)
    os.kill(pid, signal.SIGTERM)
    eventually(lambda: not home.daemons())
    assert not address(home).exists()
    assert "ended: SIGTERM, after 1 requests" in _log(home)


def test_the_command_shows_and_ends_it(home: Home) -> None:
    assert (1, "no daemon runs: the next hook starts one\n", "") == home.run("serve", "--status")
    pid = _running(home)
    code, out, err = home.run("serve", "--status")
    assert (0, "") == (code, err)
    assert [f"pid: {pid}", f"version: {__version__}", "protocol: 1"] == out.splitlines()[:3]
    assert (0, "stopped\n", "") == home.run("serve", "--stop")
    assert (0, "no daemon runs\n", "") == home.run("serve", "--stop")
    assert [] == home.daemons()


def test_the_command_serves_in_the_foreground_where_none_runs(home: Home) -> None:
    process = subprocess.Popen([script("ways-guard"), "serve"], env=home.environ, stderr=subprocess.PIPE)
    with process:
        eventually(lambda: address(home).is_socket())
        assert _answered(home)
        assert (0, f"a daemon runs already: process {process.pid}\n", "") == home.run("serve")
        process.send_signal(signal.SIGINT)
        assert 0 == process.wait(20)
        assert process.stderr
        assert f"listening at {address(home)}; Ctrl-C ends it\n".encode() == process.stderr.read()
    assert [] == home.daemons()


def test_over_loopback_all_is_the_same(home: Home) -> None:
    home.environ["WAYS_GUARD_DAEMON"] = "tcp"
    first = _running(home)
    assert _answered(home)
    assert [first] == home.daemons()
    with socket.create_connection(("127.0.0.1", int(address(home).read_bytes().split()[0]))) as stranger:
        stranger.settimeout(10)
        greeting = stranger.recv(100)
        stranger.sendall(b"x" * len(greeting) + frame(home, json.dumps(home.payload()).encode()))
        assert [] == answered(stranger)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not home.daemons())
    assert address(home).is_file()
    assert first != _running(home)


def test_no_clock_of_the_day_decides_how_long_anything_waits() -> None:
    package = Path(__file__).parents[3] / "ways_guard/match"
    day = re.compile(r"\btime\.time\b|\bimport datetime|from time import (?!monotonic)")
    for path in (*(package / "daemon").glob("*.py"), package / "hook.py", package / "payload.py"):
        assert not day.search(path.read_text(encoding="utf-8")), path
