#!/usr/bin/env python3
"""The page for people in a real browser, served by the real daemon.

usage: page_test.py --daemon PATH --client PATH --packages FOLDER
                    --browser chromium|firefox [--update | --figures]

--update writes the pictures of docs/pictures, --figures prints the bytes that
the browser loads and when it first shows something on a slow processor.
"""

import argparse
import contextlib
import fcntl
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

from answerboxd import Answerboxd, free_address
from browsers import Browser, Chromium, Firefox
from pdf_file import pdf

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_BYTES = 60_000
# WCAG 2.2, 2.5.8: the least size of what is clicked, in CSS pixels.
MIN_TARGET = 24
AXE = "axe-core@4.14.1"
SLOWED_TIMES = 6
USER = "alice"
PASSWORD = "correct horse battery staple"
SIGNED_IN = "!!document.querySelector('form[action=\"/logout\"]')"

DOCUMENTS = {
    "visits-2023.txt": "Visits\n\nOn Sundays, visitors leave the ward by 19:00.",
    "visits-2026.txt": "Visits\n\nOn Sundays, visitors leave the ward by 20:30.",
    "<img src=x onerror=alert(1)>.txt":
        "The mirror ceremony <script>alert(1)</script> begins at 12 o'clock & "
        "\"ends\" \u202e4202 ni\u202c with \u0007 a bell.",
    "arabic.txt": "تحفظ اللقاحات في الثلاجة بين درجتين وثماني درجات مئوية.",
}
VACCINES = "At what temperature are vaccines stored?"
MOMENTS = "What are the five moments of hand hygiene?"
NUMBER = "What is the number of Stephen Hale?"
VISITS = "When do visitors leave the ward on Sundays?"
ZYRTEC = "What is the dose of Zyrtec for children?"
CEREMONY = "When does the mirror ceremony begin?"
ARABIC = "أين تحفظ اللقاحات؟"
PHARMACY = "When is the door of the pharmacy locked?"
# As it is printed: the distance of each line from the top, in points.
GUIDE = [[*((80 + 15 * line, f"Key {line} is kept in the cabinet of the ward, "
             "and whoever takes it signs for it in the book.")
            for line in range(8)),
          (600, "The door of the pharmacy is locked at nine.")]]


def install_axe(folder: pathlib.Path) -> str:
    """The source of axe-core, which finds what bars people from a page."""
    script = folder / "node_modules/axe-core/axe.min.js"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "installed", "a+", encoding="utf-8") as done:
        # Tests of several browsers install it into one folder.
        fcntl.flock(done, fcntl.LOCK_EX)
        done.seek(0)
        if done.read() != AXE:
            subprocess.run(["npm", "install", "--prefix", str(folder),
                            "--ignore-scripts", "--no-audit", "--no-fund",
                            "--save-exact", "--loglevel=error", AXE],
                           check=True, timeout=300)
            done.truncate(0)
            done.write(AXE)
    return script.read_text(encoding="utf-8")


