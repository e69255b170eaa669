"""Where the daemon of a user listens: a folder of the user's own, and a name for those who share its files.

The hook's hot path: only `os` and `sys`.
"""

from __future__ import annotations

import os

from ways_guard.match.daemon.protocol import VERSION, shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

OFF = "WAYS_GUARD_DAEMON"  # 0: never a daemon; tcp: over loopback where sockets in folders do not work.
_LONGEST = 100  # Bytes of a socket's path that every system takes; the shortest limit is 104 with the end.


def enabled(environ: Mapping[str, str]) -> bool:
    """Whether hooks may use a daemon here."""
    return environ.get(OFF) != "0"


def over_tcp(environ: Mapping[str, str]) -> bool:
    """Whether the daemon listens on a loopback port, whose number and secret lie in a file."""
    return os.name == "nt" or environ.get(OFF) == "tcp"


def address(environ: Mapping[str, str]) -> str:
    """The path of the daemon's socket, or of the file with port and secret."""
    name = _name(environ)
    path = os.path.join(_folder(environ), name)  # noqa: PTH118 - pathlib takes longer than all else here
    if len(os.fsencode(path)) > _LONGEST and not over_tcp(environ):
        path = os.path.join("/tmp", _own(), name)  # noqa: PTH118, S108 - checked by `is_own` before it is used
    return path


def is_own(folder: str) -> bool:
    """Whether a folder is there, is no link, belongs to this user, and is closed to all others."""
    try:
        found = os.lstat(folder)
    except (OSError, ValueError):
        return False
    if os.name == "nt":  # below the user's own temporary folder, which the system keeps
        return os.path.isdir(folder)  # noqa: PTH112
    return found.st_mode & 0o170077 == 0o040000 and found.st_uid == os.getuid()


def make(folder: str) -> bool:
    """Make the folder where it is missing; whether it can be used."""
    if not os.path.isdir(folder):  # noqa: PTH112
        try:
            os.mkdir(folder, 0o700)  # noqa: PTH102
        except FileExistsError:  # another hook was faster
            return is_own(folder)
        except (OSError, ValueError):
            return False
    return is_own(folder) and os.access(folder, os.W_OK | os.X_OK)


def _name(environ: Mapping[str, str]) -> str:
    """No secret, and no proof: the daemon compares the values themselves."""
    there = environ.get("XDG_RUNTIME_DIR", "").encode("utf-8", "surrogateescape")
    known = there + b"\0" + shared(environ, os.fsencode)
    number = int.from_bytes(known, "big") % (2**61 - 1)
    return f"v{VERSION}-{number:x}.{'port' if over_tcp(environ) else 'sock'}"


def _folder(environ: Mapping[str, str]) -> str:
    given = environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(given):  # noqa: PTH117
        return os.path.join(given, "ways-guard")  # noqa: PTH118
    temporary = next((value for name in ("TMPDIR", "TEMP", "TMP") if (value := environ.get(name))), "/tmp")  # noqa: S108
    return os.path.join(temporary, _own())  # noqa: PTH118


def _own() -> str:
    return "ways-guard" if os.name == "nt" else f"ways-guard-{os.getuid()}"
