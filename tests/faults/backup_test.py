#!/usr/bin/env python3
"""`answerbox backup` and `restore` with the real daemon: what is restored is a moment
that was; a damaged archive changes nothing; a kill leaves the old state or the new.
docs/operations.md, "Backups".
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import random
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import campaign
from answerboxd import PATIENCE_S, Answerboxd, free_address
from box_case import (BoxCase, COLD, COLD_QUESTION, HANDS_QUESTION, NOBODY, OPTIONS,
                      run_tests)

MOMENTS = campaign.size([8, 40])
DAMAGES = campaign.size([200, 1000])
KILLS = campaign.size([40, 200])
BLOCK = 512


def header(path: str, size: int, mode: int, when: int) -> bytes:
    """As POSIX.1-1988 has it, with what the client writes."""
    block = bytearray(BLOCK)
    block[0:len(path)] = path.encode()
    for at, width, number in ((100, 7, mode), (108, 7, 0), (116, 7, 0), (124, 11, size),
                              (136, 11, when)):
        block[at:at + width] = b"%0*o" % (width, number)
    block[156:157] = b"0"
    block[257:265] = b"ustar\x0000"
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % BLOCK)


def archive(files: list[tuple[str, bytes]], program: str = "0.1.0",
            title: str = "answerbox-backup 1") -> bytes:
    """An archive whose digests are right, whatever is in it."""
    text = f"{title}\nprogram {program}\ntime 7\nfolder 700 daemon:daemon state\n"
    for path, content in files:
        digest = hashlib.sha256(content).hexdigest()
        text += f"file 600 daemon:daemon {digest} {len(content)} {path}\n"
    text += f"sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"
    packed = header("answerbox-backup", len(text), 0o600, 7) + padded(text.encode())
    for path, content in files:
        packed += header(path, len(content), 0o600, 7) + padded(content)
    return packed + bytes(2 * BLOCK)


def mqtt(address: str) -> socket.socket:
    """A client of MQTT 3.1.1 that is connected."""
    host, port = address.split(":")
    client = socket.create_connection((host, int(port)), PATIENCE_S)
    client.sendall(b"\x10\x0e\0\x04MQTT\x04\x02\0\x3c\0\x02me")
    if client.recv(4) != b"\x20\x02\0\0":
        raise ConnectionError("the broker takes no client")
    return client


def tree(folder: pathlib.Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file() and path.name != "lock"}


class Changes(threading.Thread):
    """A client that adds documents, and removes every third one again."""

    def __init__(self, daemon: Answerboxd):
        super().__init__()
        self._daemon = daemon
        self._is_over = threading.Event()
        self.states: list[set[str]] = [set()]  # After each change that was sent.
        self.acknowledged = 0
        self.longest_s = 0.0

    def run(self) -> None:
        with self._daemon.connect() as connection:
            number = 0
            while not self._is_over.is_set():
                name = f"{number}.txt"
                self._change(connection, self.states[-1] | {name}, "documents.add",
                             name=name, text=f"Shelf {number} holds bandages.")
                if number % 3 == 0:
                    self._change(connection, self.states[-1] - {name},
                                 "documents.remove", name=name)
                number += 1

    def _change(self, connection, after: set[str], method: str, **params) -> None:
        self.states.append(after)
        began = time.monotonic()
        connection.call(method, collection="shelves", **params)
        self.longest_s = max(self.longest_s, time.monotonic() - began)
        self.acknowledged += 1

    def end(self) -> None:
        self._is_over.set()
        self.join()


class BackupTest(BoxCase):
    def setUp(self):
        self.copy(self.made)
        self.remove_replaced()
        folder = tempfile.TemporaryDirectory(prefix="answerbox-backup-")
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.file = self.work / "box.tar"
        self.etc = self.work / "etc"
        (self.etc / "mqtt").mkdir(parents=True)
        (self.etc / "answerboxd.toml").write_text("# all defaults\n")
        (self.etc / "mqtt/box.key").write_text("secret\n")
        (self.etc / "mqtt/box.key").chmod(0o640)

    def remove_replaced(self) -> None:
        for path in self.state_dir.parent.glob("state.before-restore-*"):
            shutil.rmtree(path)

    def client(self, *arguments, code: int = 0, **more) -> str:
        done = subprocess.run([OPTIONS.client, *map(str, arguments)], timeout=PATIENCE_S,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              stdout=more.pop("stdout", subprocess.PIPE), **more)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return ((done.stdout or b"") + done.stderr).decode()

    def backup(self, daemon: Answerboxd, *options, code: int = 0, **more) -> str:
        return self.client("backup", options[0] if options else self.file, *options[1:],
                           "--options", self.etc, "--socket", daemon.socket_path,
                           code=code, **more)

    def restore(self, *options, code: int = 0, state: pathlib.Path | None = None) -> str:
        return self.client("restore", *options, "--state-dir", state or self.state_dir,
                           "--options", self.etc, code=code)

    def make_backup(self) -> None:
        with self.start() as daemon:
            self.backup(daemon)
            self.assertEqual(daemon.stop(), 0)

    def assert_whole(self, daemon: Answerboxd) -> None:
        self.assertEqual(daemon.call("status")["out_of_service"], [])
        self.assert_answers(daemon, "sound", COLD_QUESTION, COLD)

    def leftovers(self) -> list[pathlib.Path]:
        return [path for pattern in ("*.new*", "*.restoring", "state/backup")
                for folder in (self.work, self.state_dir.parent)
                for path in folder.glob(pattern)]

    # --- A moment that was

    def test_what_is_restored_is_a_moment_that_was(self):
        with self.start() as daemon:
            changes = Changes(daemon)
            changes.start()
            try:
                self.make_backups(daemon, changes)
            finally:
                changes.end()
            # A change waits while the files get second names, not while they are packed:
            # milliseconds, where the machine has nothing else to do.
            print(f"longest change {changes.longest_s * 1000:.0f} ms", flush=True)
            self.assertLess(changes.longest_s, 2)

    def make_backups(self, daemon: Answerboxd, changes: Changes) -> None:
        for number in range(MOMENTS):
            while changes.acknowledged < 20 * number:
                time.sleep(0.001)
            earliest = changes.acknowledged
            self.backup(daemon, self.work / f"{number}.tar")
            latest = len(changes.states)
            with self.subTest(moment=number):
                self.assert_moment(self.work / f"{number}.tar",
                                   changes.states[earliest:latest])

    def assert_moment(self, file: pathlib.Path, moments: list[set[str]]) -> None:
        state = self.work / "restored"
        shutil.rmtree(state, ignore_errors=True)
        state.mkdir(mode=0o700)
        self.restore(file, "--keep-options", state=state)
        with Answerboxd(OPTIONS.daemon, state) as daemon:
            self.assertEqual(daemon.messages().count("<3>"), 0, daemon.messages())
            self.assert_whole(daemon)
            self.assert_answers(daemon, "ward", HANDS_QUESTION, "20 seconds")
            found = {collection["name"] for collection in
                     daemon.call("collections.list")["collections"]}
            names = set()
            if "shelves" in found:
                names = {document["name"] for document in daemon.call(
                    "documents.list", collection="shelves",
                    limit=1000)["documents"]}
            self.assertIn(names, moments)
            self.assertEqual([user["name"] for user in daemon.call("users.list")["users"]],
                             ["unix:4711"])
            self.assertEqual(daemon.stop(), 0)
        self.assertIn("intact", self.client("audit", "verify", "--dir", state / "audit"))
        shutil.rmtree(state)
        for before in self.work.glob("restored.before-*"):
            shutil.rmtree(before)

    def test_the_state_of_the_backup_replaces_the_one_that_is_there(self):
        with self.start() as daemon:
            self.backup(daemon)
            daemon.call("documents.add", collection="ward", name="late.txt", text="Late.")
            daemon.call("users.remove", name="unix:4711")
            daemon.call("collections.remove", name="sound")
            self.assertIn("stop it", self.restore(self.file, code=4))
            self.assertEqual(daemon.stop(), 0)
        (self.etc / "answerboxd.toml").write_text("mqtt = '127.0.0.1:1'\n")
        after = tree(self.state_dir)
        self.assertIn("before-restore", self.restore(self.file))
        self.assertEqual((self.etc / "answerboxd.toml").read_text(), "# all defaults\n")
        self.assertEqual((self.etc / "mqtt/box.key").stat().st_mode & 0o777, 0o640)
        before, = self.state_dir.parent.glob("state.before-restore-*")
        self.assertEqual(tree(before), after)
        # The log that was restored with it knows of nothing newer.
        for _ in range(2):
            with self.start() as daemon:
                self.assert_whole(daemon)
                self.assertNotIn("late.txt", self.names(daemon))
                self.assertEqual(len(daemon.call("users.list")["users"]), 1)
                self.assertEqual(daemon.stop(), 0)

    def test_options_stay_if_asked(self):
        self.make_backup()
        (self.etc / "answerboxd.toml").write_text("# new\n")
        self.restore(self.file, "--keep-options")
        self.assertEqual((self.etc / "answerboxd.toml").read_text(), "# new\n")

    def test_a_link_among_the_options_is_left_out_and_told(self):
        (self.etc / "link").symlink_to("/etc/passwd")
        with self.start() as daemon:
            self.assertIn("left out", self.backup(daemon))
        self.assertNotIn(b"root:x:0", self.file.read_bytes())

    def test_files_belong_to_the_daemons_user_again(self):
        self.require_root()
        self.state_dir.parent.chmod(0o755)
        for path in (self.state_dir, *self.state_dir.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        self.user = NOBODY
        os.chown(self.etc / "mqtt/box.key", 0, NOBODY)
        self.make_backup()
        shutil.rmtree(self.etc)
        self.restore(self.file)
        for path in (self.state_dir, *self.state_dir.rglob("*")):
            status = path.stat()
            self.assertEqual((status.st_uid, status.st_gid), (NOBODY, NOBODY), path)
            self.assertEqual(status.st_mode & 0o077, 0, path)
        key, options = (self.etc / name for name in ("mqtt/box.key", "answerboxd.toml"))
        self.assertEqual((key.stat().st_uid, key.stat().st_gid), (0, NOBODY))
        self.assertEqual((options.stat().st_uid, options.stat().st_gid), (0, 0))
        with self.start() as daemon:
            self.assert_whole(daemon)

    def test_owners_and_modes_of_options_come_back_or_are_refused(self):
        self.require_root()
        self.state_dir.parent.chmod(0o755)
        for path in (self.state_dir, *self.state_dir.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        self.user = NOBODY
        self.work.chmod(0o755)
        (self.etc / "mqtt").chmod(0o750)
        os.chown(self.etc / "mqtt", 0, NOBODY)
        os.chown(self.etc / "mqtt/box.key", NOBODY, NOBODY)
        self.make_backup()
        shutil.rmtree(self.etc)
        self.restore(self.file)
        for name, mode, uid, gid in (("mqtt", 0o750, 0, NOBODY), (".", 0o755, 0, 0),
                                     ("mqtt/box.key", 0o640, NOBODY, NOBODY)):
            status = (self.etc / name).stat()
            self.assertEqual((status.st_mode & 0o777, status.st_uid, status.st_gid),
                             (mode, uid, gid), name)
        with self.start() as daemon:
            for uid, gid in ((4711, 0), (0, 4711)):
                os.chown(self.etc / "mqtt/box.key", uid, gid)
                self.assertIn("box.key belongs to", self.backup(daemon, code=4))
        self.assertEqual(self.leftovers(), [])

    def test_a_restore_goes_no_way_that_others_may_change(self):
        self.require_root()
        self.make_backup()
        state = self.work / "theirs/state"
        state.mkdir(parents=True)
        os.chown(state.parent, NOBODY, NOBODY)
        self.assertIn("others than root", self.restore(self.file, code=4, state=state))
        os.chown(state.parent, 0, 0)
        begun = state.parent / "state.restoring"
        begun.mkdir()
        os.chown(begun, NOBODY, NOBODY)
        self.assertIn("not of a restore", self.restore(self.file, code=4, state=state))

    def test_what_a_killed_restore_has_exchanged_is_kept(self):
        self.make_backup()
        whole = self.state_dir.parent / "state.restoring/whole"
        whole.mkdir(parents=True)
        whole.parent.chmod(0o700)
        (whole / "mine").touch()
        self.restore(self.file)
        self.assertEqual(len(list(self.state_dir.parent.glob(
            "state.before-restore-*/mine"))), 1)
        self.assertEqual(self.leftovers(), [])

    def test_what_a_linked_state_directory_leads_to_is_replaced(self):
        self.make_backup()
        link = self.work / "link"
        link.symlink_to(self.state_dir)
        self.restore(self.file, state=link)
        self.assertTrue(link.is_symlink())
        with self.start() as daemon:
            self.assert_whole(daemon)

    def test_an_owner_who_is_not_known_is_an_error(self):
        self.require_root()
        self.make_backup()
        self.assertIn("owner is unknown",
                      self.restore(self.file, code=4, state=self.work / "none"))

    def test_a_folder_that_is_none_of_a_backup_is_not_touched(self):
        folder = self.work / "backup/state"
        folder.mkdir(parents=True)
        (folder / "mine").touch()
        path = self.work / "socket"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen()
            process = subprocess.Popen(
                [OPTIONS.client, "backup", self.file, "--socket", path],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            client, _ = server.accept()
            with client, client.makefile("rw") as lines:
                request = json.loads(lines.readline())
                lines.write(json.dumps({"jsonrpc": "2.0", "id": request["id"],
                                        "result": {"folder": str(folder)}}) + "\n")
                lines.flush()
                _, told = process.communicate(timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 5, told)
        self.assertIn(b"no folder of a backup", told)
        self.assertTrue((folder / "mine").exists())

    def test_who_may_not_manage_gets_nothing(self):
        with self.start() as daemon:
            self.assertFalse(self.call_as(daemon, 4711, "backup"))
        self.assertEqual(self.leftovers(), [])

    def test_messages_that_are_retained_come_back(self):
        address = free_address()
        with self.start("--mqtt", address, "--mqtt-anonymous", "loopback") as daemon:
            daemon.call("users.add", name="anonymous", grants=[], topics={
                "publish": ["ward/#"], "subscribe": ["ward/#"]})
            with mqtt(address) as client:
                # PUBLISH, retained, QoS 1, and its acknowledgement.
                client.sendall(b"\x33\x11\0\x06ward/a\0\x01twelve!")
                self.assertEqual(client.recv(4), b"\x40\x02\0\x01")
            self.backup(daemon)
            daemon.stop()
        shutil.rmtree(self.state_dir)
        self.state_dir.mkdir(mode=0o700)
        self.restore(self.file)
        with self.start("--mqtt", address, "--mqtt-anonymous", "loopback"), mqtt(address) as client:
            client.sendall(b"\x82\x0b\0\x02\0\x06ward/#\0")
            received = b""
            while b"twelve!" not in received:
                received += client.recv(100)

    # --- The file

    def test_only_its_owner_may_read_it(self):
        for path in (self.file, self.work / "box.tar.new"):
            path.touch()
            path.chmod(0o666)
        self.make_backup()
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        (self.work / "box.tar.new").unlink()
        self.assertEqual(self.leftovers(), [])

    def test_a_reader_that_ends_early_leaves_nothing(self):
        with self.start() as daemon:
            read, write = os.pipe()
            os.close(read)
            self.assertIn("Broken pipe", self.backup(daemon, "-", code=6, stdout=write))
            os.close(write)
            self.assertEqual(self.leftovers(), [])

    def test_no_file_of_the_state_is_left_out(self):
        lost = self.state_dir / "collections/lost"
        lost.mkdir(mode=0o700)
        (lost / "manifest").write_text("nothing")
        with (lost / "17.segment").open("wb") as huge:
            huge.truncate(9 << 30)  # A file of holes.
        with self.start() as daemon:
            self.assertIn("does not fit", self.backup(daemon, code=4))
            self.assertEqual(self.leftovers(), [])
            self.assertFalse(self.file.exists())

    def test_it_is_streamed_and_read_from_a_stream(self):
        with self.start() as daemon:
            with self.file.open("wb") as out:
                self.backup(daemon, "-", stdout=out)
            daemon.stop()
        with self.file.open("rb") as stream:
            done = subprocess.run([OPTIONS.client, "restore", "--check", "-"],
                                  stdin=stream, capture_output=True, check=True)
        self.assertIn(b"Sound", done.stdout)
        names = subprocess.run(["tar", "tf", self.file], capture_output=True, check=True)
        self.assertIn(b"state/collections/ward/manifest", names.stdout)

    def test_no_room_is_said_and_leaves_nothing(self):
        with self.start() as daemon:
            with open("/dev/full", "wb") as full:
                self.assertIn("No space left", self.backup(daemon, "-", code=6,
                                                           stdout=full))
            self.assertIn("is no file", self.backup(daemon, "/dev/null", code=4))
            self.assertEqual(self.leftovers(), [])
            small = self.work / "small"
            small.mkdir()
            self.require_root()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", small],
                           check=True)
            try:
                told = self.backup(daemon, small / "box.tar", code=6)
                self.assertIn("of room", told)
                self.assertEqual(list(small.iterdir()), [])
            finally:
                subprocess.run(["umount", small], check=True)

    def test_a_full_disk_of_the_state_is_said_and_leaves_nothing(self):
        self.require_root()
        disk = self.work / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=755", "none", disk],
                       check=True)
        try:
            self.fill_and_back_up(disk)
        finally:
            subprocess.run(["umount", disk], check=True)

    def fill_and_back_up(self, disk: pathlib.Path) -> None:
        with Answerboxd(OPTIONS.daemon, disk / "state") as daemon:
            daemon.call("documents.add", name="cold.txt", text=COLD)
            with (disk / "filler").open("wb", buffering=0) as filler:
                try:
                    while filler.write(b"x"):
                        pass
                except OSError:
                    pass
            self.assertIn("make room", self.backup(daemon, code=5))
            self.assertFalse((disk / "state/backup").exists())
            self.assertFalse(self.file.exists())
            (disk / "filler").unlink()
            self.backup(daemon)
            daemon.stop()
        # No folder takes the place of a mount point.
        shutil.rmtree(disk / "state")
        self.assertIn("mount point", self.restore(self.file, code=4, state=disk))
        self.assertEqual(self.leftovers(), [])

    def test_damage_is_refused_with_its_place_and_changes_nothing(self):
        self.make_backup()
        sound = self.file.read_bytes()
        state = tree(self.state_dir)
        choice = random.Random(47)
        for number in range(DAMAGES):
            at = choice.randrange(len(sound))
            damaged = bytearray(sound)
            damaged[at] ^= 1 << choice.randrange(8)
            if number % 4 == 0:
                damaged = damaged[:at]
            elif number % 50 == 1:
                damaged = sound + b"x"
            self.file.write_bytes(damaged)
            with self.subTest(number=number, at=at):
                command = ("--check",) if number % 2 else ()
                told = self.restore(self.file, *command, code=4)
                self.assertRegex(told, r"damaged (at byte \d+, in|in its first|in line)|"
                                       r"list of the backup is damaged")
                self.assertIn("Nothing was changed", told)
                self.assertEqual(tree(self.state_dir), state)
        self.assertEqual(self.leftovers(), [])

    def test_what_no_backup_holds_is_refused(self):
        cases = {
            "later": (archive([], program="99.0"), "install that version"),
            "format": (archive([], title="answerbox-backup 2"), "does not know"),
            "up": (archive([("state/../../up", b"x")]), "line 5"),
            "absolute": (archive([("/etc/passwd", b"x")]), "line 5"),
            "other": (archive([("home/x", b"x")]), "line 5"),
            "twice": (archive([("state/a", b"x"), ("state/a", b"y")]), "line 6"),
            "folder": (archive([("state/a", b"x"), ("state/a/b", b"y")]), "line 6"),
            "text": (b"hello", "cut off"),
            "tar": (header("x", 0, 0o600, 7) + bytes(2 * BLOCK), "no backup"),
            "age": (b"age-encryption.org/v1".ljust(1024, b"x"), "--identity"),
        }
        state = tree(self.state_dir)
        for name, (content, told) in cases.items():
            with self.subTest(name):
                self.file.write_bytes(content)
                self.assertIn(told, self.restore(self.file, code=4))
                self.restore("--check", self.file, code=4)
        self.assertEqual(tree(self.state_dir), state)
        self.assertEqual(self.leftovers(), [])

    def test_a_folder_of_options_that_is_named_must_be_there(self):
        with self.start() as daemon:
            told = self.client("backup", self.file, "--options", self.work / "etcc",
                               "--socket", daemon.socket_path, code=4)
        self.assertIn("etcc is no folder", told)
        self.assertEqual(self.leftovers(), [])

    def test_it_is_encrypted_by_age(self):
        if shutil.which("age") is None:
            with self.start() as daemon:
                told = self.backup(daemon, self.file, "--recipient", "age1x", code=4)
            self.assertIn("apt install age", told)
            self.assertEqual(self.leftovers(), [])
            return
        keys = []
        for name in ("key", "other"):
            made = subprocess.run(["age-keygen", "-o", self.work / name],
                                  capture_output=True, check=True)
            keys.append(made.stderr.decode().split()[-1])
        with self.start() as daemon:
            self.backup(daemon, self.file, "--recipient", keys[0])
            self.assertIn("age could not", self.backup(
                daemon, self.work / "bad.tar", "--recipient", "nobody", code=4))
            daemon.stop()
        self.assertNotIn(b"ward", self.file.read_bytes())
        self.assertIn("--identity", self.restore(self.file, code=4))
        self.restore(self.file, "--identity", self.work / "key")
        self.assertIn("age could not", self.restore(
            self.file, "--identity", self.work / "other", code=4))
        plain = self.work / "plain.tar"
        plain.write_bytes(archive([("state/a", b"x")]))
        told = self.restore(plain, "--identity", self.work / "key", code=4)
        self.assertIn("is not encrypted", told)
        self.assertNotIn("x00", told)
        damaged = bytearray(self.file.read_bytes())
        damaged[-1] ^= 1
        self.file.write_bytes(damaged)
        self.restore(self.file, "--identity", self.work / "key", code=4)
        self.assertEqual(self.leftovers(), [])

    def test_its_manifest_is_that_of_its_files(self):
        with self.start() as daemon:
            manifest = self.state_dir / "collections/ward/manifest"
            sound = manifest.read_bytes()
            manifest.write_bytes(sound[:40])
            folder = pathlib.Path(daemon.call("backup")["folder"])
            self.assertEqual((folder / "collections/ward/manifest").read_bytes(), sound)

    @contextlib.contextmanager
    def backup_under_way(self, daemon: Answerboxd):
        """A client whose reader takes nothing. It has begun to write, and so holds the
        files.
        """
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        with subprocess.Popen(
                [OPTIONS.client, "backup", "-", "--options", self.etc, "--socket",
                 daemon.socket_path], stdout=write) as process, open(read, "rb") as stream:
            os.close(write)
            select.select([stream], [], [], PATIENCE_S)
            yield process, stream

    def test_it_is_of_its_moment_whatever_changes_while_it_is_written(self):
        with self.start() as daemon:
            with self.backup_under_way(daemon) as (process, stream):
                daemon.call("documents.remove", collection="ward", name="hands.txt")
                daemon.call("collections.compact", collection="ward")
                daemon.call("collections.remove", name="sound")
                daemon.call("users.remove", name="unix:4711")
                self.assertIn("A backup is being written", self.fails(
                    daemon, "documents.erase", collection="ward"))
                self.file.write_bytes(stream.read())
                self.assertEqual(process.wait(PATIENCE_S), 0)
            daemon.call("documents.erase", collection="ward")
            daemon.stop()
        self.restore(self.file)
        with self.start() as daemon:
            self.assert_whole(daemon)
            self.assertEqual(len(self.names(daemon)), 2)
            self.assertEqual(len(daemon.call("users.list")["users"]), 1)

    def test_what_a_killed_client_held_is_erased(self):
        with self.start() as daemon:
            with self.backup_under_way(daemon) as (process, _):
                daemon.call("documents.remove", collection="ward", name="hands.txt")
                process.kill()
                process.wait(PATIENCE_S)
            self.assertNotEqual(self.leftovers(), [])
            daemon.call("documents.erase", collection="ward")
            self.assertEqual(self.leftovers(), [])

    def test_a_long_log_is_whole_in_it(self):
        with self.start("--audit-questions", "plain") as daemon:
            for number in range(400):
                daemon.call("ask", collection="sound",
                            question=f"Where is shelf {number}? " + "Where? " * 550)
            self.backup(daemon)
            daemon.call("ask", collection="sound", question=COLD_QUESTION)
            daemon.stop()
        logs = list((self.state_dir / "audit").glob("*.jsonl"))
        self.assertGreater(sum(path.stat().st_size for path in logs), 1 << 20)
        self.assertEqual(len(logs), 2)
        self.restore(self.file)
        self.assertIn("intact", self.client("audit", "verify", "--dir",
                                            self.state_dir / "audit"))

    # --- Kills

    def test_a_kill_leaves_the_old_state_or_the_new_one(self):
        self.make_backup()
        with self.start() as daemon:
            for number in range(20):
                daemon.call("documents.add", collection="ward", name=f"{number}.txt",
                            text=f"Shelf {number} holds bandages.")
            daemon.stop()
        old, kinds, choice = self.work / "old", set(), random.Random(47)
        shutil.copytree(self.state_dir, old)
        began = time.monotonic()
        self.restore(self.file)
        duration = time.monotonic() - began
        for number in range(KILLS):
            self.remove_replaced()
            self.copy(old)
            with subprocess.Popen(
                    [OPTIONS.client, "restore", self.file, "--keep-options", "--state-dir",
                     self.state_dir], stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as process:
                time.sleep(choice.uniform(0, 2 * duration))
                process.kill()
            with self.subTest(kill=number), self.start() as daemon:
                self.assert_whole(daemon)
                count = len(self.names(daemon))
                self.assertIn(count, (2, 22))
                kinds.add(count)
                daemon.stop()
        self.assertEqual(kinds, {2, 22})
        # What a killed one left does not hinder the next.
        self.restore(self.file)
        self.assertEqual(self.leftovers(), [])

    def test_a_killed_backup_holds_up_nothing(self):
        with self.start() as daemon:
            folder = pathlib.Path(daemon.call("backup")["folder"])
            self.assertTrue((folder / "users.json").exists())
            # As a client that is at it.
            with (folder.parent / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self.assertIn("A backup is being written", self.fails(daemon, "backup"))
                daemon.call("documents.remove", collection="ward", name="hands.txt")
                self.assertIn("A backup is being written", self.fails(
                    daemon, "documents.erase", collection="ward"))
            daemon.call("documents.erase", collection="ward")
            self.assertFalse(folder.exists())
            daemon.call("backup")
            daemon.call("collections.remove", name="sound")
            self.assertFalse(folder.exists())
            daemon.call("backup")
            self.backup(daemon)
            daemon.call("backup")
            daemon.stop()
        with self.start():
            self.assertEqual(self.leftovers(), [])


if __name__ == "__main__":
    run_tests(__doc__)
