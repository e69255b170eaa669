"""Provider `command`: a program that reads the text on stdin and writes it in the other language."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ways_guard.constants import REWRITE_ANSWER_BYTES
from ways_guard.match import child
from ways_guard.match.rewrite import instruction
from ways_guard.match.rewrite.model import AbstainedError, Ask, Rewritten
from ways_guard.way.languages import load_bundled

NAME = "command"


def problem(settings: Mapping[str, Any]) -> str:
    """A command is a list of strings, or `routes` has one or several a language."""
    if not _is_argv(settings.get("command", ["x"])):
        return '"command" must be a list of strings: the program and its arguments'
    routes = settings.get("routes", {})
    if not isinstance(routes, dict) or not all(
        isinstance(steps, list) and steps and all(map(_is_argv, steps)) for steps in routes.values()
    ):
        return '"routes" must be an object from a language to a list of commands, one after the other'
    return "" if "command" in settings or routes else '"command" is missing: the program and its arguments'


def destination(settings: Mapping[str, Any]) -> str:
    """The programs, by their names."""
    named = [settings.get("command"), *(step for steps in settings.get("routes", {}).values() for step in steps)]
    return "the program " + ", ".join(dict.fromkeys(argv[0] for argv in named if argv))


def rewrite(ask: Ask, settings: Mapping[str, Any], left: Callable[[], float]) -> Rewritten:
    """Run the commands for the prompt's language, the output of each being the input of the next."""
    text = ask.text
    for argv in commands(ask, settings):
        text = _run(argv, text, left())
    return _read(text)


def commands(ask: Ask, settings: Mapping[str, Any]) -> list[list[str]]:
    """What is to be run for the prompt's language, with its codes filled in. AbstainedError for no command."""
    steps = settings.get("routes", {}).get(ask.source) or filter(None, [settings.get("command")])
    codes = _codes(ask.source, "source") | _codes(ask.target, "target")
    found = [[_filled(part, codes) for part in argv] for argv in steps]
    if not found:
        raise AbstainedError(f"no command for prompts in {ask.source}")
    return found


def _codes(code: str, name: str) -> dict[str, str]:
    languages = load_bundled()
    iso3 = languages[code].iso3 if code in languages else code
    return {f"{{{name}}}": code.partition("-")[0], f"{{{name}3}}": iso3}


def _filled(part: str, codes: Mapping[str, str]) -> str:
    for place, code in codes.items():
        part = part.replace(place, code)
    return part


def _run(argv: Sequence[str], text: str, seconds: float) -> str:
    """A program's output; nothing of it is left running."""
    # A rewriter that is an agent itself must not call our hooks, which would call the rewriter.
    environ = {**os.environ, "WAYS_GUARD_DISABLE": "1"}
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            argv, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environ, start_new_session=True
        )
    except (OSError, ValueError) as error:
        raise AbstainedError(f"{argv[0]} cannot be run: {getattr(error, 'strerror', None) or error}") from error
    try:
        printed = _exchanged(process, f"{text}\n".encode("utf-8", "replace"), max(seconds, 0.01))
    except (subprocess.TimeoutExpired, OSError) as error:
        raise AbstainedError(f"{argv[0]} took too long") from error
    finally:
        child.end(process)
    if process.returncode:
        raise AbstainedError(f"{argv[0]} failed with exit code {process.returncode}")
    return printed.decode("utf-8", "replace").strip()


def _exchanged(process: subprocess.Popen[bytes], told: bytes, seconds: float) -> bytes:
    """What a program that is told a text prints until it ends. Raises subprocess.TimeoutExpired."""
    if os.name == "nt":  # pipes cannot be waited for there
        return process.communicate(told, timeout=seconds)[0]
    ends = time.monotonic() + seconds
    printed = child.printed(process, ends, REWRITE_ANSWER_BYTES, told)
    process.wait(max(ends - time.monotonic(), 0.01))
    return printed


def _read(text: str) -> Rewritten:
    """Plain text, or the JSON object that the other providers ask for."""
    if text.startswith("{"):
        with contextlib.suppress(ValueError, RecursionError):
            document = json.loads(text)
            if isinstance(document, dict) and instruction.QUERY in document:
                return instruction.of_document(document)
    return Rewritten(text)


def _is_argv(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, str) and part for part in value)
