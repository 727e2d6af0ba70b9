#!/usr/bin/env python3
"""What people say of answers, by a form as a browser without JavaScript sends
it: who may say it, of what, and that it is kept.
"""

import html
import json
import os
import re
import sys
import tarfile
import time
import urllib.parse

from answerboxd import PATIENCE_S
from connection import RequestError
from http_box import KIOSK, SECRET, HttpBox, Peer, Reply, login, request, rpc
from http_run import run

QUESTION = "At what temperature are vaccines stored?"
REFUSED = "What is the dose of Zyrtec for children?"
FORM = re.compile(r'<form class=judge method=post action="([^"]*)"')
HERE = {"Origin": "http://localhost"}


def log_in(peer: Peer, user: str = "alice") -> dict[str, str]:
    cookie = peer.ask(login(user=user)).field("Set-Cookie")
    return {"Cookie": cookie.split(";")[0]}


def form_of(peer: Peer, question: str, cookie: dict[str, str] | None = None,
            collection: str = KIOSK) -> list[str]:
    query = urllib.parse.urlencode({"q": question, "collection": collection})
    page = peer.ask(request(target=f"/?{query}", fields=cookie))
    assert page.status == 200, page.status
    return [html.unescape(address)
            for address in FORM.findall(page.body.decode())]


def judge(peer: Peer, address: str, says: str,
          fields: dict[str, str] | None = None, **more: str) -> Reply:
    body = urllib.parse.urlencode({"says": says, "lang": "en", **more})
    return peer.ask(request(
        "POST", address,
        {"Content-Type": "application/x-www-form-urlencoded",
         **HERE, **(fields or {})}, body.encode()))


def proposals(box: HttpBox, collection: str = KIOSK) -> list[dict]:
    return box.daemon.call("feedback.list",
                           collection=collection)["proposals"]


def the_kiosk_judges_what_it_was_given(box: HttpBox) -> None:
    with box.peer() as peer:
        (address,) = form_of(peer, QUESTION)
        reply = judge(peer, address, "right")
        assert reply.status == 200, reply.body
        page = reply.body.decode()
        assert page.startswith("<!DOCTYPE html>") and "Thank you" in page, page
        (one,) = proposals(box)
        assert one["judgement"] == "right" and one["by"] == "kiosk", one
        assert one["question"] == QUESTION, one
        assert one["document"] == "11-vaccine-storage.md", one
        assert "2 °C and 8 °C" in one["text"], one
        # The same again is kept once; who passes by takes nothing back that
        # another said.
        assert judge(peer, address, "right").status == 200
        assert judge(peer, address, "wrong", part="1").body.startswith(b"<p")
        assert [one["judgement"] for one in proposals(box)] == [
            "right", "wrong"]
        reply = peer.ask(rpc("feedback.give", {"question": QUESTION,
                                               "judgement": "right"}))
        assert reply.error == "forbidden", reply.body
        (address,) = form_of(peer, REFUSED)
        assert judge(peer, address, "unanswerable").status == 200
        assert "document" not in proposals(box)[2]


def nobody_makes_an_address(box: HttpBox) -> None:
    before = proposals(box)
    with box.peer() as peer:
        (address,) = form_of(peer, QUESTION)
        flipped = "B" if address[60] == "A" else "A"
        for other in ("/feedback", "/feedback?t=", address[:-1],
                      address[:60] + flipped + address[61:],
                      address.replace("/feedback", "/record-code")):
            with box.peer() as another:
                assert judge(another, other, "wrong").status in (405, 409), other
        # Words that the form does not have.
        for other in ("splendid", "answerable", "unanswerable"):
            assert judge(peer, address, other).status == 409, other
        (refusal,) = form_of(peer, REFUSED)
        for other in ("right", "wrong"):
            assert judge(peer, refusal, other).status == 409, other
        # It is of the kiosk alone.
        alice = log_in(peer)
        assert judge(peer, address, "right", alice).status == 409
    for fields in ({"Origin": "http://elsewhere.example"},
                   {"Origin": None, "Sec-Fetch-Site": "cross-site"},
                   {"Origin": None}):
        with box.peer() as peer:
            assert judge(peer, address, "right", fields).status == 403, fields
    assert box.ask(request(target=address)).status == 405
    assert proposals(box) == before


