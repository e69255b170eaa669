"""What pages and plots need beside the base install."""

from __future__ import annotations

from importlib.util import find_spec

from ways_guard.errors import WaysGuardError


def require() -> None:
    """Raise WaysGuardError, which says what to install, where the extra `report` is not there; loads nothing."""
    if not all(find_spec(name) for name in ("jinja2", "matplotlib")):
        raise WaysGuardError("HTML pages and plots need the extra `report`: pip install 'ways-guard[report]'")
