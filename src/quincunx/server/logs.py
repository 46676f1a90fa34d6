"""Logs: one line per event, with named fields and without secrets, as JSON or as text."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from typing import Any, Literal

Format = Literal["auto", "json", "text"]

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request that is being answered
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
_PLAIN = re.compile(r"[\w./:@()+-]+", re.ASCII)


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request to every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        if REQUEST.get():
            record.request = REQUEST.get()
        return True


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, message, and the fields given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "what": record.getMessage(),
        }
        line |= _fields(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class TextLines(logging.Formatter):
    """The same for people: time, level, logger, message, and the fields as name=value."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        fields = "".join(f" {name}={_shown(value)}" for name, value in _fields(record).items())
        line = f"{at} {record.levelname:<7} {record.name}: {_shown(record.getMessage(), r'[ -~]+')}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


def _shown(value: object, plain: str | re.Pattern[str] = _PLAIN) -> str:
    """A value without line breaks and control characters; it may come from anyone."""
    text = str(value)
    return text if re.fullmatch(plain, text) else json.dumps(text)


def set_up(level: str, form: Format = "auto") -> None:
    """Write the lines of all loggers to standard error: as JSON, or as text if configured or in a terminal."""
    as_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextLines() if as_text else JsonLines())
    handler.addFilter(RequestIdFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True  # its lines have whole URLs, including secrets
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)  # below that level it logs handshakes, including cookies
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
