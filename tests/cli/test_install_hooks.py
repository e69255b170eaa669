"""The commands as a person runs them, in a home of their own."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.home import ZEBRA, Home
from ways_guard.cli import main

from .inside import Inside

Run = Callable[..., subprocess.CompletedProcess[str]]

COMMAND = [sys.executable, "-c", "from ways_guard.cli import main; main()"]
# These tests are about settings; to embed the bundled ways each time would take a minute.
NO_ENGINE = '{"engine": "none"}'
ORIGINAL = b'{\n    "model": "x",\n    "hooks": {}\n}'
EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "SessionEnd"]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Inside(tmp_path)
    home.settings(engine="none", bundled=False)
    home.environ["PATH"] = os.defpath
    return home


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    launcher = tmp_path / "bin" / ("ways-guard-hook.exe" if os.name == "nt" else "ways-guard-hook")
    launcher.parent.mkdir()
    launcher.touch(mode=0o755)
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    (home / ".claude" / "ways.json").write_text(NO_ENGINE, "utf-8")
    mine = {
        "HOME": home,
        "USERPROFILE": home,
        "XDG_STATE_HOME": home / "state",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_RUNTIME_DIR": home / "runtime",  # missing: no daemon
    }
    for name in ("cache", "state"):
        (home / name).mkdir()
    # Neither a client nor another ways-guard of this machine.
    path = os.pathsep.join([str(launcher.parent), *(["/usr/bin", "/bin"] if os.name != "nt" else [])])
    kept = {name: value for name, value in os.environ.items() if name != "CLAUDE_CONFIG_DIR"}
    return {**kept, **{name: str(value) for name, value in mine.items()}, "PATH": path}


@pytest.fixture
def settings_path(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".claude" / "settings.json"


@pytest.fixture
def run(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Runs a command in this process, for speed, as its own process would: environment, folder, streams."""

    def runner(*arguments: str, cwd: Path = tmp_path, **extra: str) -> subprocess.CompletedProcess[str]:
        capsys.readouterr()
        with monkeypatch.context() as patch, open(os.devnull, encoding="utf-8") as nothing:
            patch.setattr(os, "environ", {**env, **extra})
            patch.setattr(sys, "argv", ["ways-guard", *arguments])
            patch.setattr(sys, "stdin", nothing)
            patch.chdir(cwd)
            with pytest.raises(SystemExit) as ended:
                main()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), *capsys.readouterr())

    return runner


def commands(settings_path: Path) -> list[str]:
    hooks = json.loads(settings_path.read_bytes())["hooks"]
    return [handler["command"] for groups in hooks.values() for group in groups for handler in group["hooks"]]


