"""Each event with the real Claude Code client: the right way's text, once, in the right conversation."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ways_guard.way.discover import bundled_root

from .conftest import RunClaude, RunWaysGuard
from .messages_api import Body, Text, ToolCall, contexts

pytestmark = pytest.mark.e2e

ZEBRA, OKAPI, PUSH, PYTHON = "Zebras are striped.", "Okapis hide.", "Push in small steps.", "Type everything."
WAYS = {
    "animals/zebra": ("pattern: zebra", ZEBRA),
    "animals/okapi": ("pattern: okapi\nscope: subagent", OKAPI),
    "ops/push": ("commands: ^echo git push", PUSH),
    "code/python": (r"files: ^made\.py$", PYTHON),
}


@pytest.fixture
def ways(home: Path, claude: Path, environment: dict[str, str], run_ways_guard: RunWaysGuard) -> Path:
    """The user's ways, with hooks installed and the bundled ways off.

    The client is on the path: which events are installed hangs on its version.
    """
    environment["PATH"] = os.pathsep.join((str(claude.parent), environment["PATH"]))
    folder = home / ".claude" / "ways"
    for node, (fields, body) in WAYS.items():
        path = folder / node / f"{node.rpartition('/')[2]}.md"
        path.parent.mkdir(parents=True)
        path.write_text(f"---\n{fields}\n---\n{body}\n", encoding="utf-8")
    (home / ".claude" / "ways.json").write_text('{"engine": "none", "bundled": false}', encoding="utf-8")
    run_ways_guard("install-hooks", "--scope", "user", "--yes")
    return folder


def _added(request: Body) -> str:
    return "\n".join(contexts(request))


def _guidance(node: str, body: str) -> str:
    return f"Guidance for this task (way {node}):\n\n{body}"


def _counts(request: Body, *bodies: str) -> list[int]:
    return [_added(request).count(body) for body in bodies]


def test_a_prompt_and_the_same_again(ways: Path, run_claude: RunClaude) -> None:
    (first,) = run_claude("paint a zebra")
    (second,) = run_claude("paint a zebra", resume=True)
    assert [1, 0] == _counts(first, ZEBRA, OKAPI)
    assert [1] == _counts(second, ZEBRA), "the client replays it; nothing was added"


def test_a_command(ways: Path, run_claude: RunClaude) -> None:
    call = ToolCall("Bash", {"command": "echo git push", "description": "say it"})
    before, after = run_claude("do it", answers=[call])
    assert [0] == _counts(before, PUSH)
    assert f"PreToolUse:Bash hook additional context: Guidance for this task (way ops/push):\n\n{PUSH}" in _added(
        after
    )


def test_a_file(ways: Path, project: Path, run_claude: RunClaude) -> None:
    call = ToolCall("Write", {"file_path": str(project / "made.py"), "content": "x = 1\n"})
    _, after = run_claude("make it", answers=[call])
    assert [1] == _counts(after, PYTHON)


def test_a_sub_agent(ways: Path, run_claude: RunClaude) -> None:
    given = {"description": "look", "prompt": "look for an okapi", "subagent_type": "general-purpose"}
    requests = run_claude("have somebody look", answers=[ToolCall("Agent", given)])
    told = [contexts(request) for request in requests if OKAPI in _added(request)]
    assert [
        [f"SubagentStart hook additional context: Guidance for this task (way animals/okapi):\n\n{OKAPI}"]
    ] == told


def test_compacting(ways: Path, run_claude: RunClaude) -> None:
    run_claude("paint a zebra", answers=[Text("Painted.")])
    run_claude("/compact", resume=True)
    (request,) = run_claude("paint a zebra", resume=True)
    assert "Painted." not in str(request["messages"]), "the conversation was summed up"
    assert [1] == _counts(request, ZEBRA)


def test_clearing(ways: Path, run_claude: RunClaude) -> None:
    run_claude("paint a zebra", answers=[Text("Painted.")])
    run_claude("/clear", resume=True)
    (request,) = run_claude("paint a zebra", resume=True)
    assert "Painted." not in str(request["messages"])
    assert [1] == _counts(request, ZEBRA)


def test_resuming_tells_a_change_of_the_language_alone(ways: Path, home: Path, run_claude: RunClaude) -> None:
    (ways / "core.md").write_text("Write in {{output_language}}.\n\n- Be brief.\n", encoding="utf-8")
    run_claude("a first prompt")
    (same,) = run_claude("a second prompt", resume=True)
    assert [1, 1] == _counts(same, "Write in English.", "- Be brief.")
    (home / ".claude/ways.json").write_text('{"engine": "none", "output_language": "ja"}', encoding="utf-8")
    (changed,) = run_claude("a third prompt", resume=True)
    assert [1, 1, 1] == _counts(changed, "Write in English.", "Write in Japanese (日本語).", "- Be brief.")


def test_a_very_long_prompt(ways: Path, run_claude: RunClaude) -> None:
    start = time.monotonic()
    (request,) = run_claude("漢字 words " * 22_000 + "and a zebra")
    assert [1] == _counts(request, ZEBRA)
    assert time.monotonic() - start < 60


def test_two_projects_in_turn(ways: Path, project: Path, run_claude: RunClaude) -> None:
    own = project / ".claude/ways/animals/lion"
    own.mkdir(parents=True)
    (own / "lion.md").write_text("---\npattern: zebra\n---\nLions roar.\n", encoding="utf-8")
    other = project / "vendor"
    (other / ".git").mkdir(parents=True)
    (first,) = run_claude("paint a zebra")
    (second,) = run_claude("paint a zebra", folder=other)
    (third,) = run_claude("paint a zebra")
    assert [[1, 1], [1, 0], [1, 1]] == [_counts(one, ZEBRA, "Lions roar.") for one in (first, second, third)]


@pytest.mark.parametrize(
    ("prompt", "way"),
    [
        ("Comment formuler le message de ce commit ? Je veux valider mes changements.", "delivery/commits"),
        ("أضف اختبارات وحدة لهذه الدالة وتحقق من الحالات الحدية", "code/testing"),
        ("这个依赖有安全漏洞，需要升级到哪个版本？", "code/dependencies"),
    ],
    ids=["French", "Arabic", "Chinese"],
)
def test_a_prompt_in_another_language(
    prompt: str, way: str, run_ways_guard: RunWaysGuard, run_claude: RunClaude
) -> None:
    run_ways_guard("install-hooks", "--scope", "user", "--yes")
    (request,) = run_claude(prompt)
    path = bundled_root() / way / f"{way.rpartition('/')[2]}.md"
    body = path.read_text(encoding="utf-8").split("\n---\n", 1)[1].strip()
    assert body.splitlines()[-1] in _added(request)
