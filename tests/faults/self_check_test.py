#!/usr/bin/env python3
"""The daemon examines a collection by itself. A page that its exam needs is
removed by force: the next start finds the drop, and status, journal, audit log
and MQTT tell it; the start after that tells it again in status, and not in the
journal. When the page is back, the warning goes. A damaged result is named and
made anew.
"""

import argparse
import json
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

from answerboxd import PATIENCE_S, Answerboxd

COLD = "# Vaccines\n\nVaccines are stored between 2 and 8 degrees Celsius.\n"
HANDS = "# Hands\n\nHands are washed for at least 20 seconds.\n"
BANK = "\n".join(json.dumps(question) for question in (
    {"id": "v1", "topic": "vaccines", "must": True,
     "question": "Between which degrees are vaccines stored?",
     "key": "between 2 and 8 degrees Celsius"},
    {"id": "h1", "topic": "hands",
     "question": "How long are hands washed?", "key": "20 seconds"},
)) + "\n"
WARNING = "1 no longer: v1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def retained(port: int, topic: str) -> dict:
    """The retained message of the topic, by MQTT 3.1.1."""
    def packet(kind: int, body: bytes) -> bytes:
        assert len(body) < 128
        return bytes([kind, len(body)]) + body

    def text(value: str) -> bytes:
        return struct.pack(">H", len(value)) + value.encode()

    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as client:
        stream = client.makefile("rb")
        client.sendall(packet(0x10, text("MQTT") + b"\x04\x02\x00\x1e" +
                              text("reader")))
        client.sendall(packet(0x82, b"\x00\x01" + text(topic) + b"\x00"))
        while True:
            kind = stream.read(1)[0]
            size = shift = 0
            while True:
                digit = stream.read(1)[0]
                size |= (digit & 0x7f) << shift
                shift += 7
                if digit < 0x80:
                    break
            body = stream.read(size)
            if kind & 0xf0 == 0x30:
                length = struct.unpack(">H", body[:2])[0]
                return json.loads(body[2 + length:])


class Box:
    def __init__(self, options: argparse.Namespace, state: pathlib.Path):
        self.options = options
        self.state = state
        self.port = free_port()

    def start(self, days: int = 7) -> Answerboxd:
        return Answerboxd(self.options.daemon, self.state, [
            "--energy-sensor", "none", "--exam-days", str(days),
            "--mqtt", f"127.0.0.1:{self.port}", "--mqtt-anonymous",
            "loopback"])

    def checks(self) -> list[dict]:
        """The records of exams that the daemon set itself."""
        records = [json.loads(line)
                   for path in sorted((self.state / "audit").glob("*.jsonl"))
                   for line in path.read_text().splitlines()]
        return [record for record in records if record["kind"] == "exam" and
                record["action"] == "self_check"]

    def file(self) -> pathlib.Path:
        return self.state / "collections" / "default" / "self-check"


def exam_when(daemon: Answerboxd, is_wanted) -> dict:
    """What status says of the collection's exam as soon as it is wanted."""
    until = time.monotonic() + PATIENCE_S
    exams = []
    while time.monotonic() < until:
        exams = daemon.call("status")["exams"]
        if exams and is_wanted(exams[0]):
            return exams[0]
        time.sleep(0.05)
    raise AssertionError(f"not what was waited for: {exams}")


