#!/usr/bin/env python3
"""What an answer leads to: whoever may ask sees the printed page on which it
stands and the code of its record, and no others.
"""

import base64
import pathlib
import re
import subprocess
import sys

from http_box import (KIOSK, PATIENCE_S, SECRET, HttpBox, Peer, login, request,
                      rpc)
from http_run import run
from page_file import page_file, pieces_of

# Too long to be shown with the answer, which is in the other block.
BADGES = " ".join(f"Badge {i} of the porters is blue and is worn on duty."
                  for i in range(12)) + "\n\n"
DOOR = "The door of the boiler room is locked at nine.\n\n"
QUESTION = "When+is+the+door+of+the+boiler+room+locked%3F"
# It says that it has 200 by 100 pixels, which is all that is read of it here.
JPEG = (b"\xff\xd8\xff\xc0\x00\x0b\x08\x00\x64\x00\xc8\x01\x01\x11\x00"
        b"\xff\xd9")
BOXES = [(0, 100, 100, 5000, 500), (len(BADGES), 1000, 2000, 6000, 1000)]
MARK = b'<rect x="20" y="20" width="121" height="11"/></g></svg>'
CODE_LINK = re.compile(r'src="(/record-code\?t=[\w-]+)"')
LINK = re.compile(r'src="(/page-picture\?t=[\w-]+)"')


def add(box: HttpBox, collection: str, text: str = BADGES + DOOR,
        picture: bytes = JPEG) -> None:
    with box.daemon.connect() as connection:
        upload = connection.call("documents.begin", collection=collection,
                                 name="porter.pdf")["upload"]
        connection.call("documents.part", upload=upload, text=text,
                        pages=[[0, 7]])
        for piece in pieces_of(page_file([(7, picture, BOXES)])):
            connection.call("documents.part", upload=upload, pictures=piece)
        connection.call("documents.commit", upload=upload)


def links(peer: Peer, collection: str, cookie: dict[str, str],
          question: str = QUESTION) -> list[str]:
    page = peer.ask(request(
        target=f"/?q={question}&collection={collection}", fields=cookie))
    assert page.status == 200, page.status
    return LINK.findall(page.body.decode())


def log_in(peer: Peer, user: str) -> dict[str, str]:
    cookie = peer.ask(login(user=user)).field("Set-Cookie")
    return {"Cookie": cookie.split(";")[0]}


def an_answer_shows_its_page(box: HttpBox) -> None:
    add(box, KIOSK)
    with box.peer() as peer:
        (link,) = links(peer, KIOSK, {})
        picture = peer.ask(request(target=link))
        assert picture.status == 200, picture.body
        assert picture.field("Content-Type") == "image/svg+xml"
        assert picture.field("Cache-Control") == "no-store"
        assert b"data:image/jpeg;base64," + base64.b64encode(
            JPEG) in picture.body
        # The block of the answer alone is marked.
        assert picture.body.endswith(MARK), picture.body
        assert picture.body.count(b"<rect") == 1, picture.body
        head = peer.ask(request("HEAD", link))
        assert head.status == 200, head.status


def what_has_no_picture_has_no_link(box: HttpBox) -> None:
    with box.peer() as peer:
        for question in ("At+what+temperature+are+vaccines+stored",
                         "What+is+the+dose+of+Zyrtec+for+children"):
            assert links(peer, KIOSK, {}, question) == []


def nobody_makes_a_link(box: HttpBox) -> None:
    with box.peer() as peer:
        (link,) = links(peer, KIOSK, {})
        flipped = "B" if link[60] == "A" else "A"
        for other in ("/page-picture", "/page-picture?t=", link[:-1],
                      link[:60] + flipped + link[61:], link + "AAAA",
                      "/page-picture?collection=default&document=porter.pdf"
                      "&page=7"):
            reply = peer.ask(request(target=other))
            assert reply.status == 404, (other, reply.status)
        assert peer.ask(request("POST", link, {
            "Origin": "http://localhost"})).status == 405
        reply = peer.ask(rpc("documents.page", {"name": "porter.pdf",
                                                "page": 7}))
        assert reply.error == "forbidden", reply.body
    reply = box.ask(request(target=link, fields={
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}))
    assert reply.status == 403, reply.status


def a_link_is_of_who_asked(box: HttpBox) -> None:
    add(box, SECRET)
    box.run("user", "add", "bob", "--password-file",
            str(box.folder / "password"), "--ask", SECRET)
    with box.peer() as peer:
        bob = log_in(peer, "bob")
        alice = log_in(peer, "alice")
        (link,) = links(peer, SECRET, bob)
        (open_link,) = links(peer, KIOSK, {})
        assert peer.ask(request(target=link, fields=bob)).status == 200
        for cookie in ({}, alice):
            assert peer.ask(request(target=link, fields=cookie)).status == 404
        assert peer.ask(request(target=open_link, fields=bob)).status == 404
        # The right is asked each time.
        box.run("user", "set", "bob", "--ask", KIOSK)
        assert peer.ask(request(target=link, fields=bob)).status == 404
        box.run("user", "set", "bob", "--ask", SECRET)
        assert peer.ask(request(target=link, fields=bob)).status == 200


