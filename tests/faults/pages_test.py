#!/usr/bin/env python3
"""Pictures of printed pages, from the PDF to the file that `show --page` writes:
they come and go with their document, whatever is wrong with them and whenever
client or daemon are killed. docs/page-pictures-format.md.
"""

import base64
import errno
import json
import pathlib
import random
import subprocess
import tempfile
import time

import campaign
from answerboxd import PATIENCE_S, Answerboxd
from box_case import COLD, NOBODY, OPTIONS, BoxCase, run_tests
from connection import RequestError
from io_control import CHANGING, IoControl, IoKind
from page_file import JPEG_BEGIN, crc32c, page_file, pieces_of
from pdf_file import pdf

KILLS = campaign.size([25, 100])
MOST_PICTURE_BYTES = 60_000
QUESTION = "How long are hands washed?"
SMALL = page_file([(1, JPEG_BEGIN + b"one", [(0, 10, 20, 30, 40)]),
                   (2, JPEG_BEGIN + b"two", [])])


def hard_to_draw(pages: int) -> bytes:
    """Each page would have more than 60,000 bytes."""
    choice = random.Random(7)
    return pdf([[(20 + 8 * line, " ".join(
        "".join(choice.choice("abcdefghkmnopqrstuvw") for _ in range(7))
        for _ in range(12))) for line in range(100)] for _ in range(pages)])


def upload(connection, name: str, pictures: list[str], text: str = COLD,
           collection: str = "ward") -> dict:
    number = connection.call("documents.begin", collection=collection,
                             name=name)["upload"]
    connection.call("documents.part", upload=number, text=text, pages=[[0, 1]])
    for piece in pictures:
        connection.call("documents.part", upload=number, pictures=piece)
    return connection.call("documents.commit", upload=number)


