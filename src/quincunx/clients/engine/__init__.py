"""`quincunx engine`: the search as an engine for other programs, over an extended UCI (docs/engine.md)."""
