#!/usr/bin/env python3
"""The audit log of the real daemon: a reader learns what was answered, and
nothing private; every change of the log is found.
"""

import argparse
import base64
import errno
import hashlib
import json
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import unittest

from answerboxd import Answerboxd, StartFailure
from connection import RequestError
from io_control import IoControl, IoKind

OPTIONS = argparse.Namespace()
SECRET = "does Xylophonia Quettlebury have the measles"
# All forms of the question that the test looks for: the text, folded and
# stemmed, in the encodings of the log, and as a hash that everybody can
# compute.
TRACES = [b"Xylophonia", b"Quettlebury", b"xylophonia", b"quettleburi",
          SECRET.encode().hex().encode(),
          base64.b64encode(SECRET.encode())[:-4],
          hashlib.sha256(SECRET.encode()).hexdigest().encode()]
TEXT = "# Measles\n\nMeasles is reported within 24 hours. Isolate the patient."


class AuditTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-audit-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.state_dir = self.folder / "state"
        self.audit = self.state_dir / "audit"

    def start(self, *options: str,
              environment: dict[str, str] | None = None) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.state_dir,
                            ["--audit", "group", "--log-level", "debug",
                             *options], environment)
        self.addCleanup(daemon.close)
        return daemon

    def client(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([OPTIONS.client, "audit", *arguments],
                              capture_output=True, text=True, check=False)

    def records(self, kind: str) -> list[dict]:
        return [record for path in sorted(self.audit.glob("*.jsonl"))
                for record in map(json.loads, path.read_text().splitlines())
                if record["kind"] == kind]

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

    def stopped_log(self) -> pathlib.Path:
        """The file of a log whose daemon was stopped. Its last line is a head.
        """
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        for _ in range(3):
            daemon.call("ask", question="when is measles reported?")
        self.assertEqual(daemon.stop(), 0)
        return self.audit / "000000000000.jsonl"

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

    def test_a_damaged_key_keeps_it_from_starting_and_signs_nothing(self):
        path = self.stopped_log()
        before = path.read_bytes()
        for name in ("signing.key", "question.key"):
            key = self.audit / name
            whole = key.read_bytes()
            key.write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
            with self.assertRaises(StartFailure) as caught:
                self.start()
            self.assertEqual(caught.exception.exit_code, 1)
            self.assertIn(str(key), caught.exception.message)
            key.write_bytes(whole)
        self.start().stop()
        # Nothing was set aside, and the heads that were signed meanwhile
        # verify.
        self.assertTrue(path.read_bytes().startswith(before))
        self.assertEqual(
            self.client("verify", "--dir", str(self.audit)).returncode, 0)

    def test_replay_tells_another_model_from_another_answer(self):
        path = self.stopped_log()
        daemon = self.start()
        model = daemon.call("status")["model"]
        self.assertEqual({record["model"] for record in
                          self.records("answer") + self.records("refusal")},
                         {model})
        copy = self.folder / "copy.jsonl"
        copy.write_bytes(path.read_bytes()
                         .replace(model.encode(), b"0" * len(model))
                         .replace(b'"confidence":0.', b'"confidence":1.'))
        replayed = self.client("replay", "--json", "--socket",
                               str(daemon.socket_path), str(copy))
        self.assertEqual(replayed.returncode, 0, replayed.stdout)
        self.assertEqual(json.loads(replayed.stdout)["other_model"],
                         {"same": 0, "different": 3})

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

    def test_replay_gives_the_same_bytes_until_documents_change(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        daemon.call("documents.add", name="notes.md", text=TEXT)
        for question in ("when is measles reported?", "who is isolated?",
                         "zebra?"):
            daemon.call("ask", question=question, theta=0.2)
        # The record has the theta, not the target.
        daemon.call("ask", question="who is isolated?", precision=0.7)
        some = daemon.call("ask", question="who is isolated?", theta=0,
                           documents=["n*"])
        self.assertEqual(some["answer"]["document"], "notes.md")
        few = daemon.call("ask", question="who is isolated?", max_work=1)
        self.assertEqual(few["refusal"]["reason"], "budget")
        daemon.call("audit.head")
        copy = self.folder / "copy.jsonl"
        shutil.copy(self.audit / "000000000000.jsonl", copy)
        replay = ("replay", "--json", "--socket", str(daemon.socket_path),
                  str(copy))
        replayed = self.client(*replay)
        self.assertEqual(replayed.returncode, 0, replayed.stderr)
        self.assertEqual(json.loads(replayed.stdout)["same"], 6)
        daemon.call("documents.add", name="other.md", text="Zebras graze.")
        replayed = json.loads(self.client(*replay).stdout)
        self.assertEqual(replayed["same"], 0)
        self.assertGreaterEqual(replayed["changed_since"]["different"], 1)

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
            self.assertLessEqual(len(answers), options.get("answers", 1))
            daemon.call("audit.head")
            record = self.records("answer")[-1]
            for name, default in (("form", "auto"), ("words", 60),
                                  ("answers", 1)):
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

    def test_replay_asks_for_the_same_form_and_compares_it(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="measles.md", text=TEXT)
        for options in ({}, {"form": "sentence", "answers": 3},
                        {"form": "sentence"}):
            daemon.call("ask", question="who is isolated?", theta=0.0,
                        **options)
        daemon.call("audit.head")
        text = (self.audit / "000000000000.jsonl").read_text()

        def replay(text: str) -> dict:
            copy = self.folder / "copy.jsonl"
            copy.write_text(text)
            return json.loads(self.client(
                "replay", "--json", "--socket", str(daemon.socket_path),
                str(copy)).stdout)

        self.assertEqual(replay(text)["same"], 3)
        other = replay(re.sub(r'"shown":\[\["\w+",', '"shown":[["row",', text))
        self.assertEqual((other["same"], other["different"]), (0, 3))
        other = replay(re.sub(r'("shown":\[\["\w+",\d+,\[\[)', r"\g<1>9",
                              text))
        self.assertEqual((other["same"], other["different"]), (0, 3))
        unknown = replay(text.replace('"form":"auto"', '"form":"table"'))
        self.assertEqual((unknown["same"], unknown["different"]), (2, 1))
        # A record of a daemon that only answered with a sentence.
        old = re.sub(r'"form":"sentence","words":60,"answers":1,', "", text)
        lines = old.splitlines()
        changed = next(i for i, line in enumerate(lines)
                       if line != text.splitlines()[i])
        lines[changed] = re.sub(r'"shown":\[\["sentence",\d+,\[\[\d+,\d+\]\]\]\],',
                                "", lines[changed])
        self.assertNotIn('"shown"', lines[changed])
        self.assertEqual(replay("\n".join(lines) + "\n")["same"], 3)

    def test_replay_reads_misspelt_words_as_the_record_says(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="trees.md",
                    text="Chestnuts ripen in October. Walnuts need sun.")
        asked = daemon.call("ask", question="when do chesnuts ripen?",
                            theta=0.0)
        self.assertEqual(asked["spelling"], [{"word": "chesnuts",
                                              "taken_for": "chestnuts"}])
        self.assertEqual(asked["answer"]["sentence"],
                         "Chestnuts ripen in October.")
        plain = daemon.call("ask", question="chesnuts?", spelling=False)
        self.assertEqual(plain["refusal"]["reason"], "no_evidence")
        self.assertNotIn("spelling", plain)
        daemon.call("audit.head")
        text = (self.audit / "000000000000.jsonl").read_text()

        def replay(text: str) -> dict:
            copy = self.folder / "copy.jsonl"
            copy.write_text(text)
            return json.loads(self.client(
                "replay", "--json", "--socket", str(daemon.socket_path),
                str(copy)).stdout)

        self.assertEqual(replay(text)["same"], 2)
        # Records of a daemon that took every word as it stands.
        old = replay(re.sub(r'"spelling":\w+,', "", text))
        self.assertEqual((old["same"], old["different"]), (1, 1))

    def test_replay_tells_other_synonyms_from_another_answer(self):
        daemon = self.start("--audit-questions", "plain")
        daemon.call("documents.add", name="trees.md",
                    text="Chestnuts ripen in October. Walnuts need sun.")
        changed = daemon.call("collections.set", name="default",
                              synonyms="# words\nmarron, chestnut\n")
        self.assertEqual(changed["synonyms"], 1)
        question = "when do marrons ripen?"
        asked = daemon.call("ask", question=question, theta=0.0)
        self.assertEqual(asked["answer"]["sentence"],
                         "Chestnuts ripen in October.")
        daemon.call("audit.head")
        copy = self.folder / "copy.jsonl"
        copy.write_text((self.audit / "000000000000.jsonl").read_text())

        def replay() -> dict:
            return json.loads(self.client(
                "replay", "--json", "--socket", str(daemon.socket_path),
                str(copy)).stdout)

        self.assertEqual(replay()["same"], 1)
        with self.assertRaises(RequestError) as caught:
            daemon.call("collections.set", name="default", synonyms="a, b\nc,,d")
        self.assertIn("line 2, column 3", str(caught.exception))
        self.assertEqual(replay()["same"], 1)
        gone = daemon.call("collections.set", name="default", synonyms="")
        self.assertEqual(gone["synonyms"], 0)
        replayed = replay()
        self.assertEqual((replayed["same"], replayed["different"]), (0, 0))
        self.assertEqual(replayed["changed_since"]["different"], 1)

    def test_replay_of_what_nobody_recorded_does_not_end_the_client(self):
        daemon = self.start()
        daemon.call("documents.add", name="measles.md", text=TEXT)
        begin = (f'{{"seq":0,"prev":"{"0" * 64}","kind":"answer",'
                 '"collection":"default","question":"measles?",'
                 '"arithmetic":"fixed",')
        file = self.folder / "file.jsonl"
        for rest in ('"cites":[7]}', '"cites":[[]],"documents":[]}',
                     '"cites":[[0,1,2]],"chunks":[7],"documents":[7]}',
                     '"cites":[[0,1,2]],"chunks":[["a",9]],"documents":[]}',
                     '"cites":[[-1,2.5,99]],"chunks":[["a",-1]]}',
                     '"cites":{},"documents":"a","theta":"x"}', '"a":}',
                     '"cites":[],"form":7,"words":"x","answers":-1,"shown":{}}',
                     '"cites":[],"form":"auto","words":60,"answers":1,'
                     '"shown":[7,["list",9,[[1]]]]}', '"theta":7}'):
            file.write_text(begin + rest + "\n")
            replayed = self.client("replay", "--socket",
                                   str(daemon.socket_path), str(file))
            self.assertIn(replayed.returncode, (0, 1), replayed.stderr)

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--library", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=["audit_test", "-v"])


if __name__ == "__main__":
    main()
