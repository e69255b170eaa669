"""Edits of an agent's settings: planned, applied, undone to the byte."""
