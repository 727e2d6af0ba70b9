#!/usr/bin/env python3
"""The C library and the Python module with a peer that is no good daemon: it cuts
replies, sends what is not of the protocol, more than there may be, or nothing.

usage: broken_peer_test.py --daemon ANSWERBOXD --client ANSWERBOX
                           --caller C_CALLER --root SOURCE_FOLDER
"""

import contextlib
import copy
import itertools
import json
import pathlib
import resource
import socket
import tempfile
import threading
import time
import typing
import unittest

import answerbox
from callers import CAnswerbox, main

ANSWER = {"text": "Two \u00e9 \U0001f40c \"degrees\".", "document": "a\\b.md",
          "page": 3, "section": ["One", "Two"], "confidence": 0.8125}
REPLY = {"answered": True, "answer": ANSWER, "confidence": 0.8125,
         "theta": 2e-1, "run": "0123456789abcdef"}
PROGRESS = b'{"jsonrpc":"2.0","method":"progress","params":{"done":1}}\n'
REFUSAL = {"answered": False, "confidence": 0, "theta": 0.45,
           "refusal": {"reason": "no_evidence", "message": "Nothing."}}


def line_of(result, number=1, **json_options) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result},
                      **json_options).encode() + b"\n"


def work_time() -> float:
    """Seconds that this thread and ended callers of the C library have computed:
    how long they waited for a processor says nothing about them."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time() + ended.ru_utime + ended.ru_stime


class Peer:
    """Answers a connection's first request, a piece after the other, and hangs
    up; or all requests, until the client hangs up."""

    def __init__(self, folder: str):
        self.path = pathlib.Path(folder) / "socket"
        self.pieces: typing.Iterable[bytes] = []
        self.hangs_up = True
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
                while self._answer(connection) and not self.hangs_up:
                    pass

    def _answer(self, connection: socket.socket) -> bool:
        received = b""
        while not received.endswith(b"\n"):
            some = connection.recv(1 << 16)
            if not some:
                return False
            received += some
        try:
            for piece in self.pieces:
                connection.sendall(piece)
        except OSError:
            return False  # The client has had enough.
        return True


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
                0.8125, False, 1),))
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
        self.peer.hangs_up = False
        self.peer.pieces = [line_of(REPLY)[:9]]
        with self.make(self.peer.path, 0.3) as box:
            self.check_timeout(box, 0.3)
            # The rest of it is not taken for the next reply.
            self.peer.pieces = [line_of(REPLY, 2)]
            self.assertTrue(box.ask("How warm?").answered)

    def test_lines_for_others_without_end(self):
        """The timeout is that of the call, not of each line."""
        self.peer.pieces = itertools.repeat(PROGRESS * 1000)
        with self.make(self.peer.path, 0.3) as box:
            self.check_timeout(box, 0.3)

    def test_a_reply_that_takes_long_to_read(self):
        """Many small members up to the greatest length: reading is within the
        timeout, too, but for a moment."""
        many = b'"x":0,' * (answerbox.MAX_REPLY_BYTES // 6 - 100)
        for line in (b'{"id":1,' + many + line_of(REPLY)[1:],
                     line_of(REPLY).replace(b'{"answered"',
                                            b"{" + many + b'"answered"')):
            begun = work_time()
            self.assertTrue(self.ask(line).answered)
            whole = work_time() - begun
            begun = work_time()
            json.loads(line)
            # Nothing interrupts the parser of Python, and no two runs are alike.
            moment = work_time() - begun
            for timeout in (0.005, 0.02, 0.05, 0.1, 0.2, 0.4):
                begun = work_time()
                with contextlib.suppress(answerbox.Timeout):
                    self.ask(line, timeout=timeout)
                self.assertLess(work_time() - begun, timeout + moment + 0.5 * whole)

    def check_timeout(self, box, timeout: float) -> None:
        begun = time.monotonic()
        with self.assertRaises(answerbox.Timeout):
            box.ask("How warm?")
        took = time.monotonic() - begun
        self.assertGreater(took, timeout - 0.01)  # A clock has ticks.
        self.assertLess(took, timeout + 2)

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
        for name, wrong in (
                ("answered", "false"), ("answered", 1), ("answered", None),
                ("answers", "abc"), ("answers", [7]), ("choices", "false"),
                ("confidence", True), ("confidence", "0.5"), ("run", 7),
                ("asked", []), ("spelling", "abc"), ("spelling", ["abc"]),
                ("spelling", [{"word": "a", "taken_for": 7}])):
            self.check({**REPLY, name: wrong}, True)
        for name, wrong in (
                ("text", 7), ("text", None), ("document", None),
                ("document", ["a"]), ("section", "abc"), ("section", [7]),
                ("page", "3"), ("page", -1), ("page", 1.5), ("page", True),
                ("scan_confidence", "x"), ("confidence", None)):
            self.check({**REPLY, "answer": {**ANSWER, name: wrong}}, True)

    def test_numbers(self):
        """They are read as a program would write them, to the last bit."""
        for text in ("0", "-0.0", "0.1", "0.45", "2E-1", "123e-3", "1e22", "1e23",
                     "9007199254740993", "0.30000000000000004", "5e-324",
                     "2.2250738585072014e-308", "1.7976931348623157e308",
                     "8.41e21", "9.5367431640625e-07", "0.8414709848078965",
                     "6.02214076e23", "1" + "0" * 300, "0." + "0" * 300 + "25",
                     "0." + "1" * 40, "0e999999999999"):
            line = line_of(REPLY).replace(b'"theta": 0.2',
                                          b'"theta": ' + text.encode())
            self.assertEqual(self.ask(line).theta, float(text), text)
        for text in (b"1e999", b"-1e999", b"9" * 400, b"1e99999999999999999999"):
            with self.assertRaises(answerbox.BadReply, msg=text):
                self.ask(line_of(REPLY).replace(b'"theta": 0.2',
                                                b'"theta": ' + text))

    def test_what_an_answer_is_not_safe_without(self):
        result = {**REPLY, "asked": "How warm?", "choices": True,
                  "spelling": [{"word": "wram", "taken_for": "warm"},
                               {"word": "frige", "taken_for": "fridge"}],
                  "answers": [{**ANSWER, "cut": {"begin": 1, "end": 2},
                               "scan_confidence": 0.4}, {**ANSWER, "cut": None}]}
        reply = self.ask(line_of(result))
        self.assertEqual(reply.asked, "How warm?")
        self.assertEqual(reply.spelling,
                         (("wram", "warm"), ("frige", "fridge")))
        self.assertEqual([(one.cut, one.scan_confidence)
                          for one in reply.answers], [(True, 0.4), (False, 1)])

    def check(self, result, is_bad: bool) -> None:
        if not is_bad:
            self.assertTrue(self.ask(line_of(result)).answered)
            return
        with self.assertRaises(answerbox.BadReply, msg=result):
            self.ask(line_of(result))

    def test_lines_for_others_are_passed_over(self):
        for pieces in ([PROGRESS, line_of(REPLY)],
                       [PROGRESS * 3 + line_of(REPLY, 7) + line_of(REPLY)]):
            self.assertTrue(self.ask(*pieces).answered)

    def test_the_last_words_of_a_daemon(self):
        error = {"code": -32002, "message": "Too many connections.",
                 "data": {"kind": "busy"}}
        line = json.dumps({"jsonrpc": "2.0", "id": None, "error": error})
        with self.assertRaisesRegex(answerbox.Busy, "Too many") as caught:
            self.ask(line.encode() + b"\n")
        self.assertEqual(caught.exception.kind, "busy")

    def test_errors_that_are_none(self):
        """Nor is the reply before it taken for the result."""
        self.peer.hangs_up = False
        for error in ({}, {"code": -1}, {"message": "One"}, 7,
                      *({"code": code, "message": "One"} for code in
                        ("x", None, True, 0, 1, -0.5, -1.5, -32010.5, -1e300))):
            for number in (1, 2):
                with self.make(self.peer.path, 30) as box:
                    if number == 2:
                        self.peer.pieces = [line_of(REPLY)]
                        self.assertTrue(box.ask("How warm?").answered)
                    self.peer.pieces = [json.dumps(
                        {"id": number, "error": error}).encode() + b"\n"]
                    with self.assertRaises(answerbox.BadReply, msg=error):
                        box.ask("How warm?")

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
