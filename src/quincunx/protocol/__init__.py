"""What the server and its clients say to each other: every message and every HTTP body."""
