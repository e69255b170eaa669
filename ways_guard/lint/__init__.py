"""Linting a way repo: rules make findings, findings make reports, exit codes and fixes."""