class PageTest:
    def __init__(self, browser: Browser, address: str, axe: str):
        self._browser = browser
        self._home = f"http://{address}/?lang=en"
        self._axe = axe

    def run(self) -> None:
        for check in (self._asks, self._asks_again, self._refuses, self._lists,
                      self._shows_a_row, self._shows_what_differs,
                      self._shows_the_printed_page,
                      self._shows_markup_as_text, self._needs_no_mouse,
                      self._fits_every_width, self._reads_from_right_to_left,
                      self._bars_nobody, self._signs_in_and_out):
            check()
            print(f"{self._browser.NAME}: {check.__name__[1:]}", flush=True)

    def _ask(self, question: str) -> None:
        """As a person does: types it into the field and presses Enter."""
        self._browser.open(self._home)
        self._browser.wait_for("document.activeElement.id === 'question'")
        self._browser.type(question)
        self._browser.press("Enter")
        self._await_answer()

    def _await_answer(self) -> None:
        self._browser.wait_for("document.querySelector('#answer h2') && "
                               "!document.querySelector('[aria-busy]')")

    def _count(self, selector: str) -> int:
        return self._browser.run(
            f"document.querySelectorAll({json.dumps(selector)}).length")

    def _asks(self) -> None:
        self._ask(VACCINES)
        b = self._browser
        assert "2 °C and 8 °C" in b.text("#answer .short"), b.text("#answer")
        assert "medical fridge" in b.text("#answer .said")
        assert "11-vaccine-storage.md" in b.text("#answer .place")
        assert "The fridge" in b.text("#answer .place")
        assert "Record of this answer:" in b.text("#answer")
        assert b.text("#status") == ""
        # Nothing of the question stays in the history.
        assert b.run("location.search") == "?lang=en"
        assert b.run("history.length") <= 2

    def _asks_again(self) -> None:
        """The page clears itself on demand, and takes the next question."""
        b = self._browser
        b.run("document.getElementById('clear').click()")
        assert b.run("document.getElementById('question').value") == ""
        assert b.text("#answer") == ""
        b.type(VACCINES)
        b.press("Enter")
        self._await_answer()
        assert "2 °C" in b.text("#answer .short")

    def _refuses(self) -> None:
        self._ask(ZYRTEC)
        text = self._browser.text("#answer")
        assert "The documents do not answer this" in text, text
        assert "Not in the documents: Zyrtec" in text, text
        assert "Ask for one thing" in text, text
        assert self._count("#answer .closest li") > 0
        assert self._count("#answer article") == 0

    def _lists(self) -> None:
        self._ask(MOMENTS)
        assert self._count("#answer .said li") > 2, self._browser.text("#answer")

    def _shows_a_row(self) -> None:
        self._ask(NUMBER)
        b = self._browser
        assert "555-0108" in b.text("#answer td:nth-child(3)"), b.text("#answer")
        assert b.text("#answer th:nth-child(3)") == "Number"

    def _shows_what_differs(self) -> None:
        self._ask(VISITS)
        text = self._browser.text("#answer .warning")
        assert "20:30" in text and "19:00" in text, text
        assert self._count("#answer article") >= 2

    def _shows_the_printed_page(self) -> None:
        """Where it is opened; then with the answer's block marked, and no
        other."""
        self._ask(PHARMACY)
        b = self._browser
        picture = "document.querySelector('#answer .proof img')"
        assert not b.run(f"{picture}.naturalWidth"), "loaded before it is opened"
        b.run("document.querySelector('#answer .proof summary').click()")
        b.wait_for(f"{picture}.complete && {picture}.naturalWidth > 500")
        marked = b.run(
            f"(i => {{ const c = document.createElement('canvas');"
            " [c.width, c.height] = [i.naturalWidth, i.naturalHeight];"
            " const d = c.getContext('2d'); d.drawImage(i, 0, 0);"
            " const rows = []; for (let y = 0; y < c.height; ++y) {"
            " const p = d.getImageData(0, y, c.width, 1).data;"
            " for (let x = 0; x < p.length; x += 4) if (p[x] > p[x + 2] + 40)"
            " { rows.push(y / c.height); break; } }"
            f" return [rows[0], rows.at(-1)]; }})({picture})")
        # The line is at 600 of 842 points.
        assert 0.66 < marked[0] < 600 / 842 < marked[1] < 0.76, marked
        self._no_wider_than_the_window("printed page")

    def _shows_markup_as_text(self) -> None:
        self._ask(CEREMONY)
        b = self._browser
        assert "<script>alert(1)</script>" in b.text("#answer"), b.text("#answer")
        assert "<img src=x onerror=alert(1)>.txt" in b.text("#answer .place")
        assert self._count("#answer script, #answer img:not([loading])") == 0
        assert "\u202e" not in b.text("#answer")

    def _needs_no_mouse(self) -> None:
        self._ask(NUMBER)
        b = self._browser
        reached = []
        for _ in range(20):
            b.press("Tab")
            reached.append(b.run(
                "(e => e === document.body ? '' : e.id || e.className ||"
                " e.localName)(document.activeElement)"))
            outline = b.run("getComputedStyle(document.activeElement)"
                            ".outlineStyle")
            assert outline == "solid" or not reached[-1], reached
            if reached[-1] == "summary":
                break
        assert reached[:2] == ["ask", "clear"], reached
        assert "table" in reached, reached
        assert reached[-1] == "summary", reached
        b.press("Enter")
        assert b.run("document.querySelector('details').open")

    def _no_wider_than_the_window(self, what: str) -> None:
        b = self._browser
        wide = b.run("document.documentElement.scrollWidth")
        assert wide <= b.run("document.documentElement.clientWidth"), (what, wide)

    def _fits_every_width(self) -> None:
        """320 pixels are a window of 1,280 at 400 %, and 500 one of 1,000 at
        200 %."""
        b = self._browser
        for question in (NUMBER, MOMENTS, CEREMONY):
            self._ask(question)
            for width in (320, 500, 1920):
                b.resize(width, 700)
                self._no_wider_than_the_window(f"{question} at {width}")
                small = b.run(
                    "[...document.querySelectorAll('a, button, summary, input,"
                    " select')].filter(e => e.checkVisibility()).map(e => ["
                    "e.outerHTML, e.getBoundingClientRect()]).filter(([h, r])"
                    f" => r.height < {MIN_TARGET} || r.width < {MIN_TARGET})"
                    ".map(([h]) => h)")
                assert not small, small
            b.resize(1000, 800)

    def _reads_from_right_to_left(self) -> None:
        """The page's own sides turn with its direction; a document's text has
        that of its letters."""
        b = self._browser
        self._ask(ARABIC)
        said = "document.querySelector('#answer [dir=auto]')"
        assert b.run(f"getComputedStyle({said}).direction") == "rtl", b.text(
            "#answer")
        assert b.run("getComputedStyle(document.body).direction") == "ltr"
        self._ask(MOMENTS)
        b.run("document.documentElement.dir = 'rtl'")
        sides = b.run("(s => [s.borderRightWidth, s.borderLeftWidth])("
                      "getComputedStyle(document.querySelector('article')))")
        assert sides[0] != "0px" and sides[1] == "0px", sides
        for width in (320, 1920):
            b.resize(width, 700)
            self._no_wider_than_the_window(f"rtl at {width}")
        b.resize(1000, 800)

    def _faults_by_axe(self, what: str) -> None:
        self._browser.run(f"(() => {{ {self._axe}\n; return 0; }})()")
        found = self._browser.run(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
            " 'wcag22aa', 'best-practice']}).then(r => r.violations.map(v =>"
            " [v.id, v.nodes.map(n => n.failureSummary + n.html)]))")
        assert not found, (what, found)

    def _bars_nobody(self) -> None:
        b = self._browser
        for question in (VACCINES, NUMBER, MOMENTS, VISITS, ZYRTEC, PHARMACY):
            self._ask(question)
            b.run("document.querySelectorAll('details').forEach("
                  "d => { d.open = true; })")
            self._faults_by_axe(question)
        b.open(self._home)
        b.run("document.getElementById('idle').hidden = false")
        self._faults_by_axe("before a question")
        b.open(self._home.replace("/?", "/login?"))
        assert self._count("input[type=password]") == 1
        self._faults_by_axe("signing in")

    def sign_in(self) -> None:
        """As a person does, in French."""
        b = self._browser
        b.open(self._home.replace("/?lang=en", "/login?lang=fr"))
        for field, text in (("user", USER), ("password", PASSWORD)):
            b.run(f"document.getElementById('{field}').focus()")
            b.type(text)
        b.press("Enter")
        b.wait_for_page("document.readyState === 'complete' && " + SIGNED_IN)
        assert f"Connecté : {USER}" in b.text("footer"), b.text("footer")

    def _signs_in_and_out(self) -> None:
        self.sign_in()
        b = self._browser
        b.run("document.querySelector('footer button').click()")
        b.wait_for_page("document.readyState === 'complete' && !" + SIGNED_IN)
        assert b.run("document.documentElement.lang") == "fr"

    def is_dark(self) -> None:
        b = self._browser
        self._ask(VACCINES)
        ground = b.run("getComputedStyle(document.documentElement)"
                       ".backgroundColor.match(/[0-9]+/g).map(Number)")
        assert max(ground) < 64, ground
        self._bars_nobody()
        print(f"{b.NAME}: is dark", flush=True)

    def fits(self) -> None:
        self._ask(NUMBER)
        self._no_wider_than_the_window("zoomed")
        print(f"{self._browser.NAME}: fits at 200 %", flush=True)


