#!/usr/bin/env python3
"""`answerbox exam make --model` against a daemon with a language model that writes
questions, or something else.

usage: exam_make_model_test.py ANSWERBOXD ANSWERBOX

The model is the server of cascade_test.py. What the collection answers becomes a
bank, which an exam can ask; the rest is counted.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import cascade_test
from answerboxd import PATIENCE_S, Answerboxd
from cascade_test import Server, model_server

DONE, USAGE, REJECTED, DAEMON_FAILED = 0, 2, 4, 5
DOCUMENTS = {
    "storage.md": "# Vaccines\n\nVaccines are kept in the refrigerator between 2 °C and 8 °C.\n",
    "power.md": "# Power cuts\n\nAfter a power cut the nurse on duty writes down the temperature.\n",
}
WHERE = "Where are vaccines kept?"
WHO = "Who writes down the temperature after a power cut?"
UNKNOWN = "Which composer wrote seventeen operas?"


def say_up_to_stop(handler, body, text):
    """Ends the text where the daemon wants it to end."""
    ends = [text.index(stop) for stop in body["stop"] if stop in text]
    handler.say(text[:min(ends, default=len(text))])


def writing(handler, body):
    """Goes on with the array that the prompt begins, as a model that completes texts."""
    prompt = body["prompt"]
    assert prompt.endswith('\n```json\n{ "questions": ['), prompt
    assert body["temperature"] == 0, body
    if "the subtopic 'power cuts'" in prompt:
        texts = json.dumps([WHO, WHERE, "Explain it."], ensure_ascii=False)
        say_up_to_stop(handler, body, texts[1:] + " }\n```\nMore \"questions\" follow?")
    elif "the subtopic 'music'" in prompt:
        handler.say(json.dumps([UNKNOWN])[1:])
    else:
        assert prompt.startswith("Break the query 'vaccine storage' into"), prompt
        handler.say(f"Sure:\n1. {WHERE}\n2. {UNKNOWN}\n")


def fenced(handler, body):
    """What models do that put a conversation around the prompt."""
    questions = json.dumps({"questions": [WHERE]})
    say_up_to_stop(handler, body, f"Here they are:\n\n```json\n{questions}\n```\nAny others?")


def cut(handler, _):
    handler.begin()
    handler.wfile.write(cascade_test.event(f' "{WHERE}", "Who wri', finish_reason="length")
                        + b"data: [DONE]\n\n")


def cut_at_once(handler, _):
    handler.begin()
    handler.wfile.write(cascade_test.event(' "Where are', finish_reason="length")
                        + b"data: [DONE]\n\n")


class Replaced:
    """Writes the same each time, from the second time on under another name."""

    def __init__(self):
        self.replies = 0

    def __call__(self, handler, body):
        self.replies += 1
        handler.begin()
        handler.wfile.write(
            cascade_test.event(json.dumps([WHERE, WHO])[1:],
                               model="first" if self.replies == 1 else "second",
                               finish_reason="stop") + b"data: [DONE]\n\n")


class Maker:
    def __init__(self, client: str, running: Answerboxd, folder: pathlib.Path):
        self.client, self.running, self.folder = client, running, folder

    def arguments(self, name: str, *arguments: str) -> list[str]:
        return [self.client, "exam", "make", "--model", "-o", str(self.folder / name),
                "--socket", str(self.running.socket_path), *arguments]

    def make(self, name: str, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(self.arguments(name, *arguments), capture_output=True, text=True,
                              check=False, timeout=PATIENCE_S)

    def lines(self, name: str) -> list[dict]:
        text = (self.folder / name).read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


def check_subtopics(maker: Maker) -> None:
    arguments = ("--query", "vaccine storage", "--subtopic", "power cuts", "--subtopic", "music")
    made = maker.make("bank.jsonl", *arguments, "--json")
    assert made.returncode == DONE, made
    report = json.loads(made.stdout)
    assert report.pop("seconds") >= 0
    model = {"name": "scripted", "sha256": None}
    assert report == {"replies": 2, "without_questions": 0, "cut": 0, "candidates": 3,
                      "questions": 2, "model": model,
                      "left_out": {"ill_formed": 1, "twice": 0, "no_answer": 1}}, report
    source = {"query": "vaccine storage", "subtopic": "power cuts", "model": "scripted"}
    assert maker.lines("bank.jsonl") == [
        {"id": f"vaccine storage/power cuts#{number}", "topic": "vaccine storage",
         "question": question, "source": source}
        for number, question in ((1, WHO), (2, WHERE))], maker.lines("bank.jsonl")
    # It is a bank, and the collection passes its exam.
    exam = subprocess.run([maker.client, "exam", "run", str(maker.folder / "bank.jsonl"), "--tau",
                           "1", "--json", "--socket", str(maker.running.socket_path)],
                          capture_output=True, text=True, check=True)
    assert json.loads(exam.stdout)["covered"] == 2, exam
    # A made line may be graded as it is.
    graded = maker.running.call("exam.grade", questions=maker.lines("bank.jsonl"), passages=False)
    assert [each["covered"] for each in graded["questions"]] == [True, True], graded
    # The same again is the same bank.
    assert maker.make("again.jsonl", *arguments).returncode == DONE
    assert maker.lines("again.jsonl") == maker.lines("bank.jsonl")


def check_query(maker: Maker) -> None:
    made = maker.make("query.jsonl", "--query", "vaccine storage")
    assert made.returncode == DONE, made
    assert "1 question that the collection does not answer" in " ".join(made.stdout.split()), made
    line, = maker.lines("query.jsonl")
    assert (line["id"], line["question"]) == ("vaccine storage#1", WHERE), line
    assert maker.make("all.jsonl", "--query", "vaccine storage", "--unchecked").returncode == DONE
    assert [each["question"] for each in maker.lines("all.jsonl")] == [WHERE, UNKNOWN]
    nothing = maker.make("nothing.jsonl", "--query", "vaccine storage", "--subtopic", "music")
    assert nothing.returncode == REJECTED and "--unchecked keeps" in nothing.stderr, nothing
    assert not (maker.folder / "nothing.jsonl").exists()


def check_other_replies(maker: Maker, server: Server) -> None:
    server.behave = cut
    made = maker.make("cut.jsonl", "--query", "vaccine storage", "--json")
    assert made.returncode == DONE, made
    assert json.loads(made.stdout)["cut"] == 1, made
    assert [each["question"] for each in maker.lines("cut.jsonl")] == [WHERE]
    server.behave = fenced
    assert maker.make("fenced.jsonl", "--query", "vaccine storage").returncode == DONE
    assert [each["question"] for each in maker.lines("fenced.jsonl")] == [WHERE]
    server.behave = cut_at_once
    early = maker.make("early.jsonl", "--query", "vaccine storage")
    assert early.returncode == REJECTED and "model_max_tokens" in early.stderr, early
    server.behave = lambda handler, _: handler.say("Once upon a time")
    story = maker.make("story.jsonl", "--query", "vaccine storage")
    assert story.returncode == REJECTED and "1 of 1 replies, which had no question" in story.stderr
    for fail, reason in ((cascade_test.refusing, "503"), (cascade_test.closing, "closed"),
                         (cascade_test.invalid, "JSON")):
        server.behave = fail
        failed = maker.make("failed.jsonl", "--query", "vaccine storage")
        assert failed.returncode == DAEMON_FAILED, failed
        assert "The language model wrote no questions" in failed.stderr, failed
        assert reason in failed.stderr, (reason, failed)
        assert not (maker.folder / "failed.jsonl").exists()
    server.behave = writing


def check_questions_asked_twice(maker: Maker) -> None:
    subtopics = ("--subtopic", "power cuts") * 3
    made = maker.make("twice.jsonl", "--query", "vaccine storage", *subtopics, "--json")
    assert made.returncode == DONE, made
    report = json.loads(made.stdout)
    assert (report["candidates"], report["questions"]) == (6, 2), report
    assert report["left_out"] == {"ill_formed": 3, "twice": 4, "no_answer": 0}, report
    assert [line["question"] for line in maker.lines("twice.jsonl")] == [WHO, WHERE]


def check_replaced_model(maker: Maker, server: Server) -> None:
    """A bank is of one model."""
    server.behave = Replaced()
    made = maker.make("replaced.jsonl", "--query", "vaccine storage",
                      "--subtopic", "power cuts", "--subtopic", "music")
    assert made.returncode == REJECTED, made
    error = " ".join(made.stderr.split())
    assert ("the daemon's language model is now second; the questions before were written by "
            "first; try again") in error, error
    assert not (maker.folder / "replaced.jsonl").exists()
    server.behave = writing


def check_busy(maker: Maker, server: Server) -> None:
    """It waits while the model, whose queue has one place, is busy."""
    held, released = threading.Event(), threading.Event()

    def behave(handler, body):
        if '"questions": [' in body["prompt"]:
            return writing(handler, body)
        held.set()
        assert released.wait(PATIENCE_S)
        return handler.say("NO ANSWER")

    server.behave = behave
    with maker.running.connect() as other:
        other.send("ask", question=WHERE, generate="always")
        assert held.wait(PATIENCE_S)
        with subprocess.Popen(maker.arguments("busy.jsonl", "--query", "vaccine storage"),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as waiting:
            assert "the language model is busy" in waiting.stderr.readline()
            released.set()
            assert waiting.wait(PATIENCE_S) == DONE, waiting.stderr.read()
    assert len(maker.lines("busy.jsonl")) == 1
    server.behave = writing


def check_requests(maker: Maker) -> None:
    for arguments in ((), ("--query", "x", "--seed", "7"), ("--query", "x", "--per-document", "3"),
                      ("--query", "x" * 257), ("--query", "x", "--subtopic", ""),
                      ("--query", "x", "--subtopic", "y" * 257)):
        assert maker.make("usage.jsonl", *arguments).returncode == USAGE, arguments
    templates = subprocess.run([maker.client, "exam", "make", "--query", "x", "--socket",
                                str(maker.running.socket_path)], capture_output=True, check=False)
    assert templates.returncode == USAGE, templates
    # The model has not been asked before.
    for name, reason in (("absent/bank.jsonl", "No such file"), (".", "Is a directory")):
        nowhere = maker.make(name, "--query", "x")
        assert nowhere.returncode == REJECTED and reason in nowhere.stderr, nowhere
    unknown = maker.make("unknown.jsonl", "--query", "x", "-c", "absent")
    assert unknown.returncode == REJECTED, unknown
    for params, param in (({}, "query"), ({"query": " "}, "query"), ({"query": "x" * 257}, "query"),
                          ({"query": "x", "subtopic": ""}, "subtopic"),
                          ({"query": "x", "subtopic": "y" * 257}, "subtopic"),
                          ({"query": "x", "k": 1}, "k")):
        with maker.running.connect() as connection:
            connection.send("exam.questions", **params)
            error = connection.receive()["error"]
        assert error["data"] == {"kind": "invalid_params", "param": param}, (params, error)


def check_energy(running: Answerboxd) -> None:
    """What the model wrote is accounted to exams, once its window has closed."""
    deadline = time.monotonic() + PATIENCE_S
    while "model:exam" not in (callers := [account["caller"] for account in
                                           running.call("energy.report")["accounts"]]):
        assert time.monotonic() < deadline, callers
        time.sleep(0.1)


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    daemon, client = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        state = folder / "state"
        state.mkdir(mode=0o700)
        with model_server(folder) as server:
            server.behave = writing
            with Answerboxd(daemon, state, ["--model-server", f"unix:{folder}/model",
                                            "--model-timeout-s", str(PATIENCE_S),
                                            "--model-queue", "1"]) as running:
                for name, text in DOCUMENTS.items():
                    running.call("documents.add", name=name, text=text)
                maker = Maker(client, running, folder)
                check_subtopics(maker)
                check_query(maker)
                check_other_replies(maker, server)
                check_questions_asked_twice(maker)
                check_replaced_model(maker, server)
                check_busy(maker, server)
                check_requests(maker)
                check_energy(running)
        with Answerboxd(daemon, state) as running:
            absent = Maker(client, running, folder).make("absent.jsonl", "--query", "x")
            assert absent.returncode == DAEMON_FAILED, absent
            assert "its option model_server names one" in absent.stderr, absent
    return 0


if __name__ == "__main__":
    sys.exit(main())
