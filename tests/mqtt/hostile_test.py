#!/usr/bin/env python3
"""Clients that break the rules, or do harm within them, over real sockets: the
daemon ends them, and others are served.

usage: hostile_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
"""

import argparse
import json
import pathlib
import signal
import ssl
import sys
import tempfile
import time
import unittest

import wire
from box import PASSWORD, USER, Box
from wire import Peer

OPTIONS = argparse.Namespace()

QUESTION = b"At what temperature are vaccines stored?"
DOCUMENT = "11-vaccine-storage.md"
NOT_AUTHORIZED, PROTOCOL_ERROR = 0x87, 0x82
SHUTTING_DOWN, PACKET_TOO_LARGE = 0x8B, 0x95
# A record of 512 bytes with a ClientHello, of which no more comes.
HALF_HELLO = bytes.fromhex("16 0301 0200 01 0001FC 0303") + bytes(40)


class BoxTest(unittest.TestCase):
    """Each class has a daemon of its own, started with OPTIONS_OF_BOX."""

    OPTIONS_OF_BOX: tuple[str, ...] = ()
    IS_WEB = False

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-hostile-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.box = Box(OPTIONS.daemon, OPTIONS.client, OPTIONS.handbook,
                      cls.folder, *cls.OPTIONS_OF_BOX, is_web=cls.IS_WEB)
        cls.addClassCleanup(cls.box.close)

    def peer(self, *arguments, **options) -> Peer:
        """Of the plain port."""
        peer = Peer(self.box.port, *arguments, **options)
        self.addCleanup(peer.close)
        return peer

    def tls_peer(self) -> Peer:
        context = ssl.create_default_context(
            cafile=str(self.box.server_certificate))
        peer = Peer(self.box.tls_port, context=context)
        self.addCleanup(peer.close)
        return peer

    def admit(self, peer: Peer, name: str, user: str = USER) -> Peer:
        peer.send(wire.connect(name, user, PASSWORD))
        kind, body = peer.receive()
        self.assertEqual((kind, body[1]), (wire.CONNACK, 0))
        return peer

    def subscribe(self, peer: Peer, topic_filter: str) -> None:
        kind, body = peer.send(wire.subscribe(topic_filter)).receive()
        self.assertEqual((kind, body[-1]), (wire.SUBACK, 0))

    def add_user(self, name: str, *rights: str) -> None:
        password = self.folder / "password"
        self.box.run("user", "add", name, "--password-file", str(password),
                     *rights)

    def asks(self, peer: Peer, name: str) -> None:
        """An admitted client asks, and gets its answer."""
        topic = f"clients/{USER}/{name}"
        self.subscribe(peer, topic)
        peer.send(wire.publish("answerbox/default/ask", QUESTION,
                               response_topic=topic))
        kind, body = peer.receive()
        self.assertEqual(kind, wire.PUBLISH)
        reply = json.loads(body[body.index(b"{"):])
        self.assertEqual(reply["result"]["answer"]["document"], DOCUMENT)

    def disconnected(self, peer: Peer, reason: int) -> None:
        kind, body = peer.receive()
        self.assertEqual((kind, body[0]), (wire.DISCONNECT, reason))
        self.assertTrue(peer.is_closed())


class RuleTest(BoxTest):
    OPTIONS_OF_BOX = ("--mqtt-connect-timeout-ms", "500")

    def test_another_first_packet_is_not_answered(self):
        self.assertTrue(self.peer().send(wire.PING).is_closed())

    def test_a_second_connect_ends_the_connection(self):
        peer = self.admit(self.peer(), "twice")
        peer.send(wire.connect("twice", USER, PASSWORD))
        self.disconnected(peer, PROTOCOL_ERROR)

    def test_a_connect_that_never_ends_is_given_up(self):
        begun = b"\x10" + wire.length(1000) + wire.text("MQTT")
        self.assertTrue(self.peer().send(begun).is_closed())

    def test_silence_is_given_up(self):
        self.assertTrue(self.peer().is_closed())

    def test_an_oversized_packet_ends_the_connection(self):
        peer = self.admit(self.peer(), "oversized")
        peer.send(b"\x30" + wire.length(300_000))
        self.disconnected(peer, PACKET_TOO_LARGE)

    def test_garbage_ends_a_handshake(self):
        for garbage in (b"GET / HTTP/1.1\r\n\r\n" * 4, bytes(600),
                        wire.connect("plain", USER, PASSWORD)):
            peer = Peer(self.box.tls_port).send(garbage)
            self.addCleanup(peer.close)
            self.check_ends(peer)
        # Half a handshake is given up after the timeout.
        peer = Peer(self.box.tls_port).send(HALF_HELLO)
        self.addCleanup(peer.close)
        self.check_ends(peer)

    def check_ends(self, peer: Peer) -> None:
        """An alert may come before the end, but no packet. The end is a reset
        if the daemon has not read what was sent."""
        try:
            self.assertIn(peer.socket.recv(1), (b"", b"\x15"))
        except ConnectionResetError:
            pass



