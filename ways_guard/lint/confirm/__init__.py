"""Is a stub written in the language that it says? Verdicts with their evidence in words.

A confirmer does not ask which language a text is in, which fails on every tenth real stub: it asks whether
something speaks against the one that is said. Add a detector with a module and a line in `DETECTORS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from ways_guard.lint.confirm import lingua
from ways_guard.lint.confirm.judge import ByTables
from ways_guard.lint.confirm.known import Known, known
from ways_guard.lint.confirm.model import Confirmer, Judgement, Source, Verdict
from ways_guard.way.languages import Language, Languages

__all__ = ["DETECTORS", "Confirmer", "Judgement", "Source", "Verdict", "confirmer"]

LANGDETECT = "langdetect"
# What `lint.detector` in ways.json may say.
DETECTORS: Mapping[str, Callable[[Known, Path | None], Confirmer]] = {
    LANGDETECT: ByTables,
    "lingua": lingua.confirmer,
}


def confirmer(languages: Languages, detector: object = LANGDETECT, folder: Path | None = None) -> Confirmer:
    """The confirmer for a catalogue of languages; an unknown detector is the usual one, since WG602 reports it.

    `folder` is where tables that are slow to make are kept; without one they are made in every process. Raises
    WaysGuardError where the detector is not installed.
    """
    name = detector if isinstance(detector, str) and detector in DETECTORS else LANGDETECT
    return _confirmer(tuple(languages.values()), name, folder)


@lru_cache(maxsize=4)
def _confirmer(languages: tuple[Language, ...], detector: str, folder: Path | None) -> Confirmer:
    return DETECTORS[detector](known(Languages(languages)), folder)
