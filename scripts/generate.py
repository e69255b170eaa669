"""Write the files that are made from the code: docs/rules.md, docs/cli.md, .pre-commit-hooks.yaml, the plugin.

With --check nothing is written: exit 1 and the names of the files that are out of date.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import click
import yaml

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from ways_guard import cli  # noqa: E402
from ways_guard.install import claude_plugin  # noqa: E402
from ways_guard.lint import hooks, pages, rules  # noqa: E402

_WIDTH = 100
_NOTE = "Made by scripts/generate.py; do not edit."


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` compare them; the exit code."""
    made = {
        TOP / "docs/rules.md": f"<!-- {_NOTE} -->\n\n{pages.document(rules.RULES.values())}",
        TOP / "docs/cli.md": f"<!-- {_NOTE} -->\n\n{command_line()}",
        TOP / ".pre-commit-hooks.yaml": f"# {_NOTE}\n{hook_file()}",
        **{TOP / name: json.dumps(values, indent=2) + "\n" for name, values in claude_plugin.files().items()},
    }
    stale = {path: text for path, text in made.items() if _current(path) != text}
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(TOP)} is out of date: run python scripts/generate.py")
        return 1 if stale else 0
    for path, text in stale.items():
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(text.encode())
    return 0


def _current(path: Path) -> str | None:
    return path.read_bytes().decode().replace("\r\n", "\n") if path.is_file() else None


def hook_file() -> str:
    """What pre-commit reads to know the hooks."""
    return yaml.safe_dump([dict(hook) for hook in hooks.HOOKS], sort_keys=False, width=_WIDTH)


def command_line() -> str:
    """The help of every command that is there."""
    group = cli.group
    parent = click.Context(group, info_name="ways-guard", terminal_width=_WIDTH, **group.context_settings)
    parts = ["# Command line\n"]
    for name, place in cli.COMMANDS.items():
        command = group.get_command(parent, name) if _exists(place.partition(":")[0]) else None
        if command:
            parts += _pages(command, click.Context(command, info_name=name, parent=parent))
    return "\n".join(parts)


def _pages(command: click.Command, context: click.Context) -> list[str]:
    """The help of a command, and of those below it."""
    pages_of = [f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"]
    for name, below in sorted(command.commands.items()) if isinstance(command, click.Group) else ():
        pages_of += _pages(below, click.Context(below, info_name=name, parent=context))
    return pages_of


def _exists(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
