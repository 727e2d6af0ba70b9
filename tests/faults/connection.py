"""A client of docs/socket-protocol.md that sends many requests at once."""

import collections
import fcntl
import itertools
import json
import os
import pathlib
import select
import socket
import termios


class RequestError(Exception):
    """The daemon answered with an error object."""

    def __init__(self, error: dict):
        super().__init__(f"{error['code']}: {error['message']}")
        self.kind = error.get("data", {}).get("kind", "")
        self.error = error


class Connection:
    """Requests go out in order. Replies come in any order, by their id."""

    def __init__(self, path: pathlib.Path, patience_s: float,
                 first_id: int = 1):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(patience_s)
        self._socket.connect(str(path))
        self._ids = itertools.count(first_id)
        self._received = b""
        self._set_aside: collections.deque[dict] = collections.deque()

    def fileno(self) -> int:
        return self._socket.fileno()

    def next_id(self) -> int:
        return next(self._ids)

    def send(self, method: str, **params) -> int:
        """Returns the request's id. If the daemon is gone: ConnectionError."""
        number = self.next_id()
        self.send_as(number, method, params)
        return number

    def send_as(self, number: int, method: str, params: dict) -> None:
        request = {"jsonrpc": "2.0", "id": number, "method": method,
                   "params": params}
        line = json.dumps(request, ensure_ascii=False, separators=(",", ":"))
        self.send_line(line.encode())

    def send_line(self, line: bytes) -> None:
        self._socket.sendall(line + b"\n")

    def begin_line(self, size: int) -> bool:
        """Sends bytes without a line end. False if the daemon does not take all
        of them."""
        try:
            self._socket.sendall(b" " * size)
        except ConnectionError:
            return False
        while not select.select([self._socket], [], [], 0)[0]:
            unread = fcntl.ioctl(self._socket, termios.TIOCOUTQ, b"\0" * 4)
            if unread == b"\0" * 4:
                return True
            os.sched_yield()
        return False

    def receive(self) -> dict | None:
        """The next reply or notification; None if the daemon is gone."""
        if self._set_aside:
            return self._set_aside.popleft()
        return self._receive_line()

    def receive_ready(self) -> tuple[list[dict], bool]:
        """The lines that have come already, and whether the daemon is gone."""
        replies = []
        while self._set_aside or b"\n" in self._received or \
                select.select([self._socket], [], [], 0)[0]:
            reply = self.receive()
            if reply is None:
                return replies, True
            replies.append(reply)
        return replies, False

    def result_of(self, number: int) -> dict:
        """Waits for one reply. Keeps other replies that come before it."""
        while True:
            reply = self._receive_line()
            if reply is None:
                raise ConnectionError("the daemon closed the connection")
            if reply.get("id") != number:
                self._set_aside.append(reply)
            elif "error" in reply:
                raise RequestError(reply["error"])
            else:
                return reply["result"]

    def _receive_line(self) -> dict | None:
        while True:
            line, found, rest = self._received.partition(b"\n")
            if found:
                self._received = rest
                return json.loads(line)
            try:
                block = self._socket.recv(1 << 18)
            except (ConnectionResetError, BrokenPipeError):
                return None
            if not block:
                return None
            self._received += block

    def call(self, method: str, **params) -> dict:
        return self.result_of(self.send(method, **params))

    def close(self) -> None:
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