def test_install_and_uninstall(run: Run, settings_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    done = run("install-hooks", "--yes")
    assert done.returncode == 0, done.stderr
    assert '+        "SessionStart": [' in done.stdout
    assert list(json.loads(settings_path.read_bytes())["hooks"]) == EVENTS
    assert all("ways-guard-hook" in command for command in commands(settings_path))
    installed = settings_path.read_bytes()
    again = run("install-hooks", "--yes")
    assert (0, installed) == (again.returncode, settings_path.read_bytes())
    assert f"{settings_path}: nothing to change" in again.stdout
    assert run("uninstall-hooks", "--yes").returncode == 0
    assert settings_path.read_bytes() == ORIGINAL
    assert f"{settings_path}: nothing to change" in run("uninstall-hooks").stdout


def test_nothing_is_written_without_consent(run: Run, settings_path: Path, tmp_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    before = sorted(tmp_path.rglob("*"))
    asked = run("install-hooks")
    assert asked.returncode == 2
    assert "pass --yes" in asked.stderr
    assert "+++" in asked.stdout
    dry = run("install-hooks", "--dry-run", "--yes")
    assert dry.returncode == 0
    assert dry.stdout == asked.stdout
    printed = run("install-hooks", "--print", "--yes")
    assert printed.returncode == 0
    assert EVENTS == list(json.loads(printed.stdout)["hooks"])
    assert settings_path.read_bytes() == ORIGINAL
    assert before == sorted(tmp_path.rglob("*"))


def test_the_config_folder_can_be_chosen(run: Run, settings_path: Path, tmp_path: Path) -> None:
    for name in ("a b", "é"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ways.json").write_text(NO_ENGINE, "utf-8")
    assert run("install-hooks", "--yes", CLAUDE_CONFIG_DIR=str(tmp_path / "a b")).returncode == 0
    assert run("install-hooks", "--yes", "--config-dir", str(tmp_path / "é")).returncode == 0
    assert 5 == len(commands(tmp_path / "a b" / "settings.json")) == len(commands(tmp_path / "é" / "settings.json"))
    assert not settings_path.exists()


@pytest.mark.parametrize("data", [b'{\n  "a": 1, // no\n}', b"\xff", b'{"a": 1, "a": 2}', b'{"hooks": 7}'])
def test_a_file_that_cannot_be_edited_is_left_alone_and_the_entries_are_printed(
    run: Run, settings_path: Path, data: bytes
) -> None:
    settings_path.write_bytes(data)
    refused = run("install-hooks", "--yes")
    assert refused.returncode == 2
    assert f"{settings_path}:" in refused.stderr.splitlines()[-1]
    assert "Traceback" not in refused.stderr
    assert '"UserPromptSubmit"' in refused.stdout
    assert data == settings_path.read_bytes()


def test_a_folder_in_place_of_the_settings_is_one_line(run: Run, settings_path: Path) -> None:
    settings_path.mkdir()
    for command in ("install-hooks", "uninstall-hooks"):
        refused = run(command, "--yes")
        assert refused.returncode == 2
        assert "not a file" in refused.stderr.splitlines()[-1]
        assert "Traceback" not in refused.stderr


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="XDG decides the state folder")
def test_a_state_folder_that_cannot_be_written_is_one_line(run: Run, settings_path: Path, tmp_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    (tmp_path / "file").touch()
    refused = run("install-hooks", "--yes", XDG_STATE_HOME=str(tmp_path / "file" / "state"))
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert settings_path.read_bytes() == ORIGINAL


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "installed"), [("y", True), ("n", False), ("", False)])
def test_a_terminal_is_asked(env: dict[str, str], settings_path: Path, answer: str, installed: bool) -> None:
    settings_path.write_bytes(ORIGINAL)
    with Terminal(["install-hooks"], env) as person:
        person.answers(f"Change {settings_path}?", answer)
        if installed:
            person.answers("beside your own?", "")
        shown = person.rest()
    assert person.process.returncode == 0, shown
    assert installed == (settings_path.read_bytes() != ORIGINAL)


class Terminal:
    """A run of ways-guard that a person sits before."""

    def __init__(self, arguments: list[str], env: dict[str, str], cwd: Path | None = None) -> None:
        import pty

        self.ours, self.theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            env=env,
            cwd=cwd,
            stdin=self.theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self.ours)
        os.close(self.theirs)

    def answers(self, question: str, answer: str, before: Callable[[], object] = lambda: None) -> str:
        """Wait for a question, do something else, answer it; what was shown until then."""
        assert self.process.stdout is not None
        shown = b""
        while question.encode() not in shown:
            byte = os.read(self.process.stdout.fileno(), 1)
            assert byte, shown.decode()
            shown += byte
        before()
        os.write(self.ours, f"{answer}\n".encode())
        return shown.decode()

    def rest(self) -> str:
        return self.process.communicate(timeout=60)[0].decode()


posix = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


@posix
def test_the_bundled_ways_are_asked_about_once(env: dict[str, str], settings_path: Path, run: Run) -> None:
    ways_json = settings_path.parent / "ways.json"
    assert run("install-hooks", "--yes").returncode == 0
    assert ways_json.read_text("utf-8") == NO_ENGINE
    with Terminal(["install-hooks"], env) as person:
        person.answers("beside your own?", "n")
        assert "0 ways are ready" in person.rest()
    assert ways_json.read_text("utf-8") == '{"engine": "none", "bundled": false}'
    with Terminal(["install-hooks"], env) as person:
        shown = person.rest()
    assert "beside your own?" not in shown
    assert person.process.returncode == 0


