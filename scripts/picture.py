"""Make docs/images/demo.svg from what `ways-guard demo` prints now; run it when the demo's output changes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 116  # Columns: two lines of reasons at most, and still legible in a README.
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "demo.svg"


def main() -> None:
    """Run the demo as a user would, and draw its terminal."""
    environ = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "ways_guard", "demo"]
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, encoding="utf-8", check=True)
    console = Console(record=True, width=WIDTH, file=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    shown = ran.stdout.replace(str(TARGET.parents[2]), "~/ways-guard")
    console.print(Text.from_ansi(f"$ ways-guard demo\n{shown}".rstrip()))
    drawn = console.export_svg(title="ways-guard demo", unique_id="demo")
    # Fonts of the reader's machine: an image must not load anything from elsewhere.
    TARGET.write_text(re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
