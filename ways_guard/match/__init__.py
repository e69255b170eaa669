"""Matching: which ways a prompt needs, in whatever language it was typed."""
