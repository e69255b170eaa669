"""The daemon: one a user, started by the first hook, answering all of them with models that are loaded once.

Free of imports at the top: every hook comes by here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def status() -> dict[str, Any] | None:
    """What the daemon of this environment says of itself; None where none runs, or it does not answer.

    pid, version, protocol, uptime in seconds, requests answered, sets of ways that are open, models in memory.
    """
    from ways_guard.match.daemon import control

    return control.status()


def stop() -> bool:
    """End the daemon of this environment; whether there was one. It finishes the answers that it is at."""
    from ways_guard.match.daemon import control

    return control.stop()
