#!/usr/bin/env python3
"""The page for who looks after the box in a real browser, served by the real
daemon; files go through the real inbox.

usage: care_test.py --daemon PATH --client PATH --packages FOLDER
                    --browser chromium|firefox
"""

import argparse
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from answerboxd import PATIENCE_S, Answerboxd, free_address
from browsers import Browser, Chromium, Firefox
from page_test import (DOCUMENTS, MIN_TARGET, NUMBER, PASSWORD, ROOT, VACCINES,
                       PageTest, install_axe)

sys.path.append(str(ROOT / "tests/energy"))
from fake_board import INA226, FakeBoard

BANK = json.dumps({"id": "v1", "topic": "vaccines", "must": True,
                   "question": "At what temperature are vaccines stored?",
                   "key": "between 2 °C and 8 °C"})
LAMP = "The lamp of the lighthouse keeper is green."
# What each user may do.
USERS = {"alice": ("--ask=*", "--read=*", "--add=*", "--manage=*"),
         "bob": ("--read=letters",), "carol": ("--ask=*",)}
EVERY_LANGUAGE = ("en", "fr", "es", "pt", "sw")


class Box:
    """A daemon with three collections, an inbox, and a sensor."""

    def __init__(self, daemon: str, client: str, folder: pathlib.Path):
        self._client = client
        self.inbox = folder / "inbox"
        self.inbox.mkdir()
        self.address = free_address()
        self.report = folder / "report.json"
        FakeBoard(folder / "board")
        self.daemon = Answerboxd(daemon, folder / "state", [
            "--energy-root", str(folder / "board"), "--energy-sensor", INA226,
            "--http", self.address, "--http-kiosk", "default",
            "--inbox", str(self.inbox)],
            {"ANSWERBOX_DOCTOR_REPORT": str(self.report)})
        self.run("add", str(ROOT / "deploy/sample-handbook"))
        for name, text in DOCUMENTS.items():
            self.daemon.call("documents.add", name=name, text=text,
                             collection="letters")
        self.daemon.call("collections.set", name="default",
                         exam={"bank": BANK, "must_pass": 1})
        password = folder / "password"
        password.write_text(PASSWORD + "\n", encoding="utf-8")
        for name, rights in USERS.items():
            self.run("user", "add", name, "--password-file", str(password),
                     *rights)
        self._wait_for(lambda: self.daemon.call("energy.status")["since_start"]
                       ["measured_uj"] > 0)
        self._wait_for(lambda: self.daemon.call("status")["exams"])

    @staticmethod
    def _wait_for(condition) -> None:
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, "it never comes"
            time.sleep(0.05)

    def run(self, *arguments: str) -> None:
        subprocess.run([self._client, *arguments, "--socket",
                        str(self.daemon.socket_path)], check=True,
                       capture_output=True, timeout=PATIENCE_S)

    def take_in(self) -> None:
        self.run("inbox", str(self.inbox), "--settle", "0")

    def names(self, collection: str) -> list[str]:
        return [one["name"] for one in self.daemon.call(
            "documents.list", collection=collection)["documents"]]


