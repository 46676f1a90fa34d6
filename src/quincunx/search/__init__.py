"""Search algorithms for any game, and the bots that use them."""
