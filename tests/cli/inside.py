"""Commands run in this process, which is ten times as fast as in one of their own."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from click.testing import CliRunner

from tests.home import Home
from ways_guard.cli import group
from ways_guard.errors import WaysGuardError


class Inside(Home):
    """A scratch home in which `run` starts no process; what it says of errors is what the command line says."""

    def run(self, *arguments: str, cwd: Path | None = None, **variables: str) -> tuple[int, str, str]:
        own: dict[str, str | None] = dict.fromkeys(os.environ)
        before = Path.cwd()
        os.chdir(cwd or self.project)
        try:
            result = CliRunner().invoke(group, list(arguments), env={**own, **self.environ, **variables})
        finally:
            os.chdir(before)
        if isinstance(result.exception, WaysGuardError):
            return 2, result.stdout, f"{result.stderr}ways-guard: {result.exception}\n"
        unexpected = result.exception and not isinstance(result.exception, SystemExit)
        assert not unexpected, "".join(traceback.format_exception(*(result.exc_info or (None, None, None))))
        return result.exit_code, result.stdout, result.stderr
