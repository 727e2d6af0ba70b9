#!/usr/bin/env python3
"""npm's mqtt in Chromium asks over a WebSocket by TLS, and gets the cited
answer; from a page of a host that is not named it gets no connection.

usage: browser_test.py --daemon ANSWERBOXD --client ANSWERBOX --handbook DIR
                       --packages DIR

DIR is where npm's mqtt, as npm built it for browsers, is installed once.
"""

import argparse
import base64
import hashlib
import http.server
import json
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import unittest

from box import PASSWORD, PATIENCE_S, USER, Box

OPTIONS = argparse.Namespace()
HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "mqtt@4.3.8"
QUESTION = "At what temperature are vaccines stored?"
DOCUMENT = "11-vaccine-storage.md"
PAGE = b"""<!DOCTYPE html><meta charset="utf-8"><title>Wall</title>
<script src="/mqtt.min.js"></script><script src="/ask.js"></script>"""


def bundle(folder: pathlib.Path) -> pathlib.Path:
    script = folder / "node_modules/mqtt/dist/mqtt.min.js"
    installed = folder / "package.json"
    if not script.exists() or PACKAGE.split("@")[1] not in \
            installed.read_text(encoding="utf-8"):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", str(folder),
                        "--ignore-scripts", "--no-audit", "--no-fund",
                        "--save-exact", "--loglevel=error", PACKAGE],
                       timeout=300, check=True)
    return script


class Wall:
    """A web server with a page that asks what `ask` says, and reports here. It
    has its port from the beginning, so that nobody else gets it."""

    def __init__(self, script: pathlib.Path):
        reports = self.reports = queue.Queue()
        files = self._files = {
            "/": ("text/html", PAGE),
            "/mqtt.min.js": ("text/javascript", script.read_bytes()),
            "/ask.js": ("text/javascript", (HERE / "ask_page.js").read_bytes())}

        class Handler(http.server.BaseHTTPRequestHandler):

            def do_GET(self):
                kind, content = files.get(self.path, ("text/plain", b""))
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(content)

            def do_POST(self):
                size = int(self.headers["Content-Length"])
                reports.put(self.rfile.read(size).decode())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                                      Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def ask(self, question: dict) -> None:
        self._files["/question"] = ("application/json",
                                    json.dumps(question).encode())

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class BrowserTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        script = bundle(pathlib.Path(OPTIONS.packages))
        folder = tempfile.TemporaryDirectory(prefix="answerbox-browser-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.named, cls.other = Wall(script), Wall(script)
        for wall in (cls.named, cls.other):
            cls.addClassCleanup(wall.close)
        cls.box = Box(OPTIONS.daemon, OPTIONS.client, OPTIONS.handbook,
                      cls.folder, "--mqtt-websocket-origins",
                      f"http://127.0.0.1:{cls.named.port}", is_web=True)
        cls.addClassCleanup(cls.box.close)

    def trusted_key(self) -> str:
        """As Chromium names a certificate that it is to trust."""
        key = subprocess.run(
            ["openssl", "x509", "-in", str(self.box.server_certificate),
             "-pubkey", "-noout"], capture_output=True, check=True).stdout
        der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"],
                             input=key, capture_output=True, check=True).stdout
        return base64.b64encode(hashlib.sha256(der).digest()).decode()

    def report(self, wall: Wall) -> dict:
        """What the page says."""
        wall.ask({"url": f"wss://127.0.0.1:{self.box.https_port}/mqtt",
                  "username": USER, "password": PASSWORD,
                  "answers": f"clients/{USER}/page",
                  "question": QUESTION})
        browser = subprocess.Popen(
            ["chromium", "--headless", "--disable-gpu", "--no-first-run",
             "--no-sandbox", "--disable-dev-shm-usage",
             f"--user-data-dir={self.folder / str(wall.port)}",
             f"--ignore-certificate-errors-spki-list={self.trusted_key()}",
             f"http://127.0.0.1:{wall.port}/"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        try:
            return json.loads(wall.reports.get(timeout=PATIENCE_S))
        except queue.Empty:
            browser.kill()
            self.fail(f"Chromium said nothing: {browser.stderr.read()}")
        finally:
            browser.kill()
            browser.communicate()

    def test_a_named_page_gets_the_cited_answer(self):
        report = self.report(self.named)
        self.assertIn("answer", report)
        answer = json.loads(report["answer"])["result"]["answer"]
        self.assertEqual(answer["document"], DOCUMENT)
        self.assertIn("°C", answer["text"])

    def test_a_page_of_another_host_gets_no_connection(self):
        self.assertEqual(self.report(self.other), {"closed": True})


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("--daemon", "--client", "--handbook", "--packages"):
        parser.add_argument(option, required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)


if __name__ == "__main__":
    main()
