"""How many random games the tests play. This is all that the conformance suite needs, so it can test a wheel alone."""

from __future__ import annotations

import os

import pytest

import quincunx


@pytest.fixture
def walks() -> int:
    """How many random games a walk test plays."""
    return int(os.environ.get("QUINCUNX_WALKS", 4 if quincunx.compiled else 1))
