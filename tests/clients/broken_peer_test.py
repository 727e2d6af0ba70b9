#!/usr/bin/env python3
"""The C library and the Python module with a peer that is no good daemon: it cuts
replies, sends what is not of the protocol, more than there may be, or nothing.

usage: broken_peer_test.py --daemon ANSWERBOXD --client ANSWERBOX
                           --caller C_CALLER --root SOURCE_FOLDER
"""

import copy
import json
import pathlib
import socket
import tempfile
import threading
import time
import unittest

import answerbox
from callers import CAnswerbox, main

ANSWER = {"text": "Two \u00e9 \U0001f40c \"degrees\".", "document": "a\\b.md",
          "page": 3, "section": ["One", "Two"], "confidence": 0.8125}
REPLY = {"answered": True, "answer": ANSWER, "confidence": 0.8125,
         "theta": 2e-1, "run": "0123456789abcdef"}
REFUSAL = {"answered": False, "confidence": 0, "theta": 0.45,
           "refusal": {"reason": "no_evidence", "message": "Nothing."}}


def line_of(result, number=1, **json_options) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result},
                      **json_options).encode() + b"\n"


class Peer:
    """Sends its answer to each connection's first request, a piece after the
    other, and hangs up."""

    def __init__(self, folder: str):
        self.path = pathlib.Path(folder) / "socket"
        self.pieces: list[bytes] = []
        self.pause_s = 0.0
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self.path))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                received = b""
                while not received.endswith(b"\n"):
                    some = connection.recv(1 << 16)
                    if not some:
                        break
                    received += some
                try:
                    for piece in self.pieces:
                        connection.sendall(piece)
                        time.sleep(self.pause_s)
                except OSError:
                    pass  # The client has had enough.


