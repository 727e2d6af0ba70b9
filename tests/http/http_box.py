"""A daemon that serves HTTP and HTTPS, and a client that sends any bytes."""

import contextlib
import json
import os
import pathlib
import socket
import ssl
import subprocess

from answerboxd import Answerboxd

PATIENCE_S = 120  # A guard against what hangs; no test waits for it to pass.
USER = "alice"
PASSWORD = "correct horse battery staple"
KIOSK = "default"  # Anybody may ask it.
SECRET = "secret"  # Only users may.
# By which the daemon may grow, whatever clients do. A sanitizer keeps what was
# freed, up to 256 MiB by default.
MOST_GROWTH = (48 + int(os.environ.get("ANSWERBOX_SANITIZER_MIB", "0"))) << 20


def free_ports(count: int) -> list[int]:
    """Different ones: all are held until the last one is found."""
    with contextlib.ExitStack() as probes:
        ports = []
        for _ in range(count):
            probe = probes.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(probe.getsockname()[1])
        return ports


def own_address() -> str | None:
    """One of this machine that is not loopback; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends nothing.
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


class Reply:
    def __init__(self, status: int, fields: list[tuple[str, str]],
                 body: bytes):
        self.status = status
        self.fields = fields
        self.body = body

    def field(self, name: str) -> str | None:
        found = [value for key, value in self.fields
                 if key.lower() == name.lower()]
        assert len(found) < 2, found
        return found[0] if found else None

    def json(self):
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The kind of a JSON-RPC error."""
        return self.json()["error"]["data"]["kind"]


class Peer:
    """One connection."""

    def __init__(self, port: int, address: str = "127.0.0.1",
                 tls: ssl.SSLContext | None = None):
        self.socket = socket.create_connection((address, port),
                                               timeout=PATIENCE_S)
        if tls:
            self.socket = tls.wrap_socket(self.socket,
                                          server_hostname="localhost")
        self._rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def _more(self) -> bool:
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            return False
        self._rest += data
        return bool(data)

    def receive(self, has_body: bool = True) -> Reply | None:
        """None where the connection ended before a reply."""
        while b"\r\n\r\n" not in self._rest:
            if not self._more():
                return None
        head, self._rest = self._rest.split(b"\r\n\r\n", 1)
        lines = head.decode("ascii").split("\r\n")
        version, status, _ = lines[0].split(" ", 2)
        assert version == "HTTP/1.1", lines[0]
        fields = [tuple(line.split(": ", 1)) for line in lines[1:]]
        reply = Reply(int(status), fields, b"")
        length = int(reply.field("Content-Length") or 0) if has_body else 0
        while len(self._rest) < length:
            if not self._more():
                raise AssertionError(f"the body ended early: {lines}")
        reply.body, self._rest = self._rest[:length], self._rest[length:]
        return reply

    def is_closed(self) -> bool:
        """Waits until the daemon closes the connection, or says something."""
        return not self._rest and not self._more()

    def ask(self, request: bytes) -> Reply | None:
        self.send(request)
        return self.receive(not request.startswith(b"HEAD "))


def request(method: str = "GET", target: str = "/health",
            fields: dict[str, str] | None = None, body: bytes = b"") -> bytes:
    """With Host and, where a body is sent, its length."""
    all_fields = {"Host": "localhost"}
    if body or method == "POST":
        all_fields["Content-Length"] = str(len(body))
    all_fields.update(fields or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in all_fields.items()
                   if value is not None)
    return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body


def rpc(method: str, params: dict | None = None, *, number: int = 1,
        fields: dict[str, str] | None = None) -> bytes:
    call = {"jsonrpc": "2.0", "id": number, "method": method,
            "params": params or {}}
    return request("POST", "/rpc",
                   {"Content-Type": "application/json", **(fields or {})},
                   json.dumps(call).encode())


def login(password: str = PASSWORD, user: str = USER,
          fields: dict[str, str] | None = None) -> bytes:
    return request("POST", "/login",
                   {"Content-Type": "application/json", **(fields or {})},
                   json.dumps({"user": user, "password": password}).encode())


class HttpBox:
    """The sample handbook in two collections: one for all, one for users."""

    def __init__(self, daemon: str, client: str, handbook: str,
                 folder: pathlib.Path, *options: str, kiosk: str = KIOSK):
        self._client = client
        self._kiosk = kiosk
        self.folder = folder
        self.inbox = folder / "inbox"
        self.inbox.mkdir()
        self.port, self.tls_port = free_ports(2)
        self.run_alone("certificate", "make", "--out", str(folder), "--name",
                  "localhost", "--name", "127.0.0.1")
        self._start = lambda: Answerboxd(
            daemon, folder / "state",
            ["--energy-sensor", "none",
             "--http", f"0.0.0.0:{self.port}",
             "--https", f"127.0.0.1:{self.tls_port}",
             "--http-certificate", str(folder / "answerbox.crt"),
             "--http-key", str(folder / "answerbox.key"),
             "--http-kiosk", kiosk, "--inbox", str(self.inbox), *options])
        self.daemon = self._start()
        self.run("add", handbook)
        self.run("collections", "create", SECRET)
        self.run("add", handbook, "--collection", SECRET)
        password = folder / "password"
        password.write_text(PASSWORD + "\n")
        self.run("user", "add", USER, "--password-file", str(password),
                 *(f"--{right}={where}" for right in
                   ("ask", "read", "add", "manage") for where in "*"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.close()

    def restart(self) -> None:
        """As after a power cut, as far as a process can tell."""
        self.daemon.close()  # Kills it.
        self.daemon = self._start()

    def run_alone(self, *arguments: str) -> str:
        """A command that needs no daemon."""
        ended = subprocess.run([self._client, *arguments],
                               stdin=subprocess.DEVNULL, capture_output=True,
                               text=True, timeout=PATIENCE_S, check=False)
        if ended.returncode != 0:
            raise AssertionError(f"{arguments}: {ended.stderr}")
        return ended.stdout

    def run(self, *arguments: str) -> str:
        return self.run_alone(*arguments, "--socket", str(self.daemon.socket_path))

    def peer(self) -> Peer:
        return Peer(self.port)

    def tls_peer(self) -> Peer:
        context = ssl.create_default_context(
            cafile=str(self.folder / "answerbox.crt"))
        return Peer(self.tls_port, tls=context)

    def ask(self, data: bytes) -> Reply | None:
        """By a connection of its own."""
        with self.peer() as peer:
            return peer.ask(data)

    def check_serves(self) -> None:
        """Whatever others send, somebody else is answered."""
        reply = self.ask(rpc("ask", {"question": "How often?"})
                         if self._kiosk else request())
        assert reply is not None and reply.status == 200, reply
