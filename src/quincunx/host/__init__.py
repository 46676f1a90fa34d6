"""Live matches, whoever plays them: the match in memory, the referee, jobs, bots, presence."""
