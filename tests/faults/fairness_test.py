#!/usr/bin/env python3
"""A greedy and a polite client at once, on each way in.

Times are compared with those of the same run: rounds alone and beside the greedy
one take turns. What is judged each time, on a machine with other work, too:
  - none of the polite client's calls is refused;
  - each call takes 1000 times as long as the median alone, at most. That is for
    a client that is left waiting, and no measure of how quick the answers are.
Only the whole campaign (ANSWERBOX_CAMPAIGN=full), which needs a machine without
other work, judges that the median and the 99th percentile are four times those
of alone at most. Otherwise both are shown and not judged.

The greedy client runs with the least priority, the polite one with the highest.
What the greedy one takes of the processor by its own work is not seen here, but
for that of the system for its connections.
"""

import argparse
import contextlib
import itertools
import math
import multiprocessing
import os
import pathlib
import resource
import select
import socket
import ssl
import statistics
import struct
import sys
import tempfile
import threading
import time
import unittest

import campaign

sys.path.append(str(pathlib.Path(__file__).parent.parent / "mqtt"))
# pylint: disable=wrong-import-position
import wire  # noqa: E402
from box import PASSWORD, USER, Box  # noqa: E402
from wire import Peer  # noqa: E402

OPTIONS = argparse.Namespace()
MOST_TIMES = 4
# Of any call, compared with the median alone, which is below a millisecond: a
# busy machine alone lets one wait for 100 of those.
MOST_TIMES_EACH = 1000
GREEDY = "greedy"
OTHER_USER = 65534
QUESTION = "At what temperature are vaccines stored?"
DOCUMENT = "11-vaccine-storage.md"
# A record of 512 bytes with a ClientHello, of which no more comes.
HALF_HELLO = bytes.fromhex("16 0301 0200 01 0001FC 0303") + bytes(508)
WEEK_S = (604800).to_bytes(4, "big")


def rounds() -> int:
    return campaign.size([3, 15])


def requests() -> int:
    return campaign.size([100, 300])


# --- The greedy client, in a process of its own ---


def as_other_user(daemon):
    """A connection of another user where this one may be two; else of another
    connection, which has a share of its own, too."""
    if os.getuid() != 0:
        return daemon.connect()
    os.seteuid(OTHER_USER)
    try:
        return daemon.connect()
    finally:
        os.seteuid(0)


def flood(connections: list, next_request, ready) -> None:
    """Keeps as many requests on the way as the daemon takes."""
    number = 0
    for connection in connections:
        for _ in range(64):
            method, params = next_request(number)
            connection.send(method, **params)
            number += 1
    ready.set()
    while True:
        readable, _, _ = select.select(connections, [], [])
        for connection in readable:
            replies, is_gone = connection.receive_ready()
            if is_gone:
                raise ConnectionError("the daemon closed a connection")
            for _ in replies:
                method, params = next_request(number)
                connection.send(method, **params)
                number += 1


def flood_with_questions(box: Box, ready) -> None:
    flood([as_other_user(box.daemon) for _ in range(8)],
          lambda number: ("ask", {"question": f"{QUESTION} {number}"}), ready)


