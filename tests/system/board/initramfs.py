"""Writes the file system with which a board starts: cpio in the "newc" format
of the kernel's Documentation/driver-api/early-userspace/buffer-format.rst.
"""

import pathlib
import stat

_MAGIC = b"070701"
_EXECUTABLE = stat.S_IFREG | 0o755
_FOLDER = stat.S_IFDIR | 0o755
_CONSOLE = stat.S_IFCHR | 0o600


class Initramfs:
    def __init__(self):
        self._entries = b""
        self._inode = 0
        # The standard output of the first program, before it has mounted
        # anything.
        self.add_folder("dev")
        self._add("dev/console", _CONSOLE, device=(5, 1))

    def add_folder(self, name: str) -> None:
        self._add(name, _FOLDER)

    def add_file(self, name: str, source: pathlib.Path) -> None:
        self._add(name, _EXECUTABLE, source.read_bytes())

    def write(self, path: pathlib.Path) -> None:
        self._add("TRAILER!!!", 0)
        path.write_bytes(self._entries)

    def _add(self, name: str, mode: int, contents: bytes = b"",
             device: tuple[int, int] = (0, 0)) -> None:
        self._inode += 1
        encoded = name.encode("ascii") + b"\0"
        # Inode, mode, user, group, links, time, size, device of the file,
        # device that it stands for, length of the name, checksum.
        numbers = (self._inode, mode, 0, 0, 1, 0, len(contents), 0, 0, *device,
                   len(encoded), 0)
        header = _MAGIC + b"".join(b"%08X" % number for number in numbers)
        for part in (header + encoded, contents):
            self._entries += part + b"\0" * (-len(part) % 4)
