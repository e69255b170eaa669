"""Fetching models from the Hugging Face hub, when a person asks for it and never otherwise.

The hub's own library is not used: it throws a half-fetched file away when its process ends, and over HTTP it
compares sizes and no checksums. What is written is the cache that it and others read.
"""
