"""ways-guard: lint, match and install ways for CLI coding agents.

Kept free of imports: every hook starts here.
"""

__version__ = "0.1.0"
