"""Without a display, the program serves, prints its address, and runs until it is stopped."""

from __future__ import annotations

import json
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path

import pytest

from desktop.conftest import Start
from servers import DEADLINE


def health(port: int) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
    connection.request("GET", "/health")
    return str(json.load(connection.getresponse())["status"])


def is_free(port: int) -> bool:
    try:
        with socket.create_server(("127.0.0.1", port)):
            return True
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_runs_and_how_to_reach_it_and_leaves_cleanly(start: Start, number: int) -> None:
    program = start("window")
    port = program.port()
    assert health(port) == "well"
    assert f"ssh -L {port}:127.0.0.1:{port}" in program.line("ssh")
    assert not [line for line in program.said if "could be opened" in line]
    assert program.stop(number) == 0
    assert is_free(port)
    assert not [line for line in program.said if "Traceback" in line]


def test_it_and_its_server_speak_the_language_in_use(start: Start, tmp_path: Path) -> None:
    program = start("window", "--language", "de")
    assert program.line("Fenster") == "Kein Fenster: es gibt keinen Bildschirm."
    assert " läuft unter " in program.line("http://")
    program.stop(signal.SIGTERM)
    broken = start("window", "--language", "de", QUINCUNX_DATABASE=f"sqlite:///{tmp_path}")
    assert broken.ended() == 2
    assert "der Server ist nicht gestartet: die Datenbank lässt sich nicht öffnen: " in broken.said[0]


def test_a_display_that_does_not_answer_is_none(start: Start) -> None:
    program = start("window", display=":9999")
    assert ":9999" in program.line("does not respond")
    assert health(program.port()) == "well"
    assert program.stop(signal.SIGTERM) == 0


def test_the_port_is_the_same_the_next_time(start: Start) -> None:
    first = start("window")
    port = first.port()
    first.stop(signal.SIGTERM)
    assert start("window").port() == port


def test_a_port_that_is_taken_is_said_and_another_one_had(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = start("window", "--port", str(port))
        assert str(port) in program.line("is in use")
        assert health(program.port()) == "well"


def test_a_second_start_finds_the_first(start: Start) -> None:
    first = start("window", "--no-window")
    port = first.port()
    second = start("window", "--no-window")
    assert second.port() == port
    assert second.ended() == 0
    assert health(port) == "well"


def test_the_server_ends_when_the_program_is_killed(start: Start, tmp_path: Path) -> None:
    program = start("window")
    port = program.port()
    connection = socket.create_connection(("127.0.0.1", port), DEADLINE)
    program.stop(signal.SIGKILL)
    assert connection.recv(1) == b""  # the server has closed the connection, so it has ended too
    again = start("window")
    assert again.port() == port
    assert health(port) == "well"


def test_without_a_page_there_is_nothing_to_show(start: Start, site: Path) -> None:
    (site / "index.html").unlink()
    program = start("window")
    assert program.ended() == 2
    assert len(program.said) == 1
    assert "make play" in program.said[0]


def test_a_database_that_cannot_be_had_is_told_in_a_line(start: Start, tmp_path: Path) -> None:
    program = start("window", QUINCUNX_DATABASE=f"sqlite:///{tmp_path}")
    assert program.ended() == 2
    assert len(program.said) == 1
    assert "server did not start" in program.said[0]
