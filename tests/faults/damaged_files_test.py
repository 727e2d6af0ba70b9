#!/usr/bin/env python3
"""Each kind of file that a box keeps, with each of five damages, at a start and
while it runs: the box answers from another collection. What a start does not serve
is named with its remedy, and the remedy is tried. docs/operations.md, "A file is
damaged", has a row for each kind.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from answerboxd import Answerboxd, free_address
from box_case import (BoxCase, COLD_QUESTION, COLD, DOOR, HANDS, HANDS_QUESTION,
                      IS_ROOT, NOBODY, OPTIONS, run_tests)
from connection import RequestError

sys.path.append(str(pathlib.Path(__file__).parent.parent / "mqtt"))
# pylint: disable=wrong-import-position
import wire  # noqa: E402


def cut(path: pathlib.Path) -> None:
    path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])


def zeros(path: pathlib.Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def flipped(path: pathlib.Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


def missing(path: pathlib.Path) -> None:
    path.unlink()


def unreadable(path: pathlib.Path) -> None:
    path.chmod(0)


DAMAGES = (cut, zeros, flipped, missing, unreadable)
KINDS = ("collections/ward/*.segment", "collections/ward/manifest",
         "collections/ward/*.synonyms", "collections/ward/*.guard",
         "users.json", "mqtt-sessions", "audit/*.jsonl", "audit/signing.key",
         "audit/signing.pub", "audit/question.key", "audit-head")
# CONNECT of a session that stays.
LASTING = wire.packet(
    0x10, wire.text("MQTT") + b"\x04\x00\x00\x3c" + wire.text("kiosk"))


class DamagedFilesTest(BoxCase):
    def damage(self, pattern: str, damage) -> pathlib.Path:
        """Damages one file of a fresh copy of the state."""
        self.copy(self.made)
        path = sorted(self.state_dir.glob(pattern))[0]
        damage(path)
        self.user = None
        if damage is unreadable and IS_ROOT:
            self.give_to_nobody()
        return path

    def give_to_nobody(self) -> None:
        self.user = NOBODY
        pathlib.Path(self.folder.name).chmod(0o711)
        subprocess.run(["chown", "-R", str(NOBODY), self.state_dir], check=True)

    def assert_out_of_service(self, daemon: Answerboxd,
                              path: pathlib.Path) -> None:
        """It is told by everything that could be looked at."""
        for told in (self.fails(daemon, "ask", collection="ward",
                                question=COLD_QUESTION),
                     self.fails(daemon, "documents.add", collection="ward",
                                name="new", text=DOOR),
                     self.fails(daemon, "collections.create", name="ward"),
                     json.dumps(daemon.call("status")["out_of_service"]),
                     json.dumps(daemon.call("collections.list")),
                     daemon.messages()):
            self.assertIn(path.name, told)
            self.assertIn("answerbox collections repair ward", told)

    def each_damage(self, pattern: str):
        for damage in DAMAGES:
            with self.subTest(file=pattern, damage=damage.__name__):
                path = self.damage(pattern, damage)
                yield damage, path

    def test_a_damaged_segment_loses_its_own_documents_alone(self):
        for damage, path in self.each_damage("collections/ward/*.segment"):
            before = self.content()
            with self.start() as daemon:
                self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
                self.assert_out_of_service(daemon, path)
                self.assertEqual(self.content(), before)
                if damage is unreadable:
                    # It may be sound.
                    self.assertIn("Permission denied", self.fails(
                        daemon, "collections.repair", name="ward"))
                    self.assertEqual(self.content(), before)
                    path.chmod(0o600)
                    reply = daemon.call("collections.repair", name="ward")
                    self.assertEqual(reply["given_up"], [])
                    self.assertEqual(reply["documents"], 2)
                    continue
                reply = daemon.call("collections.repair", name="ward")
                self.assertEqual(reply["documents"], 1)
                lost, = reply["given_up"]
                self.assertEqual(lost["file"], path.name)
                self.assertEqual(lost["documents"], 1)
                if damage is not missing:
                    self.assertTrue((path.parent / lost["kept"]).exists())
                self.assert_answers(daemon, "ward", HANDS_QUESTION, HANDS)
                self.assertEqual(daemon.call("status")["out_of_service"], [])
                again = daemon.call("collections.repair", name="ward")
                self.assertEqual(again["given_up"], [])
                self.assertEqual(again["snapshot"], reply["snapshot"])
                self.assertEqual(daemon.stop(), 0)
            # The next start agrees, and a file that comes back changes nothing.
            shutil.copy(self.made / path.relative_to(self.state_dir), path)
            with self.start() as daemon:
                self.assert_answers(daemon, "ward", HANDS_QUESTION, HANDS)
                self.assertEqual(self.names(daemon), ["hands.txt"])

    def test_what_is_served_is_verified_and_loses_nothing(self):
        def change_text(path: pathlib.Path) -> None:
            path.write_bytes(path.read_bytes().replace(b"Vaccines", b"vaccines"))

        # An opening does not read texts.
        path = self.damage("collections/ward/*.segment", change_text)
        before = self.content()
        with self.start() as daemon:
            self.assertEqual(daemon.call("status")["out_of_service"], [])
            self.assertIn(path.name, self.fails(
                daemon, "collections.repair", name="ward"))
            self.assertEqual(self.content(), before)
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)

    def test_a_sound_segment_of_another_time_is_not_given_up(self):
        path = self.damage("collections/ward/*.segment", lambda path: None)
        other = sorted(path.parent.glob("*.segment"))[1]
        self.assertNotEqual(path.stat().st_size, other.stat().st_size)
        shutil.copy(other, path)
        before = self.content()
        with self.start() as daemon:
            self.assert_out_of_service(daemon, path)
            self.assertIn("is sound, but not the one", self.fails(
                daemon, "collections.repair", name="ward"))
            self.assertEqual(self.content(), before)

    def test_what_an_older_manifest_does_not_name_is_not_deleted(self):
        manifest = self.damage("collections/ward/manifest", lambda path: None)
        older = manifest.read_bytes()
        with self.start() as daemon:
            daemon.call("documents.add", collection="ward", name="door.txt",
                        text=DOOR)
            daemon.call("collections.compact", collection="ward")
            self.assertEqual(daemon.stop(), 0)
        newer, = manifest.parent.glob("*.segment")
        whole = newer.read_bytes()
        manifest.write_bytes(older)
        # The segments that it names are gone.
        with self.start() as daemon:
            self.assert_out_of_service(daemon, manifest)
            self.assertEqual(newer.read_bytes(), whole)
            reply = daemon.call("collections.repair", name="ward")
            self.assertEqual(reply["documents"], 0)
            self.assertEqual(daemon.stop(), 0)
        self.start().stop()
        self.assertEqual(
            newer.with_name(newer.name + ".aside-1").read_bytes(), whole)

    def test_a_collection_goes_on_without_its_synonyms_or_exam(self):
        for kind, member in (("synonyms", "synonyms"), ("guard", "exam")):
            for damage, path in self.each_damage(f"collections/ward/*.{kind}"):
                with self.start() as daemon:
                    self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
                    self.assert_out_of_service(daemon, path)
                    if damage is unreadable:
                        self.fails(daemon, "collections.repair", name="ward")
                        path.chmod(0o600)
                    reply = daemon.call("collections.repair", name="ward")
                    self.assertEqual(reply["documents"], 2)
                    ward = daemon.call("collections.list")["collections"][1]
                    self.assertEqual(not ward[member], damage is not unreadable)

    def test_a_damaged_manifest_is_not_repaired(self):
        for damage, path in self.each_damage("collections/ward/manifest"):
            before = self.content()
            with self.start() as daemon:
                self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
                self.assert_out_of_service(daemon, path)
                self.fails(daemon, "collections.repair", name="ward")
                self.assert_out_of_service(daemon, path)
                self.assertEqual(self.content(), before)
                # It is put back.
                path.unlink(missing_ok=True)
                shutil.copy(self.made / path.relative_to(self.state_dir), path)
                if self.user is not None:
                    shutil.chown(path, self.user, self.user)
                reply = daemon.call("collections.repair", name="ward")
                self.assertEqual(reply["given_up"], [])
                self.assertEqual(self.names(daemon), ["cold.txt", "hands.txt"])
                self.assertEqual(daemon.call("status")["out_of_service"], [])

    def test_a_collection_can_be_given_up(self):
        for damage, path in self.each_damage("collections/ward/manifest"):
            with self.start() as daemon:
                daemon.call("collections.remove", name="ward")
                self.assertFalse(path.parent.exists())
                daemon.call("documents.add", collection="ward", name="door",
                            text=DOOR)
                self.assertEqual(daemon.stop(), 0)
            with self.start() as daemon:
                self.assert_answers(daemon, "ward", "When is the door locked?",
                                    DOOR)

    def test_a_folder_that_cannot_be_read_is_out_of_service(self):
        folder = self.damage("collections/ward", unreadable)
        with self.start() as daemon:
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
            self.assert_out_of_service(daemon, folder)
            folder.chmod(0o700)
            daemon.call("collections.repair", name="ward")
            self.assert_answers(daemon, "ward", COLD_QUESTION, COLD)

    # --- Users

    def assert_users_out(self, daemon: Answerboxd) -> None:
        self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
        # MQTT sessions are kept for the users who will have rights again.
        outage, mqtt = daemon.call("status")["out_of_service"]
        self.assertEqual(outage["what"], "users")
        self.assertEqual(mqtt["what"], "mqtt")
        self.assertFalse(self.can_connect(self.address))
        self.assertIn("users.json", outage["message"])
        self.assertIn(outage["message"], daemon.messages())
        for uid in (4711, 4712):
            self.assertFalse(self.call_as(daemon, uid))
        self.fails(daemon, "users.add", name="unix:5", grants=[])

    def test_with_damaged_users_nobody_gets_more_rights(self):
        for damage, path in self.each_damage("users.json"):
            if damage is missing:
                continue
            before = path.stat().st_ino
            self.address = free_address()
            with self.start("--mqtt", self.address) as daemon:
                self.assert_users_out(daemon)
                self.assertEqual(path.stat().st_ino, before)
                # A file that is gone now is not taken for no users, nor is one
                # that others may write.
                path.unlink()
                self.reload(daemon)
                self.assert_users_out(daemon)
                shutil.copy(self.made / "users.json", path)
                path.chmod(0o666)
                if self.user is not None:
                    shutil.chown(path, self.user, self.user)
                self.reload(daemon)
                self.assert_users_out(daemon)
                path.chmod(0o600)
                self.reload(daemon)
                self.assertTrue(self.call_as(daemon, 4711))
                daemon.call("users.add", name="unix:5", grants=[])

    def test_what_a_repair_set_aside_is_not_overwritten_nor_forgotten(self):
        path = self.damage("collections/ward/*.segment", cut)
        with self.start() as daemon:
            daemon.call("collections.repair", name="ward")
            daemon.call("documents.remove", collection="ward",
                        name="hands.txt")
            # The file may hold what was removed.
            self.assertIn("was set aside", self.fails(
                daemon, "documents.erase", collection="ward"))
            aside, = path.parent.glob("*.aside-1")
            kept = aside.read_bytes()
            daemon.stop()
        path.write_bytes(b"another")
        with self.start() as daemon:
            self.assertEqual(aside.read_bytes(), kept)
            daemon.call("collections.repair", name="ward")
            self.assertEqual(aside.read_bytes(), kept)
            aside.unlink()
            daemon.call("documents.erase", collection="ward")

    # --- What else a start reads

    def test_without_a_key_answers_are_not_recorded(self):
        for name in ("signing.key", "question.key"):
            for damage, path in self.each_damage(f"audit/{name}"):
                with self.start() as daemon:
                    self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
                    status = daemon.call("status")
                    if damage is missing:
                        continue
                    told = json.dumps([status["out_of_service"],
                                       status["audit"]])
                    self.assertIn(name, told)
                    self.assertIn(name, daemon.messages())
                    if name == "question.key":
                        continue
                    self.assertFalse(daemon.call(
                        "ask", collection="sound",
                        question=COLD_QUESTION)["recorded"])

    def test_the_log_and_its_head_keep_nobody_from_being_served(self):
        for pattern in ("audit/*.jsonl", "audit-head", "audit/signing.pub"):
            for _ in self.each_damage(pattern):
                with self.start() as daemon:
                    self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)

    def test_a_damaged_file_of_mqtt_sessions_keeps_nobody_from_asking(self):
        shutil.rmtree(self.state_dir, ignore_errors=True)
        for damage in DAMAGES[:3] + DAMAGES[4:]:
            with self.subTest(damage=damage.__name__):
                self.damage("users.json", lambda path: None)
                sessions = self.state_dir / "mqtt-sessions"
                sessions.write_bytes(b"ABMQTTS1" + bytes(range(200)))
                damage(sessions)
                if damage is unreadable and IS_ROOT:
                    self.give_to_nobody()
                with self.start("--mqtt", free_address()) as daemon:
                    self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)

    def test_without_a_certificate_the_rest_is_served_until_it_is_back(self):
        self.damage("users.json", lambda path: None)
        folder = pathlib.Path(self.folder.name) / "tls"
        plain, tls = free_address(), free_address()
        with self.start("--mqtt", plain, "--mqtt-tls", tls,
                        "--mqtt-certificate", str(folder / "answerbox.crt"),
                        "--mqtt-key", str(folder / "answerbox.key")) as daemon:
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
            outage, = daemon.call("status")["out_of_service"]
            self.assertEqual(outage["what"], "mqtt_tls")
            self.assertIn(str(folder), outage["message"])
            self.assertTrue(self.can_connect(plain))
            self.assertFalse(self.can_connect(tls))
            subprocess.run([OPTIONS.client, "certificate", "make", "--out",
                            folder, "--name", "localhost"], check=True,
                           stdout=subprocess.DEVNULL)
            # It is tried again by itself, too, but later.
            daemon.process.send_signal(signal.SIGHUP)
            while not self.can_connect(tls):
                pass
            self.assertEqual(daemon.call("status")["out_of_service"], [])

    def test_damage_while_it_runs_keeps_nobody_from_another_collection(self):
        for pattern in KINDS:
            for damage in DAMAGES:
                with self.subTest(file=pattern, damage=damage.__name__):
                    self.damage_while_it_runs(pattern, damage)

    def damage_while_it_runs(self, pattern: str, damage) -> None:
        self.damage("users.json", lambda path: None)
        if IS_ROOT:
            self.give_to_nobody()
        address = free_address()
        mqtt = ("--mqtt", address, "--mqtt-anonymous", "loopback")
        with self.start(*mqtt) as daemon:
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
            self.assert_answers(daemon, "ward", HANDS_QUESTION, HANDS)
            peer = wire.Peer(int(address.split(":")[1]))
            peer.send(LASTING).receive()
            peer.close()
            damage(sorted(self.state_dir.glob(pattern))[0])
            self.assert_serves(daemon)
            # A change writes anew what it needs, and a reload reads.
            try:
                daemon.call("documents.add", collection="ward", name="door",
                            text=DOOR)
            except RequestError as error:
                self.assertIn(error.kind, ("storage", "corrupt"))
            self.reload(daemon)
            self.assert_serves(daemon)
            self.assertEqual(daemon.stop(), 0)
        with self.start(*mqtt) as daemon:
            self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)

    def assert_serves(self, daemon: Answerboxd) -> None:
        """And gives the words of the other collection right, or not at all."""
        self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)
        daemon.call("documents.add", collection="sound", name="more", text=DOOR)
        daemon.call("status")
        try:
            self.assert_answers(daemon, "ward", HANDS_QUESTION, HANDS)
        except RequestError as error:
            self.assertIn(error.kind, ("storage", "corrupt"))

    def test_a_disk_that_is_read_only_is_served_from(self):
        self.damage("users.json", lambda path: None)
        disk = pathlib.Path(self.folder.name) / "disk"
        disk.mkdir()
        self.require_root()
        subprocess.run(["mount", "--bind", self.state_dir, disk], check=True)
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
        daemon = Answerboxd(OPTIONS.daemon, disk, ["--mqtt", free_address()])
        with daemon:
            answer = daemon.call("ask", collection="ward",
                                 question=HANDS_QUESTION)
            self.assertIn(HANDS, json.dumps(answer))
            self.assertFalse(answer["recorded"])
            self.assertTrue(self.call_as(daemon, 4711))
            self.assertIn("read-only", self.fails(
                daemon, "documents.add", collection="ward", name="door",
                text=DOOR))


if __name__ == "__main__":
    run_tests(__doc__)