def flood_with_long_work(box: Box, ready) -> None:
    exam = {"passages": False,
            "questions": [{"id": str(i), "question": f"{QUESTION} {i}"}
                          for i in range(64)]}
    kinds = [("exam.grade", exam), ("summarize", {"documents": [DOCUMENT]}),
             ("select", {"question": QUESTION}),
             ("ask", {"question": QUESTION, "form": "long"})]
    flood([as_other_user(box.daemon) for _ in kinds],
          lambda number: kinds[number // 64 % len(kinds)], ready)


def flood_by_mqtt(box: Box, ready) -> None:
    """A client of the polite one's user, which waits for no answer."""
    topic = f"clients/{USER}/greedy"
    peer = Peer(box.port)
    peer.send(wire.connect("greedy", USER, PASSWORD))
    peer.receive()
    peer.send(wire.subscribe(topic)).receive()
    questions = 64 * wire.publish("answerbox/default/ask", QUESTION.encode(),
                                  response_topic=topic)

    def drop_answers() -> None:
        while peer.socket.recv(1 << 16):
            pass

    threading.Thread(target=drop_answers, daemon=True).start()
    ready.set()
    while True:
        peer.socket.sendall(questions)


def lasting(number: int, will_bytes: int) -> bytes:
    """CONNECT of a session that stays for a week, with a will that does."""
    topic = wire.text(f"clients/{GREEDY}/w")
    return wire.packet(
        0x10, wire.text("MQTT") + b"\x05\xc4\x00\x3c\x05\x11" + WEEK_S +
        wire.text(f"s{number}") + b"\x05\x18" + WEEK_S + topic +
        wire.text("w" * will_bytes) + wire.text(GREEDY) +
        wire.text(PASSWORD))


def come_from(*where) -> Peer:
    """One of thousands of connections, which leaves its port free again when it
    ends: the machine has 28,000, and keeps each for a minute otherwise."""
    peer = Peer(*where)
    peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                           struct.pack("ii", 1, 0))
    return peer


def leave_sessions(box: Box, ready) -> None:
    """First so many that all room is taken."""
    for number in itertools.count():
        peer = come_from(box.port)
        peer.send(lasting(number, 3900 if number < 1500 else 1))
        peer.receive()
        peer.close()
        if number == 1600:
            ready.set()


def stay_silent(box: Box, ready) -> None:
    """Takes every connection that there is, and again when it is closed."""
    peers: list[Peer] = []
    for number in itertools.count():
        peer = come_from(box.port if number % 2 else box.tls_port)
        if number % 4 == 0:
            with contextlib.suppress(ConnectionError):
                peer.send(HALF_HELLO)
        peers.append(peer)
        if len(peers) > 1500:
            peers.pop(0).close()
            if number == 2000:
                ready.set()


def guess_passwords(box: Box, ready) -> None:
    """From many addresses, each as often as it gets an answer."""
    def guess(number: int) -> Peer:
        peer = come_from(box.port, f"127.0.0.{2 + number % 40}")
        peer.send(wire.connect(f"g{number}", GREEDY, f"wrong {number}"))
        return peer
    peers = {peer.socket.fileno(): peer for peer in map(guess, range(200))}
    ready.set()
    for number in itertools.count(200):
        readable, _, _ = select.select(list(peers), [], [])
        peers.pop(readable[0]).close()
        peer = guess(number)
        peers[peer.socket.fileno()] = peer


@contextlib.contextmanager
def beside(greedy, box: Box):
    """The greedy client's own work must not take the polite one's processor: it
    could be on another machine."""
    context = multiprocessing.get_context("fork")
    ready = context.Event()

    def run() -> None:
        os.nice(19)
        greedy(box, ready)

    process = context.Process(target=run, daemon=True)
    process.start()
    try:
        while not ready.wait(0.1):
            if not process.is_alive():
                raise AssertionError("the greedy client has ended")
        yield
        if not process.is_alive():
            raise AssertionError("the greedy client has ended")
    finally:
        process.kill()
        process.join()


# --- The polite client ---


def ask_by_socket(box: Box, _: int) -> None:
    with box.daemon.connect() as connection:
        assert connection.call("ask", question=QUESTION)["answered"]


def ask(peer: Peer, name: str) -> None:
    """Logs in, asks and gets the answer."""
    with contextlib.closing(peer):
        peer.send(wire.connect(name, USER, PASSWORD))
        kind, body = peer.receive()
        assert (kind, body[1]) == (wire.CONNACK, 0), (kind, body)
        topic = f"clients/{USER}/{name}"
        peer.send(wire.subscribe(topic)).receive()
        peer.send(wire.publish("answerbox/default/ask", QUESTION.encode(),
                               response_topic=topic))
        kind, body = peer.receive()
        assert kind == wire.PUBLISH and b'"answered":true' in body, body


def ask_by_mqtt(box: Box, number: int) -> None:
    ask(Peer(box.port), f"polite-{number}")


def ask_by_tls(box: Box, number: int) -> None:
    context = ssl.create_default_context(cafile=str(box.server_certificate))
    ask(Peer(box.tls_port, context=context), f"polite-{number}")


@contextlib.contextmanager
def before_all_others():
    """The polite client's own work does not wait for a processor, where the
    system allows that: it could be on another machine. What is measured is how
    long the daemon lets it wait."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK,
                              os.sched_param(1))
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def times_of(ask_once, box: Box, numbers, count: int) -> list[float]:
    times = []
    with before_all_others():
        for _ in range(count):
            began = time.perf_counter()
            ask_once(box, next(numbers))
            times.append(time.perf_counter() - began)
    return sorted(times)


def percentile(rounds_of_times: list[list[float]], percent: int) -> float:
    """The median of the rounds', in milliseconds."""
    return 1e3 * statistics.median(
        times[math.ceil(percent * len(times) / 100) - 1]
        for times in rounds_of_times)


class FairnessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-fairness-")
        self.addCleanup(folder.cleanup)
        self.box = Box(OPTIONS.daemon, OPTIONS.client, OPTIONS.handbook,
                       pathlib.Path(folder.name), "--socket-mode", "0666",
                       "--log-level", "error",
                       # The polite one and the greedy one may be of one user.
                       "--audit-caller-bytes-per-s", "0")
        self.addCleanup(self.box.close)
        self.box.daemon.socket_path.parent.chmod(0o755)
        self.box.run("user", "add", GREEDY, "--password-file",
                     str(pathlib.Path(folder.name) / "password"))

    def check(self, greedy, polite) -> None:
        numbers = itertools.count()
        times_of(polite, self.box, numbers, 10)  # Warms up.
        alone, beside_it = [], []
        for _ in range(rounds()):
            alone.append(times_of(polite, self.box, numbers, requests()))
            with beside(greedy, self.box):
                beside_it.append(
                    times_of(polite, self.box, numbers, requests()))
        ratios = []
        for percent in (50, 99):
            own = percentile(alone, percent)
            mine = percentile(beside_it, percent)
            ratios.append(mine / own)
            print(f"  {greedy.__name__}, {polite.__name__}: p{percent} alone "
                  f"{own:.1f} ms, beside it {mine:.1f} ms, "
                  f"{ratios[-1]:.1f} times", flush=True)
        longest_alone, longest = (1e3 * max(times[-1] for times in measured)
                                  for measured in (alone, beside_it))
        print(f"  the longest alone {longest_alone:.1f} ms, beside it "
              f"{longest:.1f} ms", flush=True)
        self.assertLessEqual(longest, MOST_TIMES_EACH * percentile(alone, 50))
        if campaign.is_whole():
            self.assertLessEqual(max(ratios), MOST_TIMES)

    def test_questions(self):
        self.check(flood_with_questions, ask_by_socket)

    def test_long_work(self):
        self.check(flood_with_long_work, ask_by_socket)

    def test_long_work_and_mqtt(self):
        self.check(flood_with_long_work, ask_by_mqtt)

    def test_questions_of_one_mqtt_user(self):
        self.check(flood_by_mqtt, ask_by_mqtt)

    def test_sessions(self):
        self.check(leave_sessions, ask_by_mqtt)

    def test_silence(self):
        self.check(stay_silent, ask_by_mqtt)

    def test_silence_and_tls(self):
        self.check(stay_silent, ask_by_tls)

    def test_logins(self):
        self.check(guess_passwords, ask_by_mqtt)

    def test_thirty_clients_on_two_threads(self):
        connections = [self.box.daemon.connect() for _ in range(30)]
        for _ in range(campaign.size([20, 200])):
            numbers = [(connection, connection.send("ask", question=QUESTION))
                       for connection in connections]
            for connection, number in numbers:
                self.assertTrue(connection.result_of(number)["answered"])
        for connection in connections:
            connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--handbook", required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    unittest.main(argv=[sys.argv[0], "-v", *rest])


if __name__ == "__main__":
    main()
