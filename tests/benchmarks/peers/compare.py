#!/usr/bin/env python3
"""Compares Answerbox with the systems that a user would choose instead.

One run compares on the same inputs: the published method in plain Python with
the profiles `paper` and `default`, a paragraph at a time; and SQLite FTS5 and
Xapian with profile `default`, on collections of several sizes.
docs/lab/performance.md describes the measurements. This script writes its tables
and its plot.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # The source folder must not change.

import checks
import figures
import inputs
import measuring
import plot
import tables

SYSTEMS = ("answerbox", "xapian", "fts5")
GENERATED_SIZES = (50_000, 1_000_000)
PARAGRAPH_ROUNDS = 7
COLD_QUESTIONS = 40


def warm_questions(system: str, size: int) -> int:
    """The number of questions that take a system a minute or two."""
    if size <= 1_000:
        return 10_000
    if size <= 100_000:
        return 500 if system == "fts5" else 3_000
    return 50 if system == "fts5" else 1_000


def counted_questions(size: int) -> int:
    return 50 if size <= 1_000 else 10 if size <= 100_000 else 2


class Comparison:
    def __init__(self, program: measuring.Program, folder: pathlib.Path,
                 found: inputs.Inputs, quick: bool):
        self._program = program
        self._folder = folder
        self._inputs = found
        self._quick = quick
        self._squad = folder / "squad.json"
        self._squad.write_text(json.dumps(found.squad), "utf-8")
        self._pairs = found.questions()
        self._started = time.monotonic()

    def say(self, what: str) -> None:
        print(f"{time.monotonic() - self._started:7.1f} s  {what}",
              file=sys.stderr, flush=True)

    def paragraphs(self) -> dict:
        """Medians, over questions, of each question's median over rounds."""
        rounds = 1 if self._quick else PARAGRAPH_ROUNDS
        runs: dict[str, list] = {"python": [], "paper": [], "default": []}
        for number in range(rounds):
            self.say(f"paragraphs, round {number + 1} of {rounds}")
            runs["python"].append(
                measuring.time_published_method(self._squad))
            for profile in ("paper", "default"):
                runs[profile].append(
                    self._program.run("paragraphs", self._squad, profile))
        medians = {name: summary(each) for name, each in runs.items()}
        answers = [runs[name][0]["answers"] for name in ("python", "paper")]
        medians["agreement"] = statistics.fmean(
            ours == theirs for theirs, ours in zip(*answers))
        return medians

    def size(self, chunks: int) -> dict:
        corpus = self._folder / f"{chunks}.corpus"
        self.say(f"{chunks} chunks: corpus")
        found = {"corpus": self._program.run("generate", self._squad, chunks,
                                             corpus)}
        for system in SYSTEMS:
            found[system] = self.system(system, chunks, corpus,
                                        found["corpus"]["text_bytes"])
        corpus.unlink()
        return found

    def system(self, system: str, chunks: int, corpus: pathlib.Path,
               text_bytes: int) -> dict:
        index = self._folder / f"{chunks}.{system}"
        label = f"{chunks} chunks: {system}"
        self.say(f"{label}: build")
        built, peak = self._program.run_watched("build", system, corpus, index)
        peak.include(built["anonymous"], built["pss"])
        found = {
            "build_mb_per_s": text_bytes / 1e6 / built["seconds"],
            "build_peak": vars(peak),
            "index": self._program.run("figures", system, index)}
        self.say(f"{label}: ask, warm")
        questions = self.questions(warm_questions(system, chunks))
        found["warm"] = self._program.run("warm", system, index, questions)
        found["warm_without_stop_words"] = self._program.run(
            "warm-without-stop-words", system, index, questions)
        if system == "answerbox":
            found["retrieval"] = self._program.run(
                "warm", "answerbox-retrieval", index, questions)
        self.say(f"{label}: ask, cold")
        found["cold"] = self._program.run(
            "cold", system, index,
            self.questions(3 if self._quick else COLD_QUESTIONS))
        if not self._quick:
            self.say(f"{label}: count instructions")
            count = counted_questions(chunks)
            found["instructions"] = self._program.instructions(
                count, system, index, self.questions(count))
        shutil.rmtree(index)
        return found

    def questions(self, count: int) -> pathlib.Path:
        """A file of the first questions, so that every system is asked the
        same."""
        path = self._folder / "questions.tsv"
        path.write_text("".join(f"{document}\t{text}\n" for document, text
                                in self._pairs[:count]), "utf-8")
        return path


