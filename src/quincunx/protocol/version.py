"""Which protocol this is."""

VERSION = 1  # raised when an older client no longer understands the server, or the other way round
