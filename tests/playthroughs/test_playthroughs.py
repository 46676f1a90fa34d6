"""The golden playthroughs are reproduced line by line, in both builds."""

from __future__ import annotations

import pytest

from playthroughs.write import path_of, playthrough
from variants import keys


@pytest.mark.parametrize("key", keys())
def test_playthrough(key: str) -> None:
    path = path_of(key)
    assert path.exists(), f"write it with: python tests/playthroughs/write.py {key}"
    golden = path.read_text().splitlines()
    seed = int(golden[0].rpartition(" ")[2])
    assert playthrough(key, seed).splitlines() == golden
