"""What a game is: states and their actions, games and their options, outcomes, errors, text of squares and actions."""
