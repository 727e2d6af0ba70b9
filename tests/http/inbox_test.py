#!/usr/bin/env python3
"""Files that users put into the inbox by HTTP: whole, within bounds, with their
own rights, and taken in by the real client.
"""

import base64
import pathlib
import sys
import time

from http_box import KIOSK, SECRET, PATIENCE_S, HttpBox, Reply, login, request, rpc
from http_run import run

sys.path.append(str(pathlib.Path(__file__).parents[1] / "reading"))
from pdf_writer import Page, Pdf

PIECE = 512 << 10
MOST_BYTES = 2 << 20
MOST_FILES = 12
QUESTION = "What colour is the lighthouse keeper's lamp?"
TEXT = "The lamp of the lighthouse keeper is green."


class User:
    """A session, with an inbox of the box."""

    def __init__(self, box: HttpBox, name: str = "alice"):
        self._peer = box.peer()
        reply = self._peer.ask(login(user=name))
        assert reply.status == 200, reply.body
        self._fields = {"Cookie": reply.field("Set-Cookie").split(";")[0]}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        reply = self._peer.ask(request("POST", "/logout", {
            "Content-Type": "application/json", **self._fields}))
        self._peer.socket.close()
        assert reply.status == 204, reply.status

    def call(self, method: str, **params) -> Reply:
        reply = self._peer.ask(rpc(method, params, fields=self._fields))
        assert reply.status == 200, (method, reply.status, reply.body)
        return reply

    def result(self, method: str, **params) -> dict:
        reply = self.call(method, **params).json()
        assert "result" in reply, reply
        return reply["result"]

    def begin(self, name: str, size: int, collection: str = KIOSK) -> int:
        return self.result("inbox.begin", name=name, bytes=size,
                           collection=collection)["upload"]

    def part(self, upload: int, data: bytes) -> Reply:
        return self.call("inbox.part", upload=upload,
                         base64=base64.b64encode(data).decode())

    def send(self, name: str, data: bytes, *, piece: int = PIECE,
             collection: str = KIOSK) -> dict:
        upload = self.begin(name, len(data), collection)
        for at in range(0, len(data), piece):
            assert "result" in self.part(upload, data[at:at + piece]).json()
        return self.result("inbox.commit", upload=upload)


def lying(box: HttpBox) -> list[str]:
    return sorted(str(path.relative_to(box.inbox))
                  for path in box.inbox.rglob("*") if not path.is_dir())


def take_in(box: HttpBox) -> None:
    box.run("inbox", str(box.inbox), "--settle", "0")


def empty(box: HttpBox) -> None:
    for path in box.inbox.rglob("*"):
        if not path.is_dir():
            path.unlink()


def a_pdf_is_sent_and_answered_from(box: HttpBox) -> None:
    page = Page()
    page.text(72, 700, TEXT)
    data = Pdf(page).bytes()
    assert len(data) > 500
    with User(box) as user:
        sent = user.send("lamp.pdf", data, piece=100)
        assert (sent["name"], sent["collection"], sent["bytes"]) == (
            "lamp.pdf", KIOSK, len(data)), sent
        assert lying(box) == [f"{KIOSK}/lamp.pdf"]
        [waiting] = user.result("inbox.list", collection=KIOSK)["files"]
        assert (waiting["name"], waiting["state"]) == ("lamp.pdf", "waiting")
        take_in(box)
        [added] = user.result("inbox.list", collection=KIOSK)["files"]
        assert added["state"] == "added" and "Added 1" in added["report"], added
        answer = user.result("ask", question=QUESTION, collection=KIOSK)
        assert answer["answer"]["document"] == "lamp.pdf", answer
    log = "".join(path.read_text(errors="replace") for path in
                  (box.folder / "state" / "audit").glob("*")
                  if path.is_file())
    [record] = [line for line in log.splitlines()
                if '"action":"upload"' in line]
    assert '"caller":"user:alice"' in record and sent["sha256"] in record
    assert sent["run"] in record
    empty(box)


def what_is_refused_says_why(box: HttpBox) -> None:
    with User(box) as user:
        user.send("noise.pdf", b"%PDF-1.7 no more\0\xff")
        box_refuses(box)
        [refused] = user.result("inbox.list", collection=KIOSK)["files"]
        assert refused["state"] == "refused", refused
        assert "Not added" in refused["report"], refused
    empty(box)


