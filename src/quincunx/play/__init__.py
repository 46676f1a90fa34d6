"""Playing a game, pure and without input or output: what a screen shows, and what its clicks mean."""