def nothing_is_asked_where_no_exam_may_be(box: HttpBox) -> None:
    call = box.daemon.call
    call("collections.create", name="paper", profile="paper")
    call("documents.add", collection="paper", name="cold.md",
         text="Vaccines are stored between 2 and 8 degrees Celsius.")
    with box.peer() as peer:
        alice = log_in(peer)
        assert form_of(peer, QUESTION, alice, "paper") == []
        reply = peer.ask(rpc("feedback.give", {
            "question": QUESTION, "judgement": "right", "collection": "paper"},
            fields=alice))
        assert reply.error == "invalid_params", reply.body


def a_user_judges_what_he_may_ask(box: HttpBox) -> None:
    box.run("user", "add", "bob", "--password-file",
            str(box.folder / "password"), "--ask", SECRET)
    with box.peer() as peer:
        bob = log_in(peer, "bob")
        (address,) = form_of(peer, QUESTION, bob, SECRET)
        assert judge(peer, address, "right", bob).status == 200
        (one,) = proposals(box, SECRET)
        assert one["by"] == "user:bob", one
        # The right is asked again.
        box.run("user", "set", "bob", "--ask", KIOSK)
        assert judge(peer, address, "wrong", bob).status == 409
        assert proposals(box, SECRET) == [one]
        reply = peer.ask(rpc("feedback.list", {"collection": SECRET},
                             fields=bob))
        assert reply.error == "forbidden", reply.body


def the_log_tells_who_and_not_what(box: HttpBox) -> None:
    def given() -> list[dict]:
        records = [json.loads(line) for path in
                   sorted((box.folder / "state/audit").glob("*.jsonl"))
                   for line in path.read_text().splitlines(True)
                   if line.endswith("\n")]
        return [one for one in records if one.get("action") == "feedback"]

    # The daemon gathers records for a moment.
    end = time.monotonic() + PATIENCE_S
    while (len(found := given()) < 5 and time.monotonic() < end):
        time.sleep(0.01)
    assert {one["caller"] for one in found} == {"kiosk", "user:bob"}, found
    assert all("question" not in one and QUESTION not in json.dumps(one)
               for one in found), found


def it_outlives_a_power_cut_and_becomes_an_exam(box: HttpBox) -> None:
    """By the command line, and after the daemon was killed."""
    before = proposals(box, SECRET)
    (one,) = before
    told = box.run("exam", "feedback", "-c", SECRET)
    assert one["id"] in told and QUESTION in " ".join(told.split()), told
    backup = box.folder / "backup.tar"
    box.run("backup", str(backup))
    with tarfile.open(backup) as archive:
        kept = archive.extractfile(f"state/collections/{SECRET}/feedback").read()
    assert QUESTION.encode() in kept, kept
    box.run_alone("restore", "--check", str(backup))
    box.restart()
    assert proposals(box, SECRET) == before
    # A sentence of no document is left out.
    box.daemon.call("feedback.give", collection=SECRET, judgement="right",
                    question="How cold?", text="As cold as ice.")
    said = proposals(box, SECRET)[-1]
    assert said["question"] == "How cold?" and "text" not in said, said
    box.run("exam", "feedback", "-c", SECRET, "--drop", said["id"])
    box.run("exam", "feedback", "-c", SECRET, "--accept", one["id"])
    assert proposals(box, SECRET) == []
    # What it asks, it finds.
    exam = box.daemon.call("collections.list")["collections"]
    (exam,) = (one["exam"] for one in exam if one["name"] == SECRET)
    assert exam["questions"] == 1, exam
    graded = box.daemon.call("exam.grade", collection=SECRET, passages=False,
                             questions=[{"id": "1", "topic": "t",
                                         "question": one["question"],
                                         "key": one["text"]}])
    assert graded["questions"][0]["verified"] == "matches", graded
    for other in proposals(box):
        box.run("exam", "feedback", "--drop", other["id"])
    assert "Nobody" in box.run("exam", "feedback")


