"""What goes on above the searches is the same in both builds, and slow where they are."""

from __future__ import annotations

import quincunx

if not quincunx.compiled:  # once is enough: the run of the compiled build has it
    collect_ignore = ["test_tournament.py", "test_fits.py", "test_review.py"]
