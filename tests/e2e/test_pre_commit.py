"""What the real pre-commit makes of our hooks, in an environment that it builds from this checkout."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.checkout import TOP, clean_environment, clone, run, succeed, ways_guard_environment

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

WAY = "---\ndescription: Writing tests\nvocabulary: test\n---\nBody.\n"
GERMAN = '{"lang":"de","description":"Größe des Codes mit Tests prüfen","vocabulary":"Test"}\n'
JAPANESE = '{"lang":"ja","description":"コードのテストを書く","vocabulary":"テスト"}\n'
LEFTOVER = JAPANESE.replace("}", ',"embed_threshold":0.7}')
BROKEN = '{"lang":"ko","description":\n'
LOCALES = "ways/code/tests/tests.locales.jsonl"
PRE_COMMIT = [sys.executable, "-m", "pre_commit"]
HOOKS = ("ways-lint", "ways-lint-repo", "ways-corpus")
SEMANTIC = "ways-semantic"
ENGINE = "additional_dependencies: ['ways-guard[embedded]']"
PROBES = "ways/code/tests/tests.golden.jsonl"


@dataclass(frozen=True)
class WayRepo:
    """A scratch way repo, and the environment in which git and pre-commit run there."""

    top: Path
    environment: dict[str, str]

    def write(self, name: str, content: str | bytes) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def git(self, *arguments: str) -> str:
        return succeed(["git", "-c", "core.quotepath=off", *arguments], self.top, self.environment)

    def commit(self) -> None:
        """Commit all that is there, past the hooks."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--no-verify", "--message=Work")

    def hook(self, name: str, *files: str) -> tuple[int, str]:
        """Exit code and output of one hook, on files that are named or on all."""
        chosen = ["--files", *files] if files else ["--all-files"]
        code, out, err = run([*PRE_COMMIT, "run", name, "--color=never", *chosen], self.top, self.environment)
        assert not err
        return code, out

    def measured(self, alias: str) -> tuple[int, str]:
        """Exit code and output of a hook of the stage pre-push."""
        command = [*PRE_COMMIT, "run", alias, "--color=never", "--all-files", "--hook-stage=pre-push"]
        code, out, err = run(command, self.top, self.environment)
        assert not err
        return code, out

    def try_commit(self) -> tuple[int, str]:
        """Exit code and output of `git commit`, which pre-commit guards."""
        code, out, err = run(["git", "commit", "--message=Guarded"], self.top, self.environment)
        return code, out + err


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean clone of this tree, as pre-commit would find it on a server."""
    return clone(tmp_path_factory.mktemp("hooks-from") / "ways-guard")


@pytest.fixture(scope="session")
def configuration(checkout: Path) -> str:
    """A `.pre-commit-config.yaml` with all of our hooks, the one that needs an engine with and without it."""
    revision = succeed(["git", "rev-parse", "HEAD"], checkout, clean_environment()).strip()
    hooks = "".join(f"      - id: {hook}\n" for hook in HOOKS)
    hooks += f"      - id: {SEMANTIC}\n        alias: deaf\n"
    hooks += f"      - id: {SEMANTIC}\n        alias: measuring\n        {ENGINE}\n"
    return f"repos:\n  - repo: {checkout.as_posix()}\n    rev: {revision}\n    hooks:\n{hooks}"


@pytest.fixture(scope="session")
def pre_commit_home(configuration: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environment of our hooks; pip builds it once for all tests."""
    home = tmp_path_factory.mktemp("pre-commit")
    project = tmp_path_factory.mktemp("prepare")
    environment = clean_environment(PRE_COMMIT_HOME=str(home))
    succeed(["git", "init", "--quiet"], project, environment)
    (project / ".pre-commit-config.yaml").write_text(configuration, encoding="utf-8")
    succeed([*PRE_COMMIT, "install-hooks"], project, environment)
    return home


def _way_repo(top: Path, user: Path) -> WayRepo:
    """One way with good stubs, committed."""
    top.mkdir()
    repo = WayRepo(top, ways_guard_environment(user))
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.write("ways/code/tests/tests.md", WAY)
    repo.write(LOCALES, GERMAN + JAPANESE)
    repo.commit()
    return repo


@pytest.fixture
def repo(tmp_path: Path, pre_commit_home: Path, configuration: str) -> WayRepo:
    """A way repo that has our hooks in its configuration."""
    made = _way_repo(tmp_path / "repo", tmp_path / "user")
    made.environment["PRE_COMMIT_HOME"] = str(pre_commit_home)
    made.write(".pre-commit-config.yaml", configuration)
    made.commit()
    return made