class CareTest(PageTest):
    def __init__(self, browser: Browser, box: Box, axe: str):
        super().__init__(browser, box.address, axe)
        self._box = box
        self._care = f"http://{box.address}/care?lang="

    def run(self) -> None:
        for check in (self._is_not_for_the_kiosk, self._is_found_by_who_may,
                      self._shows_the_box, self._shows_documents_as_text,
                      self._sets_a_threshold, self._keeps_and_removes,
                      self._says_what_an_exam_would_lose,
                      self._holds_the_exam,
                      self._decides_what_was_said,
                      self._tells_that_a_judgement_was_not_kept,
                      self._first_question_makes_an_exam,
                      self._takes_files, self._sends_from_two_places,
                      self._follows_what_is_read_for_long,
                      self._notices_that_it_is_signed_out,
                      self._needs_no_mouse,
                      self._fits_every_width, self._bars_nobody,
                      self._speaks_every_language, self._shows_what_one_may):
            check()
            print(f"{self._browser.NAME}: care: {check.__name__[1:]}",
                  flush=True)

    def _sign_in(self, user: str) -> None:
        b = self._browser
        b.open(self._home)
        if b.run("!!document.querySelector('footer form')"):
            b.run("document.querySelector('footer form').submit()")
            b.wait_for_page("document.readyState === 'complete' && "
                            "!document.querySelector('footer form')")
        b.open(self._home.replace("/?", "/login?"))
        self._give_password(user)
        b.wait_for_page("document.readyState === 'complete' && "
                        "!!document.querySelector('footer form')")

    def _give_password(self, user: str) -> None:
        b = self._browser
        for field, text in (("user", user), ("password", PASSWORD)):
            b.run(f"document.getElementById('{field}').focus()")
            b.type(text)
        b.press("Enter")

    def _open(self, language: str = "en") -> None:
        self._browser.open(self._care + language)
        self._await_page()

    def _await_page(self) -> None:
        self._browser.wait_for("document.querySelector('#care section') && "
                               "!document.querySelector('[aria-busy]')")

    def _open_collection(self, name: str) -> str:
        """Returns its element, as JavaScript."""
        element = ("[...document.querySelectorAll('main section > details')]"
                   f".find(e => e.innerText.startsWith('{name} '))")
        self._browser.run(f"{element}.open = true")
        self._browser.wait_for(f"{element}.querySelector('tbody tr')")
        return element

    def _is_not_for_the_kiosk(self) -> None:
        b = self._browser
        b.open(self._care + "en")
        assert self._count("input[type=password]") == 1
        assert self._count("#care") == 0
        html = b.run("fetch('/care').then(r => r.text())")
        assert "data-rights" not in html and "letters" not in html
        assert b.run("fetch('/').then(r => r.text())").count("/care") == 0

    def _is_found_by_who_may(self) -> None:
        self._sign_in("alice")
        b = self._browser
        b.run("document.querySelector('footer a[href^=\"/care\"]').click()")
        b.wait_for_page("document.querySelector('#care section') && "
                        "!document.querySelector('[aria-busy]')")
        assert b.text("main h2") == "Look after the box"

    def _shows_the_box(self) -> None:
        b = self._browser
        self._open()
        text = b.text("main")
        # The doctor comes once a day, and its report goes when the box stops.
        assert "Nothing needs attention" not in text, text
        for shown in ("The box has not been checked since it started.",
                      "Last check of the box", "Collections", "letters",
                      "Energy of the day", "Audit log", "Head, signed now",
                      "answerbox-head/1"):
            assert shown in text, text
        tall = b.run("[...document.querySelectorAll('.chart .all')]"
                     ".map(e => e.getBBox().height)")
        assert tall and max(tall) > 50, tall
        self._box.report.write_text(json.dumps(
            {"time": int(time.time()), "findings": []}))
        self._open()
        text = b.text("main")
        assert "Nothing needs attention." in text, text
        assert "has not been checked" not in text, text
        self._box.report.write_text(json.dumps({"time": 1, "findings": [
            {"subject": "clock", "severity": "warning", "what": "It is <b>late",
             "remedy": "Set it."},
            {"subject": "disk", "severity": "note", "what": "x", "remedy": ""}]}))
        self._open()
        text = b.text("main .warning")
        assert "clock: It is <b>late. Set it." in text, text
        assert "disk" not in text, text
        assert "The box has not been checked since" in text, text
        assert "it started" not in text, text
        for broken in ("no report", '{"findings":[]}'):
            self._box.report.write_text(broken)
            self._open()
            text = b.text("main")
            assert "Nothing needs attention" not in text, text
            assert "has not been checked since it started" in text, text
        assert "J in all" in b.run(
            "document.querySelector('.chart').getAttribute('aria-label')")

    def _shows_documents_as_text(self) -> None:
        b = self._browser
        self._open()
        handbook = self._open_collection("default")
        shown = b.run(f"{handbook}.innerText")
        assert "11-vaccine-storage.md" in shown and "Words: " in shown, shown
        assert "Last exam" in shown and "1 of the 1 question" in shown, shown
        letters = self._open_collection("letters")
        shown = b.run(f"{letters}.innerText")
        assert "<img src=x onerror=alert(1)>.txt" in shown, shown
        assert self._count("main img, main script") == 0

    def _sets_a_threshold(self) -> None:
        b = self._browser
        self._open()
        b.run(f"{self._open_collection('letters')}.querySelector("
              "'input[type=number]').focus()")
        b.run("document.activeElement.select()")
        b.type("0.7")
        b.press("Enter")
        b.wait_for("document.getElementById('status').innerText === 'Saved.'")
        thetas = {one["name"]: one["theta"] for one in self._box.daemon.call(
            "collections.list")["collections"]}
        assert thetas["letters"] == 0.7 and thetas["default"] != 0.7, thetas

    def _answer_dialog(self, value: str) -> None:
        b = self._browser
        b.wait_for("document.querySelector('dialog[open]')")
        b.run(f"document.querySelector('dialog [value={value}]').focus()")
        b.press("Enter")
        b.wait_for("!document.querySelector('dialog')")

    def _press_remove(self, collection: str, name: str) -> None:
        element = self._open_collection(collection)
        self._browser.run(
            f"[...{element}.querySelectorAll('tr')].find(e => "
            f"e.innerText.includes('{name}')).querySelector('button').focus()")
        self._browser.press("Enter")

    def _keeps_and_removes(self) -> None:
        b = self._browser
        self._box.daemon.call("documents.add", name="gone.txt", text=LAMP,
                              collection="letters")
        self._open()
        self._press_remove("letters", "gone.txt")
        self._faults_by_axe("a dialog")
        self._answer_dialog("no")
        assert "gone.txt" in self._box.names("letters")
        self._press_remove("letters", "gone.txt")
        self._answer_dialog("yes")
        b.wait_for("document.getElementById('status').innerText === "
                   "'Removed: gone.txt'")
        assert "gone.txt" not in self._box.names("letters")
        assert "gone.txt" not in b.text("main table")

    def _says_what_an_exam_would_lose(self) -> None:
        b = self._browser
        self._open()
        self._press_remove("default", "11-vaccine-storage.md")
        self._answer_dialog("yes")
        b.wait_for("document.querySelector('main details .warning')")
        text = b.text("main details .warning")
        assert "At what temperature are vaccines stored?" in text, text
        assert "11-vaccine-storage.md" in self._box.names("default")

    def _holds_the_exam(self) -> None:
        b = self._browser
        self._open()
        handbook = self._open_collection("default")
        def hold(lost: int) -> None:
            b.wait_for(f"{handbook}.querySelector('.exam button')")
            b.run(f"{handbook}.querySelector('.exam button').focus()")
            b.press("Enter")
            self._await_status(f"No longer answered: {lost}")
            assert b.run("document.activeElement.innerText") == (
                "Hold the exam now")
        hold(0)
        document = "11-vaccine-storage.md"
        text = (ROOT / "deploy/sample-handbook" / document).read_text(
            encoding="utf-8")
        self._box.daemon.call("documents.remove", name=document, force=True)
        hold(1)
        shown = b.text("main .exam")
        for part in (VACCINES, "expected: between 2 °C and 8 °C", "found: "):
            assert part in shown, shown
        self._faults_by_axe("an exam that lost a question")
        self._box.daemon.call("documents.add", name=document, text=text)
        hold(0)
        assert VACCINES not in b.text("main .exam")
        # One that was stopped, by somebody else, found nothing. It may be
        # over before it can be.
        for _ in range(5):
            b.run("document.getElementById('status').textContent = ''")
            b.press("Enter")
            b.wait_for(f"!{handbook}.querySelector('progress').hidden")
            self._box.daemon.call("exam.stop", collection="default")
            b.wait_for("document.getElementById('status').innerText !== ''")
            told = b.text("#status")
            if told == "The exam was stopped.":
                break
            assert told == "No longer answered: 0", told
        assert told == "The exam was stopped.", told

    def _judge(self, question: str, says: str) -> None:
        """On the page for questions, without a mouse."""
        b = self._browser
        self._ask(question)
        self._faults_by_axe("before a judgement")
        assert "your name are then kept" in b.text("#answer .judge")
        b.run(f"document.querySelector('.judge [value={says}]').focus()")
        b.press("Enter")
        b.wait_for("document.activeElement.closest('.judge')?.innerText"
                   ".includes('Thank you')")
        self._faults_by_axe("after a judgement")
        assert b.run("history.length") < 50 and "feedback" not in b.run(
            "location.href")

    def _decides_what_was_said(self) -> None:
        b = self._browser
        self._judge(VACCINES, "right")
        self._judge(NUMBER, "wrong")
        self._judge("What is the dose of <b>Zyrtec</b> for children?",
                    "unanswerable")
        self._open()
        handbook = self._open_collection("default")
        b.wait_for("document.querySelectorAll('.opinion').length === 3")
        shown = b.run(f"{handbook}.innerText")
        for text in (VACCINES, NUMBER, "<b>Zyrtec</b>", "user:alice",
                     "Rightly refused"):
            assert text in shown, shown
        self._faults_by_axe("what was said")
        b.resize(320, 700)
        self._no_wider_than_the_window("what was said")
        b.resize(1000, 800)
        one = ("[...document.querySelectorAll('.opinion')]"
               ".find(e => e.innerText.includes({!r}))")
        # What was right is its own key; for what was wrong, one is typed.
        b.run(f"{one.format('vaccines')}.querySelector('input').focus()")
        b.press("Enter")
        self._await_status("Added to the exam.")
        b.run(f"{one.format('Hale')}.querySelector('input').focus()")
        b.type("2-104")
        b.press("Enter")
        b.wait_for("document.querySelectorAll('.opinion').length === 1")
        b.run(f"{one.format('Zyrtec')}.querySelector('button').focus()")
        b.press("Enter")
        self._await_status("Removed: What is the dose of <b>Zyrtec</b> for "
                           "children?")
        assert "There are none." in b.text(".feedback"), b.text(".feedback")
        exams = {one["name"]: one["exam"] for one in self._box.daemon.call(
            "collections.list")["collections"]}
        assert exams["default"]["questions"] == 3, exams

    def _tells_that_a_judgement_was_not_kept(self) -> None:
        """And not that the question should be asked again."""
        b = self._browser
        self._ask(VACCINES)
        b.run("(async () => { const says = new URLSearchParams({says: 'right'});"
              " const to = document.querySelector('.judge').action;"
              " while ((await fetch(to, {method: 'POST', body: says})).ok);"
              " window.isTooMuch = true; })()")
        b.wait_for("window.isTooMuch")
        b.run("document.querySelector('.judge [value=right]').focus()")
        b.press("Enter")
        self._await_status("This was not kept. Say it again later.")
        self._box.run("exam", "feedback", "--drop", "all")

    def _first_question_makes_an_exam(self) -> None:
        b = self._browser
        self._box.daemon.call("feedback.give", collection="letters",
                              question="Who?", judgement="right")
        self._open()
        letters = self._open_collection("letters")
        b.wait_for(f"{letters}.querySelector('.opinion input')")
        assert b.run(f"{letters}.querySelector('.exam') === null")
        b.run(f"{letters}.querySelector('.opinion input').focus()")
        b.type("He.")
        b.press("Enter")
        self._await_status("Added to the exam.")
        b.wait_for(f"{letters}.querySelector('.exam button:not([hidden])')")
        self._box.daemon.call("collections.set", name="letters", exam=None,
                              drop_feedback=True)

    def _give_file(self, event: str, name: str, size: int = 0) -> None:
        """A file with a sentence, by the field or as one that is dropped."""
        target = ".drop input" if event == "change" else ".drop"
        how = ("e.files = t.files; e.dispatchEvent(new Event('change'))"
               if event == "change" else
               "e.dispatchEvent(new DragEvent('drop', "
               "{dataTransfer: t, bubbles: true, cancelable: true}))")
        self._browser.run(
            "(() => { const t = new DataTransfer();"
            f" t.items.add(new File([{json.dumps(LAMP)},"
            f" '\\n'.repeat({size})], {json.dumps(name)}));"
            f" const e = document.querySelector('{target}'); {how}; }})()")

    def _await_status(self, text: str) -> None:
        self._browser.wait_for("document.getElementById('status').innerText"
                               f" === {json.dumps(text)}")

    def _takes_files(self) -> None:
        b = self._browser
        self._open()
        letters = self._open_collection("letters")
        # Longer than two parts.
        self._give_file("drop", "lamp.txt", 1_200_000)
        self._await_status("Sent: lamp.txt")
        b.wait_for("document.querySelector('.drop li')")
        assert "lamp.txt – waits" in b.text(".drop ul"), b.text(".drop")
        self._give_file("change", "<b>odd.exe")
        self._await_status("Sent: <b>odd.exe")
        waiting = self._box.inbox / "letters"
        assert (waiting / "lamp.txt").stat().st_size == 1_200_000 + len(LAMP)
        with contextlib.suppress(subprocess.CalledProcessError):
            self._box.take_in()  # One of them is refused.
        b.wait_for("document.querySelector('.drop ul').innerText"
                   ".includes('lamp.txt – added')")
        assert "<b>odd.exe – refused" in b.text(".drop ul")
        b.wait_for(f"{letters}.querySelector('.documents').innerText"
                   ".includes('lamp.txt')")
        b.run("document.querySelectorAll('.drop details').forEach("
              "d => { d.open = true; })")
        assert "Added 1" in b.text(".drop ul"), b.text(".drop ul")
        assert "Not added" in b.text(".drop ul"), b.text(".drop ul")
        assert self._count(".drop ul b") == 0
        self._faults_by_axe("files")
        # A name that the inbox does not take: what failed stays.
        self._give_file("drop", ".hidden")
        self._give_file("drop", "after.txt")
        self._await_status("Sent: after.txt")
        text = b.text(".drop > .warning")
        assert ".hidden" in text and "dot" in text, b.text(".drop")
        (waiting / "after.txt").unlink()

    def _sends_from_two_places(self) -> None:
        """A second batch, and one of another collection, wait for the first."""
        b = self._browser
        self._open()
        for name in ("default", "letters"):
            self._open_collection(name)
        b.wait_for("document.querySelectorAll('.drop').length === 2")
        b.run("document.querySelectorAll('.drop').forEach((e, zone) => {"
              " for (const batch of [0, 1]) {"
              "  const t = new DataTransfer();"
              "  t.items.add(new File(['x'.repeat(1200000)],"
              "                       `two-${zone}${batch}.txt`));"
              "  e.dispatchEvent(new DragEvent('drop', {dataTransfer: t,"
              "    bubbles: true, cancelable: true})); } })")
        sent = {("default", "letters")[zone]: [
            f"two-{zone}{batch}.txt" for batch in (0, 1)] for zone in (0, 1)}
        # By another tab of the session.
        b.run("""(async () => {
            const call = (method, params) => fetch('/rpc', {method: 'POST',
              headers: {'Content-Type': 'application/json'},
              body: JSON.stringify({jsonrpc: '2.0', id: 1, method, params})
            }).then(reply => reply.json());
            for (;;) {
              const {result, error} = await call('inbox.begin',
                {collection: 'letters', name: 'tab.txt', bytes: 1});
              if (result) return call('inbox.abort', result);
              if (error.data.kind !== 'busy') throw error;
            } })()""")
        for collection, names in sent.items():
            for name in names:
                file = self._box.inbox / collection / name
                b.wait_for(f"document.querySelector('main').innerText"
                           f".includes('{name} – waits')")
                assert file.stat().st_size == 1_200_000
                file.unlink()
        assert self._count(".drop .warning") == 0, b.text("main")

    def _follows_what_is_read_for_long(self) -> None:
        b = self._browser
        self._open()
        self._open_collection("letters")
        self._give_file("drop", "long.txt")
        b.wait_for("document.querySelector('.drop ul').innerText"
                   ".includes('long.txt – waits')")
        # Who takes it in has moved it where only it may look.
        (self._box.inbox / "letters/long.txt").rename(
            self._box.inbox.parent / "long.txt")
        b.wait_for("document.querySelector('.drop ul').innerText"
                   ".includes('long.txt – being read')")
        (self._box.inbox.parent / "long.txt").rename(
            self._box.inbox / "letters/long.txt")
        self._box.take_in()
        b.wait_for("document.querySelector('.drop ul').innerText"
                   ".includes('long.txt – added')")
        assert "being read" not in b.text(".drop ul"), b.text(".drop")

    def _notices_that_it_is_signed_out(self) -> None:
        b = self._browser
        self._open()
        b.run("fetch('/logout', {method: 'POST',"
              " headers: {'Content-Type': 'application/json'}})"
              ".then(reply => reply.status)")
        b.run("document.querySelector('main section > details').open = true")
        b.wait_for_page("document.readyState === 'complete' && "
                        "!!document.querySelector('input[type=password]')")
        # Who signs in there comes back, also after a wrong password.
        self._give_password("nobody")
        b.wait_for_page("document.readyState === 'complete' && "
                        "!!document.querySelector('.warning[role=alert]')")
        b.run("document.getElementById('user').value = ''")
        self._give_password("alice")
        b.wait_for_page("location.pathname === '/care' && "
                        "!!document.querySelector('#care section')")

    def _needs_no_mouse(self) -> None:
        b = self._browser
        self._open()
        b.run("document.querySelector('main section > details summary').focus()")
        b.press("Enter")
        b.wait_for("document.querySelector('.drop') && "
                   "document.querySelector('main details tbody tr')")
        reached = []
        for _ in range(8):
            b.press("Tab")
            reached.append(b.run(
                "(e => e.type || e.className || e.localName)"
                "(document.activeElement)"))
            outline = b.run("getComputedStyle(document.activeElement)"
                            ".outlineStyle")
            assert outline == "solid", (outline, reached)
        for kind in ("number", "submit", "file", "table", "button"):
            assert kind in reached, reached

    def _open_all(self) -> None:
        b = self._browser
        for name in ("default", "letters"):
            self._open_collection(name)
        b.run("document.querySelectorAll('details').forEach("
              "d => { d.open = true; })")
        b.wait_for("document.querySelectorAll('.drop').length === 2")

    def _fits_every_width(self) -> None:
        b = self._browser
        self._open()
        self._open_all()
        for width in (320, 500, 1920):
            b.resize(width, 700)
            self._no_wider_than_the_window(f"care at {width}")
            small = b.run(
                "[...document.querySelectorAll('a, button, summary, input')]"
                ".filter(e => e.checkVisibility()).map(e => [e.outerHTML,"
                " e.getBoundingClientRect()]).filter(([h, r]) => r.height <"
                f" {MIN_TARGET} || r.width < {MIN_TARGET}).map(([h]) => h)")
            assert not small, small
        b.resize(1000, 800)

    def _bars_nobody(self) -> None:
        self._open()
        self._faults_by_axe("care")
        self._open_all()
        self._faults_by_axe("care, open")

    def _speaks_every_language(self) -> None:
        b = self._browser
        titles = set()
        for language in EVERY_LANGUAGE:
            self._open(language)
            assert b.run("document.documentElement.lang") == language
            text = b.text("main")
            assert "{" not in text and "undefined" not in text, text
            titles.add(b.text("main h2"))
            self._faults_by_axe(language)
        assert len(titles) == len(EVERY_LANGUAGE), titles

    def _shows_what_one_may(self) -> None:
        b = self._browser
        self._sign_in("bob")
        self._open()
        assert self._count("main section") == 1, b.text("main")
        letters = self._open_collection("letters")
        assert "default" not in b.text("main"), b.text("main")
        assert b.run(f"{letters}.querySelectorAll('button:not([hidden]), input,"
                     " .drop').length") == 0
        self._sign_in("carol")
        assert self._count("footer a[href^='/care']") == 0
        b.open(self._care + "en")
        assert "nothing here that you may look after" in b.text("main")
        assert self._count("main section") == 0

    def is_dark(self) -> None:
        self._sign_in("alice")
        self._open()
        ground = self._browser.run(
            "getComputedStyle(document.documentElement)"
            ".backgroundColor.match(/[0-9]+/g).map(Number)")
        assert max(ground) < 64, ground
        self._bars_nobody()
        print(f"{self._browser.NAME}: care: is dark", flush=True)


