"""Broken connections, killed servers, killed clients: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random

import pytest

from quincunx.clients.remote import Client
from quincunx.clients.seat_notices import DOWN
from remote.people import begun, guest, play_on, until
from servers import DEADLINE, Server


class Cable:
    """A proxy between a client and a server, which can cut a connection while an answer is on its way."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._cutting = threading.Event()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow_the_next_answer(self) -> None:
        """Drop the server's next answer, together with the connection."""
        self._cutting.set()

    def close(self) -> None:
        self._door.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                return
            for pair in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65536):
                if answers and self._cutting.is_set():
                    self._cutting.clear()
                    self.cuts += 1
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    cable = Cable(server.port)
    yield cable
    cable.close()


def test_an_action_whose_answer_is_lost_is_played_once(server: Server, cable: Cable) -> None:
    with Client(f"http://127.0.0.1:{cable.port}") as ann, guest(server) as bob:
        ann.guest()
        seats, random = begun(ann, bob, "hnefatafl"), Random(1)
        for _ in range(5):
            cable.swallow_the_next_answer()
            play_on(seats, random, 2)
        assert cable.cuts >= 5
        assert seats[0].match == seats[1].match
        assert seats[0].match.version == 2 + 10  # created, joined, and ten actions


def test_a_seek_goes_on_when_the_line_breaks(server: Server, cable: Cable) -> None:
    with Client(f"http://127.0.0.1:{cable.port}") as ann, guest(server) as bob:
        ann.guest()
        assert ann.name
        found = []
        cable.swallow_the_next_answer()  # the acknowledgement of the seek
        thread = threading.Thread(target=lambda: found.append(ann.seek("battlefield")))
        thread.start()
        his = bob.seek("battlefield", seconds=DEADLINE)
        thread.join(DEADLINE)
        assert his is not None
        assert found[0].id == his.id


def test_a_match_goes_on_after_the_server_was_killed(mortal: Server) -> None:
    with guest(mortal) as ann, guest(mortal) as bob:
        seats, random = begun(ann, bob, "checkers"), Random(3)
        for _ in range(2):
            play_on(seats, random, 6)
            mover = seats[seats[0].match.state.to_move]
            mortal.kill()
            until(mover, lambda match, mover=mover: mover.note == DOWN)
            starting = threading.Thread(target=mortal.start)
            starting.start()
            state = mover.match.state
            mover.act(state.text(random.choice(state.legal_actions())))  # sent while there is no server
            starting.join(DEADLINE)
            until(mover, lambda match, mover=mover: mover.note != DOWN)
        play_on(seats, random, 6)
        assert seats[0].match == seats[1].match
        assert seats[0].match.state.ply == 20


PLAYING = """
import sys
from random import Random
from quincunx.clients.remote import AgainstBot, Client

client = Client(sys.argv[1], session=sys.argv[2])
seat = client.create("hnefatafl", AgainstBot(1), colour="first")
random = Random(7)
while seat.match.status == "running":
    state = seat.match.state
    if state.to_move in seat.sides:
        seat.act(state.text(random.choice(state.legal_actions())))
        print(seat.match.version, flush=True)
    else:
        seat.wait()
"""


def test_a_killed_client_loses_nothing_that_it_showed(server: Server) -> None:
    with guest(server) as ann:
        session = ann.session
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, server.url, session], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        shown = [int(process.stdout.readline()) for _ in range(4)][-1]
        process.send_signal(signal.SIGKILL)
    with Client(server.url, session=session) as ann:
        (left,) = ann.matches()
        seat = ann.open(left.id)
        assert seat.match.version >= shown
        until(seat, lambda match: match.state.to_move == 0 or match.status != "running")
        ply = seat.match.state.ply
        seat.act(seat.match.state.text(seat.match.state.legal_actions()[0]))
        assert seat.match.state.ply > ply
