"""Connections, below the application: limits on their number, duration and volume. Offenders are disconnected."""