def test_chromium(box: Box, axe: str) -> None:
    with contextlib.closing(Chromium()) as browser:
        test = CareTest(browser, box, axe)
        test.run()
        assert not browser.faults(), browser.faults()
        browser.show(dark=True)
        test.is_dark()
        # An asking page in another tab clears itself, and signs nobody out.
        here = browser.tab()
        browser.open_tab()
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=(
            "{ const real = setTimeout;"
            " window.setTimeout = (f, ms) =>"
            " real(f, ms > 5000 ? ms / 50 : ms); }"))
        browser.open(f"http://{box.address}/?lang=en")
        browser.run("document.getElementById('question').value = 'Who?'")
        browser.wait_for_page("document.getElementById('question') &&"
                              "!document.getElementById('question').value")
        signed_in = "!!document.querySelector('form[action=\"/logout\"]')"
        assert browser.run(signed_in), browser.text("body")
        browser.open_tab(here)
        print("Chromium: care: is not signed out by another tab", flush=True)
        # After ten minutes nobody is signed in any more.
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=(
            "{ const real = setTimeout;"
            " window.setTimeout = (f, ms) => real(f, ms / 500); }"))
        browser.open(f"http://{box.address}/care?lang=en")
        browser.wait_for_page("location.pathname === '/' && "
                              "!document.querySelector('footer form')")
        print("Chromium: care: signs out by itself", flush=True)


def test_firefox(box: Box, axe: str) -> None:
    with contextlib.closing(Firefox()) as browser:
        CareTest(browser, box, axe).run()
    with contextlib.closing(Firefox(dark=True, zoom=2)) as browser:
        CareTest(browser, box, axe).is_dark()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--browser", choices=("chromium", "firefox"),
                        default="chromium")
    arguments = parser.parse_args()
    axe = install_axe(arguments.packages)
    with tempfile.TemporaryDirectory(prefix="answerbox-care-") as folder:
        box = Box(arguments.daemon, arguments.client, pathlib.Path(folder))
        with box.daemon:
            if arguments.browser == "firefox":
                test_firefox(box, axe)
            else:
                test_chromium(box, axe)
    return 0


if __name__ == "__main__":
    sys.exit(main())
