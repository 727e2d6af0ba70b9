"""Real browsers without a window, driven by their own protocols: Chromium by
DevTools, Firefox by WebDriver BiDi.
"""

import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

import websocket

PATIENCE_S = 120  # A guard against what hangs; no test waits for it to pass.
# Keys that have no letter -> WebDriver's code, DevTools' code.
KEYS = {"Tab": ("\ue004", 9), "Enter": ("\ue006", 13), " ": (" ", 32)}


class Browser:
    """What both have in common. `size` is in CSS pixels."""

    NAME = ""

    def __init__(self, command: list[str], address: str, *,
                 size: tuple[int, int], environment: dict[str, str]):
        self._next_id = 0
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace",
            env={**os.environ, **environment}, start_new_session=True)
        timer = threading.Timer(PATIENCE_S, self._process.kill)
        timer.start()
        for line in self._process.stderr:
            if found := re.search(address, line):
                break
        else:
            raise RuntimeError(f"{command[0]} ends without an address")
        timer.cancel()
        # What it says later is of no use, but must not fill the pipe.
        threading.Thread(target=self._process.stderr.read, daemon=True).start()
        self._endpoint = found[1]
        self._size = size

    def _connect(self, address: str) -> None:
        self._socket = websocket.create_connection(
            address, timeout=PATIENCE_S, suppress_origin=True)

    def _send(self, method: str, params: dict, **more) -> int:
        self._next_id += 1
        self._socket.send(json.dumps({"id": self._next_id, "method": method,
                                      "params": params, **more}))
        return self._next_id

    def _reply(self, request: int) -> dict:
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") != request:
                self._noticed(message)
            elif "error" in message:
                raise RuntimeError(f"{self.NAME}: {message}")
            else:
                return message["result"]

    def _noticed(self, message: dict) -> None:
        """Is given every event."""

    def run(self, expression: str):
        """The value of the JavaScript expression; awaits a promise."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        raise NotImplementedError

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    def wait_for(self, condition: str) -> None:
        """Until the JavaScript condition holds, seen at each frame."""
        done = self.run(
            "new Promise((done, fail) => { const begin = Date.now();"
            "const look = () => {"
            f"if ({condition}) done(true);"
            f"else if (Date.now() - begin > {PATIENCE_S * 1000 // 2}) "
            "done(false); else setTimeout(look, 10); }; look(); })")
        assert done, f"{self.NAME}: {condition} never holds"

    def wait_for_page(self, condition: str) -> None:
        """As wait_for, where another page comes in the meantime."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            # The page that was asked may be gone.
            with contextlib.suppress(RuntimeError):
                if self.run(condition):
                    return
            time.sleep(0.05)
        raise AssertionError(f"{self.NAME}: {condition} never holds")

    def text(self, selector: str) -> str:
        return self.run(
            f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def close(self) -> None:
        self._socket.close()
        os.killpg(self._process.pid, 9)
        self._process.wait()


class Chromium(Browser):
    NAME = "Chromium"

    def __init__(self, size=(1000, 800)):
        self._folder = tempfile.TemporaryDirectory(
            prefix="chromium-", ignore_cleanup_errors=True)
        super().__init__(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--no-first-run", "--disable-background-networking",
             "--remote-debugging-port=0", "--remote-allow-origins=*",
             f"--user-data-dir={self._folder.name}", "about:blank"],
            r"DevTools listening on (\S+)", size=size, environment={})
        self._events: list[dict] = []
        self._connect(self._endpoint)
        self.open_tab()

    def tab(self) -> dict[str, str]:
        return self._session

    def open_tab(self, tab: dict[str, str] | None = None) -> None:
        """Goes on in that tab, or in a new one that has nothing of this."""
        if tab:
            self._session = tab
            return
        self._session: dict[str, str] = {}
        target = self.call("Target.createTarget", url="about:blank")
        attached = self.call("Target.attachToTarget", flatten=True,
                             targetId=target["targetId"])
        self._session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")
        self.resize(*self._size)

    def call(self, method: str, **params) -> dict:
        return self._reply(self._send(method, params, **self._session))

    def _noticed(self, message: dict) -> None:
        self._events.append(message)

    def events(self, method: str) -> list[dict]:
        return [event["params"] for event in self._events
                if event.get("method") == method]

    @contextlib.contextmanager
    def until(self, method: str):
        """Waits after the block for the next such event."""
        self._events.clear()
        yield
        while not self.events(method):
            self._noticed(json.loads(self._socket.recv()))

    def open(self, address: str) -> None:
        with self.until("Page.loadEventFired"):
            self.call("Page.navigate", url=address)

    def run(self, expression: str):
        result = self.call("Runtime.evaluate", expression=expression,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key: str) -> None:
        known = KEYS.get(key)
        params = {"key": key, "windowsVirtualKeyCode": known[1] if known else 0}
        if key == "Enter":
            params["text"] = "\r"
        elif len(key) == 1:
            params["text"] = key
        self.call("Input.dispatchKeyEvent", type="keyDown", **params)
        self.call("Input.dispatchKeyEvent", type="keyUp", **params)

    def resize(self, width: int, height: int, scale: float = 1) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=scale, mobile=False)

    def show(self, *, dark: bool = False, printed: bool = False) -> None:
        self.call("Emulation.setEmulatedMedia",
                  media="print" if printed else "",
                  features=[{"name": "prefers-color-scheme",
                             "value": "dark" if dark else "light"}])

    def faults(self) -> list[str]:
        """What the console has of errors since the page was opened."""
        return [str(event) for event in
                [entry["entry"] for entry in self.events("Log.entryAdded")
                 if entry["entry"]["level"] == "error"] +
                self.events("Runtime.exceptionThrown")]

    def screenshot(self) -> bytes:
        return base64.b64decode(
            self.call("Page.captureScreenshot", format="png")["data"])


