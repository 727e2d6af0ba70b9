"""The test's side of io_recorder.h: which operations are logged, and which
fail.
"""

import dataclasses
import enum
import mmap
import os
import pathlib
import struct


class IoKind(enum.IntFlag):
    OPEN = 1 << 0
    CREATE = 1 << 1
    WRITE = 1 << 2
    TRUNCATE = 1 << 3
    SYNC_FILE = 1 << 4
    SYNC_FOLDER = 1 << 5
    RENAME = 1 << 6
    LINK = 1 << 7
    UNLINK = 1 << 8
    MAKE_FOLDER = 1 << 9
    REMOVE_FOLDER = 1 << 10
    SEND = 1 << 11


# The operations that fail on a full disk. Syncing a folder is none of them,
# because its names found room when they were made.
GROWING = (IoKind.CREATE | IoKind.WRITE | IoKind.TRUNCATE | IoKind.SYNC_FILE |
           IoKind.RENAME | IoKind.LINK | IoKind.MAKE_FOLDER)
CHANGING = (GROWING | IoKind.SYNC_FOLDER | IoKind.UNLINK |
            IoKind.REMOVE_FOLDER)

_HEADER = struct.Struct("=IiQIIQII")
_WORDS = ("count", "mask", "fail_first", "fail_last", "error", "failed",
          "kill_at", "cut_writes", "skip_syncs")
_FOREVER = (1 << 64) - 1


@dataclasses.dataclass(frozen=True)
class LoggedOperation:
    kind: IoKind
    process: int
    fd: int
    value: int  # Offset, length, or 1 if opening emptied the file.
    path: str
    second_path: str
    data: bytes


class IoControl:
    """The control page of one preloaded daemon, and its environment."""

    def __init__(self, library: str, root: pathlib.Path, folder: pathlib.Path):
        self._root = root
        self._library = library
        self._page_path = folder / "io-control"
        self.log_path = folder / "io-log"
        self._page_path.write_bytes(bytes(4096))
        with open(self._page_path, "r+b") as file:
            self._page = mmap.mmap(file.fileno(), 4096)

    def environment(self, with_log: bool) -> dict[str, str]:
        sanitizer = os.environ.get("ASAN_OPTIONS", "")
        preload = {"LD_PRELOAD": self._library}
        if "ANSWERBOX_EMULATED" in os.environ:
            # For the program, not for the emulator.
            preload = {"QEMU_SET_ENV": f"LD_PRELOAD={self._library}"}
        return {
            **preload,
            # This library is preloaded before the sanitizer's own.
            "ASAN_OPTIONS": f"{sanitizer}:verify_asan_link_order=0",
            "ANSWERBOX_IO_ROOT": str(self._root),
            "ANSWERBOX_IO_CONTROL": str(self._page_path),
            **({"ANSWERBOX_IO_LOG": str(self.log_path)} if with_log else {}),
        }

    def get(self, word: str) -> int:
        return struct.unpack_from("=Q", self._page, _WORDS.index(word) * 8)[0]

    def set(self, word: str, value: int) -> None:
        struct.pack_into("=Q", self._page, _WORDS.index(word) * 8, value)

    def fail(self, first: int, error: int, mask: IoKind, lasting: bool,
             cut_writes: bool = False) -> None:
        """From now on the `first`-th operation (from 1) fails, and if `lasting`
        every later one. `cut_writes`: if the first one to fail is a write, half
        of it is written, and the next write fails."""
        self.lift()
        self.set("count", 0)
        self.set("failed", 0)
        self.set("error", error)
        self.set("cut_writes", int(cut_writes))
        self.set("fail_last", _FOREVER if lasting else first)
        self.set("fail_first", first)
        self.set("mask", int(mask))

    def kill_at(self, count: int, mask: IoKind) -> None:
        """Sends SIGKILL before the `count`-th operation of these kinds, from 1.
        """
        self.lift()
        self.set("count", 0)
        self.set("kill_at", count)
        self.set("mask", int(mask))

    def lift(self) -> None:
        """No operation fails any more."""
        self.set("mask", 0)
        self.set("fail_first", 0)
        self.set("kill_at", 0)

    def log(self) -> list[LoggedOperation]:
        return read_log(self.log_path.read_bytes())


def read_log(log: bytes) -> list[LoggedOperation]:
    operations = []
    at = 0
    while at < len(log):
        (kind, fd, value, path_bytes, second_path_bytes, data_bytes, process,
         _) = _HEADER.unpack_from(log, at)
        at += _HEADER.size
        parts = []
        for size in (path_bytes, second_path_bytes, data_bytes):
            parts.append(log[at:at + size])
            at += size
        operations.append(LoggedOperation(
            IoKind(kind), process, fd, value, parts[0].decode(),
            parts[1].decode(), parts[2]))
    return operations
