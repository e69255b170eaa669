from __future__ import annotations

from collections.abc import Callable

from ways_guard.lint.coverage import Coverage
from ways_guard.lint.coverage_formats.markdown import render

_EXPECTED = """\
**1 way x 2 languages: 50 % covered (confirmed or weak)**

| language | confirmed | weak | cannot tell | stale | missing | covered |
| --- | --- | --- | --- | --- | --- | --- |
| de | 0 | 1 | 0 | 0 | 0 | 100 % |
| el | 0 | 0 | 0 | 1 | 0 | 0 % |

| way | covered | de | el |
| --- | --- | --- | --- |
| a\\|b | 1/2 | `~` | `o` |

`+` confirmed, `~` weak, `?` cannot tell, `o` stale, `.` missing.

Confirmed: no other language fits nearly as well; weak: nothing speaks against it; cannot tell: too little text \
of its own.
"""


def test_two_tables_and_a_legend(made: Callable[..., Coverage]) -> None:
    assert _EXPECTED == render(made(["de", "el"], **{"a|b": "~o"}))
