"""Tests of the layers above the search do not depend on the build, and are slow in the uncompiled one."""

from __future__ import annotations

import quincunx

if not quincunx.compiled:  # one run is enough, with the compiled build
    collect_ignore = ["test_tournament.py", "test_fits.py", "test_review.py"]
