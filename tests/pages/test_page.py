from __future__ import annotations

import subprocess
import sys

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.pages import page, svg


def test_letters_of_every_script_stay_and_what_hides_is_shown() -> None:
    assert "می‌خواهم 日本語 נ\u200f" == page.shown("می‌خواهم 日本語 נ\u200f")
    assert "a\\x1b[2Jb\\u202ec\\ud800" == page.shown("a\x1b[2Jb\u202ec\ud800")


@pytest.mark.parametrize("module", ["jinja2", "matplotlib"])
def test_without_the_extra_it_is_one_line(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(WaysGuardError, match=r"need the extra `report`: pip install 'ways-guard\[report\]'"):
        _draw(module)


def _draw(module: str) -> str:
    if module == "jinja2":
        return page.render("base.html.j2", title="t")
    return svg.draw("n", "t", "d", (1, 1), print)


def test_pages_load_neither_library_before_they_are_drawn() -> None:
    code = "import sys, ways_guard.match.eval_formats as f; print({'jinja2', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "set()\n" == done.stdout