def box_refuses(box: HttpBox) -> None:
    try:
        take_in(box)
    except AssertionError:  # Its exit code says that something was refused.
        return
    raise AssertionError("nothing was refused")


def rights_are_the_callers(box: HttpBox) -> None:
    for name, rights in (("bob", ("--ask=*", "--read=*")),
                         ("eve", (f"--add={KIOSK}",))):
        box.run("user", "add", name, "--password-file",
                str(box.folder / "password"), *rights)
    with User(box, "bob") as bob:
        for method, params in (("begin", {"name": "a.txt", "bytes": 1}),
                               ("part", {"upload": 1, "base64": ""}),
                               ("commit", {"upload": 1}),
                               ("abort", {"upload": 1}), ("list", {})):
            reply = bob.call(f"inbox.{method}", **params)
            assert reply.error == "forbidden", (method, reply.body)
    with User(box, "eve") as eve:
        for method, params in (("begin", {"name": "a.txt", "bytes": 1}),
                               ("list", {})):
            reply = eve.call(f"inbox.{method}", collection=SECRET, **params)
            assert reply.error == "forbidden", reply.body
        upload = eve.begin("a.txt", 2)
        with User(box) as alice:  # Uploads are of one session.
            assert alice.part(upload, b"x").error == "not_found"
            reply = alice.call("inbox.abort", upload=upload)
            assert reply.error == "not_found", reply.body
        eve.result("inbox.abort", upload=upload)
        eve.send("plain.txt", TEXT.encode())
        with User(box) as alice:
            alice.send("dismissal of eve.txt", b"Eve is dismissed.")
            take_in(box)
            told = alice.result("inbox.list", collection=KIOSK)["files"]
            assert len(told) == 2, told
            alice.send("waits.txt", b"x")
        # Who may not read is told of its own files alone, and not what a report
        # quotes.
        [added] = eve.result("inbox.list", collection=KIOSK)["files"]
        assert (added["state"], added["report"]) == ("added", None), added
        # A right that is withdrawn ends the upload.
        upload = eve.begin("b.txt", 2)
        box.run("user", "set", "eve", f"--add={SECRET}")
        assert eve.part(upload, b"xx").error == "forbidden"
        assert not [path for path in lying(box) if "upload" in path]
    empty(box)


def files_are_whole_or_not_there(box: HttpBox) -> None:
    with User(box) as user:
        upload = user.begin("half.txt", 4)
        user.part(upload, b"ab")
        assert user.call("inbox.commit", upload=upload).error == "rejected"
        assert user.call("inbox.commit", upload=upload).error == "not_found"
        for data in (b"abcde", b""):
            upload = user.begin("long.txt", 4)
            user.part(upload, b"abcd")
            reply = user.part(upload, data)
            assert ("error" in reply.json()) == bool(data), reply.body
        user.result("inbox.abort", upload=upload)
        assert lying(box) == [], lying(box)
        assert user.call("inbox.abort", upload=upload).error == "not_found"
        for text in ("a", "ab=c", "%%%%", "YWI", 7, None):
            upload = user.begin("odd.txt", 4)
            reply = user.call("inbox.part", upload=upload, base64=text)
            assert reply.error == "invalid_params", reply.body
            # One that is no text has not ended it.
            user.call("inbox.abort", upload=upload)
        upload = user.begin("large.txt", PIECE + 1)
        assert user.part(upload, b"a" * (PIECE + 1)).error == "invalid_params"
        # One file at a time: another tab of the session does not end it.
        first = user.begin("first.txt", 2)
        for collection in (KIOSK, SECRET):
            reply = user.call("inbox.begin", name="second.txt", bytes=1,
                              collection=collection)
            assert reply.error == "busy", reply.body
        user.part(first, b"ab")
        user.result("inbox.commit", upload=first)
        assert lying(box) == [f"{KIOSK}/first.txt"], lying(box)
        empty(box)
        user.begin("third.txt", 1)
    # What a session has not finished goes with it, once its last call is over.
    end = time.monotonic() + PATIENCE_S
    while lying(box):
        assert time.monotonic() < end, lying(box)
    with User(box) as user:
        user.send("same.txt", b"one")
        reply = user.call("inbox.begin", name="same.txt", bytes=3)
        assert reply.error == "already_exists", reply.body
        assert (box.inbox / KIOSK / "same.txt").read_text() == "one"
    empty(box)


