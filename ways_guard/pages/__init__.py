"""HTML pages that stand alone: one file, no network, light and dark, and the plots on them."""