def await_message(daemon: Answerboxd, text: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while text not in daemon.messages():
        assert time.monotonic() < until, daemon.messages()
        time.sleep(0.05)


def check_retained(box: Box, is_warning: bool, answered: int) -> None:
    # Topics are told once a second.
    until = time.monotonic() + PATIENCE_S
    while True:
        told = retained(box.port, "answerbox/default/exam")
        if (told["warning"], told["answered"]) == (is_warning, answered):
            break
        assert time.monotonic() < until, told
        time.sleep(0.2)
    assert told["questions"] == 2 and told["lost"] == 2 - answered, told


def check_bank_is_examined(box: Box) -> None:
    with box.start() as daemon:
        daemon.call("documents.add", name="cold.md", text=COLD)
        daemon.call("documents.add", name="hands.md", text=HANDS)
        assert daemon.call("status")["exams"] == []
        daemon.call("collections.set", name="default", exam={"bank": BANK})
        exam = exam_when(daemon, lambda exam: exam["answered"] == 2)
        assert not exam["warning"] and exam["lost"] == [], exam
        assert exam["must"] == exam["must_answered"] == 1, exam
        check_retained(box, False, 2)
        daemon.call("documents.remove", name="cold.md", force=True)
        assert daemon.stop() == 0
        assert "exam:" not in daemon.messages(), daemon.messages()


def check_drop_is_told(box: Box) -> None:
    with box.start() as daemon:
        exam = exam_when(daemon, lambda exam: exam["answered"] == 1)
        assert exam["warning"] and exam["lost"] == ["v1"], exam
        assert exam["before"] == 2 and exam["lost_must"] == 1, exam
        await_message(daemon, WARNING)
        check_retained(box, True, 1)
        status = subprocess.run(
            [box.options.client, "status", "--socket",
             str(daemon.socket_path)], capture_output=True, text=True,
            check=True)
        assert WARNING in " ".join(status.stdout.split()), status.stdout
        assert daemon.stop() == 0


def check_restart_keeps_it(box: Box) -> None:
    # Nothing is examined, and what was found is told.
    with box.start(days=0) as daemon:
        exam = exam_when(daemon, lambda exam: True)
        assert exam["warning"] and exam["lost"] == ["v1"], exam
        check_retained(box, True, 1)
        assert daemon.stop() == 0
    before = len(box.checks())
    with box.start() as daemon:
        until = time.monotonic() + PATIENCE_S
        while len(box.checks()) == before:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert exam_when(daemon, lambda exam: True)["warning"]
        daemon.call("documents.add", name="cold.md", text=COLD)
        assert daemon.stop() == 0
        # The same as before: the journal has had it.
        assert WARNING not in daemon.messages(), daemon.messages()


def check_warning_goes(box: Box) -> None:
    with box.start() as daemon:
        exam = exam_when(daemon, lambda exam: exam["answered"] == 2)
        assert not exam["warning"], exam
        await_message(daemon, "answers 2 of the 2 questions")
        check_retained(box, False, 2)
        assert daemon.stop() == 0


def check_never_asked_is_not_lost(box: Box) -> None:
    """A question from feedback that was not asked before the daemon is killed."""
    with box.start(days=0) as daemon:
        exam_when(daemon, lambda exam: exam["answered"] == 2)
        given = daemon.call("feedback.give", judgement="answerable",
                            question="Who won the football match?")
        daemon.call("feedback.accept", id=given["id"], key="The Rovers")
        exam = exam_when(daemon, lambda exam: exam["questions"] == 3)
        assert exam["answered"] == 2 and not exam["warning"], exam
        assert "1 was not asked yet" in exam["message"], exam
        daemon.kill()
    before = len(box.checks())
    with box.start() as daemon:
        until = time.monotonic() + PATIENCE_S
        while len(box.checks()) == before:
            assert time.monotonic() < until
            time.sleep(0.1)
        exam = exam_when(daemon, lambda exam: True)
        assert exam["answered"] == exam["before"] == 2, exam
        assert not exam["warning"], exam
        assert daemon.stop() == 0


def check_damage(box: Box) -> None:
    content = bytearray(box.file().read_bytes())
    content[len(content) // 2] ^= 1
    box.file().write_bytes(content)
    with box.start() as daemon:
        exam = exam_when(daemon, lambda exam: exam["answered"] == 2)
        assert not exam["warning"], exam
        await_message(daemon, str(box.file()))
        daemon.call("collections.set", name="default", exam=None,
                    drop_feedback=True)
        until = time.monotonic() + PATIENCE_S
        while box.file().exists() or daemon.call("status")["exams"]:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert daemon.stop() == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-exam-") as folder:
        box = Box(options, pathlib.Path(folder) / "state")
        check_bank_is_examined(box)
        check_drop_is_told(box)
        check_restart_keeps_it(box)
        check_warning_goes(box)
        check_never_asked_is_not_lost(box)
        check_damage(box)
        lost = [record["lost"] for record in box.checks()]
        assert lost[:5] == [[], ["v1"], ["v1"], [], []], lost
    print("the daemon told the drop, kept it, and told its end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
