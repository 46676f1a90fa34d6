"""The packages that only some games use, with the extras that install them."""

from __future__ import annotations

EXTRA_PACKAGES = {"chess": "syzygy"}  # by the name under which a package is imported
