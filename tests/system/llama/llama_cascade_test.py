#!/usr/bin/env python3
"""The whole cascade on a real llama.cpp: the daemon asks it, meters it, and
gives nothing of what it makes up.

usage: llama_cascade_test.py FOLDER ANSWERBOXD

FOLDER is where Node packages are installed. The model is so small that it only
tells stories, whatever it is asked: an answer of it must be refused.
"""

import hashlib
import json
import os
import pathlib
import platform
import sys
import tempfile
import time

import data_folder
import llama
from answerboxd import Answerboxd

TEXT = "# Storage\n\nVaccines are kept in the refrigerator between 2 °C and 8 °C.\n"
QUESTION = "Where are vaccines kept?"


def check(running: Answerboxd, model: pathlib.Path) -> dict:
    running.call("documents.add", name="storage.md", text=TEXT)
    deadline = time.monotonic() + 60
    while True:
        reply = running.call("ask", question=QUESTION, generate="always")
        assert reply["answered"] is True and "refrigerator" in reply["answer"]["text"], reply
        generated = reply["generated"]
        # The file's hash is computed in the background.
        if generated["model"]["sha256"] is not None or time.monotonic() > deadline:
            break
    assert generated["status"] == "refused", generated
    assert generated["reason"] in ("ungrounded", "weak", "contradicted", "no_answer",
                                   "invented_citation"), generated
    assert generated["tokens"] > 0 and generated["ms"] >= 0, generated
    assert generated["energy"]["cpu_us"] > 0, generated
    expected = hashlib.sha256(model.read_bytes()).hexdigest()
    assert generated["model"]["sha256"] == expected, generated
    return generated


def check_evaluator(running: Answerboxd) -> None:
    """The model's own probabilities tell whose context it is."""
    story = "Lily found a big red ball in the park. She was very happy and played with it."
    other = "Tom went to the sea with his dog. They saw a small boat."
    scores = []
    for context in (story, other):
        reply = running.call("ground", context=[context], evaluator="model",
                             answer="Lily found a big red ball in the park.")
        evaluator = reply["evaluator"]
        assert evaluator["status"] == "scored", evaluator
        assert evaluator["scored_words"] == reply["scored_words"] > 0, reply
        assert -1 <= evaluator["consens"] <= 1, evaluator
        scores.append(evaluator["consens_geometric"])
    assert scores[0] > 0.2 and scores[0] > scores[1] + 0.3, scores


def check_exam(running: Answerboxd, model: pathlib.Path) -> None:
    """Stories are no grades: each reply counts as grade 0, and as ill-formed."""
    reply = running.call("exam.grade", questions=[{"id": "v", "question": QUESTION}],
                         grader="model", k=2)
    question = reply["questions"][0]
    assert question["grade"] == 0 and question["covered"] is False, reply
    assert question["answer"]["document"] == "storage.md", reply
    grader = reply["grader"]
    assert grader["texts"] == len(question["passages"]) > 0, reply
    assert grader["ill_formed"] == grader["texts"], reply
    assert all(passage["ill_formed"] for passage in question["passages"]), reply
    assert grader["model"] == {"name": model.stem, "sha256": hashlib.sha256(
        model.read_bytes()).hexdigest()}, grader


def check_record(state: pathlib.Path) -> None:
    records = [json.loads(line) for file in (state / "audit").glob("*.jsonl")
               for line in file.read_text(encoding="utf-8").splitlines()]
    texts = {record["text"] for record in records if record["kind"] == "generated"}
    # At one temperature and with one seed, the same text each time.
    assert len(texts) == 1 and len(texts.pop()) > 20, records
    graded = [record for record in records if record.get("grader") == "model"]
    assert [grade for _, grade in graded[0]["texts"]] == [None], graded


def main() -> int:
    folder, daemon = sys.argv[1:]
    if platform.machine() not in llama.MACHINES:
        print(f"Skipped: no llama.cpp for {platform.machine()}.")
        return data_folder.SKIPPED
    model = data_folder.find("tiny-model") / "stories260K.gguf"
    with llama.serve(pathlib.Path(folder), model) as address, \
            tempfile.TemporaryDirectory() as place:
        state = pathlib.Path(place)
        os.chmod(state, 0o700)
        # The model's context has 512 tokens, of which the instructions take half.
        with Answerboxd(daemon, state, ["--model-server", address, "--model-file", str(model),
                                        "--model-context-tokens", "30",
                                        "--model-max-tokens", "40"]) as running:
            check(running, model)
            check_evaluator(running)
            check_exam(running, model)
            assert running.stop() == 0, running.messages()
        check_record(state)
    return 0


if __name__ == "__main__":
    sys.exit(main())
