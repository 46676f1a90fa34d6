"""Searchers over any state, and the bots that use them."""
