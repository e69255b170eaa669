"""Who is at the other end of a socket in a folder."""

from __future__ import annotations

import os
import socket
import struct
import sys

_SYSTEM: str = sys.platform
_LINUX_PEERCRED = 17  # struct ucred, whose second word is the uid.
_LOCAL_PEERCRED = 1  # Of macOS and FreeBSD: struct xucred, whose second word is the uid.


def is_own(line: socket.socket) -> bool:
    """Whether it is this user's process; True where the system does not tell: the folder is closed to others."""
    try:
        uid = _uid(line)
    except (OSError, struct.error):
        return False
    return uid is None or uid == os.getuid()


def _uid(line: socket.socket) -> int | None:
    if line.family == socket.AF_INET:  # there the secret says it
        return None
    if _SYSTEM == "linux":
        size = struct.calcsize("3i")
        return int(struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, _LINUX_PEERCRED, size))[1])
    if _SYSTEM == "darwin" or _SYSTEM.startswith("freebsd"):
        return int(struct.unpack_from("2I", line.getsockopt(0, _LOCAL_PEERCRED, 128))[1])
    return None
