"""Gets the real Claude Code client, a single executable that the npm registry serves.

The version is pinned: what a client makes of a hook's output changes between releases, so a new one
is a change to look at, not something that happens to a test run.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from platformdirs import user_cache_dir

CLIENT_VERSION = "2.1.332"
CLIENT_VARIABLE = "WAYS_GUARD_CLAUDE"
DOWNLOAD_SECONDS = 240

NPM_PLATFORMS = {
    ("linux", "x86_64"): "linux-x64",
    ("linux", "aarch64"): "linux-arm64",
    ("darwin", "arm64"): "darwin-arm64",
    ("darwin", "x86_64"): "darwin-x64",
    ("win32", "AMD64"): "win32-x64",
}


class ClientUnavailableError(Exception):
    """The client cannot be had here; the message is the one line that says why."""


def find_client() -> Path:
    """Return the client's executable: the one ``WAYS_GUARD_CLAUDE`` names, the cached one, or a new download.

    Raises ClientUnavailableError where there is none to be had.
    """
    named = os.environ.get(CLIENT_VARIABLE)
    if named:
        return _named_client(named)
    cached = _cached_path(_npm_platform())
    if not cached.is_file():
        _download(_npm_platform(), cached)
    return cached


def _named_client(named: str) -> Path:
    if not Path(named).is_file():
        raise ClientUnavailableError(f"{CLIENT_VARIABLE} names no file: {named}")
    return Path(named).resolve()


def _npm_platform() -> str:
    """Return the platform as the client's npm packages spell it."""
    here = (sys.platform, platform.machine())
    if here not in NPM_PLATFORMS:
        raise ClientUnavailableError(f"no Claude Code package is known for {here[0]} on {here[1]}")
    return NPM_PLATFORMS[here]


def _cached_path(npm_platform: str) -> Path:
    name = "claude.exe" if npm_platform.startswith("win32") else "claude"
    return Path(user_cache_dir("ways-guard-tests")) / "claude-code" / CLIENT_VERSION / npm_platform / name


def _download(npm_platform: str, target: Path) -> None:
    """Put the client of ``npm_platform`` at ``target``; the file appears whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target, so that the last step is a rename within one file system.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="download-") as folder:
        archive = _npm_pack(f"@anthropic-ai/claude-code-{npm_platform}@{CLIENT_VERSION}", Path(folder))
        executable = _extract(archive, f"package/{target.name}", Path(folder))
        os.replace(executable, target)


def _npm_pack(package: str, folder: Path) -> Path:
    """Return the archive of ``package``, fetched into ``folder`` and checked by npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise ClientUnavailableError(f"npm is not installed, and {CLIENT_VARIABLE} names no client")
    # npm's own cache would keep a second copy of some 180 MB.
    command = [npm, "pack", package, "--pack-destination", str(folder), "--cache", str(folder / "npm")]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=DOWNLOAD_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise ClientUnavailableError(f"npm did not deliver {package} in {DOWNLOAD_SECONDS} s") from None
    archives = list(folder.glob("*.tgz"))
    if done.returncode or not archives:
        raise ClientUnavailableError(f"npm could not get {package}: {_reason(done.stderr)}")
    return archives[0]


def _reason(stderr: str) -> str:
    """Return the first lines of npm that say what went wrong, as one line."""
    prefix = "npm error "
    errors = [line.removeprefix(prefix) for line in stderr.splitlines() if line.startswith(prefix)]
    return "; ".join(errors[:2]) or "it gave no reason"


def _extract(archive: Path, member: str, folder: Path) -> Path:
    """Copy one member of a tar archive to ``folder`` as an executable, and nothing else of it."""
    executable = folder / "executable"
    with tarfile.open(archive) as tar:
        try:
            source = tar.extractfile(member)
        except KeyError:
            source = None
        if source is None:
            raise ClientUnavailableError(f"{archive.name} holds no {member}")
        with source, executable.open("wb") as out:
            shutil.copyfileobj(source, out)
    executable.chmod(0o755)
    return executable
