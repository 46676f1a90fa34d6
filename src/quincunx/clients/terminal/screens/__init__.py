"""Full-screen mode: a large board for every game, and the screen of the game's own document if it has one."""
