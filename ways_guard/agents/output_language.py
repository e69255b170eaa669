"""Which language the agent writes in: a cascade of settings, the first that names a known language wins.

Values in, value out: the hook, the daemon and the status page resolve the same way, each with the settings
and the environment of the session it speaks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from ways_guard.agents.protocol import Setting

DEFAULT = "en"

_AUTO = "auto"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
# POSIX names that mean "no language chosen", whatever the encoding after the dot.
_NO_LANGUAGE = ("c", "posix")


class Normaliser(Protocol):
    """What the cascade needs of `ways_guard.way.languages.Languages`."""

    def normalise(self, value: str) -> str | None:
        """The language code that `value` means, None where it names no known language."""
        ...


STEPS = ("user", "project", "agent", "system", "default")
"""The steps of the cascade, the first that names a known language wins."""


class Answer(NamedTuple):
    """What one step of the cascade says.

    `code` is None where the value passes the decision on: "auto", the C locale, or an `unknown` language.
    """

    step: str
    source: str
    value: str
    code: str | None
    unknown: bool


class Resolution(NamedTuple):
    """The language, the step that decided, where its value came from, and what the other steps say.

    `others` are the answers of all other steps that have a value, in the order of the cascade; `value` is what
    stood at the source, "" for the default.
    """

    code: str
    step: str
    source: str
    others: tuple[Answer, ...]
    value: str = ""


def resolve(
    *,
    user: Setting | None,
    project: Setting | None,
    agent: Setting | None,
    environ: Mapping[str, str],
    languages: Normaliser,
    ui_language: str | None = None,
) -> Resolution:
    """The output language; never raises, whatever the values are.

    `user` and `project` are `output_language` of the two ways.json, `agent` is the agent's own setting,
    `ui_language` is the language of the user interface where the system has one outside the environment.
    """
    settings = {"user": user, "project": project, "agent": agent, "system": _system(environ, ui_language)}
    answers = tuple(_answers(settings, languages))
    winner = next((answer for answer in answers if answer.code is not None), None)
    if winner is None or winner.code is None:
        return Resolution(DEFAULT, "default", "", answers)
    others = tuple(answer for answer in answers if answer is not winner)
    return Resolution(winner.code, winner.step, winner.source, others, winner.value)


def _answers(settings: Mapping[str, Setting | None], languages: Normaliser) -> Iterator[Answer]:
    for step, setting in settings.items():
        if setting is None or not setting.value.strip():
            continue
        left = _no_locale(setting.value) if step == "system" else _auto(setting.value)
        code = None if left else languages.normalise(setting.value)
        yield Answer(step, setting.source, setting.value, code, unknown=code is None and not left)


def passes(value: str) -> bool:
    """Whether a value says on purpose, as a setting or as a locale, that another step shall decide."""
    return not value.strip() or _auto(value) or _no_locale(value)


def _auto(value: str) -> bool:
    return value.strip().lower() == _AUTO


def _no_locale(value: str) -> bool:
    return value.strip().lower().partition(".")[0].partition("@")[0] in _NO_LANGUAGE


def _system(environ: Mapping[str, str], ui_language: str | None) -> Setting | None:
    """The first variable that is not empty decides alone: LC_ALL=C hides LANG, as for every program."""
    for variable in _VARIABLES:
        if environ.get(variable):
            return Setting(environ[variable], variable)
    return Setting(ui_language, "user interface") if ui_language else None
