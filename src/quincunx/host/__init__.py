"""Live matches, on the server and in the terminal: matches in memory, the referee, jobs, bots, presence."""
