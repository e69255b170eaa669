from __future__ import annotations

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.way.edit import with_threshold

CASES = {
    "---\ndescription: d\n---\nbody\n": "---\ndescription: d\nthreshold: 0.42\n---\nbody\n",
    "---\nthreshold: 0.3 # why\npattern: x\n---\n": "---\nthreshold: 0.42 # why\npattern: x\n---\n",
    "---\nthreshold:   '0.3'\nx-a: b\n---\n": "---\nthreshold:   0.42\nx-a: b\n---\n",
    "---\nthreshold: 2.0\n---\n": "---\nthreshold: 0.42\n---\n",
    "---\n{threshold: 0.3}\n---\n": "---\n{threshold: 0.42}\n---\n",
    "---\nthreshold: 0.2\nembed_threshold: 0.3\n---\nb": "---\nthreshold: 0.2\nembed_threshold: 0.42\n---\nb",
    "---\r\ndescription: d\r\n---\r\nbody\r\n": "---\r\ndescription: d\r\nthreshold: 0.42\r\n---\r\nbody\r\n",
    "\ufeff---\ndescription: d\n---\nbody": "\ufeff---\ndescription: d\nthreshold: 0.42\n---\nbody",
    "---\nx-a: >\n  two\n  lines\n---\n": "---\nx-a: >\n  two\n  lines\nthreshold: 0.42\n---\n",
    "---\n---\nthreshold: 0.3\n": "---\nthreshold: 0.42\n---\nthreshold: 0.3\n",
    "---\nwhen:\n  project: x\n--- \nb\n": "---\nwhen:\n  project: x\nthreshold: 0.42\n--- \nb\n",
}


@pytest.mark.parametrize(("before", "after"), CASES.items())
def test_one_line_changes_and_all_other_bytes_stay(before: str, after: str) -> None:
    assert after.encode() == with_threshold(before.encode(), 0.42)
    assert after.encode() == with_threshold(after.encode(), 0.42)


@pytest.mark.parametrize(
    "text",
    [
        b"no frontmatter\n",
        b"---\ndescription: d\n",
        b"---\n{description: d}\n---\n",
        b"---\nthreshold: |\n  0.3\n---\n",
        b"---\nthreshold:\n  0.3\n---\n",
        b"---\nthreshold: &a 0.3\nx-b: *a\n---\n",
        b"---\ndescription: \xff\n---\n",
    ],
)
def test_what_cannot_be_changed_by_one_line_is_refused(text: bytes) -> None:
    with pytest.raises(WaysGuardError, match="set the threshold by hand"):
        with_threshold(text, 0.42)
