"""Opens many states of a state directory with inspect_state, several at once."""

import concurrent.futures
import json
import os
import pathlib
import queue
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator

from crash_states import Files


def fast_folder() -> str | None:
    """A folder in memory, if there is one, because syncs are not tested here.
    """
    shared_memory = "/dev/shm"
    return shared_memory if os.access(shared_memory, os.W_OK) else None


def write_files(files: Files, folder: pathlib.Path) -> None:
    folder.mkdir()
    for path, content in sorted(files):
        if path.endswith("/"):
            (folder / path).mkdir(parents=True, exist_ok=True)
        else:
            (folder / path).touch(mode=0o600)
            (folder / path).write_bytes(content)


class Inspector:
    """One inspect_state process. After a crash a new one is started."""

    def __init__(self, binary: str, folder: pathlib.Path):
        self._binary = binary
        self._folder = folder
        self._process = None
        self._count = 0

    def inspect(self, files: Files) -> dict:
        """The output of inspect_state: "documents" or "error"."""
        if self._process is None:
            self._process = subprocess.Popen(
                [self._binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._count += 1
        state = self._folder / str(self._count)
        write_files(files, state)
        try:
            self._process.stdin.write(str(state).encode() + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            if line:
                return json.loads(line)
            exit_code = self._process.wait()
            self._process = None
            return {"error": f"inspect_state crashed, exit code {exit_code}"}
        finally:
            shutil.rmtree(state)

    def close(self) -> None:
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()


def inspect_all(binary: str, states: Iterable[Files]
                ) -> Iterator[tuple[Files, dict]]:
    """The results, in the order of `states`."""
    workers = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="answerbox-states-",
                                     dir=fast_folder()) as folder:
        idle: queue.SimpleQueue[Inspector] = queue.SimpleQueue()
        inspectors = []
        for number in range(workers):
            own = pathlib.Path(folder) / str(number)
            own.mkdir()
            inspectors.append(Inspector(binary, own))
            idle.put(inspectors[-1])

        def inspect(files: Files) -> tuple[Files, dict]:
            inspector = idle.get()
            try:
                return files, inspector.inspect(files)
            finally:
                idle.put(inspector)

        try:
            with concurrent.futures.ThreadPoolExecutor(workers) as executor:
                yield from executor.map(inspect, states)
        finally:
            for inspector in inspectors:
                inspector.close()
