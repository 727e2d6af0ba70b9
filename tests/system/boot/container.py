"""The machine of make-machine.sh as a container: its disk is mounted, and its systemd
is the first process. It takes no emulator, but clock and kernel are those of the
machine on which it runs.
"""

import contextlib
import fcntl
import os
import pathlib
import signal
import socket
import subprocess
import time

from console import Console

# FS_IOC_SHUTDOWN of <linux/fs.h>, as xfstests does it: the file system takes no more
# writes and does not finish its journal. What was not synced is lost as with power.
_SHUTDOWN = 0x8004587D
_NO_LOG_FLUSH = (2).to_bytes(4, "little")
_PATIENCE_S = 60


def _run(*command: object) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True)


def _until(condition, what: str):
    end = time.monotonic() + _PATIENCE_S
    while not (value := condition()):
        if time.monotonic() >= end:
            raise AssertionError(f"the container is not {what}")
        time.sleep(0.05)
    return value


class Container(Console):
    """Runs until it is closed. `folder` is where the disk and the stick, which is
    read at /mnt, are mounted."""

    def __init__(self, disk: pathlib.Path, stick: pathlib.Path,
                 folder: pathlib.Path, patience_s: float):
        self._images = (disk, stick)
        self._root = folder / "root"
        self._stick = folder / "mounted-stick"
        near, far = socket.socketpair()
        super().__init__(near, patience_s)
        self._process = None
        self._first = None
        try:
            with far:
                self._mount(disk, self._root, "loop")
                self._mount(stick, self._stick, "loop,ro")
                self._process = subprocess.Popen(
                    ["systemd-nspawn", "--quiet", "--boot", "--directory", self._root,
                     "--register=no", "--keep-unit", "--private-network",
                     f"--bind-ro={self._stick}:/mnt", "--console=read-only"],
                    # /tmp is on the disk, as on a box.
                    env={**os.environ, "SYSTEMD_NSPAWN_TMPFS_TMP": "0"},
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                self._first = _until(self._find_first, "booted")
                self._shell = subprocess.Popen(
                    ["nsenter", "--target", self._first, "--all", "env",
                     "--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                     "HOME=/root", "LC_ALL=C.UTF-8",
                     "DEBIAN_FRONTEND=noninteractive", "sh"],
                    stdin=far, stdout=far, stderr=far)
            _until(lambda: self.shell("systemctl is-active basic.target")[0] == 0,
                   "ready")
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        """The power goes."""
        if os.path.ismount(self._root):
            folder = os.open(self._root, os.O_RDONLY)
            fcntl.ioctl(folder, _SHUTDOWN, _NO_LOG_FLUSH)
            os.close(folder)
        if self._process and self._process.poll() is None:
            # Its first process takes the others along.
            for child in self._children():
                os.kill(int(child), signal.SIGKILL)
            # It may not have got as far as that one.
            if not self._first:
                self._process.kill()
        self._release()

    def wait(self) -> None:
        """Until it has switched itself off."""
        self._process.wait(self._patience_s)
        self._release()

    def break_disk(self) -> None:
        """The kernel meets an error on it, and makes it read-only."""
        device = pathlib.Path(_run("losetup", "--associated", self._images[0])
                              .stdout.split(":")[0])
        pathlib.Path("/sys/fs/ext4", device.name,
                     "trigger_fs_error").write_text("as a test")

    @contextlib.contextmanager
    def neighbour(self, own: str, other: str):
        """Gives the command behind which a program is in another network, with
        a cable to this one. Each end has an address."""
        with subprocess.Popen(["unshare", "--net", "sleep", "infinity"]) as holder:
            try:
                enter = [f"nsenter --net=/proc/{process}/ns/net"
                         for process in (self._first, holder.pid)]
                _until(lambda: os.readlink(f"/proc/{holder.pid}/ns/net") !=
                       os.readlink("/proc/self/ns/net"), "beside a network")
                lines = [f"ip link add lan netns {self._first} type veth "
                         f"peer name lan netns {holder.pid}",
                         f"{enter[1]} ip link set lo up"]
                for command, address in zip(enter, (own, other)):
                    lines += [f"{command} ip address add {address}/24 dev lan",
                              f"{command} ip link set lan up"]
                for line in lines:
                    subprocess.run(line.split(), check=True)
                yield enter[1].split()
            finally:
                holder.kill()

    @staticmethod
    def _mount(image: pathlib.Path, where: pathlib.Path, options: str) -> None:
        where.mkdir(exist_ok=True)
        subprocess.run(["mount", "-o", options, image, where], check=True)

    def _children(self) -> list[str]:
        number = self._process.pid
        return pathlib.Path(
            f"/proc/{number}/task/{number}/children").read_text().split()

    def _find_first(self) -> str | None:
        for child in self._children():
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{child}/exe").endswith("/systemd"):
                    return child
        return None

    def _release(self) -> None:
        if self._process:
            self._process.wait(_PATIENCE_S)
        super().close()
        # Who mounts it again before it is gone gets the old one, which was shut.
        for where in (self._root, self._stick):
            if os.path.ismount(where):
                _until(lambda: not _run("umount", where).returncode, "unmounted")
        for image in self._images:
            _until(lambda: not _run("losetup", "--associated", image).stdout,
                   "gone")
