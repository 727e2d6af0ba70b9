#!/usr/bin/env python3
"""The C library and the Python module with a real daemon: answers, refusals,
errors, long documents, and a daemon that hangs, dies and is started again.

usage: calls_test.py --daemon ANSWERBOXD --client ANSWERBOX --caller C_CALLER
                     --root SOURCE_FOLDER
"""

import hashlib
import itertools
import pathlib
import re
import signal
import tempfile
import threading
import time
import unittest

import answerbox
from answerboxd import Answerboxd
from callers import OPTIONS, CAnswerbox, main

QUESTION = "At what temperature are vaccines stored?"
MOST_TEXT_BYTES = 16 << 20


def start(folder: pathlib.Path, *options: str) -> Answerboxd:
    return Answerboxd(OPTIONS.daemon, folder / "state",
                      ["--energy-sensor", "none", *options])


class CallsTest(unittest.TestCase):

    make = answerbox.Answerbox

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-clients-")
        cls.addClassCleanup(folder.cleanup)
        cls.daemon = start(pathlib.Path(folder.name))
        cls.addClassCleanup(cls.daemon.close)
        cls.socket = cls.daemon.socket_path
        with answerbox.Answerbox(cls.socket) as box:
            handbook = OPTIONS.root / "deploy/sample-handbook"
            for path in sorted(handbook.glob("*.md")):
                box.add(path.name, path.read_text(encoding="utf-8"))
            text = "Fridge\nThe fridge is in the hall.\nAlarm\nThe alarm rings at 9."
            box.call("documents.add", collection="pages", name="house.txt",
                     text=text, pages=[[0, 3], [text.index("Alarm"), 4]],
                     headings=[[0, 6, 1], [text.index("Alarm"),
                                           text.index("Alarm") + 5, 2]])
            box.add("visits-2023.txt", "Visitors leave the ward at 19:00.",
                    collection="visits")
            box.add("visits-2026.txt", "Visitors leave the ward at 20:30.",
                    collection="visits")

    def test_an_answer_has_its_text_and_document(self):
        with self.make(self.socket) as box:
            reply = box.ask(QUESTION)
            self.assertTrue(reply.answered)
            self.assertEqual(len(reply.answers), 1)
            self.assertIn("between 2 °C and 8 °C", reply.answers[0].text)
            self.assertEqual(reply.answers[0].document, "11-vaccine-storage.md")
            self.assertIsNone(reply.answers[0].page)
            self.assertEqual(reply.answers[0].section, ())
            self.assertEqual(reply.answers[0].score, reply.confidence)
            self.assertLess(reply.theta, reply.confidence)
            self.assertRegex(reply.run, "^[0-9a-f]{16}$")

    def test_numbers_are_read_as_they_are_written(self):
        with self.make(self.socket) as box:
            confidence = box.ask(QUESTION).confidence
        self.assertEqual(confidence, self.daemon.call(
            "ask", question=QUESTION)["confidence"])

    def test_an_answer_has_its_page_and_section(self):
        with self.make(self.socket) as box:
            answer = box.ask("When does the alarm ring?",
                             collection="pages").answers[0]
            self.assertEqual(answer.page, 4)
            self.assertEqual(answer.section, ("Fridge", "Alarm"))

    def test_documents_that_differ_are_all_shown(self):
        with self.make(self.socket) as box:
            reply = box.ask("When do visitors leave the ward?",
                            collection="visits")
            self.assertTrue(reply.differ)
            self.assertFalse(reply.choices)
            self.assertEqual([answer.document for answer in reply.answers],
                             ["visits-2026.txt", "visits-2023.txt"])

    def test_a_refusal_says_why(self):
        with self.make(self.socket) as box:
            reply = box.ask("Who won the football game?")
            self.assertFalse(reply.answered)
            self.assertEqual(reply.answers, ())
            self.assertIn(reply.reason, ("no_evidence", "weak_evidence"))
            self.assertIn("football", reply.message)

    def test_a_search_lists_passages(self):
        with self.make(self.socket) as box:
            found = box.search("vaccine fridge", 3).passages
            self.assertEqual(len(found), 3)
            self.assertEqual(found[0].document, "11-vaccine-storage.md")
            self.assertGreater(found[0].score, found[1].score)
            nothing = box.search("xylophone")
            self.assertEqual(nothing.passages, ())
            self.assertEqual(nothing.reason, "no_evidence")
            self.assertTrue(nothing.message)

    def test_as_many_passages_as_there_may_be(self):
        text = "".join(f"Word number {i} is a lantern.\n\n" for i in range(9999))
        with self.make(self.socket) as box:
            box.add("lanterns.txt", text, collection="lanterns")
            found = box.search("lantern", 100, collection="lanterns").passages
            self.assertEqual(len(found), 100)
            self.assertTrue(all("lantern" in one.text for one in found))

    def test_the_daemons_own_errors(self):
        with self.make(self.socket) as box:
            with self.assertRaisesRegex(answerbox.NotFound, "nowhere"):
                box.ask(QUESTION, collection="nowhere")
            with self.assertRaisesRegex(answerbox.InvalidParams, "question"):
                box.ask("x" * 5000)
            with self.assertRaisesRegex(answerbox.Rejected, "no text"):
                box.add("empty.txt", " ")
            with self.assertRaisesRegex(answerbox.Rejected, r"U\+0000"):
                box.add("binary.txt", "a\0b")
            with self.assertRaises(answerbox.DaemonError) as caught:
                box.call("dance")
            self.assertEqual(caught.exception.kind, "unknown_method")
            self.assertEqual(caught.exception.code, -32601)
            self.assertTrue(box.ask(QUESTION).answered)

    def test_a_line_that_is_too_long_ends_the_connection_alone(self):
        with self.make(self.socket) as box:
            with self.assertRaises(answerbox.DaemonError) as caught:
                box.ask("x" * (2 << 20))
            self.assertEqual(caught.exception.kind, "line_too_long")
            self.assertTrue(box.ask(QUESTION).answered)

    def test_texts_and_names_of_every_kind(self):
        name = "Ordner/größer – 語 \U0001f40c \"q\" \\ .txt"
        text = ("Tab\tquote\"backslash\\ line\r\nbell\x07 é 語 \U0001f40c\u2028 "
                "\x7f end.")
        with self.make(self.socket) as box:
            added = box.add(name, text, collection="sizes")
            self.assertEqual(added.bytes, len(text.encode()))
            stored = box.call("documents.text", collection="sizes", name=name)
            self.assertEqual(stored["text"], text)
            found = box.search("backslash", collection="sizes").passages[0]
            self.assertEqual(found.document, name)
            self.assertIn("é 語 \U0001f40c", found.text)
            self.assertEqual(
                box.call("documents.remove", collection="sizes",
                         name=name)["removed"], True)

    def test_a_long_document_goes_in_parts(self):
        # Characters of one to six bytes stand at the edges of parts.
        text = "".join(f"Line {i} é 語 \U0001f40c \"\\\n\x07 ends.\n"
                       for i in range(40_000))
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        with self.make(self.socket) as box:
            for is_replaced in (False, True):
                added = box.add("long.txt", text, collection="long")
                self.assertEqual(added.replaced, is_replaced)
                self.assertEqual(added.sha256, sha256)
                self.assertEqual(added.bytes, len(text.encode()))
            box.call("documents.remove", collection="long", name="long.txt")

    def test_the_longest_document_and_one_longer(self):
        text = ("lamp " * 200 + ". ") * (MOST_TEXT_BYTES // 1002)
        text += "x" * (MOST_TEXT_BYTES - len(text))
        with self.make(self.socket) as box:
            added = box.add("longest.txt", text, collection="longest")
            self.assertEqual(added.bytes, MOST_TEXT_BYTES)
            with self.assertRaises(answerbox.Rejected):
                box.add("longer.txt", text + "x", collection="longest")
            reply = box.call("documents.text", collection="longest",
                             name="longest.txt")
            self.assertEqual(len(reply["text"]), 256 << 10)

    def test_the_shortest_line_that_a_daemon_may_ask_for(self):
        with tempfile.TemporaryDirectory() as folder:
            with start(pathlib.Path(folder), "--max-line-bytes",
                       "8192") as daemon:
                with self.make(daemon.socket_path) as box:
                    self.assertEqual(box.status().max_line_bytes, 8192)
                    text = "\x01\"ü end. " * 4000
                    added = box.add("n" * 500, text)
                    self.assertEqual(
                        added.sha256,
                        hashlib.sha256(text.encode()).hexdigest())

    def test_the_longest_text_that_goes_in_one_line(self):
        """Names and collections count, and differ in length from their JSON."""
        with tempfile.TemporaryDirectory() as folder:
            with start(pathlib.Path(folder), "--max-line-bytes",
                       "8192") as daemon:
                with self.make(daemon.socket_path) as box:
                    for name, collection in (("n", "default"), ("\"" * 500, "c"),
                                             ("n" * 500, "c" * 60)):
                        for length in (*range(6300, 8300, 97),
                                       *range(7990, 8010)):
                            self.assertEqual(
                                box.add(name, "x" * length,
                                        collection=collection).bytes, length)

    def test_status(self):
        with self.make(self.socket) as box:
            status = box.status()
            self.assertRegex(status.version, r"^\d+\.\d+\.\d+$")
            self.assertGreaterEqual(status.collections, 3)
            self.assertGreaterEqual(status.documents, 14)
            self.assertEqual(status.max_line_bytes, 1 << 20)
            self.assertEqual(status.out_of_service, ())


class PythonCallsTest(unittest.TestCase):
    """What is the Python module's alone."""

    def test_marks_of_a_long_document_go_in_parts(self):
        """Of pages, headings and blocks that are longer than a line, too."""
        line = "A lantern hangs in the hall of the ward.\n"
        count, size = 3000, len(line)
        marks = {
            "pages": [[i * size, i + 1] for i in range(count)],
            "headings": [[i * size, i * size + 9, 2] for i in range(count)],
            "blocks": [{"kind": "paragraph", "begin": i * size,
                        "end": (i + 1) * size - 1} for i in range(count)]}
        with tempfile.TemporaryDirectory() as folder:
            with start(pathlib.Path(folder), "--max-line-bytes",
                       "8192") as daemon:
                with answerbox.Answerbox(daemon.socket_path) as box:
                    for kinds in (("pages", "headings"), ("pages", "blocks")):
                        added = box.add("long.txt", line * count,
                                        **{kind: marks[kind] for kind in kinds})
                        self.assertEqual(added.raw["pages"], count)
                        self.assertEqual(
                            added.raw["blocks"],
                            count if "blocks" in kinds else 0)
                    short = box.add("short.txt", line, pages=[[0, 7]])
                    self.assertEqual(short.raw["pages"], 1)
                    self.assertEqual(box.ask("Where does a lantern hang?",
                                             documents=["short.txt"]
                                             ).answers[0].page, 7)

    def test_what_can_not_be_sent(self):
        with answerbox.Answerbox("/nowhere/socket") as box:
            for question in ("half \udc80", float("inf"), {1, 2}):
                with self.assertRaises(answerbox.BadArgument):
                    box.ask(question)
            with self.assertRaises(answerbox.BadArgument):
                box.add("half.txt", "\udc80")


class CCallsTest(CallsTest):

    make = CAnswerbox

    def test_each_allocation_may_fail(self):
        for number in itertools.count(3):  # The first two are the handle's.
            with CAnswerbox(self.socket, failing_allocation=number) as box:
                try:
                    self.add_search_and_ask(box)
                    break
                except answerbox.AnswerboxError as error:
                    self.assertEqual(error.kind, "no_memory")
                self.add_search_and_ask(box)
        self.assertGreater(number, 9, "few allocations were made to fail")

    def add_search_and_ask(self, box: CAnswerbox) -> None:
        box.add("memory.txt", "Memory is short. " * 1000, collection="memory")
        self.assertTrue(box.search("memory", 50, "memory").passages)
        self.assertTrue(box.ask(QUESTION).answered)

    def test_parameters_that_are_no_object(self):
        with CAnswerbox(self.socket) as box:
            for params in ("[]", "{", '{"a":1}}', "7", '{"a":\x01}', "{}x"):
                with self.assertRaises(answerbox.AnswerboxError) as caught:
                    box.call_raw("status", params)
                self.assertEqual(caught.exception.kind, "bad_argument", params)
            for params in ("", "{}", ' { } '):
                self.assertIn('"version"', box.call_raw("status", params))


class LifeTest(unittest.TestCase):
    """A daemon that hangs, dies and is started again."""

    make = answerbox.Answerbox

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-clients-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Stays where it is, as /run/answerbox does.
        self.socket = self.folder / "socket"

    def start(self) -> Answerboxd:
        daemon = start(self.folder)
        self.addCleanup(daemon.close)
        self.socket.unlink(missing_ok=True)
        self.socket.symlink_to(daemon.socket_path)
        return daemon

    def test_a_daemon_that_hangs_costs_the_timeout(self):
        daemon = self.start()
        with self.make(self.socket, timeout=0.5) as box:
            box.add("a.txt", "Apples are red.")
            daemon.process.send_signal(signal.SIGSTOP)
            begun = time.monotonic()
            for request in (lambda: box.ask("What colour are apples?"),
                            lambda: box.add("b.txt", "Pears are green. " * 9999),
                            box.status):
                with self.assertRaisesRegex(answerbox.Timeout, "in time"):
                    request()
            took = time.monotonic() - begun
            daemon.process.send_signal(signal.SIGCONT)
            self.assertGreater(took, 1.4)
            self.assertLess(took, 10)
            # A late reply is not taken for that of the next request.
            with type(box)(self.socket) as patient:
                patient.status()
            self.assertIn("Apples", box.ask(
                "What colour are apples?").answers[0].text)

    def test_a_daemon_that_is_started_again(self):
        daemon = self.start()
        with self.make(self.socket) as box:
            box.add("a.txt", "Apples are red.")
            self.assertEqual(daemon.stop(), 0)
            daemon = self.start()
            self.assertTrue(box.ask("What colour are apples?").answered)
            daemon.kill()
            with self.assertRaisesRegex(answerbox.NoDaemon, "systemctl start"):
                box.ask("What colour are apples?")
            daemon = self.start()
            self.assertEqual(box.status().documents, 1)

    def test_a_daemon_that_dies_while_it_is_asked(self):
        daemon = self.start()
        with self.make(self.socket) as box:
            box.status()
            daemon.process.send_signal(signal.SIGSTOP)
            threading.Timer(0.3, daemon.process.kill).start()
            with self.assertRaisesRegex(answerbox.Closed, "hung up"):
                box.status()

    def test_nobody_at_the_socket(self):
        for path in (self.folder / "none", self.folder / ("long" * 40)):
            with self.make(path) as box:
                with self.assertRaisesRegex(answerbox.NoDaemon, str(path)):
                    box.status()


class CLifeTest(LifeTest):

    make = CAnswerbox


class DocumentTest(unittest.TestCase):
    """The clients know what docs/socket-protocol.md says."""

    @classmethod
    def setUpClass(cls):
        cls.protocol = read("docs/socket-protocol.md")
        cls.errors = {int(code): kind for code, kind in re.findall(
            r"^\| (-\d+) \| (\w+) \|", cls.protocol, re.MULTILINE)}

    def test_errors(self):
        self.assertGreater(len(self.errors), 15)
        for code, kind in re.findall(r"ANSWERBOX_(\w+) = (-\d+)",
                                     read("clients/c/answerbox.h")):
            self.assertEqual(self.errors[int(kind)], code.lower())
        for code, error in answerbox._BY_CODE.items():
            kind = re.sub("(?<!^)(?=[A-Z])", "_", error.__name__).lower()
            self.assertEqual(self.errors[code], kind)

    def test_members_and_parameters(self):
        names = set(re.findall(r'box(?:->result)?, (?:\w+, )?"(\w+)"\)',
                               read("clients/c/answerbox.c")))
        names |= set(re.findall(r'Member\([^"()]*(?:\([^()]*\))?[^"()]*"(\w+)"',
                                read("clients/c/answerbox.c")))
        names |= set(re.findall(r'Put(?:Text|Json|Name)\(box, "(\w+)"',
                                read("clients/c/answerbox.c")))
        self.assertLessEqual({"answered", "document", "upload", "max_line_bytes",
                              "runners_up", "words"}, names)
        python = read("clients/python/answerbox.py")
        names |= set(re.findall(
            r'(?:result|passage|refusal|begun|one)(?:\.get\(|\[)"(\w+)"', python))
        names |= set(re.findall(r'_list\(\w+, "(\w+)"\)', python))
        self.assertLessEqual(names, self.documented())

    def documented(self) -> set[str]:
        """In JSON, in code, or in a method's signature; not in prose."""
        documents = self.protocol + read("docs/protocol-mqtt.md")
        return {
            *re.findall(r'"(\w+)":', documents),
            *re.findall(r'`"?([\w.]+)', documents),
            *(name for members in
              re.findall(r"^- `.*|^`.* → .*|^\{.*|^\w.*\}$", documents, re.MULTILINE)
              for group in re.findall(r"\{([^{}]*)\}", members)
              for name in re.findall(r"(\w+)\??(?:, |$|:)", group))}


def read(path: str) -> str:
    return (OPTIONS.root / path).read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
