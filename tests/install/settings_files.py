"""Settings files as people and programs leave them, for hypothesis: good JSON of any shape and spelling."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

from ways_guard.agents import AGENTS, claude_code

# A foreign group may have the very matcher that ours has.
_OUR_MATCHER = f'"matcher" :{json.dumps(claude_code.hook_entries(Path("x"))[2].matcher)},'

blank = st.text(" \t\n\r", max_size=3)
key = st.text(max_size=4)
event = st.sampled_from([*claude_code.EVENTS.values(), "Stop", "Nouveauté"])
event_of_any = st.sampled_from(sorted({name for agent in AGENTS.values() for name in agent.EVENTS.values()}))
text_of = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
number = st.sampled_from(["0", "-0", "1.50", "1E400", "1e-7", "9" * 30, "-0.0e+10", "1.0000000000000000000001"])


@st.composite
def string(draw: st.DrawFn, text: str | None = None) -> str:
    """A string literal with each character spelled one of the ways that JSON allows."""
    text = draw(text_of) if text is None else text
    return '"' + "".join(draw(st.sampled_from(_spellings(character))) for character in text) + '"'


def _spellings(character: str) -> list[str]:
    escaped = json.dumps(character)[1:-1]
    return [escaped] if character in '"\\' or character < " " else [character, escaped]


@st.composite
def container(draw: st.DrawFn, elements: st.SearchStrategy[str], brackets: str, most: int = 3) -> str:
    parts = draw(st.lists(elements, max_size=most))
    inner = ",".join(draw(blank) + part + draw(blank) for part in parts) or draw(blank)
    return brackets[0] + inner + brackets[1]


@st.composite
def members(draw: st.DrawFn, keys: st.SearchStrategy[str], values: st.SearchStrategy[str], most: int = 3) -> str:
    names = draw(st.lists(keys, max_size=most, unique=True))
    parts = [draw(blank) + draw(string(name)) + draw(blank) + ":" + draw(blank) + draw(values) for name in names]
    return "{" + ",".join(part + draw(blank) for part in parts) + ("" if parts else draw(blank)) + "}"


scalar = st.one_of(number, string(), st.sampled_from(["true", "false", "null"]))
anything = st.recursive(scalar, lambda inner: st.one_of(container(inner, "[]"), members(key, inner)), max_leaves=6)
handler = members(st.sampled_from(["type", "command", "timeout", "x"]), anything)
flat_handler = members(st.sampled_from(["type", "command", "bash", "matcher"]), anything)


@st.composite
def group(draw: st.DrawFn) -> str:
    matcher = draw(st.sampled_from(["", '"matcher":"Bash" ,', '"matcher" : "ways-guard-hook",', _OUR_MATCHER]))
    return "{" + draw(blank) + matcher + '"hooks":' + draw(container(handler, "[]")) + draw(blank) + "}"


hooks = members(event, container(group(), "[]"))
grouped_hooks = members(event_of_any, container(group(), "[]"))
flat_hooks = members(event_of_any, container(flat_handler, "[]"))


@st.composite
def settings_text(draw: st.DrawFn, inside: st.SearchStrategy[str] = hooks, version: bool = False) -> str:
    """A settings file as a person or a program might have left it; with a `version` or not, where that counts."""
    text = draw(members(key.filter(lambda name: name != "hooks"), anything))
    for name, value in (("version", st.just("1")), ("hooks", inside)):
        if (version or name == "hooks") and draw(st.booleans()):
            written = draw(string(name)) + draw(blank) + ":" + draw(blank) + draw(value)
            comma = "," if text.strip("{} \t\r\n") else ""
            text = "{" + written + draw(blank) + comma + text[1:]
    return draw(blank) + text + draw(blank)


@st.composite
def printed_text(draw: st.DrawFn, inside: st.SearchStrategy[str], version: bool) -> str:
    """The same content as a JSON writer spells it: with one indent, one kind of separators."""
    content = json.loads(draw(settings_text(inside, version)), parse_float=str)
    indent = draw(st.sampled_from([None, 0, 2, 4, "\t"]))
    separators = draw(st.sampled_from([None, (",", ":"), (",", ": ")]))
    written = json.dumps(content, indent=indent, separators=separators, ensure_ascii=draw(st.booleans()))
    return written + draw(st.sampled_from(["", "\n", "\n\n"]))


@st.composite
def settings_bytes(draw: st.DrawFn, inside: st.SearchStrategy[str] = hooks, *, version: bool = False) -> bytes:
    """A settings file, with a byte order mark now and then, and one kind of line ends or several."""
    text = draw(st.one_of(settings_text(inside, version), printed_text(inside, version)))
    if draw(st.booleans()):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"])) + text.encode()