class BrokenPeerTest(unittest.TestCase):

    make = answerbox.Answerbox

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-peer-")
        self.addCleanup(folder.cleanup)
        self.peer = Peer(folder.name)
        self.addCleanup(self.peer.close)

    def ask(self, *pieces: bytes, timeout: float = 30) -> answerbox.Reply:
        self.peer.pieces = list(pieces)
        with self.make(self.peer.path, timeout) as box:
            return box.ask("How warm?")

    def call(self, *pieces: bytes) -> dict:
        self.peer.pieces = list(pieces)
        with self.make(self.peer.path, 30) as box:
            return box.call("status")

    def test_a_reply_in_single_bytes(self):
        for json_options in ({}, {"ensure_ascii": False},
                             {"separators": (" , ", " :\t")}):
            line = line_of(REPLY, **json_options).replace(b"0.2", b"2.0E-1")
            reply = self.ask(*(bytes([byte]) for byte in line))
            self.assertEqual(reply.answers, (answerbox.Passage(
                ANSWER["text"], ANSWER["document"], ("One", "Two"), 3,
                0.8125),))
            self.assertEqual((reply.confidence, reply.theta, reply.run),
                             (0.8125, 0.2, REPLY["run"]))

    def test_a_refusal_in_one_piece(self):
        reply = self.ask(line_of(REFUSAL))
        self.assertEqual((reply.answered, reply.reason, reply.message),
                         (False, "no_evidence", "Nothing."))

    def test_a_reply_cut_at_every_byte(self):
        line = line_of(REPLY)
        for length in range(len(line) - 1):
            with self.assertRaises(answerbox.Closed):
                self.ask(line[:length])

    def test_a_reply_that_never_comes_to_its_end(self):
        """The timeout is that of the call, not of each piece."""
        self.peer.pause_s = 0.05
        self.peer.pieces = [line_of(REPLY)[:9], *[b" "] * 200]
        begun = time.monotonic()
        with self.make(self.peer.path, 0.5) as box:
            with self.assertRaises(answerbox.Timeout):
                box.status()
            self.assertLess(time.monotonic() - begun, 5)
            # The rest of it is not taken for the next reply.
            self.peer.pieces = [line_of(REPLY, 2)]
            self.assertTrue(box.ask("How warm?").answered)

    def test_lines_that_are_not_json(self):
        """Nothing of such a line is used, however good the rest of it is."""
        good = line_of(REPLY)[1:-2]
        self.assertTrue(self.ask(b'{"x":"\\u00e9",' + good + b"}\n").answered)
        for value in (b"", b"nothing", b"NaN", b"01", b"1.", b"-", b"1e", b"[1,]",
                      b'{"a"}', b'"\t"', b'"\\x"', b'"\\ud800"', b'"\\udc00"',
                      b'"\\ud800\\u0041"', b'"\xff"', b'"\xc0\x80"', b'"\xe0\x80\x80"',
                      b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"', b"[" * 5000 + b"]" * 5000):
            with self.assertRaises(answerbox.BadReply, msg=value):
                self.ask(b'{"x":' + value + b"," + good + b"}\n")
        for line in (b"", b"7", b"{" + good, b"{" + good + b"}}",
                     b"\xef\xbb\xbf{" + good + b"}"):
            with self.assertRaises(answerbox.BadReply, msg=line):
                self.ask(line + b"\n")

    def test_members_that_are_missing_or_of_another_type(self):
        for name, is_needed in (("answered", True), ("answer", True),
                                ("confidence", True), ("theta", True),
                                ("run", False)):
            result = {key: REPLY[key] for key in REPLY if key != name}
            self.check(result, is_needed)
        for name in ("text", "document", "confidence"):
            result = copy.deepcopy(REPLY)
            del result["answer"][name]
            self.check(result, True)
        for wrong in (7, None, [], "x"):
            self.check(wrong, True)
            self.check({**REPLY, "answer": wrong}, True)
            self.check({**REPLY, "theta": wrong}, wrong != 7)
        for member in ("reason", "message"):
            self.check({**REFUSAL, "refusal": {member: "One"}}, True)

    def check(self, result, is_bad: bool) -> None:
        if not is_bad:
            self.assertTrue(self.ask(line_of(result)).answered)
            return
        with self.assertRaises(answerbox.BadReply, msg=result):
            self.ask(line_of(result))

    def test_lines_for_others_are_passed_over(self):
        progress = b'{"jsonrpc":"2.0","method":"progress","params":{"done":1}}\n'
        for pieces in ([progress, line_of(REPLY)],
                       [progress * 3 + line_of(REPLY, 7) + line_of(REPLY)]):
            self.assertTrue(self.ask(*pieces).answered)

    def test_the_last_words_of_a_daemon(self):
        error = {"code": -32002, "message": "Too many connections.",
                 "data": {"kind": "busy"}}
        line = json.dumps({"jsonrpc": "2.0", "id": None, "error": error})
        with self.assertRaisesRegex(answerbox.Busy, "Too many") as caught:
            self.ask(line.encode() + b"\n")
        self.assertEqual(caught.exception.kind, "busy")

    def test_errors_that_are_none(self):
        for error in ({}, {"code": -1}, {"message": "One"}, 7,
                      {"code": "x", "message": "One"}):
            line = json.dumps({"jsonrpc": "2.0", "id": 1, "error": error})
            with self.assertRaises(answerbox.BadReply, msg=error):
                self.ask(line.encode() + b"\n")

    def test_a_reply_of_the_greatest_length_and_one_longer(self):
        head = b'{"id":1,"result":{"text":"'
        tail = b'"}}'
        text = b"x" * (answerbox.MAX_REPLY_BYTES - len(head) - len(tail))
        self.assertEqual(len(self.call(head, text, tail, b"\n")["text"]),
                         len(text))
        with self.assertRaises(answerbox.BadReply):
            self.call(head, text, b"x", tail, b"\n")

    def test_a_peer_that_takes_no_connection(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-peer-")
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "full"
        with socket.socket(socket.AF_UNIX) as full, socket.socket(
                socket.AF_UNIX) as first:
            full.bind(str(path))
            full.listen(0)
            first.connect(str(path))
            with self.make(path, 0.3) as box:
                with self.assertRaises(answerbox.Timeout):
                    box.status()

    def test_a_peer_that_reads_nothing(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-peer-")
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "deaf"
        with socket.socket(socket.AF_UNIX) as deaf:
            deaf.bind(str(path))
            deaf.listen()
            with self.make(path, 0.3) as box:
                with self.assertRaises(answerbox.Timeout):
                    box.ask("x" * (8 << 20))


class CBrokenPeerTest(BrokenPeerTest):

    make = CAnswerbox


if __name__ == "__main__":
    main()
