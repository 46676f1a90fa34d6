"""Tournaments of our bots and of UCI engines."""