def summary(runs: list) -> dict:
    """Medians in microseconds."""
    times = {}
    for part in ("index_ns", "ask_ns"):
        times[part] = [statistics.median(each)
                       for each in zip(*(run[part] for run in runs))]
    both = [index + ask for index, ask in zip(times["index_ns"],
                                              times["ask_ns"])]
    return {"index_us": statistics.median(times["index_ns"]) / 1000,
            "ask_us": statistics.median(times["ask_ns"]) / 1000,
            "index_and_ask_us": statistics.median(both) / 1000,
            "index_and_ask_mean_us": statistics.fmean(both) / 1000,
            "heap_allocations": runs[0].get("heap_allocations")}


def machine(folder: pathlib.Path) -> str:
    described = f"{processor()}, {os.cpu_count()} cores"
    ahead = read_ahead_kb(folder)
    return described + (f", a disk of which the kernel reads {ahead:,} kB ahead"
                        if ahead else "")


def read_ahead_kb(folder: pathlib.Path) -> int:
    """The read-ahead of the folder's disk; 0 if the kernel does not tell."""
    device = folder.stat().st_dev
    disk = pathlib.Path(
        f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    for place in (disk, disk.parent):  # A partition has those of its disk.
        told = place / "queue/read_ahead_kb"
        if told.exists():
            return int(told.read_text("ascii"))
    return 0


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def measure(arguments: argparse.Namespace) -> dict:
    if not arguments.quick and shutil.which("valgrind") is None:
        raise measuring.MeasuringError(
            "valgrind is missing: deploy/install-packages.sh test")
    found = inputs.find_inputs()
    if found.is_handbook:
        print("The SQuAD dev set is not at hand: comparing on the sample "
              "handbook.", file=sys.stderr)
    sizes = arguments.sizes or [len(found.paragraphs)]
    if not arguments.sizes and not arguments.quick:
        sizes += GENERATED_SIZES
    load = os.getloadavg()[0]
    if load > figures.QUIET_LOAD:
        print("Other programs are running: times will be too long.",
              file=sys.stderr)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="answerbox-peers-",
                                           dir=arguments.work_dir))
    try:
        comparison = Comparison(measuring.Program(arguments.program), folder,
                                found, arguments.quick)
        return {"machine": machine(folder), "load": load,
                "python": platform.python_version(),
                "is_handbook": found.is_handbook,
                "paragraphs": comparison.paragraphs(),
                "sizes": {str(size): comparison.size(size) for size in sizes}}
    finally:
        if arguments.keep:
            print(f"kept: {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path,
                        help="the built peer_benchmark")
    parser.add_argument("--sizes", type=int, nargs="+", metavar="CHUNKS",
                        help="instead of the paragraphs alone, 50,000 and "
                        "1,000,000")
    parser.add_argument("--quick", action="store_true",
                        help="the paragraphs alone, one round, no instructions: "
                        "what the tests run")
    parser.add_argument("--work-dir", type=pathlib.Path,
                        help="where corpora and indexes go (1,000,000 chunks "
                        "need 5 GB)")
    parser.add_argument("--keep", action="store_true",
                        help="leave them there")
    parser.add_argument("--results", type=pathlib.Path,
                        help="write all figures as JSON")
    parser.add_argument("--from-results", type=pathlib.Path,
                        help="measure nothing, take these")
    parser.add_argument("--docs", type=pathlib.Path,
                        help="folder where performance.md and performance.svg "
                        "are brought up to date")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    if arguments.from_results:
        results = json.loads(arguments.from_results.read_text("utf-8"))
    else:
        try:
            results = measure(arguments)
        except measuring.MeasuringError as error:
            print(f"compare.py: {error}", file=sys.stderr)
            return 1
    if arguments.results:
        arguments.results.write_text(json.dumps(results), "utf-8")
    print(tables.render(results))
    if arguments.docs:
        tables.insert(results, arguments.docs / "performance.md")
        (arguments.docs / "performance.svg").write_text(plot.render(results),
                                                        "utf-8")
    failures = checks.failures(results)
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
