#!/usr/bin/env python3
"""MQTT over WebSocket: who gets one, clients that break the rules of frames or
do harm within them, and that others are served meanwhile.

usage: web_socket_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
"""

import pathlib
import ssl
import tempfile
import time
import unittest

import hostile_test
import web
import wire
from answerboxd import Answerboxd, StartFailure, free_address
from box import PASSWORD, PATIENCE_S, USER
from hostile_test import BoxTest
from web import BINARY, CLOSE, CONTINUATION, FINAL, PING, PONG, TEXT, WebPeer
from wire import Peer

WALL = "https://wall.example"


class WebTest(BoxTest):
    IS_WEB = True

    def web_peer(self, *arguments, **options) -> WebPeer:
        peer = WebPeer(self.box.http_port, *arguments, **options)
        self.addCleanup(peer.close)
        return peer

    def reply(self, **fields: str) -> str:
        """The status and the body that answer the request."""
        peer = Peer(self.box.http_port)
        self.addCleanup(peer.close)
        peer.send(web.request(**fields))
        reply = b""
        while not reply.endswith(b"\r\n\r\n"):
            reply += peer.socket.recv(1)
        if b" 101 " not in reply:
            while more := peer.socket.recv(1000):
                reply += more
        return reply.decode()

    def closed(self, peer: WebPeer, code: int) -> None:
        """Whatever comes first, a close frame with this code is the last."""
        first, payload = peer.next_frame()
        while first != FINAL | CLOSE:
            first, payload = peer.next_frame()
        self.assertEqual(int.from_bytes(payload[:2], "big"), code)
        self.assertTrue(peer.is_closed())


class UpgradeTest(WebTest):
    OPTIONS_OF_BOX = ("--mqtt-websocket-origins", f"null,{WALL}")

    def test_a_client_that_is_no_browser_gets_one(self):
        reply = self.reply()
        self.assertTrue(reply.startswith("HTTP/1.1 101 "), reply)
        self.assertIn("Sec-WebSocket-Protocol: mqtt\r\n", reply)

    def test_pages_of_the_host_and_named_ones_get_one(self):
        own = f"127.0.0.1:{self.box.http_port}"
        for host, origin in ((own, f"http://{own}"), (own, f"https://{own}"),
                             (own, WALL), (own, "null")):
            self.assertIn(" 101 ", self.reply(Host=host, Origin=origin))

    def test_pages_of_others_do_not(self):
        for origin in ("http://evil.example", "https://127.0.0.1:8443",
                       f"{WALL}.evil.example", "file://"):
            reply = self.reply(Origin=origin)
            self.assertTrue(reply.startswith("HTTP/1.1 403 "), reply)
            self.assertIn("mqtt_websocket_origins", reply)

    def test_a_name_that_is_not_of_the_box_does_not(self):
        """DNS rebinding: the page's host leads here."""
        reply = self.reply(Host="evil.example", Origin="http://evil.example")
        self.assertTrue(reply.startswith("HTTP/1.1 421 "), reply)

    def test_what_is_no_upgrade_to_mqtt_is_told_why(self):
        for fields, status in (
                ({"Sec_WebSocket_Protocol": ""}, 400),
                ({"Sec_WebSocket_Protocol": "chat"}, 400),
                ({"Sec_WebSocket_Version": "8"}, 426)):
            reply = self.reply(**fields)
            self.assertTrue(reply.startswith(f"HTTP/1.1 {status} "),
                            (fields, reply))

    def test_no_cookie_is_a_login(self):
        """Who asks without a name is nobody, whatever the browser sends."""
        peer = self.web_peer()
        peer.send(wire.packet(0x10, wire.text("MQTT") + b"\x05\x02\x00\x00\x00" +
                              wire.text("nobody")))
        kind, body = peer.receive()
        self.assertEqual((kind, body[1]),
                         (wire.CONNACK, hostile_test.NOT_AUTHORIZED))
        self.closed(peer, 1000)


class StartTest(unittest.TestCase):

    def refused(self, *options: str) -> str:
        """The message of the daemon that does not start so."""
        with tempfile.TemporaryDirectory() as state:
            with self.assertRaises(StartFailure) as failure:
                Answerboxd(hostile_test.OPTIONS.daemon, pathlib.Path(state),
                           ["--energy-sensor", "none", "--http",
                            free_address(), "--mqtt-websocket", "yes",
                            *options])
        self.assertEqual(failure.exception.exit_code, 2)
        return failure.exception.message

    def test_certificates_that_are_required_are_not_gone_round(self):
        self.assertIn("mqtt_require_certificate", self.refused(
            "--mqtt-require-certificate", "yes"))

    def test_an_origin_that_no_page_has_is_refused(self):
        self.assertIn(f'"{WALL}/"', self.refused(
            "--mqtt-websocket-origins", f"null,{WALL}/"))


