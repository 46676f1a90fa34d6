"""A connection that died silently is detected and closed."""

from __future__ import annotations

from pathlib import Path

from live.wires import PING, Wire
from servers import running


def test_who_does_not_answer_pings_is_let_go(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'test.db'}", ping_seconds=1) as server:
        wire = Wire(server)
        assert PING in [frame.kind for frame in wire.frames()]
        wire.close()
