"""`ways-guard serve`: the daemon that answers hooks, in the foreground, or what one that runs says of itself."""

from __future__ import annotations

import os
import sys

import click

from ways_guard.cli.say import say


@click.command()
@click.option("--status", is_flag=True, help="Show the daemon that runs; exit 1 where none does.")
@click.option("--stop", is_flag=True, help="End the daemon that runs.")
def serve(*, status: bool, stop: bool) -> None:
    """Answer the agent's hooks until nobody needs it any more.

    The first hook starts this by itself; nobody has to. It leaves after half an hour without a hook.
    """
    from ways_guard.match import daemon

    if stop:
        say("stopped" if daemon.stop() else "no daemon runs")
    elif status:
        sys.exit(_show(daemon.status()))
    elif there := daemon.status():
        say(f"a daemon runs already: process {there['pid']}")
    else:
        from ways_guard.match.daemon import main, place

        say(f"listening at {place.address(os.environ)}; Ctrl-C ends it", err=True)
        sys.exit(main.run())


def _show(told: dict[str, object] | None) -> int:
    if told is None:
        say("no daemon runs: the next hook starts one")
        return 1
    for name, value in told.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else value
        say(f"{name}: {text}")
    return 0
