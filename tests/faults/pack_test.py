#!/usr/bin/env python3
"""Signed packs, from the box that makes them to the box that takes them. A pack
is installed as a whole or not at all, whatever is wrong with it, and whenever the
daemon is killed. docs/operations.md, "Packs".
"""

import base64
import errno
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading

import campaign
from answerboxd import Answerboxd
from box_case import BoxCase, COLD, COLD_QUESTION, OPTIONS, run_tests
from connection import RequestError
from io_control import CHANGING, GROWING, IoControl, IoKind

NAME = "guidelines"
OLD = "The kettle stands on the shelf beside the blue door."
OLD_QUESTION = "Where does the kettle stand?"
# What the two versions answer.
DOSES = {1: "4 mg", 2: "6 mg", 3: "8 mg"}
DOSE_QUESTION = "What is the dose of ondansetron?"
PIECE_BYTES = 48 << 10


def bank(answer: str, must: bool = True) -> str:
    return json.dumps({"id": "d1", "topic": "doses", "must": must,
                       "question": DOSE_QUESTION, "key": answer}) + "\n"


def base64_of(piece: bytes) -> str:
    return base64.b64encode(piece).decode()


class PackTest(BoxCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="answerbox-pack-")
        cls.addClassCleanup(cls.folder.cleanup)
        here = pathlib.Path(cls.folder.name)
        cls.state_dir = here / "state"
        cls.made = here / "made"
        cls.keys = here / "keys"
        cls.keys.mkdir(mode=0o755)
        cls.key = cls.make_key("site")
        cls.other_key = cls.make_key("other")
        shutil.copy(here / "site.pub", cls.keys)
        cls.packs = {}
        with Answerboxd(OPTIONS.daemon, here / "maker") as daemon:
            for version, dose in DOSES.items():
                daemon.call("documents.add", collection=NAME, name="doses.txt",
                            text=f"The dose of ondansetron is {dose}.\n\n" +
                            "Nausea is treated first. " * 2000)
                daemon.call("documents.add", collection=NAME, name="cold.txt",
                            text=COLD)
                daemon.call("documents.erase", collection=NAME)
                (here / "bank").write_text(bank(dose))
                cls.packs[version] = here / f"{version}.pack"
                cls.client_of(daemon, "pack", "build", NAME, "-o",
                              str(cls.packs[version]), "--release",
                              f"2026.{version}", "--exam", str(here / "bank"))
                cls.sign(cls.packs[version], cls.key)
            daemon.stop()
        # A box that has documents of its own.
        with Answerboxd(OPTIONS.daemon, cls.made) as daemon:
            daemon.call("documents.add", collection=NAME, name="kettle.txt",
                        text=OLD)
            daemon.call("audit.head")
            daemon.stop()

    @classmethod
    def make_key(cls, name: str) -> pathlib.Path:
        key = pathlib.Path(cls.folder.name) / f"{name}.key"
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey",
                        "-noout", "-out", key], check=True)
        key.chmod(0o600)
        subprocess.run(["openssl", "ec", "-in", key, "-pubout", "-out",
                        key.with_suffix(".pub")], check=True,
                       stderr=subprocess.DEVNULL)
        return key

    @classmethod
    def sign(cls, pack: pathlib.Path, key: pathlib.Path) -> None:
        subprocess.run([OPTIONS.client, "pack", "sign", pack, "--key", key],
                       check=True, stdout=subprocess.DEVNULL)

    @staticmethod
    def client_of(daemon: Answerboxd, *words: str, code: int = 0) -> str:
        done = subprocess.run(
            [OPTIONS.client, *words, "--socket", str(daemon.socket_path)],
            capture_output=True, text=True, check=False)
        assert done.returncode == code, (done.returncode, done.stdout,
                                         done.stderr)
        return done.stdout + done.stderr

    def setUp(self):
        self.copy(self.made)

    def start_box(self, *options: str,
                  environment: dict[str, str] | None = None) -> Answerboxd:
        return self.start("--pack-keys", str(self.keys), *options,
                          environment=environment)

    def send(self, daemon: Answerboxd, pack: bytes, name: str = NAME,
             **params) -> dict:
        with daemon.connect() as connection:
            transfer = connection.call("packs.begin", name=name)["transfer"]
            for at in range(0, len(pack), PIECE_BYTES):
                connection.call("packs.part", transfer=transfer,
                                base64=base64_of(pack[at:at + PIECE_BYTES]))
            return connection.call("packs.install", transfer=transfer, **params)

    def build(self, name: str, *options: str) -> pathlib.Path:
        """A signed pack of what the maker has."""
        here = pathlib.Path(self.folder.name)
        pack = here / f"{name}.pack"
        with Answerboxd(OPTIONS.daemon, here / "maker") as daemon:
            self.client_of(daemon, "pack", "build", NAME, "-o", str(pack),
                           *options)
            daemon.stop()
        self.sign(pack, self.key)
        return pack

    def bank_of(self, *lines: str) -> str:
        path = pathlib.Path(self.folder.name) / "bank"
        path.write_text("".join(lines))
        return str(path)

    def install(self, daemon: Answerboxd, version: int, **params) -> dict:
        return self.send(daemon, self.packs[version].read_bytes(), **params)

    def refused(self, daemon: Answerboxd, pack: bytes, **params) -> dict:
        with self.assertRaises(RequestError) as caught:
            self.send(daemon, pack, **params)
        return caught.exception.error

    def state_of(self, daemon: Answerboxd) -> str:
        """Which of the states the box answers from: "old" or a version."""
        reply = json.dumps(daemon.call("ask", collection=NAME,
                                       question=DOSE_QUESTION))
        for version, dose in DOSES.items():
            if dose in reply:
                self.assertEqual(self.held(daemon), f"2026.{version}")
                return str(version)
        self.assert_answers(daemon, NAME, OLD_QUESTION, OLD)
        self.assertIsNone(self.held(daemon))
        return "old"

    def held(self, daemon: Answerboxd) -> str | None:
        for one in daemon.call("collections.list")["collections"]:
            if one["name"] == NAME:
                self.assertNotIn("out_of_service", one)
                return one["pack"] and one["pack"]["version"]
        self.fail("the collection is gone")

    def records(self, kind: str) -> list[dict]:
        return [record for path in sorted(self.state_dir.glob("audit/*.jsonl"))
                for record in map(json.loads, path.read_text().splitlines())
                if record["kind"] == kind]

    def assert_no_leftovers(self) -> None:
        self.assertEqual(list(self.state_dir.glob("collections/.new-*")), [])
        folder = self.state_dir / "collections" / NAME
        manifest = (folder / "manifest").read_text().splitlines()
        before = [line.split()[1] + ".before" for line in manifest
                  if line.startswith("before ")]
        for name in before:
            manifest += (folder / name).read_text().splitlines()
        named = {f"{line.split()[1]}.{line.split()[0]}" for line in manifest
                 if line.split()[0] in ("segment", "synonyms", "guard")}
        numbered = {path.name for path in folder.iterdir()
                    if path.name[0].isdigit()}
        self.assertEqual(numbered, named | set(before))

    # --- The way of a pack

    def test_a_pack_replaces_a_collection_and_is_rolled_back(self):
        daemon = self.start_box()
        told = self.client_of(daemon, "pack", "install", str(self.packs[1]))
        self.assertIn("2026.1", told)
        self.assertEqual(self.state_of(daemon), "1")
        self.assert_answers(daemon, NAME, COLD_QUESTION, COLD)
        self.install(daemon, 2)
        self.assertEqual(self.state_of(daemon), "2")
        self.assert_no_leftovers()
        self.client_of(daemon, "pack", "rollback", NAME)
        self.assertEqual(self.state_of(daemon), "1")
        # One generation is kept.
        self.assertIn("no earlier documents", self.client_of(
            daemon, "pack", "rollback", NAME, code=4))
        self.assert_no_leftovers()
        self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")
            self.assertEqual(daemon.call("status")["out_of_service"], [])
        actions = [(record["action"], record.get("pack", {}).get("version"))
                   for record in self.records("change")]
        self.assertEqual(actions[-3:], [("install", "2026.1"),
                                        ("install", "2026.2"),
                                        ("rollback", "2026.1")])

    def test_a_pack_whose_key_is_withdrawn_does_not_come_back(self):
        other = pathlib.Path(self.folder.name) / "other.pack"
        shutil.copy(self.packs[2], other)
        self.sign(other, self.other_key)
        site = self.keys / "site.pub"
        shutil.copy(self.other_key.with_suffix(".pub"), self.keys)
        self.addCleanup(shutil.copy,
                        pathlib.Path(self.folder.name) / "site.pub", self.keys)
        self.addCleanup((self.keys / "other.pub").unlink)
        daemon = self.start_box()
        first = self.install(daemon, 1)["pack"]["key"]
        told = self.client_of(daemon, "pack", "install", str(other))
        self.assertIn(f"the pack before by another key, {first}",
                      " ".join(told.split()))
        kept = site.rename(pathlib.Path(self.folder.name) / "withdrawn")
        told = self.client_of(daemon, "pack", "rollback", NAME, code=4)
        self.assertIn("not trusted any more", " ".join(told.split()))
        self.assertEqual(self.state_of(daemon), "2")
        kept.rename(site)
        bad = self.keys / "bad.pub"
        bad.write_text("no key")
        self.client_of(daemon, "pack", "rollback", NAME)
        bad.unlink()
        self.assertEqual(self.state_of(daemon), "1")
        # What is of no pack needs no key.
        self.install(daemon, 2)
        self.client_of(daemon, "pack", "detach", NAME)
        daemon.call("documents.add", collection=NAME, name="new.txt", text=OLD)
        self.install(daemon, 3)
        site.unlink()
        self.client_of(daemon, "pack", "rollback", NAME)
        self.assertIsNone(self.held(daemon))

    def test_own_documents_come_back_by_rollback(self):
        daemon = self.start_box()
        alone = daemon.call("collections.list")["collections"][0]
        installed = self.install(daemon, 1)
        folder = self.state_dir / "collections" / NAME
        kept = alone["disk_bytes"] + sum(
            path.stat().st_size for path in folder.glob("*.before"))
        self.assertEqual(installed["before"], {"bytes": kept})
        self.assertEqual(installed["disk_bytes"], kept + sum(
            path.stat().st_size for path in folder.glob("*.segment")) -
            alone["disk_bytes"])
        self.assertIn("can be rolled back",
                      self.client_of(daemon, "collections"))
        told = self.client_of(daemon, "remove", "-c", NAME, "--erase")
        self.assertIn("stays for `answerbox pack rollback`", told)
        self.assertNotIn("no file holds", told)
        told = self.client_of(daemon, "remove", "-c", NAME, "--erase",
                              "doses.txt", code=4)
        self.assertNotIn("Erased", told)
        self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            self.assertIsNone(
                daemon.call("packs.rollback", name=NAME)["before"])
            self.assertEqual(self.state_of(daemon), "old")
            daemon.call("documents.add", collection=NAME, name="new.txt",
                        text="The lamp is green.")
            self.assert_no_leftovers()

    def test_a_pack_makes_a_collection_of_another_name(self):
        daemon = self.start_box()
        self.client_of(daemon, "pack", "install", str(self.packs[1]),
                       "--collection", "ward")
        self.assert_answers(daemon, "ward", DOSE_QUESTION, DOSES[1])
        self.assertEqual(self.state_of(daemon), "old")

    def test_a_collection_of_a_pack_takes_no_other_change(self):
        daemon = self.start_box()
        with daemon.connect() as connection:
            upload = connection.call("documents.begin", collection=NAME,
                                     name="a.txt")["upload"]
            change = connection.call("changes.begin",
                                     collection=NAME)["change"]
            connection.call("documents.add", collection=NAME, name="b.txt",
                            text=COLD, change=change)
            connection.call("documents.part", upload=upload, text=COLD)
            self.install(daemon, 1)
            self.transfer_fails(connection, "rejected", "documents.commit",
                                upload=upload)
            self.transfer_fails(connection, "rejected", "changes.commit",
                                change=change)
        for method, params in (
                ("documents.add", {"collection": NAME, "name": "a.txt",
                                   "text": "The lamp is green."}),
                ("documents.remove", {"collection": NAME, "name": "cold.txt"}),
                ("collections.set", {"name": NAME, "theta": 0.5}),
                ("collections.set", {"name": NAME, "synonyms": "a, b"}),
                ("collections.set", {"name": NAME, "exam": None}),
                ("feedback.give", {"collection": NAME, "judgement": "right",
                                   "question": COLD_QUESTION, "text": COLD})):
            with self.subTest(method=method):
                self.assertIn("pack detach",
                              self.fails(daemon, method, **params))
        daemon.call("collections.compact", collection=NAME)
        daemon.call("collections.verify", collection=NAME)
        daemon.call("collections.repair", name=NAME)
        daemon.call("audit.head")  # Its records are in the file then.
        self.assertEqual(self.records("change")[-1]["pack"]["version"],
                         "2026.1")
        self.assertEqual(self.state_of(daemon), "1")
        daemon.call("packs.detach", name=NAME)
        self.assertIsNone(self.held(daemon))
        self.assert_no_leftovers()
        daemon.call("documents.remove", collection=NAME, name="cold.txt")
        self.assertIn("no earlier documents",
                      self.fails(daemon, "packs.rollback", name=NAME))

    def test_versions_only_rise_unless_told_otherwise(self):
        daemon = self.start_box()
        self.install(daemon, 2)
        older = self.packs[1].read_bytes()
        self.assertIn("--downgrade", self.refused(daemon, older)["message"])
        again = self.refused(daemon, self.packs[2].read_bytes())
        self.assertEqual(again["data"]["kind"], "already_exists")
        self.assertEqual(self.state_of(daemon), "2")
        self.client_of(daemon, "pack", "install", str(self.packs[1]),
                       "--downgrade")
        self.assertEqual(self.state_of(daemon), "1")

    def test_the_same_collection_gives_the_same_pack(self):
        daemon = self.start_box()
        self.install(daemon, 1)
        again = self.state_dir / "again.pack"
        self.client_of(daemon, "pack", "build", NAME, "-o", str(again),
                       "--release", "2026.1")
        parts = lambda pack: [line for line in pack.read_bytes().split(b"\n")
                              if line.startswith(b"part ")]
        self.assertEqual(parts(again), parts(self.packs[1]))

    def test_what_was_removed_is_not_spread(self):
        daemon = self.start_box()
        # Of one segment with many documents: the daemon does not hurry then.
        for number in range(12):
            daemon.call("documents.add", collection=NAME,
                        name=f"{number}.txt", text=COLD)
        daemon.call("collections.compact", collection=NAME)
        daemon.call("documents.remove", collection=NAME, name="0.txt")
        told = self.client_of(daemon, "pack", "build", NAME, "-o",
                              str(self.state_dir / "a.pack"), code=4)
        self.assertIn("remove --erase", told)
        self.assertFalse((self.state_dir / "a.pack").exists())

    def test_what_was_removed_is_erased_before_it_is_kept(self):
        secret = "The code of the safe is four seven one one."
        daemon = self.start_box()
        for number in range(12):
            daemon.call("documents.add", collection=NAME,
                        name=f"{number}.txt", text=OLD)
        daemon.call("documents.add", collection=NAME, name="secret.txt",
                    text=secret)
        daemon.call("collections.compact", collection=NAME)
        daemon.call("documents.remove", collection=NAME, name="secret.txt")
        self.install(daemon, 1)
        holders = [path for path in self.state_dir.glob("collections/*/*")
                   if b"four seven one one" in path.read_bytes()]
        self.assertEqual(holders, [])
        daemon.call("packs.rollback", name=NAME)
        self.assertEqual(self.state_of(daemon), "old")

    # --- What is refused

    def test_who_may_only_add_does_not_touch_what_is_of_a_pack(self):
        daemon = self.start_box()
        self.install(daemon, 1)
        me = {"rights": ["add"], "collections": "*"}
        daemon.call("users.add", name=f"unix:{os.getuid()}", grants=[me])
        for method in ("packs.begin", "packs.export", "packs.rollback",
                       "packs.detach", "collections.remove"):
            with self.subTest(method=method):
                with self.assertRaises(RequestError) as caught:
                    daemon.call(method, name=NAME)
                self.assertEqual(caught.exception.kind, "forbidden")
        daemon.call("documents.add", collection="own", name="a.txt", text=OLD)
        daemon.call("collections.remove", name="own")
        self.assertEqual(daemon.stop(), 0)
        (self.state_dir / "users.json").unlink()
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")

    def assert_still_old(self, daemon: Answerboxd) -> None:
        self.assertEqual(self.state_of(daemon), "old")
        self.assert_no_leftovers()

    def test_no_key_and_other_keys_are_refused(self):
        pack = self.packs[1].read_bytes()
        with self.start("--pack-keys", str(self.state_dir / "none")) as daemon:
            self.assertIn("NAME.pub", self.refused(daemon, pack)["message"])
            self.assert_still_old(daemon)
            self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            other = self.state_dir / "other.pack"
            shutil.copy(self.packs[1], other)
            self.sign(other, self.other_key)
            self.assertIn("another key", self.refused(
                daemon, other.read_bytes())["message"])
            for key, code in ((self.key, 4), (self.other_key, 0)):
                verified = subprocess.run(
                    [OPTIONS.client, "pack", "verify", other, "--key",
                     key.with_suffix(".pub")], capture_output=True, text=True,
                    check=False)
                self.assertEqual(verified.returncode, code, verified)
            start = pack.index(b"signature ")
            end = pack.index(b"\n", start)
            unsigned = pack[:start] + b"unsigned" + pack[end:]
            self.assertIn("pack sign",
                          self.refused(daemon, unsigned)["message"])
            self.assert_still_old(daemon)
            self.assertEqual(daemon.stop(), 0)
        refusals = [(record["action"], record["pack"]["key"])
                    for record in self.records("pack")]
        self.assertEqual(refusals, [("refused", ""), ("refused", "")])

    def test_keys_that_others_may_write_are_not_trusted(self):
        keys = self.state_dir / "keys"
        shutil.copytree(self.keys, keys)
        keys.chmod(0o777)
        with self.start("--pack-keys", str(keys)) as daemon:
            error = self.refused(daemon, self.packs[1].read_bytes())
            self.assertIn("Others than root", error["message"])
            keys.chmod(0o755)
            for number in range(64):
                shutil.copy(keys / "site.pub", keys / f"{number}.pub")
            error = self.refused(daemon, self.packs[1].read_bytes())
            self.assertIn("more than 64 keys", error["message"])

    def test_a_pack_that_fails_its_own_exam_is_refused(self):
        pack = self.build("wrong", "--exam", self.bank_of(bank("12 mg")))
        daemon = self.start_box()
        error = self.refused(daemon, pack.read_bytes())
        self.assertEqual(error["data"]["kind"], "exam_failed")
        self.assertIn("d1", error["message"])
        self.assert_still_old(daemon)
        self.assertEqual(daemon.stop(), 0)
        [record] = self.records("pack")
        self.assertIn("d1", record["message"])

    def test_the_rule_of_the_exam_counts_besides_what_must_be_answered(self):
        exam = self.bank_of(bank("12 mg", must=False),
                            bank(DOSES[3]).replace("d1", "d2"))
        all_of_it = self.build("all", "--exam", exam)
        half = self.build("half", "--exam", exam, "--must-pass", "50%")
        daemon = self.start_box()
        error = self.refused(daemon, all_of_it.read_bytes())
        self.assertEqual(error["data"]["kind"], "exam_failed")
        self.assertIn("1 of 2 questions, and needs 2. ", error["message"])
        self.assert_still_old(daemon)
        self.send(daemon, half.read_bytes())
        self.assert_answers(daemon, NAME, COLD_QUESTION, COLD)

    def test_a_pack_without_an_exam_ends_no_exam_unasked(self):
        pack = self.build("plain", "--release", "2027").read_bytes()
        daemon = self.start_box()
        self.install(daemon, 1)
        self.assertEqual(self.refused(daemon, pack)["data"]["reason"],
                         "no_exam")
        self.assertEqual(self.state_of(daemon), "1")
        self.assertIsNone(self.send(daemon, pack, drop_exam=True)["exam"])

    def test_what_is_signed_but_no_sound_segment_is_refused(self):
        pack = self.packs[1].read_bytes()
        start = pack.index(b"\n", pack.index(b"signature ")) + 1
        line = pack[pack.index(b"part segment "):].split(b"\n")[0]
        size, digest = line.split()[2:]
        segment = bytearray(pack[start:start + int(size)])
        # The text of a document, which opening does not read.
        segment[segment.index(b"ondansetron")] ^= 1
        wrong = pathlib.Path(self.folder.name) / "unsound.pack"
        wrong.write_bytes(
            pack[:start].replace(digest, hashlib.sha256(
                segment).hexdigest().encode()) +
            segment + pack[start + int(size):])
        self.sign(wrong, self.key)
        daemon = self.start_box()
        error = self.refused(daemon, wrong.read_bytes())
        self.assertEqual(error["data"]["kind"], "corrupt", error)
        self.assert_still_old(daemon)

    def test_too_large_a_pack_is_refused_before_it_is_stored(self):
        pack = self.packs[1].read_bytes()
        size = pack[pack.index(b"part segment "):].split()[2]
        header = pack[:pack.index(b"signature ")].replace(
            b" " + size + b" ", b" %d " % (1 << 46))
        signature = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key], input=header,
            capture_output=True, check=True).stdout
        with self.start_box() as daemon, daemon.connect() as connection:
            transfer = connection.call("packs.begin", name=NAME)["transfer"]
            self.transfer_fails(
                connection, "limit", "packs.part", transfer=transfer,
                base64=base64_of(header + b"signature " +
                                 signature.hex().encode() + b"\n"))
            self.assert_still_old(daemon)

    # --- Transfers

    def transfer_fails(self, connection, kind: str, method: str,
                       **params) -> None:
        with self.assertRaises(RequestError) as caught:
            connection.call(method, **params)
        self.assertEqual(caught.exception.kind, kind, caught.exception)

    def test_a_daemon_receives_one_pack_at_a_time(self):
        pack = self.packs[1].read_bytes()
        daemon = self.start_box()
        with daemon.connect() as connection:
            transfer = connection.call("packs.begin", name=NAME)["transfer"]
            self.transfer_fails(connection, "busy", "packs.begin", name="other")
            with daemon.connect() as other:
                self.transfer_fails(other, "busy", "packs.begin", name="other")
            # Of another client that shares this one's transfers.
            for method, params in (("packs.part", {"base64": base64_of(pack)}),
                                   ("packs.install", {})):
                self.transfer_fails(connection, "not_found", method,
                                    transfer=transfer + 1, **params)
            export = connection.call("packs.export", name=NAME)
            self.transfer_fails(connection, "not_found", "packs.read",
                                transfer=transfer, part=0, offset=0)
            connection.call("packs.read", transfer=export["transfer"], part=0,
                            offset=0)
            connection.call("packs.part", transfer=transfer,
                            base64=base64_of(pack[:PIECE_BYTES]))
            self.transfer_fails(connection, "rejected", "packs.install",
                                transfer=transfer)
        self.assertEqual(self.state_of(daemon), "old")
        self.install(daemon, 1)
        self.assertEqual(self.state_of(daemon), "1")

    def test_reading_ends_with_the_right(self):
        daemon = self.start_box()
        with daemon.connect() as connection:
            read = {"part": 0, "offset": 0, "transfer": connection.call(
                "packs.export", name=NAME)["transfer"]}
            connection.call("packs.read", **read)
            connection.call("users.add", name=f"unix:{os.getuid()}", grants=[
                {"rights": ["manage"], "collections": "other"}])
            self.transfer_fails(connection, "forbidden", "packs.read", **read)

    def test_what_changes_while_it_is_read_goes_into_no_pack(self):
        daemon = self.start_box()
        with daemon.connect() as connection:
            for name in ("a.txt", "b.txt"):
                daemon.call("documents.add", collection=NAME, name=name,
                            text=COLD)
            read = {"part": 0, "offset": 0, "transfer": connection.call(
                "packs.export", name=NAME)["transfer"]}
            connection.call("packs.read", **read)
            daemon.call("collections.compact", collection=NAME)
            self.transfer_fails(connection, "busy", "packs.read", **read)
            read["transfer"] = connection.call("packs.export",
                                               name=NAME)["transfer"]
            [path] = self.state_dir.glob(f"collections/{NAME}/*.segment")
            with path.open("r+b") as segment:
                byte = segment.read(1)
                segment.seek(0)
                segment.write(bytes([byte[0] ^ 1]))
            with self.assertRaises(RequestError) as caught:
                connection.call("packs.read", **read)
            self.assertIn(caught.exception.kind, ("busy", "corrupt"))

    def test_every_flipped_byte_and_every_cut_is_refused(self):
        pack = self.packs[1].read_bytes()
        header = pack.index(b"\n", pack.index(b"signature ")) + 1
        count = campaign.size([60, 1000])
        choice = random.Random(7)
        # All kinds of lines, and the parts.
        places = (choice.sample(range(header), min(header, count // 2)) +
                  choice.sample(range(header, len(pack)), count // 2))
        daemon = self.start_box()
        for place in places:
            with self.subTest(place=place):
                damaged = bytearray(pack)
                damaged[place] ^= 1 << choice.randrange(8)
                error = self.refused(daemon, bytes(damaged))
                self.assertEqual(error["data"]["kind"], "rejected", error)
        for size in (1, header - 1, header, header + 1, len(pack) - 1):
            with self.subTest(size=size):
                error = self.refused(daemon, pack[:size])
                self.assertEqual(error["data"]["reason"], "damaged_pack")
        error = self.refused(daemon, pack + b"\n")
        self.assertEqual(error["data"]["reason"], "damaged_pack")
        self.assert_still_old(daemon)

    # --- The switch

    def test_questions_during_the_switch_are_answered_from_old_or_new(self):
        daemon = self.start_box()
        self.install(daemon, 1)
        ended = threading.Event()
        seen, faults = set(), []

        def ask() -> None:
            with daemon.connect() as connection:
                while not ended.is_set():
                    try:
                        reply = json.dumps(connection.call(
                            "ask", collection=NAME, question=DOSE_QUESTION))
                    except RequestError as error:
                        faults.append(str(error))
                        return
                    doses = {dose for dose in DOSES.values() if dose in reply}
                    if len(doses) != 1:
                        faults.append(reply)
                    seen.update(doses)

        askers = [threading.Thread(target=ask) for _ in range(2)]
        for asker in askers:
            asker.start()
        for _ in range(10):
            self.install(daemon, 2)
            daemon.call("packs.rollback", name=NAME)
        ended.set()
        for asker in askers:
            asker.join()
        self.assertEqual(faults, [])
        self.assertEqual(seen, {DOSES[1], DOSES[2]})

    def io_control(self) -> IoControl:
        return IoControl(OPTIONS.library, self.state_dir,
                         pathlib.Path(self.folder.name))

    def switch(self, daemon: Answerboxd, is_install: bool) -> None:
        if is_install:
            self.install(daemon, 2)
        else:
            daemon.call("packs.rollback", name=NAME)

    def operations(self, control: IoControl, is_install: bool) -> int:
        """How many changes of files the switch makes."""
        self.copy(self.made)
        with self.start_box(environment=control.environment(False)) as daemon:
            self.install(daemon, 1)
            if not is_install:
                self.install(daemon, 2)
            control.kill_at(1 << 40, CHANGING)
            self.switch(daemon, is_install)
            count = control.get("count")
            control.lift()
            self.assertEqual(daemon.stop(), 0)
            return count

    def kill_at_switch(self, control: IoControl, is_install: bool,
                       moment: int) -> str:
        """The state after a kill before that change of a file. One more or less
        is made from run to run: a stop stands for a kill that came too late."""
        with self.start_box(environment=control.environment(False)) as daemon:
            control.kill_at(moment, CHANGING)
            try:
                self.switch(daemon, is_install)
                daemon.stop()
            except (ConnectionError, OSError):
                pass
            daemon.process.wait()
            control.lift()
            self.assertIn(daemon.process.returncode, (-9, 0))
            self.killed += daemon.process.returncode == -9
        with self.start_box() as daemon:
            state = self.state_of(daemon)
            self.assert_no_leftovers()
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertEqual(daemon.stop(), 0)
        return state

    def test_a_kill_at_any_moment_leaves_the_old_or_the_new(self):
        kills = campaign.size([16, 100])
        control = self.io_control()
        for is_install in (True, False):
            with self.subTest(is_install=is_install):
                operations = self.operations(control, is_install)
                made = pathlib.Path(self.folder.name) / f"made-{is_install}"
                self.copy(self.made)
                with self.start_box() as daemon:
                    for version in (1, 2)[:1 if is_install else 2]:
                        self.install(daemon, version)
                    self.assertEqual(daemon.stop(), 0)
                shutil.copytree(self.state_dir, made)
                states, self.killed = [], 0
                for step in range(kills // 2):
                    self.copy(made)
                    moment = 1 + (step * (operations - 1) //
                                  (kills // 2 - 1))
                    states.append(self.kill_at_switch(control, is_install,
                                                      moment))
                # First the old one, then the new one, and never back.
                self.assertEqual(set(states), {"1", "2"})
                self.assertGreaterEqual(self.killed, kills // 2 - 3)
                self.assertEqual(states, sorted(states, reverse=not is_install))
                self.verify_log()

    def verify_log(self) -> None:
        subprocess.run([OPTIONS.client, "audit", "verify", "--dir",
                        self.state_dir / "audit"], check=True,
                       stdout=subprocess.DEVNULL)

    def test_a_full_disk_refuses_the_pack_and_keeps_the_old(self):
        control = self.io_control()
        daemon = self.start_box(environment=control.environment(False))
        first = 1
        while True:
            control.fail(first, errno.ENOSPC, GROWING & ~IoKind.SYNC_FILE,
                         lasting=True)
            try:
                self.install(daemon, 1)
                failed = control.get("failed")
                control.lift()
                if failed == 0:
                    break
            except RequestError as error:
                control.lift()
                self.assertEqual(error.kind, "storage", error)
                self.assertEqual(self.state_of(daemon), "old")
            else:
                # Only what comes after the switch met the full disk.
                self.assertEqual(self.state_of(daemon), "1")
                daemon.call("packs.rollback", name=NAME)
            first += 1
        self.assertGreater(first, 5)
        self.assertEqual(self.state_of(daemon), "1")
        self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")
            self.assert_no_leftovers()

    def test_a_disk_that_fails_once_leaves_the_old_or_the_new(self):
        control = IoControl(OPTIONS.library, self.state_dir / "collections",
                            pathlib.Path(self.folder.name))
        with self.start_box() as daemon:
            self.install(daemon, 1)
            self.assertEqual(daemon.stop(), 0)
        daemon = self.start_box(environment=control.environment(False))
        for is_install in (True, False):
            first, outcomes = 1, set()
            while True:
                if self.state_of(daemon) != ("1" if is_install else "2"):
                    self.switch(daemon, not is_install)
                    self.assertEqual(self.state_of(daemon),
                                     "1" if is_install else "2")
                control.fail(first, errno.EIO, CHANGING, lasting=False)
                error = None
                try:
                    self.switch(daemon, is_install)
                except RequestError as raised:
                    error = raised
                failed = control.get("failed")
                control.lift()
                if error is not None:
                    self.assertEqual(error.kind, "storage", error)
                # What was refused was not done, what was done was told.
                is_new = self.state_of(daemon) == ("2" if is_install else "1")
                self.assertEqual(is_new, error is None, first)
                outcomes.add(is_new)
                first += 1
                if failed == 0:
                    break
            self.assertEqual(outcomes, {True, False})
        daemon.call("documents.erase", collection=NAME)
        self.assert_no_leftovers()
        self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")
            self.assertEqual(daemon.call("status")["out_of_service"], [])

    def test_an_older_manifest_is_noticed_after_a_rollback(self):
        manifest = self.state_dir / "collections" / NAME / "manifest"
        with self.start_box() as daemon:
            self.install(daemon, 1)
            self.install(daemon, 2)
            older = manifest.read_bytes()
            daemon.call("packs.rollback", name=NAME)
            daemon.call("audit.head")
            self.assertEqual(daemon.stop(), 0)
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")
            self.assertEqual(daemon.stop(), 0)
        manifest.write_bytes(older)
        with self.start_box() as daemon:
            [outage] = daemon.call("status")["out_of_service"]
            self.assertIn("audit log tells of change", outage["message"])

    def test_what_was_before_is_damaged(self):
        folder = self.state_dir / "collections" / NAME
        with self.start_box() as daemon:
            self.install(daemon, 1)
            [segment] = [name for name in (folder / next(
                folder.glob("*.before"))).read_text().splitlines()
                if name.startswith("segment ")]
            path = folder / f"{segment.split()[1]}.segment"
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)
            self.assertIn(path.name,
                          self.fails(daemon, "packs.rollback", name=NAME))
            self.assertEqual(self.state_of(daemon), "1")
            self.assertEqual(daemon.stop(), 0)
        # Without the manifest of before, the collection is served nevertheless.
        next(folder.glob("*.before")).write_bytes(b"damaged")
        with self.start_box() as daemon:
            self.assertEqual(self.state_of(daemon), "1")
            self.assertIn("can't be rolled back",
                          self.client_of(daemon, "collections"))
            for method, params in (("packs.rollback", {"name": NAME}),
                                   ("collections.verify",
                                    {"collection": NAME})):
                self.assertIn(".before", self.fails(daemon, method, **params))
            self.assertTrue(path.exists())
            self.assertIsNone(
                daemon.call("packs.detach", name=NAME)["before"])
            self.assert_no_leftovers()
            self.assertFalse(path.exists())

    def test_a_repair_that_gives_content_up_ends_the_pack(self):
        folder = self.state_dir / "collections" / NAME
        with self.start_box() as daemon:
            self.install(daemon, 1)
            self.assertEqual(daemon.stop(), 0)
        manifest = (folder / "manifest").read_text().splitlines()
        [guard] = [line.split()[1] for line in manifest
                   if line.startswith("guard ")]
        (folder / f"{guard}.guard").unlink()
        with self.start_box() as daemon:
            daemon.call("collections.repair", name=NAME)
            self.assertIsNone(self.held(daemon))
            self.assert_answers(daemon, NAME, DOSE_QUESTION, DOSES[1])
            # Erasing does not reach the files of before.
            told = self.client_of(daemon, "remove", "--erase", "-c", NAME,
                                  "kettle.txt", code=4)
            self.assertIn("keeps what a pack replaced", told)
            self.assertIn("keeps what a pack replaced", self.fails(
                daemon, "documents.begin", collection=NAME, name="a.txt"))
            daemon.call("packs.rollback", name=NAME)
            self.assertEqual(self.state_of(daemon), "old")


if __name__ == "__main__":
    run_tests(__doc__)
