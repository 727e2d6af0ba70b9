"""The states of a disk after a power cut, from a log of file operations.

The rules are those of POSIX, in the worst case. Synced data is there: content
after fsync or fdatasync of the file, names after fsync of their folder. Each
part of the rest may be there or not: names without content, sizes without
content, content without names, later writes without earlier ones, the last
write cut anywhere. One rename is done as a whole or not at all.
"""

import dataclasses
import pathlib
import random
from collections.abc import Iterable, Iterator

from io_control import IoKind, LoggedOperation

ROOT = 0  # The state directory.
BLOCK_BYTES = 4096

# Relative path -> content. A folder's path ends in "/" and has no content.
Files = frozenset[tuple[str, bytes]]


@dataclasses.dataclass(frozen=True)
class NameChange:
    """`file` gets a name, loses a name, or both in one step."""
    file: int
    lost: tuple[int, str] | None  # Folder and name.
    gained: tuple[int, str] | None

    def folders(self) -> set[int]:
        return {place[0] for place in (self.lost, self.gained) if place}

    def apply(self, folders: dict[int, dict[str, int]]) -> None:
        if self.lost:
            folder, name = self.lost
            if folders[folder].get(name) == self.file:
                del folders[folder][name]
        if self.gained:
            folder, name = self.gained
            folders[folder][name] = self.file


@dataclasses.dataclass(frozen=True)
class ContentChange:
    offset: int
    data: bytes | None  # None: the file ends at `offset`.

    def apply(self, content: bytes) -> bytes:
        if self.data is None:
            return content[:self.offset].ljust(self.offset, b"\0")
        content = content.ljust(self.offset, b"\0")
        return (content[:self.offset] + self.data +
                content[self.offset + len(self.data):])


