"""A clone of this checkout with all that is not committed yet, for tests that build or install the package."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from platformdirs import user_cache_dir

TOP = Path(__file__).resolve().parent.parent
# A test of ours may itself run inside a git hook, which points git elsewhere; and no setting of the person who
# runs it (signing, hooks, another default branch) may decide how it ends.
_IDENTITY = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A Tester",
    "GIT_AUTHOR_EMAIL": "tester@example.com",
    "GIT_COMMITTER_NAME": "A Tester",
    "GIT_COMMITTER_EMAIL": "tester@example.com",
}
# Those of an outer pytest, pre-commit, git or virtual environment say nothing about the inner one, and colours
# that CI forces would stand between the words.
_FOREIGN = ("GIT_", "PRE_COMMIT", "PYTEST_", "PYTHON", "VIRTUAL_ENV", "FORCE_COLOR", "TTY_", "LC_")


def clean_environment(**variables: str) -> dict[str, str]:
    """The environment for programs that a test runs: as it is, so that pip finds its index, and git on its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    return kept | _IDENTITY | variables


def ways_guard_environment(folder: Path) -> dict[str, str]:
    """The same, with everything that ways-guard reads and writes of a user's below `folder`; pip's cache stays."""
    places = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "CLAUDE_CONFIG_DIR")
    pip_cache = os.environ.get("PIP_CACHE_DIR", user_cache_dir("pip", appauthor=False))
    own = {"PIP_CACHE_DIR": pip_cache, "LANG": "en_US.UTF-8", "OMP_NUM_THREADS": "1", "WAYS_GUARD_DAEMON": "0"}
    return clean_environment(**{name: str(folder / name.lower()) for name in places}, **own)


def run(command: list[str], folder: Path, environment: dict[str, str], typed: str = "") -> tuple[int, str, str]:
    """Exit code, standard output and standard error; `typed` is what the program reads."""
    done = subprocess.run(command, cwd=folder, env=environment, input=typed.encode(), capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def succeed(command: list[str], folder: Path, environment: dict[str, str], typed: str = "") -> str:
    """Standard output of a program that has to end well; a failure shows all that it said."""
    code, out, err = run(command, folder, environment, typed)
    assert code == 0, f"{' '.join(command)}: exit code {code}\n{out}\n{err}"
    return out


def clone(target: Path) -> Path:
    """Commit this tree as it is to a repository beside `target` and clone it there; a plain folder will do, too."""
    store = target.with_name(f"{target.name}.git")
    environment = clean_environment()
    into = ["git", f"--git-dir={store}", f"--work-tree={TOP}"]
    succeed(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(store)], TOP, environment)
    succeed([*into, "-c", "core.bare=false", "add", "--all"], TOP, environment)
    succeed([*into, "-c", "core.bare=false", "commit", "--quiet", "--message=As it is"], TOP, environment)
    succeed(["git", "clone", "--quiet", str(store), str(target)], TOP, environment)
    return target
