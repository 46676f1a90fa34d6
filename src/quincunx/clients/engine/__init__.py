"""`quincunx engine`: the search for other programs, by UCI and what goes beyond it (docs/engine.md)."""
