"""The one error type that may reach a user, always as a single line."""

from __future__ import annotations


class WaysGuardError(Exception):
    """Something that the user can put right.

    The message is one clear line that says what to do; the command line prints it without a traceback and
    exits with code 2.
    """
