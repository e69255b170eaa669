"""Suppression: findings that somebody has looked at and accepted, with a reason.

`comments` reads them from frontmatter, `accept` from ways.json, `apply` takes the findings out.
"""
