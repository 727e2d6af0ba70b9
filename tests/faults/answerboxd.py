"""Starts the real daemon for a test and makes sure it is gone afterwards."""

import os
import pathlib
import resource
import select
import signal
import socket
import subprocess
import tempfile

from connection import Connection

# A limit for a daemon that hangs; no test waits so long.
PATIENCE_S = 120


class StartFailure(Exception):
    """The daemon ended before it was ready."""

    def __init__(self, exit_code: int, message: str):
        super().__init__(f"exit code {exit_code}: {message}")
        self.exit_code = exit_code
        self.message = message


def free_address() -> str:
    """An address of this machine on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


class Answerboxd:
    """One daemon, ready to serve. Use it with `with`, or call close()."""

    def __init__(self, binary: str, state_dir: pathlib.Path,
                 options: list[str] | None = None,
                 environment: dict[str, str] | None = None,
                 as_user: int | None = None,
                 limits: dict[int, int] | None = None,
                 closed: tuple[int, ...] = ()):
        # Outside of the state directory, because that may be full or read-only.
        self._folder = tempfile.TemporaryDirectory(prefix="answerboxd-")
        folder = pathlib.Path(self._folder.name)
        if as_user is not None:
            os.chown(folder, as_user, as_user)
        self.socket_path = folder / "socket"
        self._messages_path = folder / "messages"
        self._ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ready.bind(str(folder / "notify"))
        os.chmod(folder / "notify", 0o666)
        with open(self._messages_path, "wb") as messages:
            self.process = subprocess.Popen(
                [binary, "--state-dir", str(state_dir),
                 "--socket", str(self.socket_path)] + (options or []),
                stdin=subprocess.DEVNULL, stdout=messages, stderr=messages,
                env={**os.environ, **(environment or {}),
                     "NOTIFY_SOCKET": str(folder / "notify")},
                user=as_user, group=as_user,
                extra_groups=None if as_user is None else [],
                preexec_fn=lambda: _prepare(limits or {}, closed))
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        ended = os.pidfd_open(self.process.pid)
        try:
            while True:
                readable, _, _ = select.select([self._ready, ended], [], [],
                                               PATIENCE_S)
                if self._ready in readable:
                    if b"READY=1" in self._ready.recv(4096):
                        return
                elif ended in readable:
                    exit_code = self.process.wait()
                    message = self.messages()
                    self.close()
                    raise StartFailure(exit_code, message)
                else:
                    self.kill()
                    raise TimeoutError("the daemon does not become ready")
        finally:
            os.close(ended)

    def notifications(self) -> socket.socket:
        """The socket on which the daemon reports to its service manager."""
        return self._ready

    def next_notification(self) -> str:
        """The daemon's next report to its service manager."""
        readable, _, _ = select.select([self._ready], [], [], PATIENCE_S)
        if not readable:
            raise TimeoutError("the daemon tells nothing")
        return self._ready.recv(4096).decode()

    def connect(self, first_id: int = 1) -> Connection:
        return Connection(self.socket_path, PATIENCE_S, first_id)

    def call(self, method: str, **params) -> dict:
        """Sends one request on a connection of its own. Returns its result."""
        with self.connect() as connection:
            return connection.call(method, **params)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def messages(self) -> str:
        return self._messages_path.read_text(errors="replace")

    def pss_bytes(self) -> int:
        """The daemon's proportional set size, as the kernel counts it. Code that
        other processes use too counts in part."""
        return self._rolled_up("Pss:")

    def anonymous_bytes(self) -> int:
        """The memory that is the daemon's alone, and not a file's."""
        return self._rolled_up("Anonymous:")

    def _rolled_up(self, name: str) -> int:
        path = f"/proc/{self.process.pid}/smaps_rollup"
        with open(path, encoding="ascii") as rollup:
            for line in rollup:
                if line.startswith(name):
                    return int(line.split()[1]) * 1024
        raise ValueError(f"{path} has no {name}")

    def kill(self) -> None:
        """Kills the daemon, like a crash or the kernel. Harmless if it has
        ended."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Stops the daemon like the service manager. Returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        self.kill()
        self._ready.close()
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _prepare(limits: dict[int, int], closed: tuple[int, ...]) -> None:
    """Sets limits (resource.RLIMIT_...) and closes descriptors. By default
    allows as many descriptors as possible."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for limit, value in {resource.RLIMIT_NOFILE: hard, **limits}.items():
        resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
    for number in closed:
        os.close(number)