def a_link_ends_with_its_document(box: HttpBox) -> None:
    with box.peer() as peer:
        (link,) = links(peer, KIOSK, {})
        add(box, KIOSK, DOOR + BADGES)
        assert peer.ask(request(target=link)).status == 404
        (link,) = links(peer, KIOSK, {})
        assert peer.ask(request(target=link)).status == 200
        box.run("remove", "porter.pdf")
        assert peer.ask(request(target=link)).status == 404


def what_is_no_picture_is_not_shown(box: HttpBox) -> None:
    add(box, KIOSK, picture=b"\xff\xd8\xff<svg onload=alert(1)>")
    with box.peer() as peer:
        (link,) = links(peer, KIOSK, {})
        assert peer.ask(request(target=link)).status == 404


def read_code(svg: str, picture: pathlib.Path) -> str:
    """As a telephone reads it: each module is 4 pixels wide."""
    rows = [bytearray(b"\xff" * 69) for _ in range(69)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", svg):
        begin = int(x) + 4
        rows[int(y) + 4][begin:begin + int(width)] = bytes(int(width))
    pixels = b"".join(bytes(value for value in row for _ in range(4)) * 4
                      for row in rows)
    picture.write_bytes(b"P5 276 276 255\n" + pixels)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)],
                          capture_output=True, text=True, timeout=PATIENCE_S,
                          check=True)
    return read.stdout.rstrip("\n")


def a_record_has_a_code(box: HttpBox) -> None:
    for question in (QUESTION, "What+is+the+dose+of+Zyrtec+for+children"):
        with box.peer() as peer:
            page = peer.ask(request(target=f"/?q={question}")).body.decode()
            (link,) = CODE_LINK.findall(page)
            (run,) = re.findall(r"<code>([0-9a-f]{16})</code>", page)
            code = peer.ask(request(target=link))
            assert code.status == 200, code.body
            assert code.field("Content-Type") == "image/svg+xml"
            text = read_code(code.body.decode(), box.folder / "code.pgm")
            assert text.endswith(" " + run), (text, run)
            # Opened again, it costs no second head.
            assert peer.ask(request(target=link)).body == code.body
            assert peer.ask(request(target=link + "AAAA")).status == 404
            other = link.replace("/record-code", "/page-picture")
            assert peer.ask(request(target=other)).status == 404
        head = box.folder / "head.txt"
        head.write_text(text.removesuffix(" " + run) + "\n")
        box.run_alone("audit", "verify", "--head", str(head), "--dir",
                      str(box.folder / "state/audit"))


def who_may_read_sees_similar_questions(box: HttpBox) -> None:
    bank = box.folder / "bank.jsonl"
    bank.write_text("".join(
        f'{{"id":"{i}","topic":"boiler","question":"{text}"}}\n'
        for i, text in enumerate(("Where is the boiler room?",
                                  "Is the <b>door</b> of the boiler room locked?",
                                  "Who is the porter?"))))
    box.run("collections", "set", KIOSK, "--exam", str(bank), "--must-pass",
            "0")
    shown = ('<li><a class=offer href="/?q=Where%20is%20the%20boiler%20room%3F'
             '&amp;lang=en&amp;collection=default">')
    for question in (QUESTION, "Zyrtec+in+the+boiler+room"):
        target = f"/?q={question}"
        with box.peer() as peer:
            page = peer.ask(request(target=target)).body.decode()
            assert "class=similar" not in page, page
            alice = log_in(peer, "alice")
            page = peer.ask(request(target=target, fields=alice)).body.decode()
            assert "class=similar" in page and shown in page, page
            assert "porter?" not in page and "<b>door" not in page, page
    box.run("collections", "set", KIOSK, "--exam", "none")


def the_kiosk_judges_nothing(box: HttpBox) -> None:
    """Unless an option lets it."""
    with box.peer() as peer:
        page = peer.ask(request(target=f"/?q={QUESTION}")).body.decode()
        assert "class=judge" not in page, page
        alice = log_in(peer, "alice")
        page = peer.ask(request(target=f"/?q={QUESTION}", fields=alice))
        (address,) = re.findall(r'action="(/feedback[^"]*)"',
                                page.body.decode())
        reply = peer.ask(request("POST", address, {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": "http://localhost"}, b"says=right"))
        assert reply.status == 401, reply.status


CHECKS = (the_kiosk_judges_nothing, who_may_read_sees_similar_questions, a_record_has_a_code, an_answer_shows_its_page, what_has_no_picture_has_no_link,
          nobody_makes_a_link, a_link_is_of_who_asked,
          a_link_ends_with_its_document, what_is_no_picture_is_not_shown)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS))
