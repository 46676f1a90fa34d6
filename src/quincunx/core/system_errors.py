"""The operating system's errors in words: phrases for the usual ones, otherwise the system's own text."""

from __future__ import annotations

import errno

from quincunx.words import Text, phrase

# Python's classes stand for numbers; other classes, as of certificates, have numbers of their own.
_CLASSES: dict[type[OSError], str] = {
    ConnectionRefusedError: "core.system.refused",
    TimeoutError: "core.system.timed_out",
    FileNotFoundError: "core.system.no_file",
    PermissionError: "core.system.not_permitted",
    IsADirectoryError: "core.system.is_folder",
}
_UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH)


def system_reason(error: OSError) -> Text:
    """The reason for an error, without its number."""
    code = _CLASSES.get(type(error))
    if type(error) is OSError and error.errno in _UNREACHABLE:
        code = "core.system.unreachable"
    return phrase(code) if code else Text(error.strerror or str(error))