class Firefox(Browser):
    NAME = "Firefox"

    def __init__(self, size=(1000, 800), *, dark=False, scripts=True,
                 zoom: float = 1):
        self._folder = tempfile.TemporaryDirectory(
            prefix="firefox-", ignore_cleanup_errors=True)
        preferences = {
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "javascript.enabled": scripts,
            "layout.css.devPixelsPerPx": str(zoom),
            "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False,
        }
        (pathlib.Path(self._folder.name) / "user.js").write_text("".join(
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in preferences.items()))
        super().__init__(
            [shutil.which("firefox-esr") or "firefox", "--headless",
             "--no-remote", "--profile", self._folder.name,
             "--remote-debugging-port=0", "about:blank"],
            r"WebDriver BiDi listening on (\S+)", size=size,
            # Its home holds no profile of anybody.
            environment={"HOME": self._folder.name, "MOZ_HEADLESS": "1"})
        self._connect(self._endpoint + "/session")
        self.call("session.new", capabilities={})
        # The tab that it begins with does not have the focus.
        created = self.call("browsingContext.create", type="tab")
        self._context = created["context"]
        self.resize(*size)

    def call(self, method: str, **params) -> dict:
        return self._reply(self._send(method, params))

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self._context,
                  url=address, wait="complete")

    def run(self, expression: str):
        result = self.call(
            "script.evaluate", target={"context": self._context},
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            awaitPromise=True)
        if result["type"] != "success":
            raise RuntimeError(str(result["exceptionDetails"]))
        value = result["result"].get("value")
        return None if value is None else json.loads(value)

    def press(self, key: str) -> None:
        code = KEYS[key][0] if key in KEYS else key
        self.call("input.performActions", context=self._context, actions=[{
            "type": "key", "id": "keyboard",
            "actions": [{"type": "keyDown", "value": code},
                        {"type": "keyUp", "value": code}]}])

    def resize(self, width: int, height: int) -> None:
        self.call("browsingContext.setViewport", context=self._context,
                  viewport={"width": width, "height": height})

    def shows(self, text: str) -> bool:
        """Whether a paragraph has the text; works without scripts."""
        found = self.call("browsingContext.locateNodes", context=self._context,
                          locator={"type": "xpath",
                                   "value": f"//p[contains(., '{text}')]"})
        return bool(found["nodes"])
