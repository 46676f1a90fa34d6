"""Seats: a match as one player sees it, at this keyboard or on a server, and how to get one."""
