"""The terminal client: commands, full-screen mode and line mode."""
