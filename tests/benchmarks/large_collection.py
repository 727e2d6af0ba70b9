#!/usr/bin/env python3
"""Measures the daemon with a large collection, from the first document on.

usage: large_collection.py ANSWERBOXD CORPUS [--state-dir FOLDER]
       large_collection.py ANSWERBOXD --starts-of FOLDER

CORPUS is a file that `peer_benchmark generate` made; a million chunks are about
700 MB. The script sends its documents over the socket; each is synced to disk
before it is acknowledged. Then it lets the collection merge, compacts it to one
segment, starts the daemon five times, and asks 1,000 questions made of the
collection's own words. Other processes may slow a start down, so its processor
time is printed too. For each step it prints the time, the daemon's processor
time, and the peak of its memory: the proportional set size, and its anonymous
part, which the kernel can't drop. Memory is sampled every 50 ms. No figure is
judged.
"""

import argparse
import contextlib
import pathlib
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
from answerboxd import Answerboxd  # noqa: E402

MIB = 1 << 20
IN_FLIGHT = 48  # Below the daemon's max_in_flight.
QUESTIONS = 1000
STARTS = 5
TICKS_PER_S = 100  # USER_HZ, as /proc/PID/stat has it.


def documents(corpus: pathlib.Path) -> Iterator[str]:
    with corpus.open("rb") as file:
        while length := file.read(4):
            yield file.read(int.from_bytes(length, "little")).decode()


class Sampler:
    """Peak of memory and processor time of a daemon between two moments."""

    def __init__(self, daemon: Answerboxd):
        self._pid = daemon.process.pid
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._sample)
        self.pss = self.anonymous = 0
        self._cpu = self._cpu_ticks()
        self._began = time.monotonic()
        self._thread.start()

    def stop(self) -> "Sampler":
        self.seconds = time.monotonic() - self._began
        self._done.set()
        self._thread.join()
        self.cpu_seconds = (self._cpu_ticks() - self._cpu) / TICKS_PER_S
        return self

    def _sample(self) -> None:
        while True:
            rollup = pathlib.Path(
                f"/proc/{self._pid}/smaps_rollup").read_text("ascii")
            kib = dict(re.findall(r"^(Pss|Pss_Anon): +(\d+) kB$", rollup,
                                  re.MULTILINE))
            self.pss = max(self.pss, int(kib["Pss"]) * 1024)
            self.anonymous = max(self.anonymous, int(kib["Pss_Anon"]) * 1024)
            if self._done.wait(0.05):
                return

    def _cpu_ticks(self) -> int:
        stat = pathlib.Path(f"/proc/{self._pid}/stat").read_text("ascii")
        fields = stat.rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


@contextlib.contextmanager
def measured(step: str, daemon: Answerboxd, text_bytes: int = 0):
    sampler = Sampler(daemon)
    try:
        yield
    finally:
        sampler.stop()
        rate = f"{text_bytes / 1e6 / sampler.seconds:.1f} MB/s" \
            if text_bytes else ""
        print(f"{step:10} {sampler.seconds:8.1f} s {rate:10} "
              f"cpu {sampler.cpu_seconds:7.1f} s   "
              f"PSS {sampler.pss / MIB:7.1f} MiB   "
              f"anonymous {sampler.anonymous / MIB:5.1f} MiB", flush=True)


def add(daemon: Answerboxd, corpus: pathlib.Path) -> None:
    with daemon.connect() as connection:
        waiting = []
        for number, text in enumerate(documents(corpus)):
            if len(waiting) == IN_FLIGHT:
                connection.result_of(waiting.pop(0))
            waiting.append(connection.send(
                "documents.add", collection="default", name=str(number),
                text=text))
        for request in waiting:
            connection.result_of(request)


def settle(daemon: Answerboxd) -> None:
    idle = 0
    while idle < 3:  # The next merge begins at once.
        ingest = daemon.call("status")["ingest"]
        idle = 0 if ingest["merging"] or ingest["queued"] else idle + 1
        time.sleep(0.2)


def questions(corpus: pathlib.Path) -> list[str]:
    """Each question has some words of one document."""
    chance = random.Random(1)
    asked = []
    for text in documents(corpus):
        words = sorted({word for word in re.findall(r"\w+", text)
                        if len(word) > 3})
        if len(words) >= 6:
            asked.append(" ".join(chance.sample(words, 6)) + "?")
        if len(asked) == QUESTIONS:
            break
    return asked


def ask(daemon: Answerboxd, asked: list[str]) -> None:
    took = []
    with daemon.connect() as connection:
        for question in asked:
            began = time.perf_counter()
            connection.call("ask", question=question, theta=0)
            took.append(time.perf_counter() - began)
    took.sort()
    at = [took[len(took) * part // 100] * 1e3 for part in (50, 95, 99)]
    print("asked, with the socket: p50 {:.2f} p95 {:.2f} p99 {:.2f} ms"
          .format(*at))


def report_collection(daemon: Answerboxd) -> None:
    for found in daemon.call("collections.list")["collections"]:
        print(f"{found['documents']:,} documents, {found['chunks']:,} chunks, "
              f"{found['text_bytes'] / 1e6:,.0f} MB of text in "
              f"{found['segments']} segments of "
              f"{found['disk_bytes'] / 1e6:,.0f} MB", flush=True)


def processor_ms(daemon: Answerboxd) -> float:
    """The time that it ran since its start, in all threads."""
    tasks = pathlib.Path(f"/proc/{daemon.process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text("ascii").split()[0])
               for task in tasks) / 1e6


def measure_starts(binary: str, state_dir: pathlib.Path) -> None:
    """The first start may read data from the disk that the others find in
    memory."""
    for _ in range(STARTS):
        began = time.perf_counter()
        with Answerboxd(binary, state_dir) as daemon:
            milliseconds = (time.perf_counter() - began) * 1e3
            print(f"ready after {milliseconds:.1f} ms, of which "
                  f"{processor_ms(daemon):.1f} ms on a processor")
            daemon.stop()


def run(binary: str, corpus: pathlib.Path, state_dir: pathlib.Path) -> None:
    with Answerboxd(binary, state_dir) as daemon:
        with measured("adding", daemon, corpus.stat().st_size):
            add(daemon, corpus)
        with measured("merging", daemon):
            settle(daemon)
        report_collection(daemon)
        with measured("compacting", daemon):
            daemon.call("collections.compact", collection="default")
        report_collection(daemon)
        daemon.stop()
    measure_starts(binary, state_dir)
    with Answerboxd(binary, state_dir) as daemon:
        with measured("asking", daemon):
            ask(daemon, questions(corpus))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("answerboxd")
    parser.add_argument("corpus", type=pathlib.Path, nargs="?")
    parser.add_argument("--state-dir", type=pathlib.Path,
                        help="an empty folder, kept afterwards")
    parser.add_argument("--starts-of", type=pathlib.Path, metavar="FOLDER",
                        help="only start the daemon on this state directory")
    options = parser.parse_args()
    if options.starts_of:
        measure_starts(options.answerboxd, options.starts_of)
        return
    if options.corpus is None:
        parser.error("CORPUS is missing")
    if options.state_dir:
        run(options.answerboxd, options.corpus, options.state_dir)
        return
    with tempfile.TemporaryDirectory() as scratch:
        run(options.answerboxd, options.corpus, pathlib.Path(scratch) / "state")


if __name__ == "__main__":
    main()
