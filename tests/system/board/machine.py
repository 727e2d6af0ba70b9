"""A machine in an emulator, controlled over its serial console."""

import dataclasses
import pathlib
import re
import socket
import subprocess

from console import Console

_BOOT_PATIENCE_S = 150
_COMMAND_PATIENCE_S = 60


@dataclasses.dataclass(frozen=True)
class Kind:
    emulator: tuple[str, ...]
    line: str  # The serial line, as the machine names it.
    disk: str  # The emulator's device.


KINDS = {
    "arm64": Kind(("qemu-system-aarch64", "-M", "virt,gic-version=2",
                   "-cpu", "cortex-a57"), "ttyAMA0", "virtio-blk-device"),
    "amd64": Kind(("qemu-system-x86_64", "-M", "q35"), "ttyS0",
                  "virtio-blk-pci"),
}


# Commands and their output go over the console. On a busy host the kernel would
# write messages about delays in between, and systemd about its units.
_SILENT = "loglevel=1 nosoftlockup systemd.show_status=no"


class Machine(Console):
    """Runs until it is closed. `folder` has its console; `arguments` are for the
    emulator, and `append` is for the kernel.
    """

    def __init__(self, kernel: pathlib.Path, initramfs: pathlib.Path,
                 folder: pathlib.Path, arguments=("-smp", "2", "-m", "256"),
                 patience_s: float = _COMMAND_PATIENCE_S,
                 kind: Kind = KINDS["arm64"], append: str = ""):
        path = folder / "console"
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            listener.settimeout(_BOOT_PATIENCE_S)
            self._process = subprocess.Popen(
                [*kind.emulator, *arguments,
                 "-display", "none", "-monitor", "none", "-nic", "none",
                 "-no-reboot", "-kernel", kernel, "-initrd", initramfs,
                 "-append", f"console={kind.line} rdinit=/init {_SILENT} "
                 f"panic=-1 {append}",
                 "-chardev", f"socket,id=console,path={path}",
                 "-serial", "chardev:console"],
                stdin=subprocess.DEVNULL)
            try:
                line, _ = listener.accept()
            except TimeoutError:
                self._process.kill()
                self._process.wait()
                raise
        super().__init__(line, max(_BOOT_PATIENCE_S, patience_s))
        try:
            self.read_until(re.compile(rb"=== ready\r?\n"))
        except Exception:
            self.close()
            raise
        self._patience_s = patience_s

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        super().close()

    def wait(self) -> None:
        """Until it has switched itself off."""
        self.drain()
        self._process.wait(self._patience_s)
