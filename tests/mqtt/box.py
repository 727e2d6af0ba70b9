"""A daemon that serves MQTT over TCP and TLS, with users and certificates."""

import contextlib
import pathlib
import socket
import subprocess

from answerboxd import Answerboxd

PATIENCE_S = 120  # A guard against what hangs; no test waits for it to pass.
USER = "alice"
PASSWORD = "correct horse battery staple"
CERTIFIED = "kiosk-1"


def free_port() -> int:
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Different ones: all are held until the last one is found."""
    with contextlib.ExitStack() as probes:
        ports = []
        for _ in range(count):
            probe = probes.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(probe.getsockname()[1])
        return ports


class Box:
    """Files and addresses in `folder`; the daemon holds the sample handbook."""

    def __init__(self, daemon: str, client: str, handbook: str,
                 folder: pathlib.Path, *options: str, is_web: bool = False):
        """`is_web`: MQTT is served over WebSocket, too."""
        self._client = client
        self.folder = folder
        self.port, self.tls_port = free_ports(2)
        self._make_certificates()
        self.daemon = Answerboxd(
            daemon, folder / "state",
            ["--energy-sensor", "none",
             "--mqtt", f"127.0.0.1:{self.port}",
             "--mqtt-tls", f"127.0.0.1:{self.tls_port}",
             "--mqtt-certificate", str(folder / "answerbox.crt"),
             "--mqtt-key", str(folder / "answerbox.key"),
             "--mqtt-client-ca", str(folder / "ca.crt"),
             *(self._web_options() if is_web else ()), *options])
        self.run("add", handbook)
        password = folder / "password"
        password.write_text(PASSWORD + "\n")
        self.run("user", "add", USER, "--password-file", str(password))
        self.run("user", "add", f"cert:{CERTIFIED}")

    def close(self) -> None:
        self.daemon.close()

    def run(self, *arguments: str) -> str:
        ended = subprocess.run(
            [self._client, *arguments, "--socket",
             str(self.daemon.socket_path)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE_S, check=False)
        if ended.returncode != 0:
            raise AssertionError(f"{arguments}: {ended.stderr}")
        return ended.stdout

    def _web_options(self) -> list[str]:
        self.http_port, self.https_port = free_ports(2)
        return ["--http", f"127.0.0.1:{self.http_port}",
                "--https", f"127.0.0.1:{self.https_port}",
                "--http-certificate", str(self.folder / "answerbox.crt"),
                "--http-key", str(self.folder / "answerbox.key"),
                "--mqtt-websocket", "yes"]

    @property
    def server_certificate(self) -> pathlib.Path:
        return self.folder / "answerbox.crt"

    @property
    def client_certificate(self) -> pathlib.Path:
        return self.folder / f"{CERTIFIED}.crt"

    @property
    def client_key(self) -> pathlib.Path:
        return self.folder / CERTIFIED / "answerbox.key"

    def _make_certificates(self) -> None:
        self._certificate("make", "--out", self.folder, "--name", "localhost",
                          "--name", "127.0.0.1")
        self._certificate("make", "--out", self.folder, "--ca")
        self._certificate("request", "--out", self.folder / CERTIFIED,
                          "--name", CERTIFIED)
        self._certificate("sign", "--ca", self.folder / "ca.crt",
                          "--key", self.folder / "ca.key", "--request",
                          self.folder / CERTIFIED / "answerbox.csr", "--out",
                          self.client_certificate)

    def _certificate(self, *arguments) -> None:
        subprocess.run([self._client, "certificate", *map(str, arguments)],
                       stdout=subprocess.DEVNULL, timeout=PATIENCE_S,
                       check=True)