class FrameTest(WebTest):
    OPTIONS_OF_BOX = ("--mqtt-connect-timeout-ms", "500")

    def test_rules_of_frames(self):
        ping = wire.PING
        unmasked = bytes([FINAL | BINARY, len(ping)]) + ping
        for name, sent, code in (
                ("unmasked", unmasked, 1002),
                ("text", web.frame(FINAL | TEXT, b"x"), 1003),
                ("a continuation of nothing",
                 web.frame(FINAL | CONTINUATION, ping), 1002),
                ("a reserved bit", web.frame(FINAL | 0x40 | BINARY, ping), 1002),
                ("a reserved kind", web.frame(FINAL | 5, ping), 1002),
                ("a long ping", web.frame(FINAL | PING, bytes(126)), 1002),
                ("a ping in parts", web.frame(PING, b"x"), 1002),
                ("a close of no code", web.frame(FINAL | CLOSE, b"\0\0"), 1002)):
            with self.subTest(name):
                peer = self.admit(self.web_peer(), f"client {name}")
                peer.send_raw(sent)
                self.closed(peer, code)

    def test_frames_that_never_end_are_given_up(self):
        connect = wire.connect("slow", USER, PASSWORD)
        for sent in (b"", web.header(FINAL | BINARY, 100),
                     web.frame(BINARY, connect[:-1]), web.frame(FINAL | PING, b"")):
            peer = self.web_peer().send_raw(sent)
            if sent[:1] == bytes([FINAL | PING]):
                self.assertEqual(peer.next_frame(), (FINAL | PONG, b""))
            self.closed(peer, 1000)

    def test_a_bad_frame_while_it_closes_keeps_no_place(self):
        def connections() -> int:
            return self.box.daemon.call("status")["connections"]
        before = connections()
        bad = web.frame(FINAL | CONTINUATION, b"x")
        for _ in range(3):
            # The broker closes for the packet.
            self.web_peer().send_raw(web.binary(b"no packet") + bad).close()
        end = time.monotonic() + 30
        while connections() > before:
            self.assertLess(time.monotonic(), end, connections())

    def test_an_oversized_packet_is_told_of_by_mqtt(self):
        peer = self.admit(self.web_peer(), "oversized")
        peer.send(b"\x30" + wire.length(300_000))
        kind, body = peer.receive()
        self.assertEqual((kind, body[0]), (wire.DISCONNECT,
                                           hostile_test.PACKET_TOO_LARGE))
        self.closed(peer, 1000)

    def test_a_message_may_have_many_packets(self):
        """npm's mqtt joins what a page publishes at once."""
        peer = self.admit(self.web_peer(), "at once")
        packet = wire.publish(f"clients/{USER}/at-once", bytes(60_000))
        peer.send(packet * 5 + wire.PING)
        self.assertEqual(peer.receive()[0], wire.PINGRESP)

    def test_a_close_is_answered(self):
        peer = self.admit(self.web_peer(), "closes")
        peer.send_raw(web.frame(FINAL | CLOSE, b"\x03\xe8"))
        self.closed(peer, 1000)


PONGS = bytes([wire.PINGRESP << 4, 0]) * 200


class ServiceTest(WebTest):

    def test_a_frame_of_one_byte_each_is_slow_for_nobody_else(self):
        slow = self.admit(self.web_peer(), "slow")
        other = self.admit(self.web_peer(), "other")
        burst = web.binary(wire.PING[:1]) + web.binary(wire.PING[1:])
        began = time.monotonic()
        for number in range(50):
            slow.send_raw(burst * 200)
            # A frame of the daemon may have many packets.
            answers = b""
            while len(answers) < len(PONGS):
                first, packets = slow.next_frame()
                self.assertEqual(first, FINAL | BINARY)
                answers += packets
            self.assertEqual(answers, PONGS)
            self.assertEqual(other.send(wire.PING).receive()[0], wire.PINGRESP)
        self.assertLess(time.monotonic() - began, PATIENCE_S)
        self.asks(other, "other")

    def test_stalled_consumers_and_half_frames_hold_nobody_up(self):
        topic = f"clients/{USER}/busy"
        for number in range(20):
            stalled = self.admit(self.web_peer(receive_bytes=4096),
                                 f"stalled-{number}")
            self.subscribe(stalled, topic)
            stalled.send_raw(web.header(FINAL | BINARY, 200_000))
        for _ in range(100):
            self.web_peer().send_raw(b"\x82")
        publisher = self.admit(self.web_peer(), "publisher")
        for _ in range(200):
            publisher.send(wire.publish(topic, bytes(32_768)))
        self.assertEqual(publisher.send(wire.PING).receive()[0], wire.PINGRESP)
        self.asks(self.admit(self.web_peer(), "web"), "web")
        self.asks(self.admit(self.peer(), "plain"), "plain")

    def test_over_tls(self):
        context = ssl.create_default_context(
            cafile=str(self.box.server_certificate))
        peer = WebPeer(self.box.https_port, context=context)
        self.addCleanup(peer.close)
        self.asks(self.admit(peer, "wss"), "wss")
        peer.send_raw(web.frame(FINAL | TEXT, b"x"))
        self.closed(peer, 1003)


if __name__ == "__main__":
    hostile_test.main()
