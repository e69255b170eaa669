"""Whether the hooks work: facts are gathered, checks make findings of them, each with what mends it."""
