"""A session with the daemon, with a record of all its file operations."""

import base64
import dataclasses
import hashlib
import itertools
import pathlib
import re
import subprocess

from answerboxd import Answerboxd
from connection import Connection
from expected_documents import Change, ExpectedDocuments
from io_control import CHANGING, IoControl, IoKind, LoggedOperation
from page_file import JPEG_BEGIN, page_file, pieces_of
from sample_documents import make_document

_REPLY_ID = re.compile(rb'"id":(\d+)')
# The requests of each run have numbers of their own.
_IDS_PER_RUN = 10_000
# A collection is dropped and made in so many operations.
KILLS = 30
# The disk must not be older than the log tells. The log has a test of its own.
_OPTIONS = ["--audit", "group"]


@dataclasses.dataclass
class Recording:
    operations: list[LoggedOperation]
    changes: dict[int, list[Change]]  # By the id of their request.
    expected: ExpectedDocuments
    root: str
    # By the id of the request that erases them: words of documents that were
    # removed or replaced before.
    erasures: dict[int, set[bytes]] = dataclasses.field(default_factory=dict)
    # The states of the collection "packed": a pack comes as a whole.
    wholes: set[frozenset[tuple[str, str]]] = dataclasses.field(
        default_factory=lambda: {frozenset()})
    # Words whose erasing was acknowledged.
    erased: set[bytes] = dataclasses.field(default_factory=set)

    def forget_acknowledgements(self) -> None:
        self.erased.clear()
        for changes in self.changes.values():
            for change in changes:
                change.is_acknowledged = False


class Session:
    """Sends changes, and remembers what each should change."""

    def __init__(self, daemon: Answerboxd, run: int, recording: Recording):
        self.connection: Connection = daemon.connect(
            first_id=run * _IDS_PER_RUN + 1)
        self._recording = recording
        self._versions = 0
        self._markers: dict[tuple[str, str], str] = {}  # Of live documents.
        self._stale: dict[str, set[bytes]] = {}

    def add(self, collection: str, name: str, size: int = 300) -> int:
        document = self._next_version(name, size)
        number = self.connection.send("documents.add", collection=collection,
                                      name=name, text=document.text,
                                      account={"usable": 3, "lost": 1})
        self._will_be(number, collection, name, document)
        return number

    def stream(self, collection: str, name: str, size: int) -> int:
        document = self._next_version(name, size)
        upload = self.connection.call("documents.begin", collection=collection,
                                      name=name)["upload"]
        part_size = 100_000
        for at in range(0, len(document.text), part_size):
            self.connection.send("documents.part", upload=upload,
                                 text=document.text[at:at + part_size])
        number = self.connection.send("documents.commit", upload=upload,
                                      sha256=document.sha256)
        self._will_be(number, collection, name, document)
        return number

    def draw(self, collection: str, name: str) -> int:
        """Adds a document with a page picture that holds its SHA-256 and its
        marker: the inspector tells whether the two belong together."""
        document = self._next_version(name, 300)
        upload = self.connection.call("documents.begin", collection=collection,
                                      name=name)["upload"]
        picture = (JPEG_BEGIN + document.sha256.encode() +
                   document.marker.encode())
        pieces = pieces_of(page_file([(1, picture, [(0, 1, 2, 3, 4)])]))
        self.connection.send("documents.part", upload=upload,
                             text=document.text, pages=[[0, 1]],
                             pictures=pieces[0])
        number = self.connection.send("documents.commit", upload=upload)
        self._will_be(number, collection, name, document)
        return number

    def remove(self, collection: str, name: str) -> int:
        number = self.connection.send("documents.remove",
                                      collection=collection, name=name)
        self._will_be(number, collection, name, None)
        return number

    def erase(self, collection: str, name: str) -> int:
        """Removes the document. Waits until no file holds it, or any document
        that was removed from the collection before."""
        number = self.connection.next_id()
        self._will_be(number, collection, name, None)
        self._recording.erasures[number] = set(self._stale[collection])
        self.connection.send_as(number, "documents.remove", {
            "collection": collection, "name": name, "erase": True})
        return number

    def finish(self, *numbers: int) -> None:
        """Waits for these replies, which come in any order."""
        waiting = set(numbers)
        while waiting:
            reply = self.connection.receive()
            if reply is None:
                raise ConnectionError("the daemon is gone")
            if "error" in reply:
                raise AssertionError(f"instead of a result: {reply}")
            waiting.discard(reply.get("id"))

    def call(self, method: str, **params) -> None:
        self.finish(self.connection.send(method, **params))

    def drop(self, collection: str) -> None:
        number = self.connection.send("collections.remove", name=collection)
        for name in self._recording.expected.present(collection):
            self._will_be(number, collection, name, None)
        self.finish(number)

    def documents_of(self, collection: str) -> dict:
        expected = self._recording.expected
        return {name: expected.latest(collection, name)
                for name in expected.present(collection)}

    def switch(self, method: str, documents: dict, **params) -> None:
        """A call after which "packed" has exactly these documents."""
        number = self.connection.send(method, **params)
        for name in self.documents_of("packed").keys() | documents.keys():
            self._will_be(number, "packed", name, documents.get(name))
        self.note_whole()
        self.finish(number)

    def note_whole(self) -> None:
        self._recording.wholes.add(frozenset(
            (f"packed/{name}", document.sha256)
            for name, document in self.documents_of("packed").items()))

    def _next_version(self, name: str, size: int):
        self._versions += 1
        return make_document(name, self._versions, size)

    def _will_be(self, number, collection, name, document) -> None:
        before = self._markers.pop((collection, name), None)
        if before:
            self._stale.setdefault(collection, set()).add(before.encode())
        if document:
            self._markers[collection, name] = document.marker
        change = self._recording.expected.request(collection, name, document)
        self._recording.changes.setdefault(number, []).append(change)


