"""Playing a game, without any input or output: what a screen shows, and what its clicks mean."""