@pytest.fixture
def guarded(repo: WayRepo) -> WayRepo:
    """The same, with `git commit` guarded by the hooks."""
    succeed([*PRE_COMMIT, "install"], repo.top, repo.environment)
    return repo


def _findings(output: str) -> list[tuple[str, str]]:
    """Place (path and line) and code of each finding, in order."""
    starts = [line.split(" ", 2) for line in output.splitlines() if line.startswith(("ways/", "drafts/"))]
    return [(":".join(words[0].split(":")[:2]), words[1]) for words in starts]


def _staged(repo: WayRepo) -> str:
    return repo.git("write-tree")


def test_manifest_is_one_that_pre_commit_reads() -> None:
    command = [*PRE_COMMIT, "validate-manifest", str(TOP / ".pre-commit-hooks.yaml")]
    assert "" == succeed(command, TOP, clean_environment())


def test_try_repo_fails_on_a_bad_stub(checkout: Path, tmp_path: Path) -> None:
    repo = _way_repo(tmp_path / "repo", tmp_path / "user")
    repo.write(LOCALES, GERMAN + LEFTOVER + BROKEN)
    command = [*PRE_COMMIT, "try-repo", str(checkout), "ways-lint", "--color=never", "--files", LOCALES]

    code, out, _ = run(command, repo.top, repo.environment)

    assert 1 == code
    assert [(f"{LOCALES}:2", "WG203"), (f"{LOCALES}:3", "WG201")] == _findings(out)


def test_try_repo_passes_a_good_repo_with_every_hook(checkout: Path, tmp_path: Path) -> None:
    repo = _way_repo(tmp_path / "repo", tmp_path / "user")
    command = [*PRE_COMMIT, "try-repo", str(checkout), "--color=never", "--all-files"]
    assert 3 == succeed(command, repo.top, repo.environment).count("Passed")


def test_changed_files_that_are_no_ways_pass(repo: WayRepo) -> None:
    no_way = "---\nthreshold: 7\nvocabulary: [\n"
    repo.write("README.md", no_way)
    repo.write("docs/tests/tests.md", no_way)
    code, out = repo.hook("ways-lint", "README.md", "docs/tests/tests.md")
    assert (0, True) == (code, "Passed" in out)


def test_all_files_finds_the_same(repo: WayRepo) -> None:
    repo.write(LOCALES, GERMAN + LEFTOVER + BROKEN)
    code, out = repo.hook("ways-lint")
    assert (1, [(f"{LOCALES}:2", "WG203"), (f"{LOCALES}:3", "WG201")]) == (code, _findings(out))


def test_a_stub_that_was_mended_passes(repo: WayRepo) -> None:
    repo.write(LOCALES, GERMAN + LEFTOVER)
    assert 1 == repo.hook("ways-lint", LOCALES)[0]
    repo.write(LOCALES, GERMAN + JAPANESE)
    assert 0 == repo.hook("ways-lint", LOCALES)[0]


def test_a_file_that_is_not_utf_8_is_seen(repo: WayRepo) -> None:
    repo.write(LOCALES, GERMAN.encode("latin-1"))
    code, out = repo.hook("ways-lint", LOCALES)
    assert (1, (f"{LOCALES}:1", "WG001")) == (code, _findings(out)[0])


def test_paths_with_spaces_and_other_scripts_arrive_whole(repo: WayRepo) -> None:
    name = "ways/コード レビュー/コード レビュー"
    repo.write(f"{name}.md", WAY)
    repo.write(f"{name}.locales.jsonl", LEFTOVER)
    code, out = repo.hook("ways-lint", f"{name}.locales.jsonl", f"{name}.md")
    assert 1 == code
    assert f"\n{name}.locales.jsonl:1:" in out
    assert "WG203" in out


def test_what_the_repo_excludes_is_skipped_although_pre_commit_names_it(repo: WayRepo) -> None:
    repo.write("ways/drafts/tests/tests.locales.jsonl", LEFTOVER)
    assert 1 == repo.hook("ways-lint", "ways/drafts/tests/tests.locales.jsonl")[0]
    repo.write("ways.json", '{"lint": {"exclude": ["ways/drafts"]}}')
    for hook in ("ways-lint", "ways-lint-repo"):
        assert (0, "Passed") == _verdict(repo.hook(hook, "ways/drafts/tests/tests.locales.jsonl"))


