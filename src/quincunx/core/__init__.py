"""The core of every game: states, actions, options, outcomes, errors, and the text of squares and actions."""