def record(binary: str, library: str, folder: pathlib.Path) -> Recording:
    """Adds, replaces, removes, streams, merges, compacts, drops, and switches
    packs. Then kills the daemon before each operation of making and dropping a
    collection."""
    state_dir = folder / "state"
    state_dir.mkdir()
    control = IoControl(library, state_dir, folder)
    control.set("skip_syncs", 1)  # Syncs are only recorded.
    recording = Recording([], {}, ExpectedDocuments(), str(state_dir))
    keys = folder / "keys"
    keys.mkdir(mode=0o755)
    environment = control.environment(with_log=True)
    options = [*_OPTIONS, "--pack-keys", str(keys)]
    with Answerboxd(binary, state_dir, options, environment) as daemon:
        session = Session(daemon, 1, recording)
        _change_documents(session)
        _set_up_and_drop(session)
        _merge(session)
        _draw(session)
        _switch_packs(session, keys)
        _add_until_killed(session, control)
    for kill in range(1, KILLS + 1):
        control.lift()
        with Answerboxd(binary, state_dir, _OPTIONS, environment) as daemon:
            session = Session(daemon, kill + 1, recording)
            # The restarted daemon must not acknowledge changes that rest on
            # names that the killed one did not sync.
            session.finish(*[session.add(collection, "after")
                             for collection in ("ward", "made", "dropped")])
            control.kill_at(kill, CHANGING)
            _make_and_drop_until_killed(session)
    recording.operations = control.log()
    return recording


def _change_documents(session: Session) -> None:
    session.finish(*[session.add("ward", f"first-{number}")
                     for number in range(4)])
    session.finish(session.add("ward", "first-1"),
                   session.add("ward", "second", 5_000),
                   session.remove("ward", "first-2"))
    session.finish(session.remove("ward", "first-3"))
    session.finish(session.stream("ward", "large", 300_000))
    session.finish(session.add("ward", "first-1"),
                   session.stream("ward", "large", 280_000))
    session.call("collections.compact", collection="ward")
    session.finish(session.remove("ward", "large"))
    session.finish(session.add("ward", "first-1"))
    session.finish(session.erase("ward", "first-0"))


def _set_up_and_drop(session: Session) -> None:
    session.call("collections.create", name="notes", theta=0.5)
    session.call("collections.set", name="notes", theta=0.25)
    session.finish(session.add("notes", "a"), session.add("notes", "b"))
    session.drop("notes")
    session.finish(session.add("notes", "a"))


