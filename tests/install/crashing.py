"""An installer that is killed, or meets an error of the system, at one step after the other.

Run as a program: `crashing.py FOLDER KIND COMMAND`; prints a JSON list with one object a step. Each step runs in a
child of its own: its n-th call of the system never returns (`kill`: the process ends before the call, or, for a
write, after half of it) or raises (`error`).
"""

from __future__ import annotations

import builtins
import fcntl
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ways_guard.agents import claude_code
from ways_guard.errors import WaysGuardError
from ways_guard.install.apply import apply, read_settings
from ways_guard.install.plan import plan_install, plan_uninstall
from ways_guard.install.record import load, sidecars

ENTRIES = claude_code.hook_entries(Path("/opt/bin/ways-guard-hook"))
PLANNERS = {"install": plan_install, "uninstall": plan_uninstall}
CHANGES = ("open", "mkdir", "chmod", "fsync", "replace", "unlink", "rmdir", "close", "fdopen")
# Killed while it only looks at something, a process leaves what it leaves killed at the change before.
CALLS = {"kill": CHANGES, "error": (*CHANGES, "stat")}
KILLED, FINISHED, FAILED = 77, 0, 2
STEPS = 500


def run(path: Path, command: str) -> None:
    """One installation or its undoing."""
    apply(PLANNERS[command](path, read_settings(path), ENTRIES, load(sidecars(path).record)))


class Steps:
    """Counts calls of the system and strikes at the n-th."""

    def __init__(self, at: int, kind: str) -> None:
        self.left, self.kind, self.struck_at = at, kind, ""

    def take(self, name: str, half: Callable[[], object] = lambda: None) -> None:
        self.left -= 1
        if self.left == 0:
            self.struck_at = name
            half()
            if self.kind == "kill":
                os._exit(KILLED)
            raise OSError(28, "No space left on device")

    def patch(self) -> None:
        """Count in what the installer's modules and the standard library call."""
        for name in CALLS[self.kind]:
            setattr(os, name, self._counted(name, getattr(os, name)))
        fcntl.flock = self._counted("flock", fcntl.flock)
        io.open = self._counted("io.open", io.open)
        builtins.open = io.open
        really = os.fdopen
        os.fdopen = lambda *args, **kwargs: _Stream(really(*args, **kwargs), self)  # type: ignore[assignment]

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.take(name)
            return call(*args, **kwargs)

        return counted


class _Stream:
    """A file that is written to, half of it where the strike falls."""

    def __init__(self, stream: Any, steps: Steps) -> None:
        self.stream, self.steps = stream, steps

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()

    def write(self, data: bytes) -> None:
        self.steps.take("write", lambda: (self.stream.write(data[: len(data) // 2]), self.stream.flush()))
        self.stream.write(data)

    def flush(self) -> None:
        self.steps.take("flush")
        self.stream.flush()

    def fileno(self) -> int:
        number: int = self.stream.fileno()
        return number


def child(path: Path, command: str, at: int, kind: str) -> int:
    """What became of a run that is struck at its n-th step: KILLED, FAILED or FINISHED."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    steps = Steps(at, kind)
    steps.patch()
    try:
        run(path, command)
    except WaysGuardError:
        os._exit(FAILED)
    except BaseException as error:  # what would be a traceback
        sys.stderr.write(f"{command} at step {at} ({steps.struck_at}): {error!r}\n")
        os._exit(99)
    # An error that is no failure of the run: it was about something that may be left undone.
    os._exit(FINISHED if steps.left > 0 else FAILED)


def main(folder: Path, kind: str, command: str) -> None:
    """For each step: the exit code, the file right after, after the next install, and after its undoing."""
    os.fsync = lambda fd: None  # noqa: ARG005 - processes are killed here, not machines
    told = []
    originals = {"old": b'{"model":"x" , "hooks": { }}', "none": None}
    for name, original in originals.items():
        for at in range(1, STEPS):
            path = folder / f"{name}-{at}" / ".claude" / "settings.json"
            path.parent.parent.mkdir()
            os.environ["XDG_STATE_HOME"] = str(path.parent.parent / "state")
            if original is not None:
                path.parent.mkdir()
                path.write_bytes(original)
            if command == "uninstall":
                run(path, "install")
            before = read_settings(path)
            code = child(path, command, at, kind)
            after = read_settings(path)
            run(path, "install")
            installed, left = read_settings(path), _names(path)
            run(path, "uninstall")
            told.append(
                {
                    "step": f"{name} {at}",
                    "code": code,
                    "before": _shown(before),
                    "after": _shown(after),
                    "installed": _shown(installed),
                    "left": left,
                    "undone": _shown(read_settings(path)),
                    "original": _shown(original),
                    "left in the end": _names(path),
                }
            )
            if code == FINISHED:
                break
    print(json.dumps(told))


def _names(path: Path) -> list[str]:
    places = (path.parent, sidecars(path).record.parent)
    return sorted(each.suffix or each.name for place in places if place.exists() for each in place.iterdir())


def _shown(data: bytes | None) -> str | None:
    return None if data is None else data.decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
