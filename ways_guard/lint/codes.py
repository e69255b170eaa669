"""Language codes that a person gives: those of the command line, and what to say of one that there is not."""

from __future__ import annotations

from ways_guard.errors import WaysGuardError
from ways_guard.way.languages import Languages


def chosen(text: str, languages: Languages) -> tuple[str, ...]:
    """The codes of a comma-separated list, each once; other spellings of a code (`pt_BR`) count as that code.

    Raises WaysGuardError for what is no language, with the one that was probably meant.
    """
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    if not wanted:
        raise WaysGuardError("no language named: give codes such as de,ja")
    return tuple(dict.fromkeys(_code(part, languages) for part in wanted))


def unknown(word: str, near: str | None) -> str:
    """What is wrong with a word that is no code, and what to do; `near` is the code that was probably meant."""
    advice = f'did you mean "{near}"?' if near else "correct it, or add the language to the repo's languages.json"
    return f'"{word}" is no code of languages.json: {advice}'


def _code(word: str, languages: Languages) -> str:
    code = languages.normalise(word)
    if code is None:
        near = languages.suggest(word) or next((c for c in sorted(languages) if set(c) == set(word)), None)
        raise WaysGuardError(unknown(word, near))
    return code
