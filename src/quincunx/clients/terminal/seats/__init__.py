"""Seats: a match as one player sees it, at this keyboard or at a server, and how to get one."""