def _merge(session: Session) -> None:
    """Commits so many changes that merging begins by itself, and goes on
    meanwhile."""
    for number in range(20):
        session.finish(session.add("ward", f"merged-{number % 12}", 1_000))
    session.finish(session.remove("ward", "merged-3"),
                   session.remove("ward", "merged-4"))


def _draw(session: Session) -> None:
    """Page pictures come, are replaced, are removed and erased."""
    session.finish(session.draw("ward", "drawn"), session.draw("ward", "other"))
    session.finish(session.draw("ward", "drawn"))
    session.finish(session.draw("ward", "drawn"), session.draw("ward", "drawn"),
                   session.remove("ward", "other"))
    session.call("collections.compact", collection="ward")
    session.finish(session.draw("ward", "other"), session.add("ward", "drawn"))
    session.finish(session.draw("drawings", "sole"))
    session.finish(session.erase("ward", "other"))
    session.finish(session.draw("ward", "stays"))
    # What a pack replaces keeps its pictures, for a rollback.
    session.finish(session.draw("packed", "own"))


def _switch_packs(session: Session, keys: pathlib.Path) -> None:
    session.note_whole()  # _draw has added a document.
    number = session.add("packed", "a")
    session.note_whole()
    session.finish(number)
    session.finish(session.add("source", "a"), session.add("source", "b"))
    own, packed = (session.documents_of(name) for name in ("packed", "source"))
    pack = _pack_of(session, keys)
    _install(session, pack, packed)
    session.switch("packs.rollback", own, name="packed")
    _install(session, pack, packed)
    session.switch("packs.detach", packed, name="packed")


def _pack_of(session: Session, keys: pathlib.Path) -> bytes:
    """A signed pack of the collection "source"."""
    key = keys / "site.key"
    run = lambda *words, **more: subprocess.run(
        ["openssl", *words], check=True, capture_output=True, **more).stdout
    run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
    run("ec", "-in", key, "-pubout", "-out", keys / "site.pub")
    call = session.connection.call
    export = call("packs.export", name="source")
    parts = [base64.b64decode(call(
        "packs.read", transfer=export["transfer"], part=number,
        offset=0)["base64"]) for number in range(len(export["parts"]))]
    header = ("answerbox-pack 1\nname source\nversion 1\nmade 1795219200\n"
              "program 0.1.0\n")
    for member in ("format", "profile", "window", "overlap", "theta"):
        header += f"{member} {export[member]}\n"
    for part in parts:
        header += (f"part segment {len(part)} "
                   f"{hashlib.sha256(part).hexdigest()}\n")
    signature = run("dgst", "-sha256", "-sign", key, input=header.encode())
    return (f"{header}signature {signature.hex()}\n".encode() +
            b"".join(parts))


def _install(session: Session, pack: bytes, documents: dict) -> None:
    call = session.connection.call
    transfer = call("packs.begin", name="packed")["transfer"]
    size = 48 << 10
    for at in range(0, len(pack), size):
        call("packs.part", transfer=transfer,
             base64=base64.b64encode(pack[at:at + size]).decode())
    session.switch("packs.install", documents, transfer=transfer)


def _add_until_killed(session: Session, control: IoControl) -> None:
    control.kill_at(25, IoKind.WRITE | IoKind.SYNC_FILE | IoKind.SYNC_FOLDER)
    try:
        while True:
            session.add("ward", "killed")
            session.stream("ward", "killed-large", 300_000)
    except ConnectionError:
        pass


def _make_and_drop_until_killed(session: Session) -> None:
    try:
        for collection in itertools.cycle(("made", "dropped")):
            session.drop(collection)
            session.finish(session.add(collection, "again"))
            session.finish(session.add(collection, "again"))
    except ConnectionError:
        pass


def acknowledged(recording: Recording, sent: dict[tuple[int, int], bytes],
                 operation: LoggedOperation) -> bool:
    """Reads the replies. True if they acknowledge a change."""
    stream = (operation.process, operation.fd)
    *lines, rest = (sent.get(stream, b"") + operation.data).split(b"\n")
    sent[stream] = rest
    found = False
    for line in lines:
        reply = _REPLY_ID.search(line)
        if reply:
            recording.erased |= recording.erasures.get(int(reply[1]), set())
        for change in recording.changes.get(int(reply[1]), []) if reply else []:
            change.is_acknowledged = found = True
    return found
