from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ways_guard.agents import claude_code
from ways_guard.errors import WaysGuardError
from ways_guard.install.apply import SettingsChangedError, apply, read_settings
from ways_guard.install.plan import plan_install, plan_uninstall
from ways_guard.install.record import load, save, sidecars

ENTRIES = claude_code.hook_entries(Path("/opt/bin/ways-guard-hook"))
ORIGINAL = b'{"model":"x" , "n": 1.50}'

posix = pytest.mark.skipif(os.name == "nt", reason="modes and symbolic links are POSIX")
not_root = pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")


def install(path: Path) -> None:
    apply(plan_install(path, read_settings(path), ENTRIES, load(sidecars(path).record)))


def uninstall(path: Path) -> None:
    apply(plan_uninstall(path, read_settings(path), ENTRIES, load(sidecars(path).record)))


def write(path: Path, data: bytes = ORIGINAL) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def test_uninstall_restores_the_file_and_forgets_the_record(settings_path: Path) -> None:
    write(settings_path)
    install(settings_path)
    assert settings_path.read_bytes() != ORIGINAL
    assert load(sidecars(settings_path).record)
    uninstall(settings_path)
    assert settings_path.read_bytes() == ORIGINAL
    assert load(sidecars(settings_path).record) is None
    assert [settings_path] == list(settings_path.parent.iterdir())


def test_installing_twice_does_not_touch_the_file(settings_path: Path) -> None:
    write(settings_path)
    install(settings_path)
    before = settings_path.stat()
    install(settings_path)
    assert before == settings_path.stat()


def test_a_file_and_folder_that_were_missing_are_missing_again(settings_path: Path) -> None:
    install(settings_path)
    assert {"hooks"} == set(json.loads(settings_path.read_bytes()))
    uninstall(settings_path)
    assert not settings_path.parent.exists()


def test_the_folder_stays_when_the_client_has_used_it(settings_path: Path) -> None:
    install(settings_path)
    (settings_path.parent / "history.jsonl").touch()
    uninstall(settings_path)
    assert [settings_path.parent / "history.jsonl"] == list(settings_path.parent.iterdir())


