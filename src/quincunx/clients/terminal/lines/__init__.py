"""The line mode: matches, lessons and puzzles line by line, for screen readers and pipes."""
