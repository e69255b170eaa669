from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ways_guard.lint.model import Finding, Fix, Severity
from ways_guard.lint.run import Report
from ways_guard.lint.sources import Sources
from ways_guard.way.text import Span

Made = Callable[..., Report]
_SPAN = Span(2, 3, 2, 5)


@pytest.fixture
def made() -> Made:
    """A report on one file of a repo at /r, whose CI top is /r too while paths are shown from /r/ways."""

    def make(
        message: str = "mend it",
        path: str = "ways/a.md",
        span: Span = _SPAN,
        severity: Severity = Severity.ERROR,
        text: str = "one\ntwo four\n",
        fix: Fix | None = None,
        count: int = 1,
        **report: object,
    ) -> Report:
        finding = Finding(Path("/r") / path, span, "WG203", "forbidden-key", severity, message, fix, "0" * 32)
        sources = Sources(lambda _: text.encode("utf-8", "surrogatepass"))
        made = Report((finding,) * count, 1, Path("/r/ways"), Path("/r"), sources)
        return replace(made, **report)  # type: ignore[arg-type]

    return make