def names_lead_nowhere_else(box: HttpBox) -> None:
    with User(box) as user:
        for name in ("../../evil.txt", "/etc/evil", "a/b.txt", ".hidden", "..",
                     "a\nb.txt", "a.report.txt", "\u202egpj.exe", "x" * 201, ""):
            reply = user.call("inbox.begin", name=name, bytes=1)
            assert reply.error in ("rejected", "invalid_params"), (name,
                                                                   reply.body)
        for collection in ("none", "../evil", ".taking", "added"):
            reply = user.call("inbox.begin", name="a.txt", bytes=1,
                              collection=collection)
            assert reply.error in ("not_found", "rejected"), reply.body
        # A member of the inbox's group put a link in the folder's place.
        outside = box.folder / "outside"
        outside.mkdir()
        (box.inbox / SECRET).symlink_to(outside)
        reply = user.call("inbox.begin", name="a.txt", bytes=1,
                          collection=SECRET)
        assert reply.error == "storage", reply.body
        assert not list(outside.iterdir())
        (box.inbox / SECRET).unlink()
    assert lying(box) == [], lying(box)


def sizes_and_counts_are_bounded(box: HttpBox) -> None:
    with User(box) as user:
        for size in (MOST_BYTES // 2 + 1, 1 << 40, (1 << 63) - 1):
            reply = user.call("inbox.begin", name="a.txt", bytes=size)
            assert reply.error == "rejected", reply.body
        for size in (0, -1, "1", 1 << 64, None):
            reply = user.call("inbox.begin", name="a.txt", bytes=size)
            assert reply.error == "invalid_params", reply.body
        user.send("one.bin", bytes(MOST_BYTES // 2))
        coming = user.begin("b.bin", MOST_BYTES // 2, SECRET)
        with User(box) as other:  # What is being received counts, too.
            reply = other.call("inbox.begin", name="c.bin", bytes=1)
            assert reply.error == "limit", reply.body
        user.result("inbox.abort", upload=coming)
        empty(box)
        for number in range(MOST_FILES):
            where = (KIOSK, SECRET)[number % 2]
            user.send(f"{number}.txt", b"x", collection=where)
            if number == 0:
                take_in(box)  # Its report takes nothing of the room.
                user.send("0.txt", b"x")
        reply = user.call("inbox.begin", name="more.txt", bytes=1)
        assert reply.error == "limit", reply.body
    empty(box)


def one_collection_leaves_others_room(box: HttpBox) -> None:
    with User(box) as user, User(box) as other:
        coming = other.begin("coming.bin", MOST_BYTES // 2)
        assert user.call("inbox.begin", name="a.txt", bytes=1).error == "limit"
        user.send("a.txt", b"x", collection=SECRET)
        other.result("inbox.abort", upload=coming)
        # What was refused lies there for months, and holds nobody's place.
        for day in range(2):
            for number in range(MOST_FILES // 2):
                user.send(f"{day}-{number}.pdf", b"%PDF-1.7 no more\0\xff")
            reply = other.call("inbox.begin", name="b.txt", bytes=1)
            assert reply.error == "limit" and b"that wait" in reply.body, reply.body
            box_refuses(box)
        other.send("good.txt", TEXT.encode())
        take_in(box)
    empty(box)


CHECKS = (a_pdf_is_sent_and_answered_from, what_is_refused_says_why,
          rights_are_the_callers, files_are_whole_or_not_there,
          names_lead_nowhere_else, sizes_and_counts_are_bounded,
          one_collection_leaves_others_room)


def a_full_disk_takes_none(box: HttpBox) -> None:
    with User(box) as user:
        reply = user.call("inbox.begin", name="a.txt", bytes=1)
        assert reply.error == "storage", reply.body
        assert "inbox_spare_bytes" in reply.body.decode()
    assert lying(box) == []


if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS,
                 "--inbox-max-file-bytes", str(MOST_BYTES // 2),
                 "--inbox-max-bytes", str(MOST_BYTES),
                 "--inbox-max-files", str(MOST_FILES),
                 "--inbox-spare-bytes", "0") or
             run(__doc__, (a_full_disk_takes_none,),
                 "--inbox-spare-bytes", str(1 << 40)))
