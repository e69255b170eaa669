"""A way repo as data: parsed files with positions, roots, languages, configuration and schemas.

This package imports none of the others.
"""
