"""The version of the protocol."""

VERSION = 1  # raised when an older client no longer understands the server, or vice versa
