"""Example prompts of a way: what to ask a language model for, and what of its answer can be kept."""
