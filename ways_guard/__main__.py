"""`python -m ways_guard` is `ways-guard`."""

from __future__ import annotations

from ways_guard.cli import main

if __name__ == "__main__":
    main()
