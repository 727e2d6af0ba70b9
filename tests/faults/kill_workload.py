"""A random but repeatable workload on several connections at once. It keeps
many requests in flight, and remembers what each should change.
"""

import random

from answerboxd import Answerboxd
from connection import Connection
from expected_documents import Change, ExpectedDocuments
from kill_phases import ADDING, COMPACTING, DROPPING, REMOVING, REPLACING
from sample_documents import Document, make_document

# Each document is changed through one connection only, so that its changes are
# made in the order in which they are sent.
WARD = "ward"
SCRATCH = "scratch"
SMALL_NAMES = 60
LARGE_NAMES = 3
MAX_IN_FLIGHT = 48


class Stream:
    """One connection, and the requests that wait for its replies."""

    def __init__(self, connection: Connection):
        self.connection = connection
        self.waiting: dict[int, tuple[str, list[Change]]] = {}

    def take_replies(self, until_at_most: int) -> None:
        """Reads the replies that have come, and more until at most so many
        requests are in flight."""
        while True:
            replies, is_gone = self.connection.receive_ready()
            if not is_gone and not replies and \
                    len(self.waiting) > until_at_most:
                reply = self.connection.receive()
                is_gone = reply is None
                replies = [] if is_gone else [reply]
            for reply in replies:
                self._take(reply)
            if is_gone:
                raise ConnectionError("the daemon is gone")
            if len(self.waiting) <= until_at_most:
                return

    def take_what_is_left(self) -> None:
        """After a kill: replies that had been sent count."""
        while (reply := self.connection.receive()) is not None:
            self._take(reply)

    def _take(self, reply: dict) -> None:
        if reply.get("id") not in self.waiting:
            return
        what, changes = self.waiting.pop(reply["id"])
        if "error" in reply:
            raise AssertionError(f"{what}, instead of a result: "
                                 f"{reply['error']}")
        for change in changes:
            change.is_acknowledged = True


class Workload:
    """Runs on one daemon until that is killed."""

    def __init__(self, daemon: Answerboxd, expected: ExpectedDocuments,
                 choice: random.Random, first_version: int):
        self._expected = expected
        self._choice = choice
        self.version = first_version
        self._small = Stream(daemon.connect())
        self._large = Stream(daemon.connect())
        self._scratch = Stream(daemon.connect())
        self._upkeep = Stream(daemon.connect())
        self._streams = (self._small, self._large, self._scratch, self._upkeep)

    def run_until_killed(self) -> None:
        activities = (self._add_some, self._add_some, self._commit_singly,
                      self._remove_some, self._stream_large, self._compact,
                      self._change_scratch)
        try:
            while True:
                self._choice.choice(activities)()
                for stream in self._streams:
                    stream.take_replies(MAX_IN_FLIGHT)
                if self._choice.random() < 0.2:
                    for stream in self._streams:
                        stream.take_replies(0)
        except ConnectionError:
            pass
        for stream in self._streams:
            stream.take_what_is_left()

    def in_flight(self) -> set[str]:
        return {what for stream in self._streams
                for what, _ in stream.waiting.values()}

    def pending_markers(self) -> set[str]:
        return {change.document.marker for stream in self._streams
                for _, changes in stream.waiting.values()
                for change in changes if change.document}

    def close(self) -> None:
        for stream in self._streams:
            stream.connection.close()

    # ---- Activities

    def _add_some(self) -> None:
        for _ in range(self._choice.randint(1, 30)):
            self._add(self._small, WARD, self._small_name())

    def _commit_singly(self) -> None:
        """Makes small segments, so that a merge is soon needed."""
        for _ in range(self._choice.randint(1, 9)):
            self._add(self._small, WARD, self._small_name())
            self._small.take_replies(0)

    def _remove_some(self) -> None:
        present = [name for name in self._expected.present(WARD)
                   if name.startswith("small")]
        self._choice.shuffle(present)
        for name in present[:self._choice.randint(1, 10)]:
            self._send(self._small, REMOVING, [(WARD, name, None)],
                       "documents.remove", collection=WARD, name=name)

    def _stream_large(self) -> None:
        name = f"large-{self._choice.randrange(LARGE_NAMES)}"
        document = self._next_version(
            name, self._choice.randint(260_000, 500_000))
        self._large.take_replies(0)
        upload = self._large.connection.call(
            "documents.begin", collection=WARD, name=name)["upload"]
        for at in range(0, len(document.text), 90_000):
            self._send(self._large, ADDING, [], "documents.part",
                       upload=upload, text=document.text[at:at + 90_000])
        what = REPLACING if self._expected.latest(WARD, name) else ADDING
        self._send(self._large, what, [(WARD, name, document)],
                   "documents.commit", upload=upload, sha256=document.sha256)

    def _compact(self) -> None:
        if not self._upkeep.waiting and self._expected.present(WARD):
            self._send(self._upkeep, COMPACTING, [], "collections.compact",
                       collection=WARD)

    def _change_scratch(self) -> None:
        present = self._expected.present(SCRATCH)
        if present and self._choice.random() < 0.5:
            self._send(self._scratch, DROPPING,
                       [(SCRATCH, name, None) for name in present],
                       "collections.remove", name=SCRATCH)
            return
        for number in range(self._choice.randint(1, 5)):
            self._add(self._scratch, SCRATCH, f"scratch-{number}")

    # ---- Requests

    def _small_name(self) -> str:
        return f"small-{self._choice.randrange(SMALL_NAMES)}"

    def _next_version(self, name: str, size: int) -> Document:
        self.version += 1
        return make_document(name, self.version, size)

    def _add(self, stream: Stream, collection: str, name: str) -> None:
        document = self._next_version(name, self._choice.randint(100, 4_000))
        what = REPLACING if self._expected.latest(collection, name) else ADDING
        self._send(stream, what, [(collection, name, document)],
                   "documents.add", collection=collection, name=name,
                   text=document.text)
        stream.take_replies(MAX_IN_FLIGHT)

    def _send(self, stream: Stream, what: str, changes: list, method: str,
              **params) -> None:
        """Notes the request before it is sent, because the daemon may be killed
        when it works on a part of it."""
        expected = [self._expected.request(*change) for change in changes]
        number = stream.connection.next_id()
        stream.waiting[number] = (what, expected)
        stream.connection.send_as(number, method, params)
