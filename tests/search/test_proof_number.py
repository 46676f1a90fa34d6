"""Proof-number search: what it proves, and a separate program that checks the proofs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import quincunx
from quincunx.clients.terminal.commands.lab.prove import lines_of, winners_in
from quincunx.search.openings import decided, openings
from quincunx.search.proof_number import ProofSearch, without_draws
from terminal.test_cli import printed

CHECKER = Path(__file__).parents[2] / "tools" / "check_brandubh.py"
GAME = quincunx.game("brandubh", **without_draws(quincunx.game("brandubh")))
OPENING = "d6-g6 c4-c6 d1-c1 c6-c7 c1-c2 e4-e2 c2-c6 d5-c5 b4-b1 c7-c6 a4-a3 c5-e5 f4-f1"  # a poor one
NODES = 20_000


def proves(text: str, winner: int, nodes: int = NODES) -> bool:
    return ProofSearch(GAME.position(text), winner).run(nodes)


def test_a_king_on_the_edge_between_two_open_corners_has_won() -> None:
    """H7: the attackers can only block one of them."""
    assert proves("7/7/7/k6/7/7/3a1a1 a", 1)
    assert not proves("7/7/7/k6/7/7/3a1a1 a", 0)


def test_a_king_who_can_be_taken_at_once_is_lost() -> None:
    """H8: away from the throne, he is captured like other pieces."""
    assert proves("7/7/7/7/3a3/1ak4/7 a", 0)


def checked(file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(CHECKER), str(file)], capture_output=True, text=True, check=False)


def test_a_proof_is_confirmed_by_the_checker_and_a_tampered_one_refused(tmp_path: Path) -> None:
    state = GAME.start()
    for action in OPENING.split():
        state.apply(state.parse(action))
    lines = list(lines_of(GAME, decided(state, OPENING, NODES)))
    file = tmp_path / "proof"
    file.write_text("".join(f"{line}\n" for line in lines))
    assert checked(file).stdout == f"{OPENING}: won for d, {len(lines) - 2} positions\n"
    file.write_text("".join(f"{line}\n" for line in lines[:1] + lines[2:]))
    assert checked(file).returncode == 1


def test_openings_that_are_alike_are_tried_once(tmp_path: Path) -> None:
    assert len(openings(GAME, 1)) == 5  # 40 moves of attackers, in eight images
    file = tmp_path / "openings"
    out = printed("lab", "prove", "brandubh", "--actions", "1", "--nodes", "50", "--out", str(file))
    assert "5 openings of 1 actions" in out
    assert "not decided: 5" in out
    text = file.read_text()
    file.write_text(text[:-3])  # the last one is cut short
    assert len(winners_in(file)) == 4
    assert printed("lab", "prove", "brandubh", "--actions", "1", "--nodes", "50", "--out", str(file)) == out
    assert file.read_text() == text