class Disk:
    """Replays a log, and keeps synced and unsynced data apart."""

    def __init__(self):
        self._folders: dict[int, dict[str, int]] = {ROOT: {}}  # As seen by programs.
        self._synced_folders: dict[int, dict[str, int]] = {ROOT: {}}
        self._synced_content: dict[int, bytes] = {}
        self._content: dict[int, bytes] = {}
        self._handles: dict[tuple[int, int], int] = {}
        self._next_file = 1
        self.names: list[NameChange] = []  # Not synced.
        self.changes: dict[int, list[ContentChange]] = {}  # Not synced.
        self._last_written = ROOT

    def replay(self, operation: LoggedOperation, root: str) -> None:
        handle = (operation.process, operation.fd)
        file = self._handles.get(handle, ROOT)
        kind = operation.kind
        place = self._place(operation.path, root)
        if kind in (IoKind.OPEN, IoKind.CREATE):
            self._handles[handle] = self._open(place, operation.value == 1)
        elif kind == IoKind.WRITE:
            self._change(file, ContentChange(operation.value, operation.data))
        elif kind == IoKind.TRUNCATE:
            self._change(file, ContentChange(operation.value, None))
        elif kind == IoKind.SYNC_FILE:
            self._synced_content[file] = self._content[file]
            self.changes.pop(file, None)
        elif kind == IoKind.SYNC_FOLDER:
            self._sync_folder(file)
        elif kind == IoKind.MAKE_FOLDER and place is not None:
            self._rename(self._new_folder(), None, place)
        elif kind == IoKind.RENAME:
            self._rename(self._at(place), place,
                         self._place(operation.second_path, root))
        elif kind == IoKind.LINK:
            self._rename(self._at(place), None,
                         self._place(operation.second_path, root))
        elif kind in (IoKind.UNLINK, IoKind.REMOVE_FOLDER):
            self._rename(self._at(place), place, None)

    def _place(self, path: str, root: str) -> tuple[int, str] | None:
        """Folder and name; None for the state directory itself."""
        parts = pathlib.PurePosixPath(path.removeprefix(root)).parts
        parts = [part for part in parts if part != "/"]
        if not parts:
            return None
        folder = ROOT
        for part in parts[:-1]:
            folder = self._folders[folder][part]
        return folder, parts[-1]

    def _at(self, place: tuple[int, str] | None) -> int:
        return ROOT if place is None else self._folders[place[0]][place[1]]

    def _new_folder(self) -> int:
        number = self._next_file
        self._next_file += 1
        self._folders[number] = {}
        self._synced_folders[number] = {}
        return number

    def _open(self, place: tuple[int, str] | None, empties: bool) -> int:
        if place is None:
            return ROOT
        folder, name = place
        if name not in self._folders[folder]:
            number = self._next_file
            self._next_file += 1
            self._content[number] = b""
            self._synced_content[number] = b""
            self._rename(number, None, place)
        file = self._folders[folder][name]
        if empties and self._content[file]:
            self._change(file, ContentChange(0, None))
        return file

    def _change(self, file: int, change: ContentChange) -> None:
        self._content[file] = change.apply(self._content[file])
        self.changes.setdefault(file, []).append(change)
        self._last_written = file

    def _rename(self, file: int, lost, gained) -> None:
        change = NameChange(file, lost, gained)
        change.apply(self._folders)
        self.names.append(change)

    def _sync_folder(self, folder: int) -> None:
        waiting = []
        for change in self.names:
            if folder in change.folders():
                change.apply(self._synced_folders)
            else:
                waiting.append(change)
        self.names = waiting

    def state(self, names: Iterable[NameChange],
              contents: dict[int, bytes]) -> Files:
        """The state with these of the unsynced names. Files in `contents` have
        that content, others their synced content."""
        folders = {number: dict(entries)
                   for number, entries in self._synced_folders.items()}
        for change in names:
            change.apply(folders)
        files = []
        waiting = [(ROOT, "")]
        while waiting:
            folder, path = waiting.pop()
            for name, file in folders[folder].items():
                if file in folders:
                    waiting.append((file, f"{path}{name}/"))
                    files.append((f"{path}{name}/", b""))
                else:
                    content = contents.get(file, self._synced_content[file])
                    files.append((path + name, content))
        return frozenset(files)

    # ---- The content that may be left of unsynced files

    def all_content(self) -> dict[int, bytes]:
        return {file: self._content[file] for file in self.changes}

    def sizes_without_content(self) -> dict[int, bytes]:
        contents = {}
        for file in self.changes:
            synced = self._synced_content[file]
            size = len(self._content[file])
            contents[file] = synced[:size].ljust(size, b"\0")
        return contents

    def last_write_cut(self, further: int
                       ) -> Iterator[tuple[str, dict[int, bytes]]]:
        """Places to cut: the ends of blocks, and as many `further` places at
        even distances."""
        changes = self.changes.get(self._last_written, [])
        if not changes or not changes[-1].data:
            return
        last = changes[-1]
        content = self._synced_content[self._last_written]
        for change in changes[:-1]:
            content = change.apply(content)
        size = len(last.data)
        places = {1, 8, 511, 512, size // 3, size // 2, BLOCK_BYTES,
                  size - 513, size - 1}
        places.update(size * part // (further + 1)
                      for part in range(1, further + 1))
        for kept in sorted(places):
            if 0 < kept < size:
                cut = ContentChange(last.offset, last.data[:kept])
                yield (f"last write cut after {kept} of {size} bytes",
                       {**self.all_content(),
                        self._last_written: cut.apply(content)})

    def later_writes_alone(self) -> Iterator[dict[int, bytes]]:
        for file, changes in self.changes.items():
            for missing in range(len(changes) - 1):
                content = self._synced_content[file]
                for change in changes[:missing] + changes[missing + 1:]:
                    content = change.apply(content)
                yield {**self.all_content(), file: content}

    def some_blocks(self, choice: random.Random) -> dict[int, bytes]:
        """Of every unsynced file each block may be there or not."""
        contents = {}
        for file, new in self.all_content().items():
            old = self._synced_content[file].ljust(len(new), b"\0")
            contents[file] = b"".join(
                (new if choice.random() < 0.5 else old)[at:at + BLOCK_BYTES]
                for at in range(0, len(new), BLOCK_BYTES))
        return contents


def crash_states(disk: Disk, choice: random.Random, further_cuts: int = 0
                 ) -> Iterator[tuple[str, Files]]:
    """Kinds of states, and the states. Some states are equal."""
    names = disk.names
    everything = disk.all_content()
    yield "only what was synced", disk.state([], {})
    yield "everything", disk.state(names, everything)
    if names and everything:
        yield "names without content", disk.state(names, {})
        yield "content without names", disk.state([], everything)
    if everything:
        sizes = disk.sizes_without_content()
        yield "sizes without content", disk.state(names, sizes)
        yield "some blocks", disk.state(names, disk.some_blocks(choice))
    for cut, contents in disk.last_write_cut(further_cuts):
        yield cut, disk.state(names, contents)
    for contents in disk.later_writes_alone():
        yield "an earlier write missing", disk.state(names, contents)
    for end in range(1, len(names)):
        yield "the first names", disk.state(names[:end], everything)
        yield "the first names without content", disk.state(names[:end], {})
    if len(names) > 1:
        for at, name in enumerate(names):
            others = names[:at] + names[at + 1:]
            yield "one name missing", disk.state(others, everything)
            yield "one name alone", disk.state([name], everything)
            yield "one name alone, no content", disk.state([name], {})
    if len(names) > 2:
        some = [name for name in names if choice.random() < 0.5]
        yield "some names, some blocks", disk.state(
            some, disk.some_blocks(choice))