class PagesTest(BoxCase):
    def setUp(self):
        self.copy(self.made)
        folder = tempfile.TemporaryDirectory(prefix="answerbox-pages-")
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.guide = self.work / "guide.pdf"
        self.guide.write_bytes(pdf([
            [(80, "The door of the pharmacy is locked at nine."),
             (700, "The key is kept in the cabinet of the ward.")],
            [(400, "Hands are washed for at least 20 seconds.")]]))

    def run_client(self, daemon: Answerboxd, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run(
            [OPTIONS.client, *map(str, arguments), "--socket",
             str(daemon.socket_path)],
            timeout=PATIENCE_S, stdin=subprocess.DEVNULL, capture_output=True)

    def client(self, daemon: Answerboxd, *arguments, code: int = 0) -> str:
        done = self.run_client(daemon, *arguments)
        told = (done.stdout + done.stderr).decode(errors="replace")
        self.assertEqual(done.returncode, code, told)
        return told

    def add_guide(self, daemon: Answerboxd) -> None:
        self.client(daemon, "add", "-c", "ward", "--pages", self.guide)

    def page(self, daemon: Answerboxd, number: int = 1,
             name: str = "guide.pdf") -> dict:
        return daemon.call("documents.page", collection="ward", name=name,
                           page=number)

    def segments(self) -> list[pathlib.Path]:
        return sorted(self.state_dir.glob("collections/ward/*.segment"),
                      key=lambda path: int(path.stem))

    def picture_files(self) -> list[pathlib.Path]:
        return sorted(self.state_dir.glob("collections/ward/*.pages*"))

    def no_page(self, daemon: Answerboxd, number: int = 1,
                name: str = "guide.pdf") -> str:
        return self.fails(daemon, "documents.page", collection="ward",
                          name=name, page=number)

    def test_an_answer_leads_to_the_place_where_it_is_printed(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            reply = daemon.call("ask", collection="ward", form="sentence",
                                documents=["guide.pdf"], theta=0,
                                question=QUESTION)
            answer = reply["answer"]
            self.assertEqual(answer["page"], 2, answer)
            page = self.page(daemon, answer["page"])
            self.assertEqual(page["snapshot"], reply["snapshot"])
            self.assertEqual((page["page"], page["type"]), (2, "image/jpeg"))
            begin = answer["offsets"]["begin"]
            box = max(box for box in page["boxes"] if box[0] <= begin)
            # 400 of 842 points from the top, 72 of 595 from the left.
            self.assertAlmostEqual(box[2] + box[4], 4750, delta=150)
            self.assertAlmostEqual(box[1], 1210, delta=60)
            self.assertLess(box[4], 300)
            # The first page has a box for each of its lines.
            tops = [box[2] for box in self.page(daemon, 1)["boxes"]]
            self.assertEqual(len(tops), 2)
            self.assertAlmostEqual(tops[0], 840, delta=150)
            self.assertAlmostEqual(tops[1], 8200, delta=150)

    def test_a_page_names_the_text_to_which_its_boxes_point(self):
        with self.start() as daemon, daemon.connect() as connection:
            for text in (COLD, "Before it all: " + COLD):
                stored = upload(connection, "a.pdf", pieces_of(SMALL), text)
                page = self.page(daemon, 1, "a.pdf")
                self.assertEqual(page["sha256"], stored["sha256"])

    def test_show_writes_a_grey_picture_that_others_can_read(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            out = self.work / "page.jpg"
            self.client(daemon, "show", "-c", "ward", "--page", 2, "-o", out,
                        "guide.pdf")
            picture = out.read_bytes()
            self.assertLessEqual(len(picture), MOST_PICTURE_BYTES)
            # Start of frame: 8 bits, height, width, one component.
            at = picture.index(b"\xff\xc0")
            self.assertEqual(int.from_bytes(picture[at + 5:at + 7], "big"), 1400)
            self.assertEqual(picture[at + 9], 1)
            piped = self.run_client(daemon, "show", "-c", "ward", "--page", "2",
                                    "guide.pdf")
            self.assertEqual(piped.stdout, picture)
            told = json.loads(self.client(daemon, "show", "-c", "ward", "--page",
                                          2, "--json", "guide.pdf"))
            self.assertEqual(base64.b64decode(told["picture"]), picture)
            self.assertIn("1 to 16777215", self.client(
                daemon, "show", "--page", 0, "guide.pdf", code=2))
            self.assertIn("could not be written", self.client(
                daemon, "show", "-c", "ward", "--page", 1, "-o",
                self.work / "none" / "page.jpg", "guide.pdf", code=6))

    def test_lists_tell_what_is_kept(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            kept = {document["name"]: document.get("pictures") for document in
                    daemon.call("documents.list", collection="ward")["documents"]}
            self.assertEqual(kept["guide.pdf"], 2)
            self.assertIsNone(kept["cold.txt"])
            ward = [collection for collection in
                    daemon.call("collections.list")["collections"]
                    if collection["name"] == "ward"][0]
            size = self.picture_files()[0].stat().st_size
            self.assertEqual(ward["page_bytes"], size)
            self.assertGreater(ward["disk_bytes"], size)
            self.assertIn("2 page pictures",
                          self.client(daemon, "list", "-c", "ward"))

    def test_what_has_no_picture_is_told(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            self.assertIn("page 3", self.no_page(daemon, 3))
            self.assertIn("--pages", self.no_page(daemon, 1, "cold.txt"))
            self.assertIn("no document", self.no_page(daemon, 1, "none.pdf"))

    def test_all_or_nothing_takes_pictures_too(self):
        with self.start() as daemon:
            self.client(daemon, "add", "-c", "ward", "--pages",
                        "--all-or-nothing", self.guide)
            self.assertEqual(len(self.page(daemon)["boxes"]), 2)

    def test_they_survive_a_restart_and_a_merge(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            before = self.page(daemon)
            daemon.call("collections.compact", collection="ward")
            self.assertEqual(self.page(daemon), before)
            daemon.stop()
        with self.start() as daemon:
            self.assertEqual(self.page(daemon), before)
            daemon.call("collections.verify", collection="ward")

    def test_they_go_with_their_document(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            [first] = self.picture_files()
            self.add_guide(daemon)  # Replaces it.
            [second] = self.picture_files()
            self.assertNotEqual(first, second)
            self.client(daemon, "add", "-c", "ward", self.guide)
            self.assertEqual(self.picture_files(), [])
            self.assertIn("--pages", self.no_page(daemon))
            self.add_guide(daemon)
            picture = base64.b64decode(self.page(daemon)["picture"])
            self.client(daemon, "remove", "-c", "ward", "--erase", "guide.pdf")
            self.assertEqual(self.picture_files(), [])
            for path in self.state_dir.rglob("*"):
                if path.is_file():
                    self.assertNotIn(picture, path.read_bytes(), path)
            self.add_guide(daemon)
            daemon.call("collections.remove", name="ward")
            self.assertEqual(self.picture_files(), [])

    def test_bounds_refuse_the_document_as_a_whole(self):
        for option, value, told in (
                ("--max-page-pictures", "1", "pictures of 2 pages"),
                ("--max-page-bytes", "10", "max_page_bytes"),
                ("--max-document-page-bytes", "65536",
                 "max_document_page_bytes")):
            with self.start(option, value) as daemon:
                big = [(page, JPEG_BEGIN + bytes(50_000), []) for page in (1, 2)]
                content = SMALL if value != "65536" else page_file(big)
                with daemon.connect() as connection:
                    with self.assertRaises(RequestError) as caught:
                        upload(connection, "big.pdf", pieces_of(content))
                    self.assertEqual(caught.exception.kind, "limit")
                    self.assertIn(told, str(caught.exception))
                self.assertNotIn("big.pdf", self.names(daemon))
                self.assertEqual(self.picture_files(), [])
                daemon.stop()

    def test_the_client_draws_no_more_than_the_daemon_takes(self):
        for option, value, told in (
                ("--max-page-pictures", "1", "at most 1 pages"),
                ("--max-document-page-bytes", "65536", "with page 2")):
            self.guide.write_bytes(hard_to_draw(3))
            with self.start(option, value) as daemon:
                done = self.run_client(daemon, "add", "-c", "ward", "--pages",
                                       "--json", self.guide)
                self.assertEqual(done.returncode, 4, done)
                [guide] = json.loads(done.stdout)["documents"]
                # The daemon was not asked.
                self.assertEqual(guide["reason"], "too_large")
                self.assertIn(told, guide["message"])
                self.assertIn(option[2:].replace("-", "_"), guide["message"])
                daemon.stop()

    def test_room_that_a_removed_document_leaves_is_used_again(self):
        with self.start("--max-page-bytes", str(len(SMALL))) as daemon, \
                daemon.connect() as connection:
            for _ in range(3):  # The replaced pictures do not count.
                upload(connection, "a.pdf", pieces_of(SMALL))
            with self.assertRaises(RequestError):
                upload(connection, "b.pdf", pieces_of(SMALL))
            connection.call("documents.remove", collection="ward", name="a.pdf")
            upload(connection, "b.pdf", pieces_of(SMALL))
            self.assertEqual(len(self.picture_files()), 1)

    def test_a_wrong_file_is_refused_with_its_place(self):
        broken = bytearray(SMALL)
        broken[-1] ^= 1
        for content, told in ((bytes(broken), "page checksum at byte"),
                              (SMALL[:-1], "pictures at byte"),
                              (b"not pictures at all......", "magic at byte 0"),
                              (page_file([(1, JPEG_BEGIN,
                                           [(len(COLD), 1, 1, 1, 1)])]), "box")):
            with self.start() as daemon, daemon.connect() as connection:
                with self.assertRaises(RequestError) as caught:
                    upload(connection, "wrong.pdf", pieces_of(content))
                data = caught.exception.error["data"]
                self.assertEqual(data["reason"], "bad_pictures")
                self.assertIn(told, str(caught.exception))
                self.assertNotIn("wrong.pdf", self.names(daemon))
        with self.start() as daemon, daemon.connect() as connection:
            for piece in ("no base64!", base64.b64encode(
                    bytes((48 << 10) + 1)).decode()):
                with self.assertRaises(RequestError) as caught:
                    upload(connection, "wrong.pdf", [piece])
                self.assertEqual(caught.exception.kind, "invalid_params")

    def test_only_who_may_read_the_collection_gets_a_picture(self):
        self.require_root()
        with self.start() as daemon:
            self.add_guide(daemon)
            daemon.call("users.add", name=f"unix:{NOBODY}", grants=[
                {"rights": ["ask"], "collections": "ward"},
                {"rights": ["ask", "read", "add"], "collections": "sound"}])
            self.assertFalse(self.get_page_as(daemon, NOBODY))
            daemon.call("users.set", name=f"unix:{NOBODY}", grants=[
                {"rights": ["read"], "collections": "ward"}])
            self.assertTrue(self.get_page_as(daemon, NOBODY))

    def get_page_as(self, daemon: Answerboxd, uid: int) -> bool:
        return self.call_as(daemon, uid, "documents.page", collection="ward",
                            name="guide.pdf", page=1)

    def test_damage_is_found_told_and_mended_while_answers_go_on(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            daemon.stop()
        [path] = self.picture_files()
        content = bytearray(path.read_bytes())
        content[-100] ^= 0x40
        path.write_bytes(content)
        with self.start() as daemon:
            told = self.fails(daemon, "collections.verify", collection="ward")
            self.assertIn(path.name, told)
            self.assertIn("page pictures are damaged", told)
            self.assertIn("page pictures are damaged", self.no_page(daemon, 2))
            self.page(daemon, 1)  # The other page is sound.
            self.assert_answers(daemon, "ward", QUESTION, "20 seconds")
            self.assertEqual(len(daemon.call("status")["damaged"]), 1)
            daemon.stop()
        with self.start() as daemon:
            self.no_page(daemon, 2)
            self.assertIn(path.name, daemon.call("status")["damaged"][0])
            path.unlink()
            self.assertIn("page pictures are damaged", self.no_page(daemon, 1))
            daemon.stop()
        with self.start() as daemon:
            self.assert_answers(daemon, "ward", QUESTION, "20 seconds")
            self.add_guide(daemon)
            self.page(daemon, 2)
            daemon.call("collections.verify", collection="ward")

    def test_a_damaged_file_hides_no_other(self):
        with self.start() as daemon:
            with daemon.connect() as connection:
                for name in ("a.pdf", "b.pdf"):
                    upload(connection, name, pieces_of(SMALL))
            [synonyms] = self.state_dir.glob("collections/ward/*.synonyms")
            damaged = [*self.picture_files(), synonyms]
            for path in damaged:
                path.write_bytes(path.read_bytes()[:-1] + b"?")
            told = self.fails(daemon, "collections.verify", collection="ward")
            self.assertIn("page pictures are damaged", told)
            for path in damaged:
                self.assertIn(path.name, told + daemon.messages())

    def test_a_repair_gives_up_the_pictures_of_what_is_lost(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            with daemon.connect() as connection:
                upload(connection, "kept.pdf", pieces_of(SMALL))
            daemon.stop()
        segment = self.segments()[2]
        pictures = min(self.picture_files(), key=lambda path: int(path.stem))
        segment.write_bytes(segment.read_bytes()[:100])
        with self.start() as daemon:
            reply = daemon.call("collections.repair", name="ward")
            lost = {each["file"]: each for each in reply["given_up"]}
            self.assertEqual(set(lost), {segment.name, pictures.name})
            self.assertIn("lost", lost[pictures.name]["why"])
            aside = pictures.parent / lost[pictures.name]["kept"]
            self.assertTrue(aside.exists())
            self.assertEqual(self.names(daemon),
                             ["cold.txt", "hands.txt", "kept.pdf"])
            self.page(daemon, 1, "kept.pdf")
            ward = daemon.call("collections.list")["collections"][1]
            self.assertEqual(ward["page_bytes"], len(SMALL))
            # The segment alone is not all that may hold what was removed.
            (segment.parent / lost[segment.name]["kept"]).unlink()
            self.assertIn(aside.name, self.fails(
                daemon, "documents.remove", collection="ward",
                name="kept.pdf", erase=True))
            aside.unlink()
            self.client(daemon, "add", "-c", "ward", self.guide)
            self.assertIn("--pages", self.no_page(daemon))
            self.assertEqual(self.picture_files(), [])
            daemon.call("collections.verify", collection="ward")

    def test_pictures_without_a_document_are_not_of_the_next_one(self):
        with self.start() as daemon:
            self.add_guide(daemon)
            daemon.stop()
        manifest = self.state_dir / "collections" / "ward" / "manifest"
        lines = manifest.read_bytes().splitlines(keepends=True)
        body = b"".join(lines[:-2])  # Without the segment of the guide.
        manifest.write_bytes(body + b"crc32c %08x\n" % crc32c(body))
        with self.start() as daemon:
            self.assertIn("no document", self.no_page(daemon))
            self.client(daemon, "add", "-c", "ward", self.guide)
            self.assertIn("--pages", self.no_page(daemon))
            self.assertEqual(self.picture_files(), [])

    def test_a_file_that_cannot_be_removed_is_tried_again(self):
        control = IoControl(OPTIONS.library, self.state_dir, self.work)
        with self.start(environment=control.environment(False)) as daemon:
            self.add_guide(daemon)
            with daemon.connect() as connection:
                for name in ("a.txt", "b.txt"):
                    upload(connection, name, [])
            # With a fifth of it removed, the segment is not merged soon: no
            # change but that of the guide comes.
            daemon.call("collections.compact", collection="ward")
            control.fail(1, errno.EIO, IoKind.UNLINK, lasting=False)
            daemon.call("documents.remove", collection="ward", name="guide.pdf")
            self.assertEqual(control.get("failed"), 1)
            # Any change wakes who tries it; else it takes ten minutes.
            daemon.call("documents.add", collection="sound", name="c.txt",
                        text=COLD)
            end = time.monotonic() + PATIENCE_S
            while self.picture_files():
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)

    def test_a_killed_client_leaves_nothing(self):
        self.guide.write_bytes(pdf([[(80, f"Page {number} is about soap.")]
                                    for number in range(40)]))
        with self.start() as daemon:
            for delay_s in (0.2, 0.5, 1.0, 1.5):
                client = subprocess.Popen(
                    [OPTIONS.client, "add", "-c", "ward", "--pages",
                     self.guide, "--socket", daemon.socket_path],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(delay_s)
                client.kill()
                client.wait()
            number = None
            with daemon.connect() as connection:
                number = connection.call("documents.begin", collection="ward",
                                         name="half.pdf")["upload"]
                connection.call("documents.part", upload=number, text=COLD)
                for piece in pieces_of(bytes(600_000)):
                    connection.call("documents.part", upload=number,
                                    pictures=piece)
                self.assertTrue(list(self.state_dir.glob("incoming/*")))
            end = time.monotonic() + PATIENCE_S
            while list(self.state_dir.glob("incoming/*")):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)
            listed = {document["name"]: document.get("pictures") for document in
                      daemon.call("documents.list", collection="ward")["documents"]}
            self.assertIn(listed.get("guide.pdf"), (None, 40))
            self.assertEqual(len(self.picture_files()), "guide.pdf" in listed)
            self.assertNotIn("half.pdf", listed)

    def test_a_killed_daemon_has_the_document_with_its_pictures_or_not_at_all(self):
        choice = random.Random(1)
        control = IoControl(OPTIONS.library, self.state_dir, self.work)
        for kill in range(KILLS):
            control.lift()
            with self.start(environment=control.environment(False)) as daemon:
                control.kill_at(1 + kill % 40 + choice.randrange(3), CHANGING)
                try:
                    with daemon.connect() as connection:
                        upload(connection, f"{kill}.pdf", pieces_of(SMALL))
                        upload(connection, f"{kill}.pdf", pieces_of(SMALL))
                        connection.call("documents.remove", collection="ward",
                                        name=f"{kill}.pdf")
                except (ConnectionError, OSError):
                    pass
            control.lift()
            with self.start() as daemon:
                drawn = [document["name"] for document in daemon.call(
                    "documents.list", collection="ward")["documents"]
                    if "pictures" in document]
                for name in drawn:
                    self.page(daemon, 2, name)
                daemon.call("collections.verify", collection="ward")
                self.assertEqual(len(self.picture_files()), len(drawn))
                self.assertEqual(list(self.state_dir.glob("incoming/*")), [])
                daemon.stop()

    def test_a_backup_holds_them_and_a_pack_does_not(self):
        archive = self.work / "box.tar"
        options = self.work / "etc"
        options.mkdir()
        with self.start() as daemon:
            self.add_guide(daemon)
            before = self.page(daemon)
            self.client(daemon, "backup", archive, "--options", options)
            parts = daemon.call("packs.export", name="ward")["parts"]
            self.assertNotIn("pages", {part["kind"] for part in parts})
            daemon.stop()
        restored = self.work / "restored"
        restored.mkdir(mode=0o700)
        done = subprocess.run(
            [OPTIONS.client, "restore", archive, "--keep-options", "--options",
             options, "--state-dir", restored],
            timeout=PATIENCE_S, stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.state_dir = restored
        with self.start() as daemon:
            self.assertEqual(self.page(daemon), before)
            daemon.call("collections.verify", collection="ward")

    def test_a_page_that_is_hard_to_draw_small_is_drawn_smaller(self):
        self.guide.write_bytes(hard_to_draw(1))
        with self.start() as daemon:
            self.add_guide(daemon)
            picture = base64.b64decode(self.page(daemon)["picture"])
            self.assertLessEqual(len(picture), MOST_PICTURE_BYTES)
            at = picture.index(b"\xff\xc0")
            self.assertLess(int.from_bytes(picture[at + 5:at + 7], "big"), 1400)


if __name__ == "__main__":
    run_tests(__doc__)
