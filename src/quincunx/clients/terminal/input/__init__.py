"""What people give: the arguments of commands, and lines typed at a prompt."""