class ServiceTest(BoxTest):

    def test_half_open_handshakes_keep_nobody_out(self):
        half_open = [Peer(self.box.tls_port) for _ in range(200)]
        for number, peer in enumerate(half_open):
            self.addCleanup(peer.close)
            if number % 2 == 0:
                peer.send(HALF_HELLO)
        self.asks(self.admit(self.peer(), "plain"), "plain")
        self.asks(self.admit(self.tls_peer(), "tls"), "tls")
        # Not because they were gone already.
        self.assertTrue(any(peer.is_silent() for peer in half_open))

    def test_stalled_consumers_hold_nobody_up(self):
        topic = f"clients/{USER}/busy"
        for number in range(20):
            stalled = self.admit(self.peer(receive_bytes=4096),
                                 f"stalled-{number}")
            self.subscribe(stalled, topic)
        publisher = self.admit(self.peer(), "publisher")
        # More than the kernel keeps for a socket and the daemon for a client.
        for _ in range(200):
            publisher.send(wire.publish(topic, bytes(32_768)))
        # All of them were taken.
        self.assertEqual(publisher.send(wire.PING).receive()[0],
                         wire.PINGRESP)
        self.asks(self.admit(self.peer(), "other"), "other")

    def test_who_guesses_passwords_waits_alone(self):
        self.add_user("bob")
        bob = self.admit(self.peer(), "bob", "bob")  # And is remembered.
        for _ in range(3):
            guess = self.peer("127.0.0.2").send(
                wire.connect("guess", USER, "wrong"))
            kind, body = guess.receive()
            self.assertEqual(kind, wire.CONNACK)
            self.assertGreaterEqual(body[1], 0x80)
        # The fourth is not answered for four seconds.
        guess = self.peer("127.0.0.2").send(
            wire.connect("guess", USER, "wrong"))
        self.admit(self.peer(), "bob-again", "bob")
        self.assertTrue(guess.is_silent())
        self.assertEqual(bob.send(wire.PING).receive()[0], wire.PINGRESP)

    def test_a_removed_user_is_gone_with_what_it_left(self):
        self.add_user("carol")
        self.add_user("dave", "--subscribe", "clients/carol/#")
        carol = self.admit(self.peer(), "carol", "carol")
        carol.send(wire.publish("clients/carol/note", b"kept", retain=True))
        carol.send(wire.PING).receive()
        self.assertEqual(self.retained("before"), [b"kept"])
        self.box.run("user", "remove", "carol")
        removed = time.monotonic()
        self.disconnected(carol, NOT_AUTHORIZED)
        self.assertLess(time.monotonic() - removed, 3)
        self.assertEqual(self.retained("after"), [])

    def retained(self, name: str) -> list[bytes]:
        """What Dave gets of Carol's topics before his ping is answered."""
        dave = self.admit(self.peer(), name, "dave")
        self.subscribe(dave, "clients/carol/#")
        dave.send(wire.PING)
        payloads = []
        while True:
            kind, body = dave.receive()
            if kind == wire.PINGRESP:
                return payloads
            payloads.append(body[-4:])


class StopTest(BoxTest):

    def test_a_stop_is_told_to_who_is_connected(self):
        peers = [self.admit(self.peer(), f"waits-{n}") for n in range(3)]
        peers.append(self.admit(self.tls_peer(), "waits-tls"))
        self.box.daemon.process.send_signal(signal.SIGTERM)
        for peer in peers:
            self.disconnected(peer, SHUTTING_DOWN)
        self.assertEqual(self.box.daemon.process.wait(), 0)


class LeftLoginTest(BoxTest):
    OPTIONS_OF_BOX = ("--mqtt-max-connections", "4")

    def test_who_leaves_while_a_password_is_checked_leaves_the_place(self):
        """Five failures delay the next logins by 16 s: longer than a newcomer
        may wait here."""
        for _ in range(5):
            failing = self.peer(source="127.0.0.9")
            failing.send(wire.connect("first", "nobody", "wrong"))
            failing.receive()
            failing.close()
        guessing = [self.peer(source="127.0.0.9").send(
            wire.connect(f"g{i}", "nobody", "wrong")) for i in range(8)]
        for peer in guessing:
            peer.close()
        began = time.monotonic()
        while True:
            try:
                self.admit(self.peer(), "newcomer")
                break
            except (ConnectionError, EOFError):
                time.sleep(0.1)
        self.assertLess(time.monotonic() - began, 10)


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("--daemon", "--client", "--handbook"):
        parser.add_argument(option, required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
