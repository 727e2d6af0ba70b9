#!/usr/bin/env python3
"""Records replies of the real daemon, which page_test shows.

usage: record_replies.py DAEMON CLIENT

Writes replies/NAME.json. Run it when replies of `ask` change, then page_test
with ANSWERBOX_UPDATE_PAGES=1, and read what changed in replies/NAME.html.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[4]
sys.path.insert(0, str(ROOT / "tests/faults"))
from answerboxd import Answerboxd  # noqa: E402
from connection import RequestError  # noqa: E402

DOCUMENTS = {
    "visits-2023.txt": "Visits\n\nOn Sundays, visitors leave the ward by 19:00.",
    "visits-2026.txt": "Visits\n\nOn Sundays, visitors leave the ward by 20:30.",
    "<img src=x onerror=alert(1)>.txt":
        "The mirror ceremony <script>alert(1)</script> begins at 12 o'clock & "
        "\"ends\" \u202e4202 ni\u202c with \u0007 a bell \u05e9\u05dc\u05d5\u05dd.",
}
# The name of a case -> its question. All are asked of one collection.
QUESTIONS = {
    "answer": "At what temperature are vaccines stored?",
    "list": "What are the five moments of hand hygiene?",
    "row": "What is the number of Stephen Hale?",
    "passage": "How is the temperature of the fridge measured?",
    "section": "What are the steps after a power cut?",
    "several": "When do visitors leave the ward on Sundays?",
    "refusal": "What is the dose of Zyrtec for children?",
    "offer": "What is the fxrm for?",
    "spelling": "At what temprature are vaccines stored?",
    "hostile": "When does the mirror ceremony begin?",
    "empty": "What is it?",
}
PARAMS = {"short": True, "answers": "auto"}


def steady(result: dict) -> dict:
    """Without what differs from run to run and the page does not show."""
    for name in ("energy", "latency_us", "snapshot"):
        result.pop(name, None)
    if "run" in result:
        result["run"] = "0f1e2d3c4b5a6978"
    return result


def main() -> int:
    daemon, client = sys.argv[1:]
    replies = FOLDER / "replies"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with Answerboxd(daemon, folder / "state",
                        ["--energy-sensor", "none"]) as box:
            subprocess.run([client, "add", str(ROOT / "deploy/sample-handbook"),
                            "--socket", str(box.socket_path)], check=True,
                           capture_output=True)
            for document, text in DOCUMENTS.items():
                box.call("documents.add", name=document, text=text)
            for case, question in QUESTIONS.items():
                result = steady(box.call("ask", question=question, **PARAMS))
                (replies / f"{case}.json").write_text(json.dumps(
                    {"question": question, "result": result}, indent=1,
                    ensure_ascii=False) + "\n", encoding="utf-8")
            try:
                box.call("ask", question="?", collection="nowhere")
            except RequestError as failure:
                (replies / "error.json").write_text(json.dumps(
                    {"question": "?", "error": failure.error}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
