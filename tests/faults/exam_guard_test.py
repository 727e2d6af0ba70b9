#!/usr/bin/env python3
"""A collection's exam guards it: a change that loses what must be answered is
refused with the question named, alone or staged, unless it is forced, and
forcing is on record. Nothing of a refused change stays.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from answerboxd import Answerboxd
from connection import RequestError

PAGES = {
    "vaccines.md": "# Vaccines\n\nVaccines are stored between 2 and 8 degrees "
                   "Celsius.\n",
    "hands.md": "# Hands\n\nHands are washed for at least 20 seconds.\n",
    "visits.md": "# Visits\n\nVisitors may come from 14:00 to 18:00.\n",
}
BANK = "\n".join(json.dumps(question) for question in (
    {"id": "v1", "topic": "vaccines", "must": True,
     "question": "Between which degrees are vaccines stored?",
     "key": "between 2 and 8 degrees Celsius"},
    {"id": "h1", "topic": "hands",
     "question": "How long are hands washed?", "key": "20 seconds"},
    {"id": "x1", "topic": "none", "question": "Who won the football match?",
     "key": "The Rovers"},
)) + "\n"


def refused(call, **params) -> dict:
    try:
        call(**params)
    except RequestError as error:
        return error.error
    raise AssertionError("the change was not refused")


def names(daemon: Answerboxd) -> list[str]:
    return [document["name"] for document in
            daemon.call("documents.list")["documents"]]


def snapshot(daemon: Answerboxd) -> int:
    return daemon.call("collections.list")["collections"][0]["snapshot"]


def check_grades(daemon: Answerboxd) -> None:
    graded = daemon.call("exam.grade", questions=[
        {"id": "v1", "question": "Between which degrees are vaccines stored?",
         "key": ["between 2 and 8 degrees Celsius", "2 to 8"]},
        {"id": "n1", "question": "Who won the football match?"}])
    first, second = graded["questions"]
    assert first["verified"] == "matches" and first["covered"], first
    assert first["answer"]["document"] == "vaccines.md", first
    assert any(passage["document"] == "vaccines.md" and
               passage["verified"] == "matches"
               for passage in first["passages"]), first
    assert not second["covered"] and second["grade"] < 4, second
    assert graded["recorded"] and graded["run"], graded
    many = [{"id": str(number), "question": "How long are hands washed?"}
            for number in range(64)]
    assert len(daemon.call("exam.grade", questions=many, passages=False)
               ["questions"]) == 64
    error = refused(lambda: daemon.call("exam.grade", questions=many + many[:1]))
    assert error["data"]["kind"] == "invalid_params", error
    error = refused(lambda: daemon.call(
        "exam.grade", questions=[many[0], many[0]]))
    assert "questions[1]" in error["message"], error


def check_refusals(daemon: Answerboxd) -> None:
    before = snapshot(daemon)
    error = refused(lambda: daemon.call("documents.remove", name="vaccines.md"))
    assert error["data"]["kind"] == "exam_failed", error
    lost = error["data"]["exam"]["lost"]
    assert [one["id"] for one in lost] == ["v1"], error
    assert lost[0]["must"] and "vaccines" in lost[0]["question"], error
    assert lost[0]["before"]["answer"]["document"] == "vaccines.md", error

    # The sentence stands there, with another number.
    error = refused(lambda: daemon.call(
        "documents.add", name="vaccines.md",
        text=PAGES["vaccines.md"].replace("and 8", "and 28")))
    assert [one["id"] for one in error["data"]["exam"]["lost"]] == ["v1"], error

    # The same within a batch that also adds.
    with daemon.connect() as connection:
        change = connection.call("changes.begin")["change"]
        staged = connection.call("documents.add", change=change, name="new.md",
                                 text="# Beds\n\nBeds are made daily.\n")
        assert staged["staged"], staged
        connection.call("documents.remove", change=change, name="vaccines.md")
        error = refused(lambda: connection.call("changes.commit",
                                                change=change))
        assert [one["id"] for one in error["data"]["exam"]["lost"]] == ["v1"]
    assert snapshot(daemon) == before and names(daemon) == sorted(PAGES)

    # What answers the question may move to another page in one change.
    with daemon.connect() as connection:
        change = connection.call("changes.begin")["change"]
        connection.call("documents.remove", change=change, name="vaccines.md")
        connection.call("documents.add", change=change, name="cold.md",
                        text=PAGES["vaccines.md"])
        made = connection.call("changes.commit", change=change)
        assert made["added"] == 1 and made["removed"] == 1, made
        assert made["snapshot"] == before + 1, made
    # A question that need not be answered may go while enough are.
    daemon.call("documents.remove", name="hands.md")
    daemon.call("collections.set", name="default",
                exam={"bank": BANK, "must_pass": "34%"})
    daemon.call("documents.add", name="hands.md", text=PAGES["hands.md"])
    error = refused(lambda: daemon.call("documents.remove", name="hands.md"))
    assert error["data"]["exam"]["needed"] == 2, error
    assert error["data"]["exam"]["covered_after"] == 1, error


def check_force(daemon: Answerboxd) -> None:
    daemon.call("documents.remove", name="cold.md", force=True)
    assert "cold.md" not in names(daemon)


def check_set(daemon: Answerboxd) -> None:
    error = refused(lambda: daemon.call(
        "collections.set", name="default",
        exam={"bank": BANK + "{\"id\":\"v1\"}", "must_pass": 1}))
    assert error["data"]["kind"] == "invalid_params", error
    assert "line 4, column 1" in error["message"], error
    error = refused(lambda: daemon.call(
        "collections.set", name="default",
        exam={"bank": BANK, "must_pass": 4}))
    assert "lower it" in error["message"], error
    shown = daemon.call("collections.set", name="default",
                        exam={"bank": BANK, "must_pass": 1})
    assert shown["exam"]["questions"] == 3, shown
    assert shown["exam"]["must_pass"] == "1", shown
    # Questions that were added keep the rule; a number replaces it.
    for exam, must_pass in (({"bank": BANK + "\n"}, "1"), ({"bank": BANK}, "1"),
                            ({"bank": BANK, "must_pass": 0}, "0"),
                            ({"bank": BANK, "must_pass": "34%"}, "34%"),
                            ({"bank": BANK + "\n"}, "34%"),
                            ({"bank": BANK, "must_pass": 1}, "1")):
        shown = daemon.call("collections.set", name="default", exam=exam)
        assert shown["exam"]["must_pass"] == must_pass, (exam, shown)


def check_staging(daemon: Answerboxd) -> None:
    with daemon.connect() as connection:
        error = refused(lambda: connection.call("changes.commit", change=1))
        assert error["data"]["kind"] == "not_found", error
        change = connection.call("changes.begin")["change"]
        error = refused(lambda: connection.call("changes.begin"))
        assert error["data"]["kind"] == "busy", error
        error = refused(lambda: connection.call("changes.commit",
                                                change=change))
        assert error["data"]["kind"] == "invalid_params", error
        error = refused(lambda: connection.call(
            "documents.add", collection="other", change=change, name="a.md",
            text="Text."))
        assert error["data"]["param"] == "collection", error
        error = refused(lambda: connection.call(
            "documents.add", change=change, name="a.md", text="a\0b"))
        assert error["data"]["kind"] == "rejected", error
        connection.call("documents.remove", change=change, name="hands.md")
        connection.call("documents.remove", change=change, name="unknown.md")
        error = refused(lambda: connection.call("changes.commit",
                                                change=change))
        assert error["data"]["kind"] == "not_found", error
        assert "unknown.md" in error["message"], error
        assert "hands.md" in names(daemon)
        # A document in parts, with marks that wait in its file.
        change = connection.call("changes.begin")["change"]
        upload = connection.call("documents.begin", change=change,
                                 name="long.md")["upload"]
        text = "Beds are made daily. " * 20000
        connection.call("documents.part", upload=upload, text=text,
                        pages=[[0, 1], [21, 2]])
        connection.call("documents.commit", upload=upload)
        connection.call("changes.abort", change=change)
        assert "long.md" not in names(daemon)
        change = connection.call("changes.begin")["change"]
        upload = connection.call("documents.begin", change=change,
                                 name="long.md")["upload"]
        connection.call("documents.part", upload=upload, text=text,
                        pages=[[0, 1], [21, 2]])
        connection.call("documents.commit", upload=upload)
        connection.call("changes.commit", change=change)
        stored = [document for document in connection.call("documents.list")
                  ["documents"] if document["name"] == "long.md"][0]
        assert stored["pages"] == 2 and stored["bytes"] == len(text), stored


def questions(bank: str) -> list[dict]:
    return [json.loads(line) for line in bank.splitlines()]


def check_accepted_questions_stay(run, daemon: Answerboxd,
                                  bank: pathlib.Path) -> None:
    question = "When may visitors come\u009b\u202e?"
    given = daemon.call("feedback.give", collection="cli", judgement="right",
                        question=question)
    run("exam", "feedback", "-c", "cli", "--accept", given["id"],
        "--key", "Visitors may come from 14:00 to 18:00.")
    lost = run("collections", "set", "cli", "--exam", str(bank))
    message = " ".join(lost.stderr.split())
    assert lost.returncode == 4 and "lose 1 question" in message, lost
    assert "answerbox exam bank -c cli" in message, lost
    whole = run("exam", "bank", "-c", "cli").stdout
    assert questions(whole)[:-1] == questions(BANK), whole
    assert questions(whole)[-1]["id"] == "feedback-" + given["id"], whole
    # No terminal acts on what callers wrote.
    assert questions(whole)[-1]["question"] == question, whole
    assert "come\\u009b\\u202e?" in whole, whole
    # What is taken along may be edited.
    bank.write_text(whole.replace("When may", "At what time may"))
    kept = run("collections", "set", "cli", "--exam", str(bank))
    assert kept.returncode == 0, kept
    assert run("exam", "bank", "-c", "cli").stdout == bank.read_text()
    bank.write_bytes(BANK.replace("\n", "\r\n").encode())
    dropped = run("collections", "set", "cli", "--exam", str(bank),
                  "--drop-feedback")
    assert dropped.returncode == 0, dropped
    assert questions(run("exam", "bank", "-c", "cli").stdout) == questions(BANK)


def check_command_line(options: argparse.Namespace, daemon: Answerboxd,
                       folder: pathlib.Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [options.client, *words, "--socket", str(daemon.socket_path)],
            capture_output=True, text=True, check=False)

    pages = folder / "pages"
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text)
    bank = folder / "bank.jsonl"
    bank.write_text(BANK)
    added = run("add", "-c", "cli", "--all-or-nothing", str(pages))
    assert added.returncode == 0 and "Added 3" in added.stdout, added
    set_exam = run("collections", "set", "cli", "--exam", str(bank),
                   "--must-pass", "50%")
    assert set_exam.returncode == 0 and "50%" in set_exam.stdout, set_exam
    assert questions(run("exam", "bank", "-c", "cli").stdout) == questions(BANK)
    told = run("exam", "bank", "-c", "cli", "--json").stdout
    assert json.loads(told)["must_pass"] == "50%", told
    removed = run("remove", "-c", "cli", "--all-or-nothing", "visits.md",
                  "vaccines.md")
    assert removed.returncode == 4, removed
    assert "must  v1: Between which" in removed.stderr, removed
    removed = run("remove", "-c", "cli", "vaccines.md", "--json")
    assert removed.returncode == 4 and "v1" in removed.stderr, removed
    # One bad file: nothing is added.
    (pages / "other.md").write_text("# Other\n\nBeds are made daily.\n")
    (pages / "bad.md").write_bytes(b"\x00\x01bad")
    before = daemon.call("documents.list", collection="cli")
    added = run("add", "-c", "cli", "--all-or-nothing", "--json", str(pages))
    report = json.loads(added.stdout)
    assert added.returncode == 4 and report["added"] == 0, added
    assert before == daemon.call("documents.list", collection="cli")
    # A bank with a mistake is named with its place; nothing is sent.
    bank.write_text(BANK + "{\"id\":1}\n")
    wrong = run("collections", "set", "cli", "--exam", str(bank))
    assert wrong.returncode == 4 and "line 4, column 2:" in wrong.stderr, wrong
    bank.write_text(BANK)
    check_accepted_questions_stay(run, daemon, bank)
    gone = run("collections", "set", "cli", "--exam", "none")
    assert gone.returncode == 0 and "no exam" in gone.stdout, gone
    daemon.call("collections.set", name="cli",
                exam={"bank": BANK, "must_pass": 0})
    forced = run("remove", "-c", "cli", "--force", "vaccines.md")
    assert forced.returncode == 0, forced


def records_of(state: pathlib.Path) -> list[dict]:
    return [json.loads(line)
            for path in sorted((state / "audit").glob("*.jsonl"))
            for line in path.read_text().splitlines()]


def check_records(options: argparse.Namespace, state: pathlib.Path) -> None:
    records = records_of(state)
    exams = [record for record in records if record["kind"] == "exam"]
    forced = [record for record in exams if record["action"] == "forced"]
    assert len(forced) == 2 and forced[0]["lost"] == ["v1"], exams
    assert forced[0]["caller"].startswith("unix:"), forced
    assert forced[0]["collection"] == "default", forced
    refusals = [record for record in exams if record["action"] == "refused"]
    assert len(refusals) == 6, refusals
    graded = [record for record in exams if record["action"] == "grade"]
    assert len(graded) == 2 and len(graded[1]["questions"]) == 64, graded
    at = records.index(forced[0])
    assert any(record["kind"] == "change" and record["action"] == "remove" and
               record["document"] == "cold.md" for record in records[at:])
    verified = subprocess.run(
        [options.client, "audit", "verify", "--dir", str(state / "audit")],
        capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-exam-") as folder:
        state = pathlib.Path(folder) / "state"
        with Answerboxd(options.daemon, state) as daemon:
            # A collection that is being filled is not held up.
            daemon.call("collections.create", name="default")
            daemon.call("collections.set", name="default",
                        exam={"bank": BANK, "must_pass": 1})
            for name, text in PAGES.items():
                daemon.call("documents.add", name=name, text=text)
            check_set(daemon)
            check_grades(daemon)
            check_refusals(daemon)
            daemon.stop()
        with Answerboxd(options.daemon, state) as daemon:
            # The exam is kept, and so is its refusal.
            check_force(daemon)
            daemon.call("collections.set", name="default", exam=None)
            check_staging(daemon)
            check_command_line(options, daemon, pathlib.Path(folder))
            daemon.call("collections.remove", name="cli")
            daemon.stop()
        assert not list((state / "collections").glob("*/*.guard"))
        check_records(options, state)
    print("the exam was kept, losses were refused, and forcing is on record")
    return 0


if __name__ == "__main__":
    sys.exit(main())
