"""What people get: the wheel and the sdist, what is in them, and what they do once installed."""

from __future__ import annotations

import json
import os
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from tests.checkout import TOP, clean_environment, clone, run, succeed, ways_guard_environment

pytestmark = [pytest.mark.wheel, pytest.mark.timeout(900)]

SET_UP = 'python -m pip install ".[embedded]" && ways-guard demo'
BUNDLED = "ways_guard/bundled"
WAYS = (
    *("code/debugging", "code/dependencies", "code/security", "code/testing", "collaboration/reviews"),
    *("delivery/commits", "delivery/releases", "docs/writing"),
)
# What the project's own servers read; no test needs it.
NOT_IN_SDIST = (".ci/", ".github/")
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"

Install = Callable[[str], Path]


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean clone of this tree."""
    return clone(tmp_path_factory.mktemp("built-from") / "ways-guard")


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of the clone."""
    return _build("--sdist", checkout, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the clone."""
    return _build("--wheel", checkout, tmp_path_factory.mktemp("wheel"))


def _build(kind: str, source: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "build", kind, "--outdir", str(target), str(source)]
    succeed(command, source, clean_environment())
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="session")
def install(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Install:
    """Install the wheel with extras (`""`, `"[embedded]"`) into a new environment; the folder of its programs."""

    def installed(extras: str) -> Path:
        programs = _new_environment(tmp_path_factory.mktemp("environment") / "venv")
        python = str(programs / "python")
        succeed([python, "-m", "pip", "install", "--quiet", f"{wheel}{extras}"], programs, clean_environment())
        return programs

    return installed


def _new_environment(folder: Path) -> Path:
    succeed([sys.executable, "-m", "venv", str(folder)], folder.parent, clean_environment())
    return folder / SCRIPTS


@pytest.fixture(scope="session")
def embedded(install: Install) -> Path:
    """The programs of an environment with the embedded engine."""
    return install("[embedded]")


@pytest.fixture(scope="session")
def plain(install: Install) -> Path:
    """The programs of an environment without any extra: what pre-commit and CI get."""
    return install("")


@pytest.fixture(scope="session")
def user(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user who has never run ways-guard before; session-wide, so that one build serves all."""
    return ways_guard_environment(tmp_path_factory.mktemp("user"))


def _names(wheel: Path) -> list[str]:
    return sorted(zipfile.ZipFile(wheel).namelist())


def _bundled(programs: Path, folder: Path) -> Path:
    """The root of the bundled ways, as the installed package knows it."""
    code = "from ways_guard.way.discover import bundled_root; print(bundled_root())"
    return Path(succeed([str(programs / "python"), "-c", code], folder, clean_environment()).strip())


def test_wheel_holds_the_bundled_ways(wheel: Path) -> None:
    bundled = [name.removeprefix(f"{BUNDLED}/") for name in _names(wheel) if name.startswith(BUNDLED)]
    endings = (".examples.jsonl", ".locales.jsonl", ".md")
    wanted = [f"{way}/{PurePosixPath(way).name}{ending}" for way in WAYS for ending in endings]
    assert sorted(["core.md", *wanted]) == bundled, "no probes: they judge the matcher, and it must not learn them"


def test_wheel_holds_data_types_and_nothing_for_developers(wheel: Path) -> None:
    names = _names(wheel)
    data = ["way/languages.json", "match/data/background.jsonl", "match/data/demo.jsonl", "py.typed"]
    schemas = [path.relative_to(TOP).as_posix() for path in (TOP / "ways_guard/way/schemas").iterdir()]
    assert set() == {*(f"ways_guard/{name}" for name in data), *schemas} - set(names)
    assert ["ways_guard"] == sorted({name.split("/")[0] for name in names if ".dist-info/" not in name})
    assert wheel.stat().st_size < 3_000_000


def test_sdist_holds_all_that_developers_need(checkout: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as tar:
        held = {member.name.partition("/")[2] for member in tar.getmembers() if member.isfile()}
    tracked = set(succeed(["git", "ls-files", "-z"], checkout, clean_environment()).split("\0")) - {""}
    assert {name for name in tracked if not name.startswith(NOT_IN_SDIST)} == held - {"PKG-INFO"}


def test_wheel_of_the_sdist_is_the_wheel_of_the_checkout(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as tar:
        tar.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    again = _build("--wheel", source, tmp_path / "wheel")
    assert _contents(wheel) == _contents(again)


def _contents(wheel: Path) -> dict[str, bytes]:
    archive = zipfile.ZipFile(wheel)
    return {name: archive.read(name) for name in archive.namelist()}


def test_installed_commands_answer(embedded: Path, user: dict[str, str], tmp_path: Path) -> None:
    version = succeed([str(embedded / "ways-guard"), "--version"], tmp_path, user)
    assert version == succeed([str(embedded / "python"), "-m", "ways_guard", "--version"], tmp_path, user)
    page = succeed([str(embedded / "ways-guard"), "rule", "WG203"], tmp_path, user)
    assert "WG203" in page
    assert "embed_threshold" in page


@pytest.mark.parametrize("extras", ["embedded", "plain"])
def test_installed_lint_finds_the_bundled_ways_clean(
    extras: str, user: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    programs: Path = request.getfixturevalue(extras)
    command = [str(programs / "ways-guard"), "lint", "--strict", str(_bundled(programs, tmp_path))]
    code, out, err = run(command, tmp_path, user)
    assert (0, "") == (code, out)
    assert f"{3 * len(WAYS) + 1} files checked" in err


def test_installed_matcher_understands_japanese(embedded: Path, user: dict[str, str], tmp_path: Path) -> None:
    command = [str(embedded / "ways-guard"), "match", "コミットメッセージの書き方を教えて", "--json"]
    answer = json.loads(succeed(command, tmp_path, user))
    assert ["delivery/commits"] == [way["id"] for way in answer["ways"]]
    assert ("ja", "semantic") == (answer["lang"], answer["ways"][0]["layer"])


@pytest.mark.parametrize("extras", ["embedded", "plain"])
def test_installed_hook_brings_the_base_guidance(
    extras: str, user: dict[str, str], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    programs: Path = request.getfixturevalue(extras)
    event = {"hook_event_name": "SessionStart", "source": "startup", "session_id": "s", "cwd": str(tmp_path)}
    japanese = user | {"LANG": "ja_JP.UTF-8"}
    out = succeed([str(programs / "ways-guard-hook")], tmp_path, japanese, typed=json.dumps(event))
    added = json.loads(out)["hookSpecificOutput"]["additionalContext"]
    assert "Japanese" in added.splitlines()[0]
    assert "日本語" in added.splitlines()[0]
    assert len(added.splitlines()) > 1


def test_without_extras_patterns_fire_and_the_lack_of_a_model_is_said(
    plain: Path, user: dict[str, str], tmp_path: Path
) -> None:
    command = [str(plain / "ways-guard"), "match", "please write the commit message"]
    code, out, err = run(command, tmp_path, user)
    assert (0, True) == (code, out.startswith("+ delivery/commits  symbolic:"))
    assert "no embedding model" in err


def test_without_extras_an_engine_that_was_asked_for_is_named_with_what_brings_it(
    plain: Path, user: dict[str, str], tmp_path: Path
) -> None:
    command = [str(plain / "ways-guard"), "match", "hello", "--engine", "embedded"]
    code, out, err = run(command, tmp_path, user)
    assert (2, "") == (code, out)
    assert ["ways-guard: engine 'embedded' is not installed: run pip install 'ways-guard[embedded]'"] == (
        err.splitlines()
    )


def test_first_command_of_the_readme_works_in_a_new_clone(tmp_path: Path) -> None:
    assert f"\n{SET_UP}\n" in (TOP / "README.md").read_text(encoding="utf-8")
    here = clone(tmp_path / "ways-guard")
    # Inside the clone, where most people put it: the ways of the package then lie in somebody else's repository.
    programs = _new_environment(here / ".venv")
    user = ways_guard_environment(tmp_path / "user")

    out = succeed(["sh", "-c", SET_UP], here, user | {"PATH": f"{programs}{os.pathsep}{user['PATH']}"})

    assert f"{3 * len(WAYS) + 1} files checked: 0 errors" in out
    assert f"{len(WAYS)} ways, " in out
    assert out.count("    → ") >= 6
    assert "no way fires" not in out
