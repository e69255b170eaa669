"""From a template and values to one HTML file that needs nothing beside it."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

from ways_guard.pages import extra

_TEMPLATES = Path(__file__).parent / "templates"
_KEPT = "\t\n\u200c\u200d\u200e\u200f"  # Joiners and marks are spelling in some scripts.


def render(template: str, **values: Any) -> str:
    """The page of a template below `templates/`; every text is escaped.

    Equal values give equal pages. Raises WaysGuardError where the extra `report` is not installed.
    """
    extra.require()
    import jinja2

    loader = jinja2.FileSystemLoader(_TEMPLATES)
    known = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    known.filters["shown"] = shown
    text = known.get_template(template).render(values)
    return text if text.endswith("\n") else f"{text}\n"


def shown(text: object) -> str:
    """A text of others: controls, direction overrides and half characters as escapes, letters as they are."""
    return "".join(letter if _is_harmless(letter) else _escape(letter) for letter in str(text))


def _is_harmless(letter: str) -> bool:
    return letter in _KEPT or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