class ChromiumTest:
    """What only DevTools can show."""

    def __init__(self, browser: Chromium, address: str, axe: str):
        self._address = address
        self._browser = browser
        self._test = PageTest(browser, address, axe)

    def run(self, daemon: Answerboxd) -> None:
        b = self._browser
        self._test.run()
        assert not b.faults(), b.faults()
        b.show(dark=True)
        self._test.is_dark()
        b.show(dark=False)
        b.resize(500, 400, scale=2)
        self._test.fits()
        b.resize(1000, 800)
        self._is_small()
        self._prints()
        self._works_without_scripts()
        self._clears_itself()
        self._signs_out_by_itself()
        self._says_that_nobody_replies(daemon)

    def _address_of(self, question: str) -> str:
        return f"http://{self._address}/?" + urllib.parse.urlencode(
            {"q": question, "lang": "en"})

    def _open(self, question: str) -> None:
        self._browser.open(self._address_of(question))

    def loaded_bytes(self) -> int:
        self._browser.call("Network.setCacheDisabled", cacheDisabled=True)
        self._open(MOMENTS)
        return sum(event["encodedDataLength"] for event in
                   self._browser.events("Network.loadingFinished"))

    def _is_small(self) -> None:
        loaded = self.loaded_bytes()
        assert 1_000 < loaded < MAX_BYTES, loaded

    def _prints(self) -> None:
        """On paper stand the question, the answer, its place, and its record
        with a code, but no form."""
        b = self._browser
        self._open(VACCINES)
        code = "document.querySelector('#answer .record img')"
        assert not b.run(f"{code}.naturalWidth"), "loaded before it is printed"
        b.run(f"window.print = () => {{ window.printed = {code}.naturalWidth; }}")
        b.run("document.getElementById('print').click()")
        b.wait_for("window.printed")
        assert b.run("window.printed") > 200, b.run("window.printed")
        b.show(printed=True)
        assert b.run(f"{code}.checkVisibility()")
        hidden = b.run("['form', 'footer'].map(e => "
                       "document.querySelector(e).checkVisibility())")
        assert hidden == [False, False], hidden
        for shown in (VACCINES, "2 °C and 8 °C", "11-vaccine-storage.md",
                      "Record of this answer: "):
            assert shown in b.text("main"), b.text("main")
        b.show(printed=False)

    def _works_without_scripts(self) -> None:
        b = self._browser
        b.call("Emulation.setScriptExecutionDisabled", value=True)
        b.open(f"http://{self._address}/?lang=en")
        b.wait_for("document.activeElement.id === 'question'")
        b.type(VACCINES)
        with b.until("Page.loadEventFired"):
            b.press("Enter")
        assert "2 °C and 8 °C" in b.text("#answer .short"), b.text("main")
        self._open(PHARMACY)
        for kind in ("proof", "record"):
            b.run(f"document.querySelector('.{kind} summary').click()")
            b.wait_for(f"document.querySelector('.{kind} img').naturalWidth > 200")
        b.call("Emulation.setScriptExecutionDisabled", value=False)

    def _clears_itself(self) -> None:
        """After a minute without a touch; it says so 20 s before. The clock of
        the page is wound on."""
        b = self._browser
        self._open(VACCINES)
        assert b.run("document.getElementById('idle').hidden")
        self._wind(41_000)
        assert not b.run("document.getElementById('idle').hidden")
        b.press("Tab")
        assert b.run("document.getElementById('idle').hidden")
        self._wind(41_000)
        assert "2 °C" in b.text("#answer")
        self._wind(21_000)
        assert b.text("#answer") == ""
        assert b.run("document.getElementById('question').value") == ""
        assert "q=" not in b.run("location.href")

    def _wind(self, milliseconds: int) -> None:
        with self._browser.until("Emulation.virtualTimeBudgetExpired"):
            self._browser.call("Emulation.setVirtualTimePolicy",
                               policy="advance", budget=milliseconds)

    def _signs_out_by_itself(self) -> None:
        """Also when nothing was asked; and a name that was typed goes."""
        b = self._browser
        # The clock of the tab before stands still.
        b.open_tab()
        self._test.sign_in()
        b.call("Page.addScriptToEvaluateOnNewDocument", source=(
            "{ const real = setTimeout;"
            " window.setTimeout = (f, ms) => real(f, ms / 50); }"))
        b.open(f"http://{self._address}/?lang=en")
        b.wait_for_page("!document.getElementById('idle').hidden")
        b.wait_for_page("document.getElementById('idle') && !" + SIGNED_IN)
        b.open(f"http://{self._address}/login?lang=en")
        b.wait_for_page("location.pathname === '/'")

    def _says_that_nobody_replies(self, daemon: Answerboxd) -> None:
        b = self._browser
        # The clock of the tab before stands still.
        b.open_tab()
        b.open(f"http://{self._address}/?lang=en")
        # The load that was awaited may be the empty page's of the new tab.
        b.wait_for_page("document.readyState === 'complete' && "
                        "document.activeElement.id === 'question'")
        assert daemon.stop() == 0, daemon.messages()
        b.type(VACCINES)
        b.press("Enter")
        b.wait_for("document.getElementById('status').innerText"
                   ".includes('does not reply')")
        assert b.text("#answer") == ""

    def print_figures(self) -> None:
        b = self._browser
        print(f"{self.loaded_bytes()} bytes")
        b.call("Emulation.setCPUThrottlingRate", rate=SLOWED_TIMES)
        paints = []
        for _ in range(21):
            self._open(MOMENTS)
            paints.append(b.run(
                "new Promise(done => new PerformanceObserver((list) => {"
                " for (const e of list.getEntries())"
                " if (e.name === 'first-contentful-paint') done(e.startTime);"
                "}).observe({type: 'paint', buffered: true}))"))
        paints.sort()
        print(f"first paint with the processor slowed {SLOWED_TIMES} times: "
              f"{paints[len(paints) // 2]:.0f} ms, at most {paints[-1]:.0f} ms")
        b.call("Emulation.setCPUThrottlingRate", rate=1)
        b.call("Performance.enable", timeDomain="threadTicks")
        print("processor time of the page's thread, not slowed: "
              f"{self._thread_ms(self._address_of(MOMENTS)):.0f} ms, of a page with one word "
              f"{self._thread_ms(f'http://{self._address}/health'):.0f} ms")

    def _thread_ms(self, address: str) -> float:
        """The median. Unlike the first paint, it does not depend on what else
        the machine does."""
        times = []
        for _ in range(21):
            self._browser.open(address)
            metrics = self._browser.call("Performance.getMetrics")["metrics"]
            times.append(next(metric["value"] for metric in metrics
                              if metric["name"] == "TaskDuration"))
        return 1000 * sorted(times)[len(times) // 2]

    def write_pictures(self) -> None:
        b = self._browser
        folder = ROOT / "docs/pictures"
        folder.mkdir(exist_ok=True)
        b.resize(640, 620)
        self._open(VACCINES)
        (folder / "page.png").write_bytes(b.screenshot())
        b.resize(400, 620)
        b.show(dark=True)
        self._open(NUMBER)
        (folder / "page-dark.png").write_bytes(b.screenshot())


def test_firefox(address: str, axe: str) -> None:
    with contextlib.closing(Firefox()) as browser:
        PageTest(browser, address, axe).run()
    with contextlib.closing(Firefox(dark=True, zoom=2)) as browser:
        test = PageTest(browser, address, axe)
        test.fits()
        test.is_dark()
    with contextlib.closing(Firefox(scripts=False)) as browser:
        browser.open(f"http://{address}/?" + urllib.parse.urlencode(
            {"q": VACCINES, "lang": "en"}))
        assert browser.shows("between 2 °C and 8 °C")
        print("Firefox: works without scripts", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--browser", choices=("chromium", "firefox"),
                        default="chromium")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--figures", action="store_true")
    arguments = parser.parse_args()
    axe = install_axe(arguments.packages)
    address = free_address()
    with tempfile.TemporaryDirectory(prefix="answerbox-page-") as folder:
        with Answerboxd(arguments.daemon, pathlib.Path(folder) / "state",
                        ["--energy-sensor", "none",
                         "--http", address,
                         "--http-kiosk", "default"]) as daemon:
            subprocess.run([arguments.client, "add",
                            str(ROOT / "deploy/sample-handbook"),
                            "--socket", str(daemon.socket_path)], check=True,
                           capture_output=True)
            password = pathlib.Path(folder) / "password"
            password.write_text(PASSWORD + "\n", encoding="utf-8")
            subprocess.run([arguments.client, "user", "add", USER,
                            "--password-file", str(password), "--ask", "*",
                            "--socket", str(daemon.socket_path)], check=True,
                           capture_output=True)
            for name, text in DOCUMENTS.items():
                daemon.call("documents.add", name=name, text=text)
            guide = pathlib.Path(folder) / "guide.pdf"
            guide.write_bytes(pdf(GUIDE))
            subprocess.run([arguments.client, "add", "--pages", str(guide),
                            "--socket", str(daemon.socket_path)], check=True,
                           capture_output=True)
            if arguments.browser == "firefox":
                test_firefox(address, axe)
                return 0
            with contextlib.closing(Chromium()) as browser:
                test = ChromiumTest(browser, address, axe)
                if arguments.update:
                    test.write_pictures()
                elif arguments.figures:
                    test.print_figures()
                else:
                    test.run(daemon)
    return 0


if __name__ == "__main__":
    sys.exit(main())
