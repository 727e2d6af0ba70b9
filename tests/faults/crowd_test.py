#!/usr/bin/env python3
"""A thousand clients at once, and clients that never read: the daemon's memory
stays bounded, and other clients are served.
"""

import argparse
import json
import os
import pathlib
import resource
import socket
import sys
import tempfile
import unittest

from answerboxd import Answerboxd
from connection import RequestError
from sample_documents import make_document

OPTIONS = argparse.Namespace()
CLIENTS = 1000
MEBIBYTE = 1 << 20
FIRST_USER, OTHER_USER = 65533, 65534


class CrowdTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-crowd-")
        self.addCleanup(folder.cleanup)
        self.state_dir = pathlib.Path(folder.name) / "state"

    def start(self, *options: str) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir, list(options))
        self.addCleanup(daemon.close)
        return daemon

    def check_memory(self, daemon: Answerboxd, when: str) -> None:
        mib = daemon.anonymous_bytes() / MEBIBYTE
        print(f"  {when}: {mib:.1f} MiB", flush=True)
        if OPTIONS.memory_limit_mib > 0:
            self.assertLess(mib, OPTIONS.memory_limit_mib)

    def test_each_of_a_thousand_clients_gets_its_answer(self):
        daemon = self.start("--max-connections", str(CLIENTS + 10),
                            "--user-share-percent", "100")
        document = make_document("a.txt", 1)
        daemon.call("documents.add", name=document.name, text=document.text)
        self.check_memory(daemon, "idle")
        clients = [daemon.connect() for _ in range(CLIENTS)]
        numbers = [client.send("status") for client in clients]
        for client, number in zip(clients, numbers):
            self.assertIn("connections", client.result_of(number))
        self.check_memory(daemon, f"{CLIENTS} clients connected")
        for client in clients[::50]:
            self.assertTrue(client.call("ask", question=document.question,
                                        theta=0)["answered"])
        for client in clients:
            client.close()
        self.assertTrue(daemon.call("status"))

    def test_clients_past_the_bound_are_told_and_the_others_served(self):
        daemon = self.start("--min-idle-ms", "600000")
        served = daemon.connect()
        served.call("status")
        clients = [daemon.connect() for _ in range(CLIENTS)]
        refused = 0
        for client in clients:
            reply = first_reply(client)
            if reply is not None:
                self.assertEqual(reply["error"]["data"]["kind"], "busy")
                refused += 1
        self.assertGreaterEqual(refused, CLIENTS - 64)
        self.assertTrue(served.call("status"))
        self.check_memory(daemon, f"{refused} of {CLIENTS} clients refused")
        for client in clients + [served]:
            client.close()

    def test_uploads_of_all_connections_cost_bounded_memory(self):
        daemon = self.start("--user-share-percent", "100")
        idle_bytes = daemon.anonymous_bytes()
        clients = [daemon.connect() for _ in range(62)]
        part = "word " * 52_000
        for client in clients:
            for name in ("a", "b", "c", "d"):
                upload = client.call("documents.begin", name=name)["upload"]
                for _ in range(2):
                    client.call("documents.part", upload=upload, text=part)
        held_mib = (daemon.anonymous_bytes() - idle_bytes) / MEBIBYTE
        print(f"  248 uploads of 520 kB hold {held_mib:.1f} MiB", flush=True)
        if OPTIONS.memory_limit_mib > 0:
            # held_upload_bytes, and 1 MiB for connections and their buffers.
            self.assertLess(held_mib, 9)
        for client in clients:
            client.close()

    def test_staged_changes_of_all_connections_cost_bounded_memory(self):
        daemon = self.start("--user-share-percent", "100")
        idle_bytes = daemon.anonymous_bytes()
        clients = [daemon.connect() for _ in range(62)]
        staged, refused = 0, set()
        for client in clients:
            change = client.call("changes.begin")["change"]
            for batch in range(8):
                for name in range(50):
                    client.send("documents.remove", change=change,
                                name=f"{batch}-{name}-".ljust(512, "x"))
                for _ in range(50):
                    reply = client.receive()
                    if "error" in reply:
                        refused.add(reply["error"]["data"]["kind"])
                    else:
                        staged += 1
        held_mib = (daemon.anonymous_bytes() - idle_bytes) / MEBIBYTE
        print(f"  {staged} staged removals of 62 connections hold "
              f"{held_mib:.1f} MiB", flush=True)
        self.assertEqual(refused, {"limit"})
        if OPTIONS.memory_limit_mib > 0:
            # held_upload_bytes, and 2 MiB for connections and their buffers.
            self.assertLess(held_mib, 10)
        # What ends makes room.
        for client in clients[1:]:
            client.close()
        while True:
            try:
                clients[0].call("documents.remove", change=1, name="last")
                break
            except RequestError as error:
                self.assertEqual(error.kind, "limit")
        clients[0].close()

    def test_replies_that_are_nearly_read_cost_bounded_memory(self):
        daemon = self.start("--user-share-percent", "100")
        document = make_document("large.txt", 1, 300_000)
        daemon.call("documents.add", name=document.name, text=document.text)
        idle_bytes = daemon.anonymous_bytes()
        clients = [daemon.connect() for _ in range(60)]
        for client in clients:
            numbers = [client.send("documents.text", name=document.name)
                       for _ in range(12)]
            for number in numbers:
                client.result_of(number)
        kept_mib = (daemon.anonymous_bytes() - idle_bytes) / MEBIBYTE
        print(f"  60 connections that read 12 replies of 256 KiB keep "
              f"{kept_mib:.1f} MiB", flush=True)
        if OPTIONS.memory_limit_mib > 0:
            self.assertLess(kept_mib, 4)
        for client in clients:
            client.close()

    def test_uploads_that_nobody_goes_on_with_lock_nobody_out(self):
        daemon = self.start("--max-connections", "8",
                            "--user-share-percent", "100",
                            "--upload-idle-seconds", "1",
                            "--min-idle-ms", "0")
        idle = []
        while len(idle) < 7 + (os.getuid() == 0):
            client = daemon.connect()
            client.call("documents.begin", name="a")
            idle.append(client)
        # Every connection has an upload. They are given up one after the other.
        reply = None
        while reply is None:
            with daemon.connect() as client:
                try:
                    reply = client.call("status")
                except (RequestError, ConnectionError):
                    os.sched_yield()
        for client in idle:
            client.close()

    def test_an_upload_that_was_dropped_says_so_and_leaves_no_file(self):
        daemon = self.start("--held-upload-bytes", "0",
                            "--upload-idle-seconds", "1")
        with daemon.connect() as client:
            upload = client.call("documents.begin", name="a")["upload"]
            client.call("documents.part", upload=upload, text="The pump")
            incoming = self.state_dir / "incoming"
            while any(incoming.iterdir()):
                os.sched_yield()
            with self.assertRaises(RequestError) as caught:
                client.call("documents.part", upload=upload, text="is blue.")
            self.assertEqual(caught.exception.kind, "timeout")
            self.assertIn("upload_idle_seconds", str(caught.exception))

    def test_one_user_can_not_take_every_connection(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to be two users")
        daemon = self.start("--max-connections", "8", "--socket-mode", "0666",
                            "--min-idle-ms", "600000")
        daemon.socket_path.parent.chmod(0o755)
        crowd = [connect_as(FIRST_USER, daemon) for _ in range(8)]
        served = [first_reply(client) is None for client in crowd]
        self.assertEqual(served, [True] * 6 + [False] * 2)
        other = connect_as(OTHER_USER, daemon)
        self.assertIsNone(first_reply(other))
        # The last connection is root's.
        refused = connect_as(OTHER_USER, daemon)
        refusal = first_reply(refused)
        self.assertEqual(refusal["error"]["data"]["kind"], "busy")
        self.assertTrue(daemon.call("status"))
        for client in (*crowd, other, refused):
            client.close()

    def test_one_users_begun_lines_keep_nobody_else_from_asking(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to be two users")
        daemon = self.start("--socket-mode", "0666",
                            "--line-timeout-ms", "600000")
        daemon.socket_path.parent.chmod(0o755)
        document = make_document("a.txt", 1)
        daemon.call("documents.add", name=document.name, text=document.text)
        begun = begin_lines(daemon)
        for user in (OTHER_USER, 0):
            with connect_as(user, daemon) as other:
                self.assertTrue(other.call("status"))
                self.assertTrue(other.call("ask", question=document.question,
                                           theta=0)["answered"])
                other.call("documents.add", name="b", text="word " * 100_000)
        # Nor does the user himself, as long as his requests are small.
        with connect_as(FIRST_USER, daemon) as first:
            self.assertTrue(first.call("status"))
        for client in begun:
            client.close()

    def test_clients_that_never_read_cost_bounded_memory(self):
        daemon = self.start()
        document = make_document("large.txt", 1, 200_000)
        daemon.call("documents.add", name=document.name, text=document.text)
        deaf = [DeafClient(daemon.socket_path, document.name)
                for _ in range(20)]
        other = daemon.connect()
        while any(client.is_sending() for client in deaf):
            for client in deaf:
                client.send_more()
            self.assertTrue(other.call("ask", question=document.question,
                                       theta=0)["answered"])
        self.check_memory(daemon, "20 clients that never read")
        for client in deaf:
            client.close()
        other.call("status")
        other.close()


def connect_as(user: int, daemon: Answerboxd):
    """The kernel notes the user who connects, not the one who uses the
    connection later."""
    os.seteuid(user)
    try:
        return daemon.connect()
    finally:
        os.seteuid(0)


def begin_lines(daemon: Answerboxd) -> list:
    """As many requests as FIRST_USER may send, long ones first."""
    begun = []
    for kibibytes in (1020, 508, 252, 124, 60, 28, 12, 3):
        for _ in range(8):
            client = connect_as(FIRST_USER, daemon)
            if not client.begin_line(kibibytes << 10):
                client.close()
                break
            begun.append(client)
    return begun


class DeafClient:
    """Asks for a document again and again, and never reads a reply."""

    REQUESTS = 400

    def __init__(self, path: pathlib.Path, name: str):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._waiting = b"".join(
            json.dumps({"jsonrpc": "2.0", "id": number,
                        "method": "documents.text",
                        "params": {"name": name}}).encode() + b"\n"
            for number in range(self.REQUESTS))
        self._refusals = 0

    def is_sending(self) -> bool:
        """Sends until everything is sent, or the daemon has not read for long.
        """
        return bool(self._waiting) and self._refusals < 50

    def send_more(self) -> None:
        if not self._waiting:
            return
        try:
            sent = self._socket.send(self._waiting)
            self._waiting = self._waiting[sent:]
        except BlockingIOError:
            self._refusals += 1
        except ConnectionError:
            self._waiting = b""  # The connection was dropped.

    def close(self) -> None:
        self._socket.close()


def first_reply(client) -> dict | None:
    """The error that a refused client gets; None for a client that was
    accepted."""
    try:
        client.call("status")
        return None
    except RequestError as error:
        return {"error": error.error}
    except ConnectionError:
        return client.receive()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--memory-limit-mib", type=float, default=0,
                        help="0, for sanitized builds: not checked")
    parser.parse_known_args(namespace=OPTIONS)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
