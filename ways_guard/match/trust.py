"""Which projects the user trusts: per real path, as long as their macros and their ways.json stay what they were.

A project is a stranger's repository. Until the user says otherwise it may only add ways: it shadows, disables and
executes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from ways_guard.constants import TRUSTED_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes, write_atomic
from ways_guard.way import config, discover

Standing = Literal["trusted", "changed", "untrusted"]
"""`changed`: the user trusted the project, and its macros or its ways.json have changed since."""

_VERSION = 1


def is_trusted(project: Path, state: Path) -> bool:
    """Whether the user trusts the project as it is now; `state` is the state folder. Never raises.

    For a project that was never trusted this is one file that is not there.
    """
    return standing(project, state) == "trusted"


def standing(project: Path, state: Path) -> Standing:
    """How the project stands with the user; one that cannot be read any more counts as changed. Never raises."""
    known = recorded(project, state)
    if known is None:
        return "untrusted"
    try:
        return "trusted" if known == hashes(contents(project)) else "changed"
    except WaysGuardError:
        return "changed"


def contents(project: Path) -> dict[str, bytes]:
    """What trust is given to: the project's ways.json and every macro of its roots, by path from the project.

    Macros outside their root by a link are left out; they are never run. Raises WaysGuardError for a file that
    cannot be read or is too large to be looked at.
    """
    top = Path(os.path.realpath(project))
    settings = top / ".claude" / config.FILE_NAME
    found = {settings: _read(settings)} if os.path.isfile(settings) else {}  # noqa: PTH113 - Path.is_file may raise
    named = config.usable(found.get(settings, b"{}")).get("roots", [])
    for root in (top / ".claude" / "ways", *config.inside(top, named)):
        if not discover.leads_out(top, root):
            found |= {path: _read(path) for path in macros(root)}
    return {path.relative_to(top).as_posix(): data for path, data in sorted(found.items())}


def macros(root: Path) -> Iterator[Path]:
    """The macros below a root; none that a link leads out of it."""
    for place, folders, names in os.walk(root):  # folders as `discover.walk` enters them; a hook waits for this
        folders[:] = filter(discover.is_entered, folders)
        path = Path(place, discover.MACRO)
        if discover.MACRO in names and not (path.is_symlink() and discover.leads_out(root, path)):
            yield path


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """The hash of each file."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def give(project: Path, state: Path, files: Mapping[str, bytes]) -> None:
    """Trust the project as long as `contents` stays `files`: those that the user was shown.

    Raises WaysGuardError where the state folder cannot be written.
    """
    known = {"version": _VERSION, "project": os.path.realpath(project), "files": hashes(files)}
    write_atomic(_file(project, state), f"{json.dumps(known, indent=2)}\n".encode("ascii"), mode=0o600)


def take_back(project: Path, state: Path) -> bool:
    """Trust the project no more; False where it was not trusted. WaysGuardError where that cannot be noted."""
    path = _file(project, state)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise WaysGuardError(f"{path}: cannot be deleted: {error.strerror}; delete it by hand") from error
    return True


def recorded(project: Path, state: Path) -> dict[str, str] | None:
    """The hashes of what the user agreed to; None where they did not, or the file is damaged. Never raises."""
    try:
        known = json.loads(_file(project, state).read_bytes())
        return dict(known["files"]) if known["version"] == _VERSION else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _file(project: Path, state: Path) -> Path:
    name = hashlib.sha256(os.fsencode(os.path.realpath(project))).hexdigest()[:32]
    return state / "trust" / f"{name}.json"


def _read(path: Path) -> bytes:
    with contextlib.suppress(OSError):  # read_bytes says what is wrong
        if path.stat().st_size > TRUSTED_FILE_BYTES:
            raise WaysGuardError(f"{path}: larger than {TRUSTED_FILE_BYTES:,} bytes: too large to be looked at")
    return read_bytes(path)