@posix
def test_mode_and_symbolic_links_stay(settings_path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "claude.json"
    write(real)
    real.chmod(0o640)
    settings_path.parent.mkdir(parents=True)
    middle = tmp_path / "middle.json"
    middle.symlink_to(real)
    settings_path.symlink_to(middle)
    install(settings_path)
    assert settings_path.is_symlink()
    assert middle.is_symlink()
    assert real.read_bytes() != ORIGINAL
    assert real.stat().st_mode & 0o7777 == 0o640
    uninstall(settings_path)
    assert settings_path.is_symlink()
    assert real.read_bytes() == ORIGINAL
    assert [real] == list(real.parent.iterdir())


@posix
def test_a_new_file_is_for_its_owner_only(settings_path: Path) -> None:
    install(settings_path)
    assert settings_path.stat().st_mode & 0o7777 == 0o600


def test_the_backup_is_of_the_first_time_and_never_overwritten(settings_path: Path) -> None:
    write(settings_path)
    install(settings_path)
    uninstall(settings_path)
    write(settings_path, b"{}")
    install(settings_path)
    backup = sidecars(settings_path).backup
    assert backup.read_bytes() == ORIGINAL
    if os.name != "nt":
        assert backup.stat().st_mode & 0o7777 == 0o600


def test_a_plan_for_a_file_that_has_changed_is_not_carried_out(settings_path: Path) -> None:
    write(settings_path)
    plan = plan_install(settings_path, read_settings(settings_path), ENTRIES, None)
    write(settings_path, b'{"model": "y"}')
    with pytest.raises(SettingsChangedError):
        apply(plan)
    assert settings_path.read_bytes() == b'{"model": "y"}'
    assert [settings_path] == list(settings_path.parent.iterdir())
    install(settings_path)
    uninstall(settings_path)
    assert settings_path.read_bytes() == b'{"model": "y"}'


def test_a_crash_before_the_write_leaves_a_record_that_harms_nothing(
    settings_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(settings_path, b'{"hooks":{ }}')
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", _fail)
        with pytest.raises(WaysGuardError, match="cannot be written"):
            install(settings_path)
    assert settings_path.read_bytes() == b'{"hooks":{ }}'
    uninstall(settings_path)
    assert settings_path.read_bytes() == b'{"hooks":{ }}'
    install(settings_path)
    uninstall(settings_path)
    assert settings_path.read_bytes() == b'{"hooks":{ }}'


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_folder_in_place_of_the_file_is_refused(settings_path: Path) -> None:
    settings_path.mkdir(parents=True)
    with pytest.raises(WaysGuardError, match="not a file"):
        install(settings_path)


def test_a_file_in_place_of_the_config_folder_is_refused(settings_path: Path) -> None:
    write(settings_path.parent, b"")
    with pytest.raises(WaysGuardError, match="cannot be"):
        install(settings_path)


@not_root
def test_a_folder_that_may_not_be_written_is_refused(settings_path: Path) -> None:
    write(settings_path)
    settings_path.parent.chmod(0o500)
    try:
        with pytest.raises(WaysGuardError, match="cannot be written: Permission denied"):
            install(settings_path)
    finally:
        settings_path.parent.chmod(0o700)
    assert settings_path.read_bytes() == ORIGINAL


def test_a_read_only_file_is_refused(settings_path: Path) -> None:
    write(settings_path)
    settings_path.chmod(0o400)
    with pytest.raises(WaysGuardError, match="is read-only"):
        install(settings_path)
    settings_path.chmod(0o600)  # so that Windows can delete it
    assert settings_path.read_bytes() == ORIGINAL


def test_a_state_folder_that_cannot_be_used_is_refused_before_anything_is_written(
    settings_path: Path,
) -> None:
    write(settings_path)
    write(sidecars(settings_path).record.parent, b"a file, not a folder")
    with pytest.raises(WaysGuardError, match="cannot be written"):
        install(settings_path)
    assert settings_path.read_bytes() == ORIGINAL


def test_installers_that_run_at_once_leave_one_installation(settings_path: Path, tmp_path: Path) -> None:
    write(settings_path)
    launcher = tmp_path / "ways-guard-hook"
    launcher.touch(mode=0o755)
    # Four installers that embed the bundled ways would take minutes, and this is about their settings.
    (settings_path.parent / "ways.json").write_text('{"engine": "none"}', "utf-8")
    command = [sys.executable, "-c", "from ways_guard.cli import main; main()", "install-hooks", "--yes"]
    command += ["--config-dir", str(settings_path.parent)]
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    running = [subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    hooks = json.loads(settings_path.read_bytes())["hooks"]
    counts = {event: len(groups) for event, groups in hooks.items()}
    assert counts.keys() >= {"SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "SessionEnd"}
    assert set(counts.values()) == {1}
    uninstall(settings_path)
    assert settings_path.read_bytes() == ORIGINAL
    assert {"settings.json", "ways.json"} == {path.name for path in settings_path.parent.iterdir()}


def test_a_file_that_another_program_writes_right_after_us_is_an_error_to_try_again(
    settings_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(settings_path)
    really = os.replace

    def replaced(source: str, target: Path) -> None:
        really(source, target)
        if Path(target) == settings_path:
            settings_path.write_bytes(b'{"model": "y"}')

    with monkeypatch.context() as racing:
        racing.setattr(os, "replace", replaced)
        with pytest.raises(SettingsChangedError, match="right after"):
            install(settings_path)
    install(settings_path)
    uninstall(settings_path)
    assert settings_path.read_bytes() == b'{"model": "y"}'


def test_an_empty_folder_that_a_killed_installation_made_goes_with_the_next(settings_path: Path) -> None:
    plan = plan_install(settings_path, None, ENTRIES, None)
    save(sidecars(settings_path).record, plan.record, settings_path)
    settings_path.parent.mkdir(parents=True)
    install(settings_path)
    uninstall(settings_path)
    assert not settings_path.parent.exists()
