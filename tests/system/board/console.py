"""The shell of another machine, at the end of a line."""

import re
import shlex
import socket
import time

_END = re.compile(rb"=== (\d+)\r?\n")
_LINE = re.compile(rb"\r?\n")


class Console:
    """`log` has everything that it printed."""

    def __init__(self, line: socket.socket, patience_s: float):
        self.log = b""
        self._line = line
        self._patience_s = patience_s
        self._unread = b""

    def close(self) -> None:
        self._line.close()

    def shell(self, line: str) -> tuple[int, str]:
        """Runs a line of shell. Returns its exit code and its output."""
        self.send(f"{line}\necho \"=== $?\"")
        said, end = self.read_until(_END)
        return int(end.group(1)), said.decode()

    def run(self, *command: object) -> tuple[int, str]:
        return self.shell(shlex.join(str(word) for word in command))

    def must(self, *command: object) -> str:
        code, said = self.run(*command)
        if code != 0:
            raise AssertionError(f"{command} ends with {code}: {said}")
        return said

    def send(self, line: str) -> None:
        self._line.sendall(f"{line}\n".encode())

    def read_line(self) -> str:
        return self.read_until(_LINE)[0].decode()

    def drain(self) -> None:
        """Until the other end closes the line."""
        self._line.settimeout(self._patience_s)
        while received := self._line.recv(65536):
            self.log += received

    def read_until(self, end: re.Pattern) -> tuple[bytes, re.Match]:
        deadline = time.monotonic() + self._patience_s
        while True:
            if found := end.search(self._unread):
                said = self._unread[:found.start()]
                self._unread = self._unread[found.end():]
                return said, found
            self._line.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                received = self._line.recv(65536)
            except TimeoutError:
                received = b""
            if not received:
                raise AssertionError(
                    f"the machine is silent; it has said: {self.log.decode()}")
            self.log += received
            self._unread += received
