#!/usr/bin/env python3
"""kill -9 at random moments of removing, replacing and erasing. Once the
restarted daemon says that nothing is left to erase, no file of its state
directory may hold a document that it does not serve.

Before that, tests without a kill check `remove --erase` and the deadline.
"""

import argparse
import hashlib
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

import campaign
from answerboxd import PATIENCE_S, Answerboxd
from connection import Connection
from io_control import CHANGING, IoControl, IoKind
from stored_documents import list_documents

KEPT = 12  # Documents that stay, so that their segments stay.
MARKED = 8
KINDS = (CHANGING, IoKind.WRITE, IoKind.SYNC_FILE, IoKind.SYNC_FOLDER,
         IoKind.RENAME, IoKind.UNLINK)
LATEST_KILL_S = 3.0
AT_ONCE = ["--erase-hours", "0"]
IN_TIME = ["--erase-hours", "24"]


class Version:
    """A text with a word that no other text has."""

    def __init__(self, name: str, number: int, size: int = 300):
        digest = hashlib.sha256(f"{name} {number}".encode()).digest()
        self.marker = "".join(chr(97 + byte % 26) for byte in digest[:24])
        sentence = "The shelf beside the window is cleaned in the morning.\n"
        self.text = (f"The {self.marker} is kept cold.\n" +
                     sentence * (size // len(sentence)))

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def needle(self) -> bytes:
        """The bytes that the text and the dictionary share: without the ending,
        which is stemmed, and without a beginning shared with a neighbour."""
        return self.marker[2:18].encode()


def files_of(state_dir: pathlib.Path) -> dict[str, bytes]:
    files = {}
    for path in state_dir.rglob("*"):
        try:
            if path.is_file():
                files[str(path.relative_to(state_dir))] = path.read_bytes()
        except FileNotFoundError:
            pass  # A merge that was under way removed the file.
    return files


def holders(state_dir: pathlib.Path, needle: bytes) -> list[str]:
    return [name for name, content in files_of(state_dir).items()
            if needle in content]


def wait_until_erased(connection: Connection) -> None:
    end = time.monotonic() + PATIENCE_S
    while connection.call("status")["erasing"]["documents"] > 0:
        if time.monotonic() > end:
            raise AssertionError("erasing does not come to an end")
        time.sleep(0.01)


class EraseTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._state_dir = folder / "state"
        self._control = IoControl(options.library, self._state_dir, folder)
        self._choice = random.Random(options.seed)
        self._sent: dict[str, list[Version]] = {}
        self._number = 0
        self.left_by_kills = 0

    def run(self) -> None:
        with self._start(IN_TIME) as daemon:
            self._remove_with_the_client(daemon)
        with self._start(IN_TIME + ["--question-threads", "1"]) as daemon:
            self._ask_while_erasing(daemon)
        for kill in range(self._options.kills):
            # Erasing begins by itself, or on request.
            with self._start(self._choice.choice((AT_ONCE, IN_TIME))) as daemon:
                self._kill_at_work(daemon, kill)
            self._count_what_is_left()
            with self._start(AT_ONCE) as daemon:
                with daemon.connect() as connection:
                    wait_until_erased(connection)
                    self._check(connection)

    def _start(self, options: list[str]) -> Answerboxd:
        return Answerboxd(self._options.daemon, self._state_dir, options,
                          self._control.environment(False))

    def _version(self, name: str, size: int = 300) -> Version:
        self._number += 1
        version = Version(name, self._number, size)
        self._sent.setdefault(name, []).append(version)
        return version

    def _add(self, connection: Connection, name: str) -> int:
        return connection.send("documents.add", name=name,
                               text=self._version(name).text)

    def _add_all(self, connection: Connection) -> None:
        """Documents to keep and documents to remove, side by side in one
        segment."""
        sent = [self._add(connection, f"kept-{number}")
                for number in range(KEPT)]
        sent += [self._add(connection, f"marked-{number}")
                 for number in range(MARKED)]
        for number in sent:
            connection.result_of(number)
        connection.call("collections.compact")

    def _remove_with_the_client(self, daemon: Answerboxd) -> None:
        with daemon.connect() as connection:
            self._add_all(connection)
            before = self._sent["marked-1"][-1]
            if not holders(self._state_dir, before.needle):
                raise AssertionError("the test finds no marker at all")
            connection.call("documents.remove", name="marked-0")
            erasing = connection.call("status")["erasing"]
            if erasing["documents"] < 1 or erasing["bytes"] < 300 or \
                    not erasing["due"].endswith("Z") or erasing["problem"]:
                raise AssertionError(f"status tells {erasing}")
            done = subprocess.run(
                [self._options.client, "remove", "--erase", "marked-1",
                 "marked-2", "--socket", str(daemon.socket_path)],
                capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise AssertionError(done.stdout + done.stderr)
            status = connection.call("status")["erasing"]
            if status["documents"] != 0 or status["due"] is not None:
                raise AssertionError(f"status tells {status}")
            self._check(connection)
            result = connection.call("documents.remove", name="marked-3",
                                     erase=True)
            if result["erased"] is not True or "run" not in result:
                raise AssertionError(f"documents.remove gives {result}")
            self._check(connection)

    def _ask_while_erasing(self, daemon: Answerboxd) -> None:
        """One question thread must be enough, because erasing does not use it.

        Where processors are emulated, a question may take as long as erasing:
        then the next document is tried.
        """
        with daemon.connect() as erasing, daemon.connect() as asking:
            for number in range(6):
                erasing.call("documents.add", name=f"long-{number}",
                             text=self._version(f"long-{number}",
                                                600_000).text)
            for number in range(5):
                erasing.call("collections.compact")
                erasing.call("documents.remove", name=f"long-{number}")
                if self._answers_until_erased(erasing, asking) > 0:
                    break
            else:
                raise AssertionError("nothing is answered while erasing")
            self._check(erasing)

    @staticmethod
    def _answers_until_erased(erasing: Connection, asking: Connection) -> int:
        erase = erasing.send("documents.erase", progress=True)
        answered = 0
        while True:
            asking.call("ask", question="What is cleaned?")
            replies, _ = erasing.receive_ready()
            if any(reply.get("id") == erase for reply in replies):
                return answered
            answered += 1

    def _kill_at_work(self, daemon: Answerboxd, kill: int) -> None:
        with daemon.connect() as connection, daemon.connect() as asking:
            self._add_all(connection)
            after_s = LATEST_KILL_S
            if kill % 2 == 0:
                after_s = self._choice.uniform(0, 0.2)
            else:
                self._control.kill_at(self._choice.randint(1, 25),
                                      self._choice.choice(KINDS))
            timer = threading.Timer(after_s, daemon.process.kill)
            timer.start()
            try:
                while True:
                    self._remove_and_replace(connection)
                    asking.call("ask", question="What is kept cold?")
            except ConnectionError:
                pass
            finally:
                timer.cancel()
                timer.join()
            daemon.process.wait()
            self._control.lift()

    def _remove_and_replace(self, connection: Connection) -> None:
        """Many changes at once; some wait until their documents are erased."""
        names = [f"marked-{number}" for number in range(MARKED)]
        self._choice.shuffle(names)
        sent = []
        for name in names[:3]:
            sent.append(connection.send(
                "documents.remove", name=name,
                erase=self._choice.random() < 0.5))
        for name in names[3:6]:
            sent.append(self._add(connection, name))
        upload = connection.call("documents.begin", name="large")["upload"]
        text = self._version("large", 300_000).text
        for at in range(0, len(text), 90_000):
            connection.call("documents.part", upload=upload,
                            text=text[at:at + 90_000])
        if self._choice.random() < 0.5:
            sent.append(connection.send("documents.commit", upload=upload))
        else:
            sent.append(connection.send("documents.abort", upload=upload))
        sent.append(connection.send("documents.erase"))
        waiting = set(sent)
        while waiting:
            reply = connection.receive()
            if reply is None:
                raise ConnectionError("the daemon is gone")
            if "error" in reply:
                raise AssertionError(f"instead of a result: {reply}")
            waiting.discard(reply.get("id"))
        for name in names:
            connection.result_of(self._add(connection, name))

    def _stale(self, served: dict[str, str]) -> list[Version]:
        return [version for name, versions in self._sent.items()
                for version in versions if served.get(name) != version.sha256]

    def _count_what_is_left(self) -> None:
        """Markers of older versions. The test must find some, or it could not
        fail."""
        content = b"".join(files_of(self._state_dir).values())
        older = [version for versions in self._sent.values()
                 for version in versions[:-1]]
        self.left_by_kills += any(version.needle in content
                                  for version in older)

    def _check(self, connection: Connection) -> None:
        served = {document["name"]: document["sha256"]
                  for document in list_documents(connection, "default")}
        files = files_of(self._state_dir)
        for version in self._stale(served):
            for name, content in files.items():
                if version.needle in content:
                    raise AssertionError(
                        f"{name} still holds {version.marker}")
        for name in self._sent.keys() - served.keys():
            for file, content in files.items():
                # The audit log has the changes of each document.
                if not file.startswith("audit/") and name.encode() in content:
                    raise AssertionError(f"{file} still holds {name}")


def main() -> int:
    options = campaign.parse_kill_options(__doc__, [3, 50])
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="answerbox-erase-") as folder:
        test = EraseTest(options, pathlib.Path(folder))
        test.run()
    print(f"after each restart no file held what was not served; "
          f"{test.left_by_kills} of {options.kills} kills had left such text; "
          f"{time.monotonic() - began:.1f} s")
    # In a short run, nothing may be left by chance.
    return 0 if test.left_by_kills or options.kills < 10 else 1


if __name__ == "__main__":
    sys.exit(main())
