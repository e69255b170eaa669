"""What goes over the daemon's socket: a frame of byte fields each way, then one byte of acknowledgement.

A frame is a mark, the length of what follows, and each field with its length before it (4 bytes, big-endian). A
request's fields are KIND, package version, values of SHARED, milliseconds left, folder, arguments, environment and
payload; an answer's are its status and its text. The hook's hot path: nothing is imported here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

VERSION = 1
MARK = b"WGd1"
HEAD_BYTES = len(MARK) + 4
HOOK, STATUS, STOP = b"hook", b"status", b"stop"
ANSWERED, RETIRED, REFUSED = b"answered", b"retired", b"refused"
WAIT = b"wait"  # The text is milliseconds more that the answer needs; another frame follows.
PRINTED = b"\x06"

# Where two processes differ in one of these, they keep their files in different folders: one cannot answer for the
# other.
SHARED = (
    "HOME",
    "USERPROFILE",
    "LOCALAPPDATA",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "HF_HOME",
    "HF_HUB_CACHE",
    "WAYS_GUARD_DAEMON",
)
# What of the agent's environment an answer may depend on; all else is the daemon's own business.
_PREFIXES = ("CLAUDE", "WAYS_GUARD_", "LANG", "LC_", "XDG_", "HF_")
_NAMES = (*SHARED, "PATH", "TMPDIR", "TEMP", "TMP", "APPDATA", "CODEX_HOME", "COPILOT_HOME")


def pack(fields: Iterable[bytes]) -> bytes:
    """The frame of some fields."""
    body = b"".join([len(field).to_bytes(4, "big") + field for field in fields])
    return MARK + len(body).to_bytes(4, "big") + body


def body_bytes(head: bytes) -> int:
    """How long the body of a frame with that head is; ValueError for what is no head."""
    if len(head) != HEAD_BYTES or head[:4] != MARK:
        raise ValueError("no frame")
    return int.from_bytes(head[4:], "big")


def unpack(body: bytes) -> list[bytes]:
    """The fields of a frame's body; ValueError where lengths do not fit."""
    fields = []
    at = 0
    while at < len(body):
        start = at + 4
        at = start + int.from_bytes(body[at:start], "big")
        if at > len(body):
            raise ValueError("a field is longer than its frame")
        fields.append(body[start:at])
    return fields


def is_relevant(name: str) -> bool:
    """Whether a variable belongs to a request."""
    return name.startswith(_PREFIXES) or name in _NAMES


def environment(environ: Mapping[str, str], encode: Callable[[str], bytes]) -> bytes:
    """The variables of a request as one field."""
    return b"\0".join([encode(f"{name}={value}") for name, value in environ.items() if is_relevant(name)])


def shared(environ: Mapping[str, str], encode: Callable[[str], bytes]) -> bytes:
    """The values of SHARED as one field."""
    return encode("\0".join([environ.get(name, "") for name in SHARED]))


def listed(words: Sequence[str], encode: Callable[[str], bytes]) -> bytes:
    """Arguments as one field."""
    return encode("\0".join(words))
