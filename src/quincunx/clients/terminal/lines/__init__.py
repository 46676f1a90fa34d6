"""The line mode: matches, lessons and puzzles as lines of text, for screen readers and pipes."""
