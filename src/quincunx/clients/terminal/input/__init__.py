"""Input from the user: command-line arguments, and lines typed at a prompt."""
