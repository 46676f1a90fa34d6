"""Ways to play: programs that show the games to people."""
