"""Which files our hooks see under the real pre-commit: partly staged, deleted, renamed, oddly named, excluded.

The hooks are those that we offer, run from the environment of the tests; that pre-commit can also install them is
another test's matter.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ways_guard.lint.hooks import HOOKS

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

_WAY = "---\ndescription: Writing tests\nvocabulary: test coverage\n---\nBody.\n"
_GERMAN = '{"lang":"de","description":"Tests schreiben","vocabulary":"Test Abdeckung"}\n'
_FRENCH = '{"lang":"fr","description":"Écrire des tests","vocabulary":"test couverture"}\n'
_BAD = _GERMAN.replace("}", ',"embed_threshold":0.7}')
_FOLDER = "ways/code/tests"
_NAME = f"{_FOLDER}/tests.locales.jsonl"
_KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP")


class Repo:
    """A way repo with one clean commit, and the hooks that pre-commit runs in it."""

    def __init__(self, top: Path, home: Path) -> None:
        self.top = top
        self.environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        own = {name: str(home / name) for name in ("HOME", "PRE_COMMIT_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
        people = {
            f"GIT_{role}_{part}": "a@example.com" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")
        }
        scripts = str(Path(sys.executable).parent)
        self.environment |= (
            own
            | people
            | {
                "PATH": os.pathsep.join([scripts, self.environment["PATH"]]),
                "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
                "GIT_CONFIG_NOSYSTEM": "1",
                "PYTHONUTF8": "1",
            }
        )

    def write(self, name: str, content: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())

    def read(self, name: str) -> str:
        return (self.top / name).read_bytes().decode()

    def git(self, *arguments: str) -> str:
        return self._run("git", *arguments, check=True)[1]

    def commit(self) -> tuple[int, str]:
        """Exit code and output of a commit that pre-commit guards."""
        return self._run("git", "commit", "-m", "Change")

    def hook(self, *arguments: str) -> tuple[int, str]:
        """Exit code and output of `pre-commit run`."""
        return self._run(sys.executable, "-m", "pre_commit", "run", "--color=never", *arguments)

    def guard(self) -> None:
        """Let pre-commit stand before every commit."""
        self._run(sys.executable, "-m", "pre_commit", "install", check=True)

    def _run(self, *command: str, check: bool = False) -> tuple[int, str]:
        done = subprocess.run(
            command,
            cwd=self.top,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert not check or not done.returncode, done.stderr
        return done.returncode, done.stdout + done.stderr


def _configuration() -> str:
    """Our hooks as local ones of the environment that the tests run in."""
    offered = [dict(hook) for hook in HOOKS if str(hook["id"]).startswith("ways-lint")]
    local = [{**hook, "language": "system"} for hook in offered]
    return yaml.safe_dump({"repos": [{"repo": "local", "hooks": local}]}, sort_keys=False)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo", tmp_path / "home")
    for folder in (repo.top, tmp_path / "home/HOME"):
        folder.mkdir(parents=True)
    repo.git("init", "-q", "-b", "main")
    repo.write(".pre-commit-config.yaml", _configuration())
    repo.write(f"{_FOLDER}/tests.md", _WAY)
    repo.write(_NAME, _GERMAN)
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "Start")
    repo.guard()
    return repo


def test_only_what_is_staged_is_judged_and_the_rest_comes_back(repo: Repo) -> None:
    repo.write(_NAME, _GERMAN + _FRENCH)
    repo.git("add", "-A")
    repo.write(_NAME, _BAD + _FRENCH)
    assert (0, True) == (repo.commit()[0], "embed_threshold" in repo.read(_NAME))
    assert _GERMAN + _FRENCH == repo.git("show", f"HEAD:{_NAME}")


def test_a_staged_fault_stops_the_commit_although_the_work_tree_is_clean_again(repo: Repo) -> None:
    repo.write(_NAME, _BAD)
    repo.git("add", "-A")
    repo.write(_NAME, _GERMAN)
    code, out = repo.commit()
    assert (1, True, _GERMAN) == (code, f"{_NAME}:1:" in out, repo.read(_NAME))


def test_a_deleted_way_leaves_its_stubs_for_the_repo_hook(repo: Repo) -> None:
    repo.git("rm", "-q", f"{_FOLDER}/tests.md")
    code, out = repo.commit()
    assert (1, True) == (code, f"{_NAME}:1:1: WG402" in out), out


def test_a_way_that_is_deleted_whole_is_no_fault(repo: Repo) -> None:
    repo.write("ways/docs/docs.md", _WAY.replace("Writing tests", "Writing docs"))
    repo.git("add", "-A")
    assert 0 == repo.commit()[0]
    repo.git("rm", "-q", "-r", _FOLDER)
    code, out = repo.commit()
    assert 0 == code, out


def test_a_file_that_was_deleted_without_staging_comes_back_for_the_hook(repo: Repo) -> None:
    repo.write("ways/code/tests/tests.examples.jsonl", '{"prompt": "how do I test this?"}\n')
    repo.git("add", "-A")
    (repo.top / _NAME).unlink()
    code, out = repo.commit()
    assert (0, False) == (code, (repo.top / _NAME).exists()), out


@pytest.mark.parametrize("whole", [True, False])
def test_a_renamed_way_needs_its_stubs_renamed_too(repo: Repo, whole: bool) -> None:
    repo.git("mv", _FOLDER, "ways/code/checks")
    repo.git("mv", "ways/code/checks/tests.md", "ways/code/checks/checks.md")
    if whole:
        repo.git("mv", "ways/code/checks/tests.locales.jsonl", "ways/code/checks/checks.locales.jsonl")
    code, out = repo.commit()
    assert (0 if whole else 1, not whole) == (code, "checks/tests.locales.jsonl:1:1: WG207" in out), out


@pytest.mark.parametrize("name", ["my tests", "prüfung", "テスト", "a'b $c"])
def test_names_of_any_kind_reach_the_linter_whole(repo: Repo, name: str) -> None:
    path = f"ways/{name}/{name}.locales.jsonl"
    repo.write(f"ways/{name}/{name}.md", _WAY.replace("Writing tests", "Other things"))
    repo.write(path, _BAD.replace("Tests schreiben", "Anderes tun"))
    repo.git("add", "-A")
    code, out = repo.hook("ways-lint")
    assert (1, True) == (code, f"{path}:1:" in out), out
    repo.write(path, _GERMAN.replace("Tests schreiben", "Anderes tun"))
    repo.git("add", "-A")
    assert 0 == repo.hook("ways-lint")[0]


def test_all_files_finds_what_no_change_touched(repo: Repo) -> None:
    repo.write(_NAME, _BAD)
    repo.git("add", "-A")
    repo.git("commit", "-q", "--no-verify", "-m", "Past the hooks")
    repo.write("README.md", "# Ours\n")
    repo.git("add", "-A")
    assert 0 == repo.hook("ways-lint")[0]
    code, out = repo.hook("ways-lint", "--all-files")
    assert (1, True) == (code, f"{_NAME}:1:" in out)


def test_an_excluded_path_stays_excluded_although_pre_commit_names_it(repo: Repo) -> None:
    repo.write("ways.json", '{"lint": {"exclude": ["ways/drafts"]}}')
    draft = "ways/drafts/x/x.locales.jsonl"
    repo.write("ways/drafts/x/x.md", _WAY)
    repo.write(draft, _BAD)
    repo.git("add", "-A")
    for hook in ("ways-lint", "ways-lint-repo"):
        code, out = repo.hook(hook, "--files", draft)
        assert 0 == code, out
    assert 0 == repo.commit()[0]