def what_no_document_says_any_more_is_not_kept(box: HttpBox) -> None:
    """A form stays open while its document is replaced, or erased: the question
    is kept, without place and sentence."""
    question = "What colour is the lighthouse keeper's lamp?"
    mine = box.folder / "mine.md"
    kept = box.folder / "state/collections" / KIOSK / "feedback"

    def write(colour: str) -> str:
        mine.write_text(f"# Lamps\n\nThe lighthouse keeper's lamp\nis {colour}.")
        box.run("add", str(mine))
        return f"lamp is {colour}"

    def is_kept(sentence: str) -> bool:
        return sentence.encode() in kept.read_bytes()

    with box.peer() as peer:
        green = write("green")
        (address,) = form_of(peer, question)
        assert judge(peer, address, "wrong").status == 200
        assert is_kept(green)
        red = write("red")
        box.daemon.call("documents.erase", collection=KIOSK)
        # That somebody called it wrong stays, without what is erased.
        assert not is_kept(green) and proposals(box)[-1]["question"] == question
        assert judge(peer, address, "right").status == 200
        assert not is_kept(green)
        (address,) = form_of(peer, question)
        assert judge(peer, address, "right").status == 200
        assert is_kept(red)
        box.run("remove", "--erase", "mine.md")
        assert judge(peer, address, "wrong").status == 200
        assert not is_kept("mine.md"), kept.read_text()
        for path in box.folder.glob("state/**/*"):
            assert not path.is_file() or red.encode() not in path.read_bytes(), path


def a_damaged_file_is_told_of(box: HttpBox) -> None:
    """At the start and by verifying; who only asks learns no path."""
    kept = box.folder / "state/collections" / KIOSK / "feedback"
    sound = kept.read_bytes()

    def remove() -> None:
        kept.rmdir() if kept.is_dir() else kept.unlink()

    for damage in (lambda: kept.write_bytes(
                       sound[:30] + bytes([sound[30] ^ 1]) + sound[31:]),
                   lambda: kept.write_bytes(b""), kept.mkdir,
                   lambda: os.mkfifo(kept),
                   lambda: kept.symlink_to(box.folder / "password")):
        remove()
        damage()
        box.restart()
        assert str(kept) in box.daemon.messages(), box.daemon.messages()
        try:
            box.daemon.call("collections.verify", collection=KIOSK)
            raise AssertionError("it was verified")
        except RequestError as error:
            assert str(kept) in str(error), error
        with box.peer() as peer:
            alice = log_in(peer)
            (address,) = form_of(peer, QUESTION, alice)
            reply = judge(peer, address, "right", alice)
            assert reply.status == 409 and b"No more" in reply.body, reply.body
            reply = peer.ask(rpc("feedback.give", {
                "question": QUESTION, "judgement": "right"}, fields=alice))
            assert reply.error == "limit", reply.body
            assert b"collections" not in reply.body, reply.body
    remove()
    kept.write_bytes(sound)
    box.restart()
    assert str(kept) not in box.daemon.messages(), box.daemon.messages()


def who_says_too_much_at_once_is_told_to_say_it_later(box: HttpBox) -> None:
    before = len(proposals(box))
    statuses = []
    with box.peer() as peer:
        while len(statuses) < 100 and statuses[-1:] in ([], [200]):
            (address,) = form_of(peer, QUESTION + "?" * len(statuses))
            reply = judge(peer, address, "right")
            statuses.append(reply.status)
    assert reply.status == 503 and b"not kept" in reply.body, reply.body
    assert statuses.count(200) >= 15, statuses
    assert len(proposals(box)) == before + statuses.count(200)
    box.run("exam", "feedback", "--drop", "all")
    assert proposals(box) == []


CHECKS = (the_kiosk_judges_what_it_was_given, nobody_makes_an_address,
          nothing_is_asked_where_no_exam_may_be,
          a_user_judges_what_he_may_ask, the_log_tells_who_and_not_what,
          it_outlives_a_power_cut_and_becomes_an_exam,
          what_no_document_says_any_more_is_not_kept,
          a_damaged_file_is_told_of,
          who_says_too_much_at_once_is_told_to_say_it_later)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS, "--http-kiosk-feedback", "yes"))
