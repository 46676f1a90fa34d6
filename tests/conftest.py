"""How much the suites do: the uncompiled build is many times slower, so it walks fewer games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

import quincunx

REPOSITORY = Path(__file__).parent.parent

settings.register_profile("compiled", max_examples=60, deadline=None)
settings.register_profile("uncompiled", max_examples=15, deadline=None)
settings.load_profile("compiled" if quincunx.compiled else "uncompiled")


def pytest_report_header() -> str:
    return (
        f"quincunx: {'compiled' if quincunx.compiled else 'uncompiled'} build from {os.path.dirname(quincunx.__file__)}"
    )


@pytest.fixture
def walks() -> int:
    """How many random games a walk test plays."""
    return int(os.environ.get("QUINCUNX_WALKS", 4 if quincunx.compiled else 1))


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY
