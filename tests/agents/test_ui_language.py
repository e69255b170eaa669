from __future__ import annotations

import plistlib
import sys
from pathlib import Path

import pytest

from ways_guard.agents.ui_language import from_preferences, ui_language


def test_the_first_language_of_the_macos_settings_counts(tmp_path: Path) -> None:
    path = tmp_path / "preferences.plist"
    path.write_bytes(plistlib.dumps({"AppleLanguages": ["ja-JP", "en-US"]}, fmt=plistlib.FMT_BINARY))
    assert from_preferences(path) == "ja-JP"


@pytest.mark.parametrize("data", [None, b"", b"bplist00\xff\xff", plistlib.dumps({"AppleLanguages": []})])
def test_damaged_settings_say_nothing(tmp_path: Path, data: bytes | None) -> None:
    if data is not None:
        (tmp_path / "preferences.plist").write_bytes(data)
    assert from_preferences(tmp_path / "preferences.plist") is None


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have one")
def test_other_systems_have_none(tmp_path: Path) -> None:
    assert ui_language(tmp_path) is None