def _verdict(done: tuple[int, str]) -> tuple[int, str]:
    """Exit code, and pre-commit's last word in the first line."""
    return done[0], done[1].splitlines()[0].rpartition(".")[2]


def test_a_removed_way_stops_the_commit_for_the_translations_it_leaves(guarded: WayRepo) -> None:
    guarded.git("rm", "--quiet", "ways/code/tests/tests.md")
    before = _staged(guarded)

    code, out = guarded.try_commit()

    assert (1, [(f"{LOCALES}:1", "WG402")]) == (code, _findings(out))
    assert before == _staged(guarded)
    guarded.git("rm", "--quiet", LOCALES)
    assert 0 == guarded.try_commit()[0]


def test_a_way_renamed_with_its_folder_is_committed_and_without_its_translations_is_not(guarded: WayRepo) -> None:
    guarded.git("mv", "ways/code/tests", "ways/code/checks")
    guarded.git("mv", "ways/code/checks/tests.md", "ways/code/checks/checks.md")
    left = "ways/code/checks/tests.locales.jsonl"

    code, out = guarded.try_commit()

    expected = {("ways/code/checks/checks.md:1", "WG402"), (f"{left}:1", "WG207")}
    assert (1, expected) == (code, set(_findings(out)))
    guarded.git("mv", left, "ways/code/checks/checks.locales.jsonl")
    assert 0 == guarded.try_commit()[0]


def test_the_export_is_rewritten_and_never_staged(guarded: WayRepo) -> None:
    guarded.write("ways.json", '{"corpus": {"export": "made/corpus"}}\n')
    guarded.git("add", "ways.json")
    before = _staged(guarded)

    code, out = guarded.try_commit()

    assert 1 == code
    assert "made/corpus: rewritten; stage it with git add" in out
    assert before == _staged(guarded)
    assert "?? made/\n" in guarded.git("status", "--porcelain")
    assert (0, "Passed") == _verdict(guarded.hook("ways-corpus"))
    guarded.git("add", "made")
    assert 0 == guarded.try_commit()[0]


def test_a_changed_stub_changes_the_export(repo: WayRepo) -> None:
    repo.write("ways.json", '{"corpus": {"export": "made/corpus"}}\n')
    repo.hook("ways-corpus")
    repo.commit()
    repo.write(LOCALES, GERMAN)
    repo.git("add", LOCALES)
    before = _staged(repo)

    assert 1 == repo.hook("ways-corpus")[0]

    assert before == _staged(repo)
    assert " M made/corpus/ways-corpus-multi.jsonl\n" in repo.git("status", "--porcelain")
    assert '"ja"' not in (repo.top / "made/corpus/ways-corpus-multi.jsonl").read_text(encoding="utf-8")


def test_an_engine_of_the_user_that_the_hook_has_not_got_stops_no_commit(repo: WayRepo) -> None:
    settings = Path(repo.environment["CLAUDE_CONFIG_DIR"]) / "ways.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"engine": "embedded"}', encoding="utf-8")
    repo.write("ways.json", '{"corpus": {"export": "corpus"}}\n')
    assert 1 == repo.hook("ways-corpus")[0]
    assert (repo.top / "corpus/manifest.json").is_file()
    assert 0 == repo.hook("ways-corpus")[0]


def test_meaning_is_measured_before_a_push_and_its_warnings_are_seen(repo: WayRepo) -> None:
    repo.write(PROBES, '{"kind": "direct", "prompt": "what is for tea?"}\n')
    code, out = repo.measured("measuring")
    assert (0, [(f"{PROBES}:1", "WG703")]) == (code, _findings(out))
    repo.write(PROBES, '{"kind": "direct", "prompt": "write a test"}\n')
    assert (0, []) == (repo.measured("measuring")[0], _findings(repo.measured("measuring")[1]))


def test_without_an_engine_the_hook_fails_and_says_what_brings_one(repo: WayRepo) -> None:
    code, out = repo.measured("deaf")
    assert (1, True) == (code, ENGINE in out)
    assert "- exit code: 2" in out


def test_a_commit_needs_no_engine(guarded: WayRepo) -> None:
    guarded.write(PROBES, '{"kind": "direct", "prompt": "what is for tea?"}\n')
    guarded.git("add", PROBES)
    code, out = guarded.try_commit()
    assert (0, False) == (code, "WG703" in out)
