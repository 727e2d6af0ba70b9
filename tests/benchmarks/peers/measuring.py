"""Runs peer_benchmark: one measurement of one system in each process."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

SAMPLING_SECONDS = 0.02


class MeasuringError(Exception):
    pass


@dataclasses.dataclass
class Peak:
    """The peak of a process's memory, in bytes."""
    anonymous: int = 0  # Pages that no file backs; they must fit into memory.
    pss: int = 0        # These, and the process's share of mapped files.

    def sample(self, process: int) -> None:
        try:
            with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
                rollup = file.read()
        except OSError:
            return  # The process has ended.
        self.include(kilobytes("Pss_Anon", rollup), kilobytes("Pss", rollup))

    def include(self, anonymous: int, pss: int) -> None:
        self.anonymous = max(self.anonymous, anonymous)
        self.pss = max(self.pss, pss)


def kilobytes(field: str, text: str) -> int:
    found = re.search(rf"^{field}:\s+(\d+) kB", text, flags=re.MULTILINE)
    return 1024 * int(found.group(1)) if found else 0


class Program:
    def __init__(self, path: pathlib.Path):
        self._path = str(path)

    def run(self, *arguments: object) -> dict:
        return json.loads(self._output([self._path, *map(str, arguments)]))

    def run_watched(self, *arguments: object) -> tuple:
        """The figures, and the peak of memory while they were made.

        Memory is sampled, so a peak shorter than SAMPLING_SECONDS may be
        missed."""
        command = [self._path, *map(str, arguments)]
        peak = Peak()
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            ended = threading.Event()

            def watch() -> None:
                while not ended.wait(SAMPLING_SECONDS):
                    peak.sample(process.pid)

            watcher = threading.Thread(target=watch)
            watcher.start()
            output = process.stdout.read()
            ended.set()
            watcher.join()
        if process.returncode != 0:
            raise MeasuringError(f"failed: {' '.join(command)}")
        return json.loads(output), peak

    def instructions(self, questions: int, *arguments: object) -> float:
        """The mean of a question's figures in the mode `count`."""
        with tempfile.NamedTemporaryFile() as profile:
            command = ["valgrind", "--tool=callgrind",
                       f"--callgrind-out-file={profile.name}",
                       "--toggle-collect=*AskEverything*",
                       self._path, "count", *map(str, arguments)]
            messages = self._output(command, stderr=subprocess.STDOUT)
        found = re.search(r"Collected : (\d+)", messages)
        if not found:
            raise MeasuringError(f"callgrind counted nothing: {messages}")
        return int(found.group(1)) / questions

    @staticmethod
    def _output(command: list, stderr: int | None = None) -> str:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr,
                             text=True, check=False)
        if run.returncode != 0:
            raise MeasuringError(f"failed: {' '.join(command)}\n{run.stdout}")
        return run.stdout


def time_published_method(squad_file: pathlib.Path) -> dict:
    reference = pathlib.Path(__file__).with_name("published_method.py")
    run = subprocess.run([sys.executable, str(reference), str(squad_file)],
                         stdout=subprocess.PIPE, text=True, check=True,
                         env={**os.environ, "PYTHONHASHSEED": "0"})
    return json.loads(run.stdout)
