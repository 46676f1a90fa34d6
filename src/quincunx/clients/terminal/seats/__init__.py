"""Seats: a match from one player's chair, at this keyboard or at a server, and how to get one."""
