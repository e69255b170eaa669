"""A sub-agent that starts: the ways for the task that it was given just before."""

from __future__ import annotations

from ways_guard.match import tasks
from ways_guard.match.events import state
from ways_guard.match.events.request import Reply, Request
from ways_guard.match.events.show import show


def subagent_start(request: Request) -> Reply:
    """The bodies of the ways of scope `subagent` for its task, into its own conversation."""
    found = {one.id: one for one in tasks.take(request.payload)}
    gate = request.open_to("subagent")
    entries = {entry.id: entry for entry in request.matcher.ways.entries if entry.id in found and gate(entry)}
    fired = [one.verdict(entries[node]) for node, one in found.items() if node in entries]
    return show(request, "subagent-start", [*fired, *state.due(request, "subagent", starting=True)])
