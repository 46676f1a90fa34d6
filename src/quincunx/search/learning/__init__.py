"""Networks learn from games that bots play against themselves: self-play, training, and the test of the result."""
