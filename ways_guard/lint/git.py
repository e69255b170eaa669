"""What lint asks of git. GitPython is slow to import, so only those who need it pay for it.

Paths are relative to the folder that a `Git` was opened for, as git prints them there.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.errors import WaysGuardError

if TYPE_CHECKING:
    import git

# A hook of git's own runs with these set; they mean the repo that is committed to, which need not be ours.
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")
DEEPEN = "this clone is shallow: get its history with git fetch --unshallow"
_EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


class NoGit(WaysGuardError):
    """Git cannot say what was asked: the message says why, as the end of a sentence."""


@dataclass(frozen=True)
class Entry:
    """A file in the index."""

    blob: str
    executable: bool


@dataclass(frozen=True)
class Commit:
    """A commit as far as it touches the paths that were asked for.

    For each of its `parents` (one empty one for a first commit) `before` says of each touched path what it was
    there: its path and blob, None where it was not.
    """

    id: str
    date: str
    parents: tuple[str, ...]
    before: list[dict[str, tuple[str, str] | None]] = field(default_factory=list)


def head(folder: Path) -> str:
    """The commit that is checked out, "" before the first. Quick: without GitPython. Raises NoGit."""
    if not any((place / ".git").exists() for place in (folder, *folder.parents)):
        raise NoGit("this is no git repository")
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    command = ["git", "rev-parse", "--verify", "--quiet", "HEAD"]
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    except OSError as error:
        raise NoGit("git is not installed") from error
    if done.returncode and done.stderr:
        raise NoGit(f"git says: {_first_line(done.stderr.decode('utf-8', 'replace'))}")
    return done.stdout.decode("ascii").strip()


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "nothing")


class Git:
    """The questions, asked in one folder of a repo."""

    def __init__(self, runner: git.Git) -> None:
        self._runner = runner

    def is_shallow(self) -> bool:
        """Whether history was cut off when the repo was cloned."""
        return self._ask("rev-parse", "--is-shallow-repository") == "true"

    def commit(self, ref: str) -> str | None:
        """The commit that a name means, None where it means none."""
        try:
            return self._ask("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        except NoGit:
            return None

    def merge_base(self, one: str, other: str) -> str | None:
        """The commit that two others branched from, None where they share none."""
        try:
            return self._ask("merge-base", one, other)
        except NoGit:
            return None

    def tree(self, commit: str, folders: Sequence[str]) -> Mapping[str, str]:
        """Path to blob of every file below folders at a commit."""
        entries = _split(self._ask("ls-tree", "-r", "-z", commit, "--", *folders))
        pairs = (entry.split("\t", 1) for entry in entries)
        return {path: about.split()[2] for about, path in pairs if _is_file(about)}

    def index(self) -> Mapping[str, Entry]:
        """Every file in the index by path; those in conflict, and those only meant to be added, are not."""
        entries = [entry.split("\t", 1) for entry in _split(self._ask("ls-files", "-s", "-z"))]
        files = {path: _entry(about) for about, path in entries if _is_file(about) and about.endswith(" 0")}
        if any(entry.blob == _EMPTY_BLOB for entry in files.values()):
            for path in _split(self._ask("diff-files", "--name-only", "--relative", "--diff-filter=A", "-z")):
                files.pop(path, None)
        return files

    def changed(self, commit: str, *, staged: bool) -> frozenset[str]:
        """Files that are not as they were at a commit: in the work tree (new files too), or in the index."""
        options = ["--name-only", "--relative", "--no-renames", "--no-ext-diff", "-z"]
        names = _split(self._ask("diff", *options, *(["--cached"] if staged else []), commit, "--"))
        if not staged:
            names += _split(self._ask("ls-files", "-o", "--exclude-standard", "-z"))
        return frozenset(names)

    def log(self, commit: str, folders: Sequence[str]) -> list[Commit]:
        """The history of folders, newest first, children before parents, renames followed."""
        options = ["--topo-order", "--parents", "--raw", "-m", "-M", "--no-abbrev", "--relative", "-z"]
        form = "--format=%x01%H %cs %P"
        return _commits(_split(self._ask("log", form, *options, commit, "--", *folders)))

    def blob(self, name: str) -> bytes:
        """The bytes of a blob."""
        data: bytes = self._runner.get_object_data(name)[3]
        return data

    def _ask(self, command: str, *arguments: str) -> str:
        from git import CommandError

        call = ["git", "--literal-pathspecs", "-c", "log.showSignature=false", command, *arguments]
        try:
            answer = self._runner.execute(call)
        except CommandError as error:
            said = _first_line(error.stderr.strip().removeprefix("stderr: '").removesuffix("'"))
            raise NoGit(f"git {command} says: {said}") from error
        return str(answer)


@contextmanager
def opened(folder: Path) -> Iterator[Git]:
    """Ask git in a folder; NoGit where there is no repo or no git."""
    try:
        import git
    except ImportError as error:
        raise NoGit("git is not installed") from error
    try:
        repo = git.Repo(folder, search_parent_directories=True)
    except (git.InvalidGitRepositoryError, git.NoSuchPathError) as error:
        raise NoGit("this is no git repository") from error
    runner = git.Git(folder)
    runner.update_environment(**_environment(Path(repo.git_dir), str(repo.working_tree_dir or folder)))
    repo.close()
    try:
        yield Git(runner)
    finally:
        runner.clear_cache()  # ends the process that reads blobs


def _environment(git_dir: Path, work_tree: str) -> dict[str, str]:
    """Variables that hold git to this repo. An index of its own that a running commit works on counts."""
    own = Path(os.environ.get("GIT_INDEX_FILE") or git_dir / "index").absolute()
    inside = own.resolve().is_relative_to(git_dir.resolve())
    index = own if inside else git_dir / "index"
    return {"GIT_DIR": str(git_dir), "GIT_WORK_TREE": work_tree, "GIT_INDEX_FILE": str(index)}


def _split(text: str) -> list[str]:
    return [part for part in text.split("\0") if part]


def _entry(about: str) -> Entry:
    mode, blob, _ = about.split()
    return Entry(blob, mode == "100755")


def _is_file(about: str) -> bool:
    """Whether a line of ls-files or ls-tree is about a file, and not a link or another repo."""
    return about.startswith("100")


def _commits(parts: Sequence[str]) -> list[Commit]:
    """Commits from the output of log; one of several parents comes once for each of them."""
    found: dict[str, Commit] = {}
    rest = iter(parts)
    before: dict[str, tuple[str, str] | None] = {}
    for part in rest:
        if part.startswith("\x01"):
            name, date, *parents = part[1:].split()
            before = {}
            found.setdefault(name, Commit(name, date, tuple(parents))).before.append(before)
        else:
            _, _, old, _, status = part.strip().split()
            path = next(rest)
            renamed = next(rest) if status[0] in "RC" else path
            before[renamed] = None if status == "A" or status[0] == "C" else (path, old)
    return list(found.values())
