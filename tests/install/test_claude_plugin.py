from __future__ import annotations

import json
from pathlib import Path

from ways_guard import __version__
from ways_guard.agents import claude_client, claude_code
from ways_guard.agents.protocol import Setting, SettingsDocument
from ways_guard.install import claude_plugin

TOP = Path(__file__).resolve().parents[2]


def test_the_marketplace_leads_to_the_plugin_and_both_have_the_name_that_we_look_for() -> None:
    files = claude_plugin.files()
    market = files[".claude-plugin/marketplace.json"]
    (entry,) = market["plugins"]
    manifest = json.loads((TOP / entry["source"] / ".claude-plugin" / "plugin.json").read_text(encoding="utf-8"))
    assert files["plugin/.claude-plugin/plugin.json"] == manifest
    assert (entry["name"], __version__) == (manifest["name"], manifest["version"])
    name = f"{entry['name']}@{market['name']}"
    switched_on = SettingsDocument("settings.json", {"enabledPlugins": {name: True}})
    assert Setting(name, "settings.json") == claude_client.plugin([switched_on])


def test_its_hooks_are_those_of_a_file_that_travels() -> None:
    hooks = claude_plugin.files()["plugin/hooks/hooks.json"]["hooks"]
    entries = claude_code.hook_entries(Path("/home/jo/ways-guard-hook"), "project")
    expected = [(entry.event, entry.matcher, dict(entry.handler)) for entry in entries]
    found = [(event, group.get("matcher"), group["hooks"][0]) for event, (group,) in hooks.items()]
    assert expected == found


def test_the_files_are_as_they_are_made() -> None:
    for name, document in claude_plugin.files().items():
        assert document == json.loads((TOP / name).read_text(encoding="utf-8"))