@posix
def test_a_file_that_changes_while_a_person_thinks_is_planned_anew(
    env: dict[str, str], settings_path: Path
) -> None:
    settings_path.write_bytes(ORIGINAL)
    changed = b'{"model": "y"}'
    with Terminal(["install-hooks"], env) as person:
        person.answers("Change ", "y", lambda: settings_path.write_bytes(changed))
        shown = person.answers("Change ", "y")
        person.answers("beside your own?", "y")
        person.rest()
    assert "trying again" in shown
    assert "another program changed it meanwhile" in shown
    assert json.loads(settings_path.read_bytes())["model"] == "y"
    assert len(commands(settings_path)) == 5


@posix
def test_a_file_that_never_stops_changing_is_given_up_with_one_line(
    env: dict[str, str], settings_path: Path
) -> None:
    settings_path.write_bytes(ORIGINAL)
    with Terminal(["install-hooks"], env) as person:
        for number in range(3):
            rewrite = functools.partial(settings_path.write_text, f'{{"n": {number}}}')
            person.answers("Change ", "y", rewrite)
        shown = person.rest()
    assert person.process.returncode == 2
    assert "another program changed it meanwhile" in shown.splitlines()[-1]
    assert settings_path.read_text() == '{"n": 2}'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project é"
    (folder / ".git").mkdir(parents=True)
    (folder / "sub").mkdir()
    return folder


def test_the_scopes_of_a_project(run: Run, settings_path: Path, project: Path, tmp_path: Path) -> None:
    shared, local = project / ".claude" / "settings.json", project / ".claude" / "settings.local.json"
    for scope, path in (("project", shared), ("local", local)):
        done = run("install-hooks", "--yes", "--scope", scope, cwd=project / "sub")
        assert done.returncode == 0, done.stderr
        assert len(commands(path)) == 5
    assert not settings_path.exists()
    assert {command.split(";")[0] for command in commands(shared)} == {
        "command -v ways-guard-hook >/dev/null 2>&1 || exit 0"
    }
    assert str(tmp_path) not in shared.read_text("utf-8")
    assert all("ways-guard-hook" in command and "/" in command for command in commands(local))
    assert f"warning: {shared} has our hooks, too, and both run" in done.stderr
    for scope in ("local", "project"):
        assert run("uninstall-hooks", "--yes", "--scope", scope, cwd=project).returncode == 0
    assert not shared.parent.exists()


def test_a_personal_path_that_git_would_take_along_is_a_warning(run: Run, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path / "p")], check=True)
    said = [
        run("install-hooks", "--dry-run", "--scope", scope, cwd=tmp_path / "p").stderr
        for scope in ("local", "project")
    ]
    assert ["do not commit it" in text for text in said] == [True, False]


def test_outside_any_project_its_scopes_are_one_clear_line(run: Run, tmp_path: Path) -> None:
    for scope in ("project", "local"):
        refused = run("install-hooks", "--yes", "--scope", scope, cwd=tmp_path)
        assert refused.returncode == 2
        assert refused.stderr.splitlines() == [
            f"ways-guard: {tmp_path}: not in a git work tree, so there is no {scope} scope: go into a project"
        ]


def test_a_project_whose_owner_cloned_it_can_be_left_again(run: Run, project: Path) -> None:
    """The hooks came with the repo, and nothing on this machine knows of them."""
    assert run("install-hooks", "--yes", "--scope", "project", cwd=project).returncode == 0
    path = project / ".claude" / "settings.json"
    state = {"XDG_STATE_HOME": str(project / "other")}
    again = run("install-hooks", "--yes", "--scope", "project", cwd=project, **state)
    assert "nothing to change" in again.stdout
    assert run("uninstall-hooks", "--yes", "--scope", "project", cwd=project, **state).returncode == 0
    assert commands(path) == []


def test_what_a_repo_says_cannot_move_the_terminal(run: Run, project: Path) -> None:
    path = project / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"a": "\u009b2J\u202e",\n\t"b": 1}', "utf-8")
    shown = run("install-hooks", "--dry-run", "--scope", "project", cwd=project).stdout
    assert '"\\x9b2J\\u202e"' in shown
    assert '+\t"b": 1,\n' in shown


