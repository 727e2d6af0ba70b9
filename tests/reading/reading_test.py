#!/usr/bin/env python3
"""What is read is what is printed: small files of every kind, and 300 numbers.

usage: reading_test.py ANSWERBOXD ANSWERBOX [--write FOLDER] [PART-OF-AN-ID ...]

Converts the file of each case with `answerbox convert --format json`, and compares
text, blocks and cells with what a person reads there; where a case asks, the
daemon's answers too. The numbers (doses.py) are read in six formats. Prints for each kind how
many are right. Cases that are known to fail stand in known_gaps, numbers in
known_altered: the test fails if another one fails, or if one of these is right.

--write FOLDER keeps the files. With parts of ids only these cases are run, and their
faults and blocks are shown. --update writes both lists anew.
Ends with code 77 where a converter is not installed.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "faults")]

import case as cases_of  # noqa: E402
import doses  # noqa: E402
from answerboxd import Answerboxd  # noqa: E402
from cases import characters, lists_and_headings, no_longer_valid, pages, tables, word_and_web  # noqa: E402
from written import plain  # noqa: E402

CASES = [*characters.CASES, *pages.CASES, *no_longer_valid.CASES, *tables.CASES, *word_and_web.CASES,
         *lists_and_headings.CASES]
NEEDED = ("pdftohtml", "pdftotext", "pdftoppm", "pandoc", "tesseract")
SKIPPED, REFUSED = 77, 4
MANY_COLLECTIONS = ["--max-collections", "1000"]


class Programs:
    """The programs under test, with a folder of their own."""

    def __init__(self, client: str, folder: pathlib.Path, daemon: Answerboxd):
        self.client = client
        self.folder = folder
        self.socket = str(daemon.socket_path)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.client, *arguments], capture_output=True, check=False, timeout=300,
                              env={"PATH": "/usr/local/bin:/usr/bin:/bin",
                                   "XDG_CACHE_HOME": str(self.folder / "cache")})

    def write(self, case: cases_of.Case) -> pathlib.Path:
        file = self.folder / f"{case.id}.{case.ending}"
        file.write_bytes(case.data())
        return file

    def convert(self, file: pathlib.Path, options: tuple[str, ...] = ()) -> tuple[int, dict, str]:
        """The exit code, what was printed, and what was said besides."""
        done = self.run("convert", "--format", "json", *options, str(file))
        reply = json.loads(done.stdout) if done.stdout.strip() else {}
        return done.returncode, reply, done.stderr.decode(errors="replace").replace(str(file), file.name)

    def add(self, case: cases_of.Case, file: pathlib.Path) -> str:
        """Adds the file to a collection of its own. What is said of the file, without
        its name and the line that counts what was added."""
        done = self.run("add", "--socket", self.socket, "--collection", case.id, *case.options, str(file))
        said = (done.stdout + done.stderr).decode(errors="replace").replace(str(file), "").replace(file.name, "")
        return "\n".join(line for line in said.splitlines() if not line.startswith("Added "))

    def faults_of(self, case: cases_of.Case) -> tuple[list[str], dict]:
        file = self.write(case)
        code, reply, said = self.convert(file, case.options)
        if code == REFUSED:
            # A refusal has told.
            is_right = case.or_refused and cases_of.re.search(case.or_refused, said)
            return ([] if is_right else [f"refused: {said.strip()}"]), reply
        if code != 0:
            return [f"exit code {code}: {said.strip()}"], reply
        if case.told or case.or_told or case.account or case.asked:
            said = self.add(case, file)
        account = json.dumps({name: value for name, value in reply.items() if name != "blocks"}, ensure_ascii=False)
        found = cases_of.faults(case, reply["blocks"], said, account)
        if case.stored:
            text = plain(self.run("convert", "--format", "text", *case.options, str(file)).stdout.decode())
            found += [f"not stored: {line}" for line in case.stored if not cases_of.is_written(line, text)]
        for asked in case.asked:
            found += self.wrong_answer(case, asked)
        if case.same_name:
            found += self.names(case, file)
        return found, reply

    def wrong_answer(self, case: cases_of.Case, asked: cases_of.Asked) -> list[str]:
        done = self.run("ask", "--socket", self.socket, "--collection", case.id, "--theta", "0", "--answers", "1",
                        "--json", asked.question)
        answer = json.loads(done.stdout).get("answer") or {"text": "", "sentence": ""}
        words, best = plain(answer["text"]), plain(answer["sentence"])
        return ([f"answer lacks {text}: {words}" for text in asked.says if not cases_of.is_written(text, words)]
                + [f"answer has {text}: {words}" for text in asked.not_says if cases_of.is_written(text, words)]
                + [f"best sentence has {text}: {best}" for text in asked.not_best if cases_of.is_written(text, best)])

    def names(self, case: cases_of.Case, file: pathlib.Path) -> list[str]:
        for name in case.same_name:
            folder = self.folder / f"{case.id}-{len(name.encode())}"
            folder.mkdir(exist_ok=True)
            shutil.copy(file, folder / name)
            self.run("add", "--socket", self.socket, "--collection", case.id, str(folder / name))
        listed = json.loads(self.run("list", "--socket", self.socket, "--collection", case.id, "--json").stdout)
        count = len(listed["documents"])
        return [] if count == 1 else [f"{count} documents of names that look alike"]


def read_list(name: str) -> set[str]:
    return {line.split("#")[0].strip() for line in (HERE / name).read_text(encoding="utf-8").splitlines()} - {""}


def compare(what: str, failed: set[str], known: set[str], all_ids: set[str]) -> int:
    """Prints what differs from the list of known faults; how much that is."""
    for name in sorted(failed - known):
        print(f"FAULT: {name} is not read rightly")
    for name in sorted(known - failed):
        print(f"FAULT: {name} is {'right' if name in all_ids else 'no case'}: take it off {what}")
    return len(failed ^ known)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("daemon")
    parser.add_argument("client")
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("ids", nargs="*")
    arguments = parser.parse_intermixed_args()
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        print(f"Skipped: {', '.join(missing)} is not installed.")
        return SKIPPED
    chosen = [case for case in CASES if not arguments.ids or any(part in case.id for part in arguments.ids)]
    assert len({case.id for case in CASES}) == len(CASES), collections.Counter(case.id
        for case in CASES).most_common(3)
    with tempfile.TemporaryDirectory(prefix="reading-") as scratch:
        folder = arguments.write or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)
        with Answerboxd(arguments.daemon, pathlib.Path(scratch) / "state", MANY_COLLECTIONS) as daemon:
            programs = Programs(arguments.client, folder, daemon)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                results = list(pool.map(programs.faults_of, chosen))
            altered = set() if arguments.ids else doses.altered(programs)
    right, every = collections.Counter(), collections.Counter()
    failed = set()
    for case, (found, reply) in zip(chosen, results):
        for name in (case.kind, f"format {case.ending}", "all"):
            every[name] += 1
            right[name] += not found
        if found:
            failed.add(case.id)
            print(f"{case.id} ({case.kind}): " + "; ".join(found))
        if arguments.ids:
            print("".join(f"    {json.dumps(block, ensure_ascii=False)}\n" for block in reply.get("blocks", [])))
    for name in sorted(every):
        print(f"{name}: {right[name]} of {every[name]}")
    if arguments.ids:
        return bool(failed)
    for line in doses.summary(altered):
        print(line)
    if arguments.update:
        write_lists(failed, altered)
        return 0
    return bool(compare("known_gaps", failed, read_list("known_gaps"), {case.id for case in CASES})
                + compare("known_altered", altered, doses.unpacked(read_list("known_altered")), doses.all_ids()))


def write_lists(failed: set[str], altered: set[str]) -> None:
    kinds = {case.id: case.kind for case in CASES}
    (HERE / "known_gaps").write_text(
        "# Cases that are not read rightly yet.\n"
        + "".join(f"{name}  # {kinds[name]}\n" for name in kinds if name in failed),
        encoding="utf-8")
    (HERE / "known_altered").write_text(
        "# Numbers that are altered or lost: the format, and numbers of doses.\n"
        + "".join(f"{line}\n" for line in doses.packed(altered)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
