"""The command line: one module a command, each thin."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

import click

from ways_guard import __version__
from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic

# Command -> where it lives. Imported only when it runs, so that `lint` does not pay for the matcher.
COMMANDS: Mapping[str, str] = {
    "calibrate": "ways_guard.cli.calibrate:calibrate",
    "corpus": "ways_guard.cli.corpus:corpus",
    "coverage": "ways_guard.cli.coverage:coverage",
    "demo": "ways_guard.cli.demo:demo",
    "eval": "ways_guard.cli.eval:evaluation",
    "doctor": "ways_guard.cli.doctor:doctor",
    "fmt": "ways_guard.cli.fmt:fmt",
    "hook-log": "ways_guard.cli.hook_log:hook_log",
    "install-hooks": "ways_guard.cli.install_hooks:install_hooks",
    "language": "ways_guard.cli.language:language",
    "lint": "ways_guard.cli.lint:lint",
    "match": "ways_guard.cli.match:match",
    "models": "ways_guard.cli.models:models",
    "new": "ways_guard.cli.new:new",
    "replay": "ways_guard.cli.replay:replay",
    "rule": "ways_guard.cli.rule:rule",
    "schema": "ways_guard.cli.schema:schema",
    "serve": "ways_guard.cli.serve:serve",
    "status": "ways_guard.cli.status:status",
    "suggest-examples": "ways_guard.cli.suggest_examples:suggest_examples",
    "trust": "ways_guard.cli.trust:give_trust",
    "uninstall-hooks": "ways_guard.cli.install_hooks:uninstall_hooks",
    "untrust": "ways_guard.cli.trust:take_trust_back",
    "verify-model": "ways_guard.cli.verify_model:verify_model",
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="ways-guard")
def group() -> None:
    """Lint, match and install ways: guidance for CLI coding agents."""


def main() -> None:
    """Run a command; whatever a user can mend ends as one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:  # Windows code pages and LC_ALL=C know no Japanese
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        _check_folder()
        group(prog_name="ways-guard")
    except WaysGuardError as error:
        say(f"ways-guard: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone (`| head`); nothing is left to say
        sys.exit(141)
    except Exception as error:
        say(f"ways-guard: internal error ({type(error).__name__}); {_report(error)}", err=True)
        sys.exit(2)


def _check_folder() -> None:
    """WaysGuardError where this folder was deleted: nothing works there, and little says why."""
    try:
        Path.cwd()
    except FileNotFoundError as error:
        raise WaysGuardError("this folder no longer exists: go to another one") from error


def _report(error: Exception) -> str:
    """Write the traceback to a file that can go into a bug report; where it lies, in words."""
    from ways_guard.folders import state_dir

    trace = "".join(traceback.format_exception(error))
    text = f"ways-guard {__version__}, Python {sys.version}, {sys.platform}\n{trace}"
    try:
        path = state_dir() / "crash.log"
        write_atomic(path, text.encode("utf-8", "backslashreplace"))
    except WaysGuardError:
        return f"{error!r}: please report it"
    return f"please report it with {path}"
