"""An arm64 machine in an emulator, controlled over its serial console."""

import pathlib
import re
import shlex
import socket
import subprocess
import time

_END = re.compile(rb"=== (\d+)\r?\n")
_BOOT_PATIENCE_S = 150
_COMMAND_PATIENCE_S = 60


# Commands and their output go over the console. On a busy host the kernel would
# write messages about delays in between, and systemd about its units.
_SILENT = "loglevel=1 systemd.show_status=no"


class Machine:
    """Runs until it is closed. `log` has everything that the console printed.
    `folder` has its console; `arguments` are for the emulator.
    """

    def __init__(self, kernel: pathlib.Path, initramfs: pathlib.Path,
                 folder: pathlib.Path, arguments=("-smp", "2", "-m", "256"),
                 patience_s: float = _COMMAND_PATIENCE_S):
        self.log = b""
        self._patience_s = patience_s
        self._unread = b""
        path = folder / "console"
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            listener.settimeout(_BOOT_PATIENCE_S)
            self._process = subprocess.Popen(
                ["qemu-system-aarch64", "-M", "virt,gic-version=2",
                 "-cpu", "cortex-a57", *arguments,
                 "-display", "none", "-monitor", "none", "-nic", "none",
                 "-no-reboot", "-kernel", kernel, "-initrd", initramfs,
                 "-append", "console=ttyAMA0 rdinit=/init "
                 f"{_SILENT} panic=-1",
                 "-chardev", f"socket,id=console,path={path}",
                 "-serial", "chardev:console"],
                stdin=subprocess.DEVNULL)
            try:
                self._console, _ = listener.accept()
            except TimeoutError:
                self.close()
                raise
        try:
            self._read_until(re.compile(rb"=== ready\r?\n"),
                             max(_BOOT_PATIENCE_S, patience_s))
        except Exception:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        if hasattr(self, "_console"):
            self._console.close()

    def shell(self, line: str) -> tuple[int, str]:
        """Runs a line of shell. Returns its exit code and its output."""
        self.send(f"{line}\necho \"=== $?\"")
        said, end = self._read_until(_END, self._patience_s)
        return int(end.group(1)), said.decode()

    def send(self, line: str) -> None:
        self._console.sendall(f"{line}\n".encode())

    def read_line(self) -> str:
        return self._read_until(re.compile(rb"\r?\n"),
                                self._patience_s)[0].decode()

    def wait(self) -> None:
        """Until it has switched itself off."""
        self._console.settimeout(self._patience_s)
        while received := self._console.recv(65536):
            self.log += received
        self._process.wait(self._patience_s)

    def run(self, *command: object) -> tuple[int, str]:
        return self.shell(shlex.join(str(word) for word in command))

    def must(self, *command: object) -> str:
        code, said = self.run(*command)
        if code != 0:
            raise AssertionError(f"{command} ends with {code}: {said}")
        return said

    def _read_until(self, end: re.Pattern, patience_s: float):
        deadline = time.monotonic() + patience_s
        while True:
            if found := end.search(self._unread):
                said = self._unread[:found.start()]
                self._unread = self._unread[found.end():]
                return said, found
            self._console.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                received = self._console.recv(65536)
            except TimeoutError:
                received = b""
            if not received:
                raise AssertionError(
                    f"the machine is silent; it has said: {self.log.decode()}")
            self.log += received
            self._unread += received
