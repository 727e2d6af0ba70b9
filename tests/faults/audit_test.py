#!/usr/bin/env python3
"""The audit log of the real daemon: a reader learns what was answered, and
nothing private; every change of the log is found.
"""

import base64
import errno
import hashlib
import resource
import shutil

from answerboxd import Answerboxd
from audit_case import OPTIONS, TEXT, AuditCase, run_tests
from connection import RequestError
from io_control import IoControl, IoKind

SECRET = "does Xylophonia Quettlebury have the measles"
# All forms of the question that the test looks for: the text, folded and
# stemmed, in the encodings of the log, and as a hash that everybody can
# compute.
TRACES = [b"Xylophonia", b"Quettlebury", b"xylophonia", b"quettleburi",
          SECRET.encode().hex().encode(),
          base64.b64encode(SECRET.encode())[:-4],
          hashlib.sha256(SECRET.encode()).hexdigest().encode()]


class AuditTest(AuditCase):
    def test_answers_refusals_and_changes_are_on_record(self):
        daemon = self.start("--audit-questions", "plain")
        added = daemon.call("documents.add", name="measles.md", text=TEXT)
        asked = daemon.call("ask", question="when is measles reported?",
                            theta=0)
        refused = daemon.call("ask", question="zebra?")
        daemon.call("documents.remove", name="measles.md")
        self.assertEqual(daemon.stop(), 0)
        answer, = self.records("answer")
        self.assertEqual(answer["run"], asked["run"])
        self.assertTrue(asked["recorded"])
        self.assertEqual(answer["question"], "when is measles reported?")
        self.assertEqual(answer["documents"][0],
                         ["measles.md", added["sha256"]])
        chunk, begin, end = answer["cites"][0]
        self.assertEqual(answer["chunks"][chunk],
                         [asked["answer"]["chunk"], 0])
        self.assertEqual({"begin": begin, "end": end},
                         asked["answer"]["offsets"])
        self.assertEqual(answer["confidence"], asked["confidence"])
        refusal, = self.records("refusal")
        self.assertEqual(refusal["run"], refused["run"])
        self.assertEqual(refusal["reason"], "no_evidence")
        self.assertEqual([change["action"]
                          for change in self.records("change")],
                         ["add", "remove"])
        verified = self.client("verify", "--dir", str(self.audit))
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertNotIn("not signed yet", verified.stdout)

    def test_the_record_of_other_synonyms_identifies_their_file(self):
        daemon = self.start()
        synonyms = "# words\nmarron, chestnut\n"
        daemon.call("collections.create", name="default")
        daemon.call("collections.set", name="default", synonyms=synonyms)
        self.assertEqual(daemon.stop(), 0)
        daemon = self.start()  # Reads them from the disk.
        daemon.call("collections.set", name="default", theta=0.3)
        daemon.call("collections.set", name="default", synonyms="")
        self.assertEqual(daemon.stop(), 0)
        hashed = hashlib.sha256(synonyms.encode()).hexdigest()
        self.assertEqual([(change["action"], change["synonyms"],
                           change.get("synonyms_sha256"))
                          for change in self.records("change")],
                         [("create", 0, None), ("set", 1, hashed),
                          ("set", 1, hashed), ("set", 0, None)])

    def test_questions_that_are_hashed_or_left_out_are_nowhere(self):
        for form in ("hash", "omit"):
            for durability in ("group", "each"):
                with self.subTest(form=form, durability=durability):
                    shutil.rmtree(self.state_dir, ignore_errors=True)
                    self.check_privacy(form, durability)

    def check_privacy(self, form: str, durability: str) -> None:
        daemon = self.start("--audit", durability, "--audit-questions", form)
        daemon.call("documents.add", name="measles.md", text=TEXT)
        self.ask_the_secret(daemon)
        daemon.kill()
        messages = daemon.messages()
        daemon.close()
        daemon = self.start("--audit", durability, "--audit-questions", form)
        self.ask_the_secret(daemon)
        self.fill(daemon)
        for _ in range(3):
            daemon.call("ask", question=SECRET)
        daemon.stop()
        messages += daemon.messages()
        for trace in TRACES:
            for path in self.state_dir.rglob("*"):
                if path.is_file():
                    self.assertNotIn(trace, path.read_bytes(), path)
            self.assertNotIn(trace, messages.encode())
        record = self.records("answer")[-1]
        self.assertEqual("question_hmac" in record, form == "hash")
        self.assertNotIn("question", record)
        daemon.close()

    def ask_the_secret(self, daemon: Answerboxd) -> None:
        """Requests that are answered, refused, and wrong in each possible way.
        """
        for theta in (0, 1):
            daemon.call("ask", question=SECRET, theta=theta)
        for params in ({"collection": "none"}, {"theta": 7}, {"other": SECRET},
                       {"question": SECRET * 100}, {"runners_up": SECRET}):
            with self.assertRaises(RequestError):
                daemon.call("ask", **{"question": SECRET, **params})
        with self.assertRaises(RequestError):
            daemon.call(SECRET)
        with daemon.connect() as connection:
            connection.send_line(b'{"question": "' + SECRET.encode())
            connection.receive()
        daemon.call("audit.head")

    def test_a_log_that_was_changed_or_cut_is_found_out(self):
        daemon = self.start()
        daemon.call("documents.add", name="measles.md", text=TEXT)
        for _ in range(5):
            daemon.call("ask", question="measles?")
        head = daemon.call("audit.head")["head"]
        daemon.stop()
        copy = self.folder / "copy.jsonl"
        key = str(self.audit / "signing.pub")
        path = self.audit / "000000000000.jsonl"
        text = path.read_bytes()
        copy.write_bytes(text.replace(b'"measles.md"', b'"Measles.md"', 1))
        changed = self.client("verify", "--key", key, str(copy))
        self.assertEqual(changed.returncode, 1)
        self.assertIn("changed: Record 2", changed.stdout)
        copy.write_bytes(b"".join(text.splitlines(keepends=True)[:4]))
        self.assertEqual(
            self.client("verify", "--key", key, str(copy)).returncode, 0)
        cut = self.client("verify", "--key", key, "--head", head, str(copy))
        self.assertEqual(cut.returncode, 1)
        self.assertIn("truncated: The log ends before record 4", cut.stdout)
        self.assertLess(len(head), 300)  # A QR code easily holds so much.

    def check_set_aside(self, daemon: Answerboxd, damaged: bytes,
                        file: str) -> None:
        """The old log must be kept unchanged, every report must tell of it, and
        no head may cover it."""
        self.assertIn("answer", daemon.call("ask", theta=0,
                                            question="when is measles reported?"))
        evidence, = daemon.call("status")["audit"]["set_aside"]
        self.assertEqual(evidence["folder"], "evidence-1")
        self.assertIn(f"({file}, byte ", evidence["found"])
        self.assertIn(evidence["found"], daemon.messages())
        self.assertEqual(daemon.stop(), 0)
        folder = self.audit / "evidence-1"
        self.assertEqual((folder / file).read_bytes(), damaged)
        record, = self.records("evidence")
        self.assertEqual(record["seq"], 1)
        self.assertEqual(record["file"], file)
        self.assertRegex(record["head"], "^answerbox-(head|kept|stopped)/1 ")
        sums = (folder / "SHA256SUMS").read_bytes()
        self.assertEqual(record["sha256"], hashlib.sha256(sums).hexdigest())
        self.assertIn(hashlib.sha256(damaged).hexdigest().encode(), sums)
        verified = self.client("verify", "--dir", str(self.audit))
        self.assertEqual(verified.returncode, 1, verified.stdout)
        self.assertIn("begun anew", verified.stdout)
        self.assertIn("is there, unchanged", verified.stdout)

    def test_a_record_that_was_changed_while_it_was_stopped_is_not_signed(self):
        path = self.stopped_log()
        lines = path.read_bytes().splitlines(keepends=True)
        lines[-2] = lines[-2].replace(b"measles reported?", b"measles, I say??")
        damaged = b"".join(lines)
        path.write_bytes(damaged)
        self.check_set_aside(self.start(), damaged, path.name)

    def test_a_head_that_was_changed_while_it_was_stopped_is_told(self):
        path = self.stopped_log()
        text = bytearray(path.read_bytes())
        text[-20] = ord("A") if text[-20] != ord("A") else ord("B")
        path.write_bytes(text)
        self.check_set_aside(self.start(), bytes(text), path.name)

    def test_an_older_file_that_was_changed_is_found_while_it_serves(self):
        options = ("--audit-file-bytes", "65536")
        daemon = self.start(*options)
        daemon.call("documents.add", name="measles.md", text=TEXT)
        with daemon.connect() as connection:
            while len(list(self.audit.glob("*.jsonl"))) < 3:
                connection.call("ask", question="when is measles reported?")
        daemon.stop()
        path = sorted(self.audit.glob("*.jsonl"))[0]
        text = path.read_bytes().replace(b'"measles.md"', b'"Measles.md"', 1)
        path.write_bytes(text)
        daemon = self.start(*options)
        while not daemon.call("status")["audit"]["checked"]:
            pass
        self.check_set_aside(daemon, text, path.name)

    def test_a_damaged_key_signs_nothing_and_is_named(self):
        path = self.stopped_log()
        before = path.read_bytes()
        for name in ("signing.key", "question.key"):
            key = self.audit / name
            whole = key.read_bytes()
            key.write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
            with self.start() as daemon:
                self.assertIn(str(key), daemon.messages())
                self.assertEqual(
                    daemon.call("ask", question="measles?")["recorded"],
                    name == "question.key")
                daemon.stop()
            key.write_bytes(whole)
        self.start().stop()
        # Nothing was set aside, and the heads that were signed meanwhile
        # verify.
        self.assertTrue(path.read_bytes().startswith(before))
        self.assertEqual(
            self.client("verify", "--dir", str(self.audit)).returncode, 0)

    def test_a_record_is_proven_without_the_log(self):
        daemon = self.start()
        daemon.call("documents.add", name="measles.md", text=TEXT)
        run = daemon.call("ask", question="measles?", theta=0.45)["run"]
        daemon.call("audit.head")
        proof = self.client("prove", "--dir", str(self.audit), run)
        self.assertEqual(proof.returncode, 0, proof.stderr)
        self.assertLess(len(proof.stdout), 3000)
        path = self.folder / "proof"
        key = str(self.audit / "signing.pub")
        path.write_text(proof.stdout)
        checked = self.client("check-proof", "--key", key, str(path))
        self.assertEqual(checked.returncode, 0, checked.stdout)
        path.write_text(proof.stdout.replace('"theta":0.45', '"theta":0.55'))
        checked = self.client("check-proof", "--key", key, str(path))
        self.assertEqual(checked.returncode, 1)

    def test_a_record_tells_what_was_asked_and_which_parts_were_shown(self):
        daemon = self.start()
        daemon.call("documents.add", name="measles.md", text=TEXT)
        asked = [{}, {"form": "sentence", "words": 10, "answers": 3},
                 {"form": "list", "words": 1000, "answers": 2}]
        for options in asked:
            reply = daemon.call("ask", question="who is isolated?", theta=0.0,
                                **options)
            answers = reply.get("answers", [reply["answer"]])
            self.assertEqual(answers[0], reply["answer"])
            self.assertLessEqual(len(answers), options.get("answers", 3))
            daemon.call("audit.head")
            record = self.records("answer")[-1]
            for name, default in (("form", "auto"), ("words", 60),
                                  ("answers", "auto")):
                self.assertEqual(record[name], options.get(name, default))
            names = [name for name, _ in record["documents"]]
            self.assertEqual(
                [[form, names[document], ranges]
                 for form, document, ranges in record["shown"]],
                [[answer["form"], answer["document"],
                  [[part["offsets"]["begin"], part["offsets"]["end"]]
                   for part in answer["parts"]]] for answer in answers])
        daemon.call("ask", question="zebra?")
        daemon.call("audit.head")
        self.assertNotIn("shown", self.records("refusal")[-1])

    def fill(self, daemon: Answerboxd) -> None:
        """A limit on the file size makes writes fail like a full disk."""
        daemon.call("audit.head")
        size = (self.audit / "000000000000.jsonl").stat().st_size
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                         (size + 10, resource.RLIM_INFINITY))

    def make_room(self, daemon: Answerboxd) -> None:
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                         (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def test_a_full_disk_refuses_answers_when_told_so(self):
        daemon = self.start("--audit", "each", "--audit-when-full", "refuse")
        daemon.call("collections.create", name="default")
        daemon.call("ask", question="zebra?")
        self.fill(daemon)
        with self.assertRaises(RequestError) as caught:
            daemon.call("ask", question="zebra?")
        self.assertEqual(caught.exception.kind, "storage")
        print(f"  {caught.exception}", flush=True)
        with self.assertRaises(RequestError):
            daemon.call("documents.add", name="a", text="The pump is blue.")
        self.assertEqual(daemon.call("status")["documents"], 0)

    def test_a_full_disk_gives_answers_that_say_they_are_not_on_record(self):
        daemon = self.start("--audit", "each")
        daemon.call("collections.create", name="default")
        self.assertTrue(daemon.call("ask", question="zebra?")["recorded"])
        self.fill(daemon)
        for _ in range(3):
            self.assertFalse(daemon.call("ask", question="zebra?")["recorded"])
        self.make_room(daemon)
        daemon.call("audit.head")
        gap, = self.records("gap")
        self.assertEqual(gap["unrecorded"], 3)
        self.assertEqual(
            self.client("verify", "--dir", str(self.audit)).returncode, 0)

    def test_a_sync_that_fails_loses_nothing_that_was_acknowledged(self):
        for durability in ("none", "group", "each"):
            with self.subTest(durability):
                self.check_failed_syncs(durability)
                shutil.rmtree(self.state_dir)

    def check_failed_syncs(self, durability: str) -> None:
        self.audit.mkdir(parents=True)
        control = IoControl(OPTIONS.library, self.audit, self.folder)
        daemon = self.start("--audit", durability,
                            environment=control.environment(with_log=False))
        daemon.call("collections.create", name="default")
        control.fail(1, errno.EIO, IoKind.SYNC_FILE, lasting=True)
        replies = [daemon.call("ask", question=f"zebra {number}?")
                   for number in range(3)]
        with self.assertRaises(RequestError) as caught:
            daemon.call("audit.head")
        self.assertEqual(caught.exception.kind, "storage")
        control.lift()
        self.assertEqual(daemon.call("audit.head")["unrecorded"],
                         sum(not reply["recorded"] for reply in replies)
                         + (len(replies) + 1) * (durability == "none"))
        replies.append(daemon.call("ask", question="and now?"))
        self.assertTrue(replies[-1]["recorded"])
        self.assertEqual(daemon.stop(), 0)
        found = [record["run"] for record in self.records("refusal")]
        self.assertEqual(len(set(found)), len(found))
        if durability != "none":  # A gap record tells of them there.
            self.assertEqual({reply["run"] for reply in replies
                              if reply["recorded"]}, set(found))
        verified = self.client("verify", "--dir", str(self.audit))
        self.assertEqual(verified.returncode, 0, verified.stdout)


if __name__ == "__main__":
    run_tests(__doc__)
