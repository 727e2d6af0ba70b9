#!/usr/bin/env python3
"""`answerbox exam run --grader model` against a daemon with language models that
behave in many ways.

usage: exam_model_test.py ANSWERBOXD ANSWERBOX

$ANSWERBOX_LAB is the laboratory's program, which ranks the results.

The model is the server of cascade_test.py. It grades by a rule of this test, says
no grade, or fails; then the exam stops, nothing is graded wrongly, and it goes on
where it stopped.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

import cascade_test
from answerboxd import PATIENCE_S, Answerboxd
from cascade_test import Server, model_server

DONE, REJECTED, DAEMON_FAILED, INTERRUPTED = 0, 4, 5, 130
DOCUMENTS = {
    "storage.md": "# Vaccines\n\nVaccines are kept in the refrigerator between 2 °C and 8 °C.\n",
    "hall.md": "# Hall\n\nThe refrigerator stands in the hall.\n",
    "visits.md": "# Visits\n\nVisitors come between two and five.\n",
}
BANK = [
    {"id": "v", "topic": "vaccines", "question": "Where are vaccines kept in the refrigerator?",
     "key": "between 2 °C and 8 °C", "must": True},
    {"id": "none", "topic": "music", "question": "Zzyzx qwxv?"},
    {"id": "h", "topic": "hall", "question": "Where does the refrigerator stand?"},
]


def parts_of(prompt: str) -> tuple[str, str]:
    """The question and the passage of a prompt."""
    assert prompt.startswith("Can the question be answered based on the available context?"), prompt
    question, context = prompt.split("\nQuestion: ")[1].split("\nContext: ")
    assert context.endswith("\nGrade:") and context.count("\n") == 1, prompt
    return question, context.removesuffix("\nGrade:")


def grading(handler, body):
    """Grades well, but has no grade for what it takes for a story."""
    assert body["max_tokens"] == 16 and body["temperature"] == 0, body
    question, context = parts_of(body["prompt"])
    if "stands in the hall" in context:
        handler.say("5" if "stand" in question else "Once upon a time")
    else:
        handler.say("Grade: 4" if "vaccines" in question and "2 °C" in context else "0")


def failing_for(what: str, fail):
    """Grades until a question has `what`, and then fails at its second passage."""
    seen = []

    def behave(handler, body):
        if what in parts_of(body["prompt"])[0]:
            seen.append(body)
        if len(seen) == 2:
            fail(handler, body)
        else:
            grading(handler, body)
    return behave


def error_of(running: Answerboxd, method: str, **params) -> dict:
    with running.connect() as connection:
        connection.send(method, **params)
        return connection.receive()["error"]


class Exam:
    """The client's runs of one bank against one daemon."""

    def __init__(self, client: str, running: Answerboxd, folder: pathlib.Path):
        self.client, self.running, self.folder = client, running, folder

    def command(self, *arguments: str) -> subprocess.CompletedProcess:
        program = (os.environ["ANSWERBOX_LAB"] if arguments[0] == "leaderboard"
                   else self.client)
        return subprocess.run([program, "exam", *arguments], capture_output=True, text=True,
                              check=False, timeout=120)

    def run(self, name: str, *arguments: str) -> subprocess.CompletedProcess:
        return self.command("run", str(self.folder / "bank.jsonl"), "--grader", "model", "-o",
                            str(self.folder / name), "--socket", str(self.running.socket_path),
                            *arguments)

    def start(self, name: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.client, "exam", "run", str(self.folder / "bank.jsonl"), "--grader", "model",
             "-o", str(self.folder / name), "--socket", str(self.running.socket_path)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    @staticmethod
    def await_message(started: subprocess.Popen, message: str) -> None:
        for line in started.stderr:
            if message in line:
                return
        raise AssertionError(f"it ended with {started.wait(PATIENCE_S)} without: {message}")

    def lines(self, name: str) -> list[dict]:
        text = (self.folder / name).read_text(encoding="utf-8")
        assert not text or text.endswith("\n"), text
        return [json.loads(line) for line in text.splitlines()]


def check_reply(running: Answerboxd) -> None:
    reply = running.call("exam.grade", questions=[BANK[0]], grader="model", k=3)
    question = reply["questions"][0]
    by_document = {passage["document"]: passage for passage in question["passages"]}
    assert by_document["storage.md"]["grade"] == 4, reply
    assert by_document["hall.md"] == {**by_document["hall.md"], "grade": 0, "ill_formed": True}
    assert "ill_formed" not in by_document["storage.md"], reply
    assert question["grade"] == 4 and question["covered"] is True, reply
    assert question["verified"] == "matches", reply
    assert question["answer"]["document"] == "storage.md", reply
    grader = reply["grader"]
    assert grader["model"] == {"name": "scripted", "sha256": None}, grader
    assert (grader["texts"], grader["ill_formed"]) == (len(by_document), 1), grader
    assert reply["recorded"] is True, reply
    assert reply["energy"]["cpu_us"] > 0, reply
    strict = running.call("exam.grade", questions=[BANK[0]], grader="model", tau=5)
    assert strict["questions"][0]["covered"] is False, strict
    nothing = running.call("exam.grade", questions=[BANK[1]], grader="model")
    assert nothing["grader"] == {"model": None, "texts": 0, "ill_formed": 0, "ms": 0}, nothing
    assert nothing["questions"][0]["refusal"]["reason"] == "no_evidence", nothing
    error = error_of(running, "exam.grade", questions=BANK[:2], grader="model")
    assert error["data"] == {"kind": "invalid_params", "param": "questions"}, error


def check_run(exam: Exam) -> None:
    run = exam.run("good.jsonl", "--json")
    assert run.returncode == DONE, run
    sums = json.loads(run.stdout)
    assert (sums["questions"], sums["covered"], sums["ill_formed"]) == (3, 2, 1), sums
    assert sums["model"] == {"name": "scripted", "sha256": None}, sums
    header, first, nothing, hall, last = exam.lines("good.jsonl")
    assert (header["grader"], header["model"]["name"]) == ("model", "scripted"), header
    assert (first["grade"], first["ill_formed"], first["covered"]) == (4, 1, True), first
    assert (nothing["grade"], nothing["passages"]) == (0, []), nothing
    assert (hall["grade"], hall["answer"]["document"]) == (5, "hall.md"), hall
    assert last["ill_formed"] == 1, last
    report = exam.command("report", str(exam.folder / "good.jsonl"))
    assert "grade 4 or more by scripted" in " ".join(report.stdout.split()), report
    assert "the model gave no grade" in " ".join(report.stdout.split()), report
    board = exam.command("leaderboard", str(exam.folder / "good.jsonl"))
    assert board.returncode == DONE, board


def check_failures(exam: Exam, server: Server) -> None:
    """What was graded stays, and the rest is graded when the model is there again."""
    whole = exam.lines("good.jsonl")
    for fail, reason in ((cascade_test.refusing, "503"), (cascade_test.slow, "in time"),
                         (cascade_test.closing, "closed"), (cascade_test.invalid, "JSON"),
                         (cascade_test.endless, "")):
        name = f"{fail.__name__}.jsonl"
        server.behave = failing_for("stand", fail)
        run = exam.run(name)
        assert run.returncode == DAEMON_FAILED, (name, run)
        assert "question 3: The language model gave no grade" in run.stderr, (name, run)
        assert reason in run.stderr, (name, run)
        assert exam.lines(name)[1:] == whole[1:3], (name, exam.lines(name))
        server.behave = grading
        again = exam.run(name, "--json")
        assert again.returncode == DONE, (name, again)
        assert json.loads(again.stdout)["resumed"] == 2, again
        assert exam.lines(name)[1:4] == whole[1:4], name


def check_diff_of_banks(exam: Exam, server: Server) -> None:
    """Two banks are compared by one model only, even if the server changes it meanwhile."""
    visits = {"id": "c", "topic": "hall", "question": "When do visitors come?"}
    (exam.folder / "visits.jsonl").write_text(json.dumps(visits) + "\n", encoding="utf-8")

    def by_two(handler, body):
        if "visitors" in parts_of(body["prompt"])[0]:
            handler.begin()
            handler.wfile.write(cascade_test.event("5", finish_reason="stop")
                                .replace(b"scripted", b"other") + b"data: [DONE]\n\n")
        else:
            grading(handler, body)

    for behave, code in ((grading, DONE), (by_two, REJECTED)):
        server.behave = behave
        diff = exam.command("diff", str(exam.folder / "bank.jsonl"),
                            str(exam.folder / "visits.jsonl"), "--grader", "model", "--socket",
                            str(exam.running.socket_path))
        assert diff.returncode == code, diff
    assert "language model changed while the banks were asked" in diff.stderr, diff
    server.behave = grading


def check_two_models(daemon: str, client: str, state: pathlib.Path, server: Server,
                     address: str) -> None:
    """The grades of two models are neither mixed nor compared."""
    folder = state.parent
    cut = (folder / "good.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "cut.jsonl").write_text("".join(cut[:2]), encoding="utf-8")
    server.behave = grading
    with Answerboxd(daemon, state, ["--model-server", address, "--model-name", "other",
                                    "--model-context-tokens", "10"]) as running:
        exam = Exam(client, running, folder)
        run = exam.run("cut.jsonl")
        assert run.returncode == REJECTED, run
        assert "is now other" in run.stderr and "graded by scripted" in run.stderr, run
        # The second question has no passages, and needs no model.
        assert (folder / "cut.jsonl").read_text(encoding="utf-8") == "".join(cut[:3])
        before = len(server.prompts)
        assert exam.run("other.jsonl").returncode == DONE
        # 4 bytes for each of 10 tokens.
        longest = max(len(parts_of(prompt)[1].encode()) for prompt in server.prompts[before:])
        assert 30 < longest <= 40, longest
        for command in ("compare", "diff", "leaderboard"):
            refused = exam.command(command, str(folder / "good.jsonl"), str(folder / "other.jsonl"))
            assert refused.returncode == REJECTED, (command, refused)
            assert "model" in refused.stderr or "grader" in refused.stderr, refused


def check_replaced_file(daemon: str, client: str, state: pathlib.Path, address: str) -> None:
    """An exam does not go on with another model of the same name, even just after a start."""
    folder = state.parent
    model = folder / "model.gguf"
    options = ["--model-server", address, "--model-file", str(model)]

    def start(first_byte: bytes) -> Answerboxd:
        # Takes a while to read, but no room on the disk.
        with open(model, "wb") as file:
            file.write(first_byte)
            file.truncate(64 << 20)
        return Answerboxd(daemon, state, options)

    with start(b"a") as running:
        exam = Exam(client, running, folder)
        assert exam.run("file.jsonl").returncode == DONE
        whole = exam.lines("file.jsonl")
        assert len(whole[0]["model"]["sha256"]) == 64, whole[0]
    cut = "".join((folder / "file.jsonl").read_text(encoding="utf-8").splitlines(True)[:3])
    (folder / "file.jsonl").write_text(cut, encoding="utf-8")
    with start(b"b") as running:
        run = Exam(client, running, folder).run("file.jsonl")
        assert run.returncode == REJECTED and "language model is now" in run.stderr, run
        assert (folder / "file.jsonl").read_text(encoding="utf-8") == cut
    with start(b"a") as running:
        exam = Exam(client, running, folder)
        assert exam.run("file.jsonl").returncode == DONE
        assert exam.lines("file.jsonl")[:4] == whole[:4]


def check_busy(daemon: str, client: str, state: pathlib.Path, server: Server,
               address: str) -> None:
    """An exam waits while the model is busy, until the user stops it or the model has time."""
    held, released = threading.Event(), threading.Event()

    def behave(handler, body):
        if "\nContext: " in body["prompt"]:
            return grading(handler, body)
        held.set()
        assert released.wait(PATIENCE_S)
        return handler.say("NO ANSWER")

    server.behave = behave
    with Answerboxd(daemon, state, ["--model-server", address, "--model-queue", "1",
                                    "--model-timeout-s", str(PATIENCE_S)]) as running:
        exam = Exam(client, running, state.parent)
        with running.connect() as other:
            other.send("ask", question=BANK[0]["question"], generate="always")
            assert held.wait(PATIENCE_S)
            with exam.start("busy.jsonl") as stopped:
                exam.await_message(stopped, "the language model is busy")
                stopped.send_signal(signal.SIGINT)
                assert stopped.wait(PATIENCE_S) == INTERRUPTED
            assert exam.lines("busy.jsonl") == []
            with exam.start("busy.jsonl") as waiting:
                exam.await_message(waiting, "the language model is busy")
                released.set()
                assert waiting.wait(PATIENCE_S) == DONE, waiting.stderr.read()
            assert other.receive()["result"]["generated"]["status"] == "refused"
        assert exam.lines("busy.jsonl")[1:4] == exam.lines("good.jsonl")[1:4]
    server.behave = grading


def check_absent(daemon: str, client: str, state: pathlib.Path, address: str) -> None:
    for options, what in (([], "its option model_server names one"),
                          (["--model-server", address], "gave no grade")):
        with Answerboxd(daemon, state, options) as running:
            exam = Exam(client, running, state.parent)
            run = exam.run("absent.jsonl")
            assert run.returncode == DAEMON_FAILED and what in run.stderr, run
            assert exam.lines("absent.jsonl") == [], run
            error = error_of(running, "exam.grade", questions=[BANK[0]], grader="model")
            assert (error["code"], error["data"]["reason"]) == (-32018, "absent"), error


def check_records(state: pathlib.Path, client: str) -> None:
    records = [json.loads(line) for file in sorted((state / "audit").glob("*.jsonl"))
               for line in file.read_text(encoding="utf-8").splitlines()]
    graded = [record for record in records if record.get("grader") == "model"]
    first = graded[0]
    assert first["language_model"] == {"name": "scripted", "sha256": None}, first
    assert sorted(grade is None for _, grade in first["texts"]).count(True) == 1, first
    assert max(grade or 0 for _, grade in first["texts"]) == 4, first
    assert first["questions"][0] == {**first["questions"][0], "id": "v", "grade": 4}, first
    assert any(record["language_model"] is None and not record["texts"] for record in graded), graded
    runs = {run for run, _ in first["texts"]} | {first["run"]}
    assert len(runs) == len(first["texts"]) + 1, first
    verified = subprocess.run([client, "audit", "verify", "--dir", str(state / "audit")],
                              capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    daemon, client = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        state = folder / "state"
        state.mkdir()
        os.chmod(state, 0o700)
        (folder / "bank.jsonl").write_text(
            "".join(json.dumps(question) + "\n" for question in BANK), encoding="utf-8")
        address = f"unix:{folder}/model"
        with model_server(folder) as server:
            server.behave = grading
            with Answerboxd(daemon, state, ["--model-server", address, "--model-timeout-s", "2",
                                            "--model-queue", "1"]) as running:
                for name, text in DOCUMENTS.items():
                    running.call("documents.add", name=name, text=text)
                check_reply(running)
                exam = Exam(client, running, folder)
                check_run(exam)
                check_failures(exam, server)
                check_diff_of_banks(exam, server)
                assert running.stop() == 0, running.messages()
            check_records(state, client)
            check_busy(daemon, client, state, server, address)
            check_replaced_file(daemon, client, state, address)
            check_two_models(daemon, client, state, server, address)
        check_absent(daemon, client, state, f"unix:{folder}/nobody")
    return 0


if __name__ == "__main__":
    sys.exit(main())