@pytest.mark.skipif(os.name == "nt", reason="stands in for the client by a shell script")
@pytest.mark.parametrize(("version", "known"), [("2.0.42", False), ("2.0.43", True), ("2.1.332", True)])
def test_an_event_that_the_client_does_not_know_is_left_out(
    run: Run, settings_path: Path, tmp_path: Path, version: str, known: bool
) -> None:
    client = tmp_path / "bin" / "claude"
    client.write_text(f"#!/bin/sh\necho '{version} (Claude Code)'\n")
    client.chmod(0o755)
    done = run("install-hooks", "--yes")
    assert known == ("SubagentStart" in json.loads(settings_path.read_bytes())["hooks"])
    assert known == ("does not know SubagentStart" not in done.stderr)
    client.unlink()
    before = settings_path.read_bytes()
    run("install-hooks", "--yes")
    assert settings_path.read_bytes() == before, "what is there stays while no client can be asked"


def test_a_plugin_beside_the_settings_is_a_warning(run: Run, settings_path: Path) -> None:
    settings_path.write_text('{"enabledPlugins": {"ways-guard@market": true}}')
    said = run("install-hooks", "--dry-run").stderr
    assert f"warning: the plugin ways-guard@market is on in {settings_path}, and both run" in said


def test_the_language_is_told_with_its_source_and_how_to_pin_it(run: Run, settings_path: Path) -> None:
    settings_path.write_text('{"language": "japanese"}')
    ways_json = settings_path.parent / "ways.json"
    done = run("install-hooks", "--yes", LC_ALL="de_DE.UTF-8")
    assert f"the agent writes in Japanese (日本語), as {settings_path} says" in done.stdout
    assert f'"output_language": "ja" (say) in {ways_json}' in done.stdout
    assert "warning: prompts in Japanese are not matched by meaning: that needs a multilingual model" in done.stderr
    settings_path.write_text('{"language": "klingon"}')
    done = run("install-hooks", "--yes", LC_ALL="C", LANG="de_DE.UTF-8")
    assert "the agent writes in English (English), because nothing says otherwise" in done.stdout
    assert f"warning: {settings_path}: 'klingon' is no language that is known here" in done.stderr
    assert "multilingual model" not in done.stderr


def test_the_document_says_what_was_done(run: Run, settings_path: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    planned = json.loads(run("install-hooks", "--json", "--dry-run").stdout)
    assert planned["result"] == "planned"
    assert planned["diff"].startswith(f"--- {settings_path}")
    assert settings_path.read_bytes() == ORIGINAL
    done = run("install-hooks", "--json", "--yes", LC_ALL="C")
    document = json.loads(done.stdout)
    assert document["backup"]
    assert Path(document["backup"]).read_bytes() == ORIGINAL
    assert [entry["event"] for entry in document["entries"]] == EVENTS
    assert document["entries"][2]["matcher"].startswith("Bash|")
    told = {key: document[key] for key in ("version", "command", "result", "agent", "scope", "path", "error")}
    assert told == {
        "version": 1,
        "command": "install-hooks",
        "result": "changed",
        "agent": "claude-code",
        "scope": "user",
        "path": str(settings_path),
        "error": None,
    }
    english = {"code": "en", "name": "English", "native": "English", "step": "default", "source": ""}
    assert document["language"] == english
    assert document["ways"] > 0
    assert json.loads(run("install-hooks", "--json", "--yes").stdout)["result"] == "unchanged"
    removed = json.loads(run("uninstall-hooks", "--json", "--yes").stdout)
    assert (removed["command"], removed["result"]) == ("uninstall-hooks", "changed")


def test_the_document_says_why_nothing_was_done(run: Run, settings_path: Path) -> None:
    asked = run("install-hooks", "--json")
    assert (asked.returncode, json.loads(asked.stdout)["result"]) == (2, "refused")
    assert "pass --yes" in json.loads(asked.stdout)["error"]
    settings_path.write_bytes(b"{,}")
    broken = run("install-hooks", "--json", "--yes")
    document = json.loads(broken.stdout)
    assert (broken.returncode, document["result"]) == (2, "refused")
    assert document["error"].startswith(f"{settings_path}:1:2: ")


def test_purging_leaves_nothing(run: Run, settings_path: Path, tmp_path: Path, project: Path) -> None:
    settings_path.write_bytes(ORIGINAL)
    assert run("install-hooks", "--yes").returncode == 0
    assert run("install-hooks", "--yes", "--scope", "local", cwd=project).returncode == 0
    home = tmp_path / "home"
    ours = [home / "cache" / "ways-guard", home / "state" / "ways-guard"]
    (home / "cache" / "others").mkdir()
    refused = run("uninstall-hooks", "--yes", "--purge")
    assert refused.returncode == 2
    assert "settings.local.json: take them out first" in refused.stderr
    assert settings_path.read_bytes() == ORIGINAL
    assert all(path.is_dir() for path in ours)
    assert run("uninstall-hooks", "--yes", "--scope", "local", cwd=project).returncode == 0
    shown = run("uninstall-hooks", "--purge", "--dry-run").stdout
    assert all(f"{path}: is deleted" in shown for path in ours)
    unasked = run("uninstall-hooks", "--purge")
    assert unasked.returncode == 2
    assert all(path.is_dir() for path in ours)
    done = run("uninstall-hooks", "--purge", "--yes", "--json")
    assert json.loads(done.stdout)["deleted"] == [str(path) for path in ours]
    assert sorted(path.name for path in home.rglob("*") if ".claude" not in path.parts) == [
        "cache",
        "others",
        "state",
    ]
    assert "nothing to delete" in run("uninstall-hooks", "--purge").stdout


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs to see processes")
def test_purging_ends_the_daemon(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras are striped.", "pattern: zebra")
    with home.with_daemon():
        assert ZEBRA in home.hook(home.payload())
        assert home.daemons()
        code, out, _ = home.run("uninstall-hooks", "--purge", "--yes")
        assert (code, home.daemons()) == (0, [])
        assert "the daemon has ended" in out
    assert not (home.state / "ways-guard").exists()
    assert not (home.cache / "ways-guard").exists()


def test_a_refusal_says_as_json_what_was_asked_for(home: Home) -> None:
    code, out, _ = home.run("install-hooks", "--scope", "project", "--json", "--yes", cwd=home.top)
    document = json.loads(out)
    assert (2, "refused", "claude-code", "project") == (
        code,
        *(document[name] for name in ("result", "agent", "scope")),
    )


def test_json_moves_no_terminal(home: Home) -> None:
    project = home.top / "evil\x9b31m\u202e"
    (project / ".git").mkdir(parents=True)
    code, out, _ = home.run("install-hooks", "--scope", "project", "--json", "--yes", cwd=project)
    assert (0, True) == (code, out.isascii())
    assert str(project / ".claude/settings.json") == json.loads(out)["path"]


def test_purging_waits_for_a_file_with_our_hooks_that_nobody_can_edit_now(home: Home) -> None:
    settings = home.config / "settings.json"
    assert 0 == home.run("install-hooks", "--yes")[0]
    before = settings.read_text()
    settings.write_text(f"// mine\n{before}")
    (home.project / ".git").mkdir()
    code, _, err = home.run("uninstall-hooks", "--scope", "project", "--purge", "--yes")
    assert (2, True) == (code, f"hooks are still in {settings}: take them out first" in err)
    settings.write_text(before)
    assert 0 == home.run("uninstall-hooks", "--purge", "--yes")[0]
    assert (False, False) == (settings.exists(), (home.state / "ways-guard").exists())


def test_a_file_that_was_not_there_leaves_no_backup_of_our_own_work(home: Home) -> None:
    assert 0 == home.run("install-hooks", "--yes")[0]
    code, out, _ = home.run("uninstall-hooks", "--yes", "--json")
    assert (0, None) == (code, json.loads(out)["backup"])
    assert [] == list((home.state / "ways-guard/install").glob("*.backup"))


@pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")
def test_folders_that_a_link_to_nothing_needed_go_again(home: Home) -> None:
    settings = home.config / "settings.json"
    settings.symlink_to(home.top / "dots/claude/settings.json")
    assert 0 == home.run("install-hooks", "--yes")[0]
    assert settings.is_file()
    assert 0 == home.run("uninstall-hooks", "--yes")[0]
    assert (True, False) == (settings.is_symlink(), (home.top / "dots").exists())
