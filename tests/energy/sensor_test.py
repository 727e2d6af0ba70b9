#!/usr/bin/env python3
"""The real daemon and client on a board made of files: with a sensor, without a
sensor, and with a sensor that comes and goes.
"""

import argparse
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from answerboxd import Answerboxd, free_address
from connection import RequestError
from fake_board import INA226, FakeBoard
from polling import PATIENCE_S, Polling

OPTIONS = argparse.Namespace()
TEXT = ("Vaccines are kept between 2 and 8 degrees in the fridge. "
        "The nurse on duty checks it twice a day and writes it down.\n") * 20
QUESTION = "At how many degrees are vaccines kept?"
# Windows of a tenth of a second, so that tests are short.
QUICK = ("--energy-window-ms", "100", "--energy-min-interval-ms", "10")


class SensorTest(Polling, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-energy-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, board: FakeBoard, *options: str) -> Answerboxd:
        daemon = Answerboxd(OPTIONS.daemon, self.folder / "state",
                            ["--energy-root", str(board.root), *QUICK,
                             *options])
        self.addCleanup(daemon.close)
        return daemon

    def board(self, with_sensor: bool = True) -> FakeBoard:
        return FakeBoard(self.folder / "root", with_sensor)

    def ask(self, daemon: Answerboxd) -> dict:
        return daemon.call("ask", question=QUESTION, theta=0.0)["energy"]

    def client(self, daemon: Answerboxd, *arguments: str,
               ) -> subprocess.CompletedProcess:
        return subprocess.run(
            [OPTIONS.client, "energy", *arguments,
             "--socket", str(daemon.socket_path)],
            capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    def test_who_asked_a_question_and_managers_are_told_what_it_cost(self):
        if os.getuid() != 0:
            self.skipTest("needs root, to be three users")
        daemon = self.start(self.board(), "--socket-mode", "0666")
        daemon.socket_path.parent.chmod(0o755)
        daemon.call("documents.add", name="a.md", text=TEXT)
        connections = []
        for user in (65533, 65534):
            daemon.call("users.add", name=f"unix:{user}",
                        grants=[{"collections": "*", "rights": ["ask"]}])
            os.seteuid(user)
            connections.append(daemon.connect())
            os.seteuid(0)
        with connections[0] as asker, connections[1] as other:
            for method, params in (("ask", {"question": QUESTION}),
                                   ("search", {"words": QUESTION})):
                number = asker.call(method, **params)["energy"]["question"]
                told = self.wait_for(daemon, "energy.question",
                                     lambda record: record["complete"],
                                     question=number)
                self.assertEqual(
                    asker.call("energy.question", question=number), told)
                with self.assertRaises(RequestError) as refused:
                    other.call("energy.question", question=number)
                self.assertEqual(refused.exception.kind, "not_found")
                self.assertIn("of yours", str(refused.exception))

    def test_who_shares_a_name_with_the_asker_is_told_nothing(self):
        address = free_address()
        daemon = self.start(self.board(), "--http", address,
                            "--http-kiosk", "default")
        daemon.call("documents.add", name="a.md", text=TEXT)

        def post(path: str, body: dict, cookie: str = ""):
            connection = http.client.HTTPConnection(address,
                                                    timeout=PATIENCE_S)
            with contextlib.closing(connection):
                connection.request(
                    "POST", path, json.dumps(body),
                    {"Content-Type": "application/json", "Cookie": cookie})
                reply = connection.getresponse()
                return reply.headers.get("Set-Cookie", ""), reply.read()

        def call(cookie: str, method: str, **params) -> dict:
            return json.loads(post("/rpc", {"jsonrpc": "2.0", "id": 1,
                                            "method": method,
                                            "params": params}, cookie)[1])

        def log_in() -> str:
            daemon.call("users.add", name="user:ivy", password="a b c d e f",
                        grants=[{"collections": "*", "rights": ["ask"]}])
            return post("/login", {"user": "ivy", "password": "a b c d e f"})[
                0].split(";")[0]

        def ask(cookie: str) -> int:
            number = call(cookie, "ask", question=QUESTION)["result"][
                "energy"]["question"]
            self.wait_for(daemon, "energy.question",
                          lambda record: record["complete"], question=number)
            return number

        def is_told(cookie: str, number: int) -> bool:
            return "result" in call(cookie, "energy.question", question=number)

        self.assertFalse(is_told("", ask("")))
        ivy = log_in()
        number = ask(ivy)
        self.assertTrue(is_told(ivy, number))
        daemon.call("users.remove", name="user:ivy")
        self.assertFalse(is_told(log_in(), number))

    def test_a_question_is_measured_once_its_window_has_closed(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.set_power(3_700_000)
        energy = self.ask(daemon)
        # No processor was busy in any window before it.
        self.assert_unknown(energy)
        self.assertEqual(energy["sensor"], INA226)
        self.assertGreater(energy["cpu_us"], 0)
        record = self.wait_for(daemon, "energy.question",
                               lambda result: result["complete"],
                               question=energy["question"])
        self.assertIn(record["state"], ("measured", "attributed"))
        self.assertGreater(record["uj"], 0)
        self.assertGreater(record["uncertainty_uj"], 0)

    def assert_unknown(self, energy: dict) -> None:
        self.assertEqual(energy["state"], "unresolved")
        for member in ("uj", "uncertainty_uj", "basis"):
            self.assertIsNone(energy[member])

    def assert_estimate(self, energy: dict, basis: str) -> None:
        self.assertEqual(energy["state"], "estimated")
        self.assertEqual(energy["basis"], basis)
        self.assertGreater(energy["uj"], 0)
        self.assertGreater(energy["uncertainty_uj"], 0)

    def test_a_reply_estimates_its_energy_by_the_last_window(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.set_power(3_700_000)
        first = self.ask(daemon)
        record = self.wait_for(daemon, "energy.question",
                               lambda result: result["complete"],
                               question=first["question"])
        energy = self.ask(daemon)
        self.assert_estimate(energy, "measured window")
        # All of the first one's window above rest was its own.
        rate = record["uj"] / record["cpu_ns"] * 1000
        self.assertAlmostEqual(energy["uj"], rate * energy["cpu_us"],
                               delta=1 + energy["uj"] / 100)
        # A gap leaves the rate as it was.
        board.remove_sensor()
        self.wait_for(daemon, "energy.status",
                      lambda status: status["state"] == "vanished")
        self.assert_estimate(self.ask(daemon), "measured window")

    def test_a_power_model_is_named_as_the_basis(self):
        board = self.board(with_sensor=False)
        daemon = self.start(board, "--energy-model", "raspberry-pi-4b")
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        ticks = itertools.count(1)  # A tick for each 10 ms, or fewer.

        def is_estimated(reply: dict) -> bool:
            board.set_busy_ticks(next(ticks))
            return bool(reply["energy"]["uj"])

        reply = self.wait_for(daemon, "ask", is_estimated, question=QUESTION,
                              theta=0.0)
        self.assert_estimate(reply["energy"], "model")

    def test_without_a_sensor_questions_are_answered_and_unresolved(self):
        for options in ((), ("--energy-sensor", "none"),
                        ("--energy-sensor", "ina226@7-0041")):
            with self.subTest(options=options):
                daemon = self.start(self.board(with_sensor=False), *options)
                daemon.call("documents.add", name="a.md", text=TEXT)
                energy = self.ask(daemon)
                self.assertIsNone(energy["sensor"])
                self.assert_unknown(energy)
                record = self.wait_for(daemon, "energy.question",
                                       lambda result: result["complete"],
                                       question=energy["question"])
                self.assertEqual(record["state"], "unresolved")
                self.assertIsNone(record["uj"])
                self.assertTrue(daemon.call("energy.sensors")["problem"])
                self.assertEqual(self.client(daemon, "sensors").returncode, 1)
                self.assertEqual(daemon.stop(), 0)

    def test_a_sensor_that_vanishes_is_reported_and_comes_back(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.remove_sensor()
        status = self.wait_for(daemon, "energy.status",
                               lambda status: status["state"] == "vanished")
        self.assertTrue(status["problem"])
        self.assertIsNone(status["power_uw"])
        self.assertEqual(self.client(daemon, "status").returncode, 1)
        energy = self.ask(daemon)
        record = self.wait_for(daemon, "energy.question",
                               lambda result: result["complete"],
                               question=energy["question"])
        self.assertEqual(record["state"], "unresolved")
        board.bring_sensor_back()
        self.wait_for(daemon, "energy.status",
                      lambda status: status["power_uw"] is not None)
        self.assertIn("vanished", daemon.messages())

    def test_sums_survive_a_restart_and_damage_is_told(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        for _ in range(3):
            self.ask(daemon)
        self.assertEqual(daemon.stop(), 0)
        daemon = self.start(board)
        accounts = daemon.call("energy.report")["accounts"]
        self.assertEqual([account["questions"] for account in accounts], [3])
        self.assertEqual(accounts[0]["collection"], "default")
        self.assertEqual(daemon.stop(), 0)
        usage = self.folder / "state/energy/usage"
        usage.write_bytes(usage.read_bytes()[:-1] + b"?")
        daemon = self.start(board)
        self.assertEqual(daemon.call("energy.report")["accounts"], [])
        self.assertIn("usage is damaged", daemon.messages())

    def test_the_client_shows_sensors_status_and_a_report(self):
        daemon = self.start(self.board())
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        energy = self.ask(daemon)
        self.wait_for(daemon, "energy.question",
                      lambda result: result["complete"],
                      question=energy["question"])
        sensors = self.client(daemon, "sensors")
        self.assertEqual(sensors.returncode, 0, sensors.stderr)
        self.assertIn(f"* {INA226}", sensors.stdout)
        status = self.client(daemon, "status")
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertIn("2.70 W", status.stdout)
        report = self.client(daemon, "report", "--since", "today", "--csv")
        self.assertEqual(report.returncode, 0, report.stderr)
        self.assertEqual(report.stdout.splitlines()[1].split(",")[2], "1")
        report = self.client(daemon, "report", "--by-hour", "--csv")
        names, hour = (line.split(",") for line in report.stdout.splitlines())
        self.assertEqual(names[:4], ["begin", "seconds", "collection", "user"])
        self.assertEqual((int(hour[0]) % 3600, hour[1:3]),
                         (0, ["3600", "default"]))
        self.assertEqual(
            self.client(daemon, "report", "--since", "soon").returncode, 2)

    def test_asking_can_wait_for_the_energy(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.set_power(3_700_000)
        ask = [OPTIONS.client, "ask", "--await-energy", "--theta", "0",
               QUESTION, "--socket", str(daemon.socket_path)]
        asked = subprocess.run(ask, capture_output=True, text=True,
                               timeout=PATIENCE_S, check=True)
        self.assertRegex(asked.stdout.splitlines()[-1],
                         rf"J \+- .*J, (measured|attributed), by {INA226}")
        asked = subprocess.run([*ask, "--json"], capture_output=True, text=True,
                               timeout=PATIENCE_S, check=True)
        energy = json.loads(asked.stdout)["energy"]
        self.assertTrue(energy["complete"])
        self.assertGreater(energy["uj"], 0)
        ask[2] = "--energy"
        asked = subprocess.run(ask, capture_output=True, text=True,
                               timeout=PATIENCE_S, check=True)
        self.assertRegex(asked.stdout.splitlines()[-1],
                         rf"J, estimated \(measured window\), by {INA226}")

    def test_the_audit_log_tells_what_answers_cost(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.set_power(3_700_000)
        asked = [daemon.call("ask", question=QUESTION, theta=0.0)
                 for _ in range(3)]
        told = [self.wait_for(daemon, "energy.question",
                              lambda result: result["complete"],
                              question=answer["energy"]["question"])
                for answer in asked]
        self.assertEqual(daemon.stop(), 0)
        audit = self.folder / "state/audit"
        exported = self.audit("export", "--energy", "--kind", "answer", audit)
        recorded = {record["run"]: record["energy"]
                    for record in map(json.loads, exported.splitlines())}
        self.assertEqual(list(recorded), [answer["run"] for answer in asked])
        for answer, energy in zip(asked, told):
            of_run = recorded[answer["run"]]
            for member in ("state", "uj", "uncertainty_uj", "sensor"):
                self.assertEqual(of_run[member], energy[member])
        tail = self.audit("tail", "--energy", "-n", "100", audit)
        self.assertIn(exported.splitlines()[0], tail.splitlines())
        self.assertIn("intact", self.audit("verify", audit))

    def test_every_query_is_metered_and_recorded(self):
        board = self.board()
        daemon = self.start(board)
        daemon.call("documents.add", name="a.md", text=TEXT)
        self.wait_for(daemon, "energy.status", lambda status: status["idle"])
        board.set_power(3_700_000)
        queries = {
            "search": {"words": "vaccines"},
            "select": {"question": QUESTION, "collection": "default"},
            "summarize": {"documents": ["a.md"], "about": "vaccines"},
            "ground": {"context": [TEXT], "answer": "The nurse checks it.",
                       "collection": "default"},
            # Of no collection.
            "select ": {"question": "Where?", "texts": ["Here.", "There."]},
            "ground ": {"context": [TEXT], "answer": "Mice."},
        }
        replies = [(method.strip(), daemon.call(method.strip(), **params))
                   for method, params in queries.items()]
        told = [self.wait_for(daemon, "energy.question",
                              lambda result: result["complete"],
                              question=reply["energy"]["question"])
                for _, reply in replies]
        for record in told:
            self.assertIn(record["state"], ("measured", "attributed"))
            self.assertGreater(record["cpu_ns"], 0)
        # Nobody can fill the accounts with collections that do not exist.
        with self.assertRaises(RequestError):
            daemon.call("ground", context=[TEXT], answer="Mice.",
                        collection="nowhere")
        self.assert_estimate(daemon.call("search", words="nurse")["energy"],
                             "measured window")
        self.check_accounts(daemon, queries=len(replies) + 1)
        audit = self.folder / "state/audit"
        self.check_records(replies, told, audit)
        self.assertIn("7 searches, selections, summaries or checks: not asked",
                      self.client_of(daemon, "audit", "replay",
                                     next(audit.glob("*.jsonl"))))

    def check_accounts(self, daemon: Answerboxd, queries: int) -> None:
        daemon.call("ask", question=QUESTION)
        self.wait_for(daemon, "energy.report", lambda report:
                      report["questions"]["questions"] == queries + 1)
        report = daemon.call("energy.report")
        self.assertEqual(report["questions"]["queries"], queries)
        self.assertEqual([(account["collection"], account["queries"])
                          for account in report["accounts"]],
                         [(None, 2), ("default", queries - 2)])

    def check_records(self, replies, told, audit: pathlib.Path) -> None:
        lines = self.audit("export", "--energy", "--kind", "query", audit)
        records = {record["run"]: record
                   for record in map(json.loads, lines.splitlines())}
        for (method, reply), energy in zip(replies, told):
            record = records[reply["run"]]
            self.assertTrue(reply["recorded"])
            self.assertEqual(record["method"], method)
            self.assertEqual(record["caller"], f"unix:{os.getuid()}")
            if "snapshot" in reply:
                self.assertEqual(record["collection"], "default")
                self.assertEqual(record["snapshot"], reply["snapshot"])
            # As audit_questions says.
            self.assertEqual(len(record["text_hmac"]), 32)
            self.assertNotIn("text", record)
            self.assertEqual(record.get("verdict"), reply.get("verdict"))
            found = reply.get("passages", reply.get("units", reply.get(
                "sentences", reply.get("chosen"))))
            if method != "ground":
                self.assertEqual(record["found"], len(found))
            for member in ("state", "uj", "uncertainty_uj", "sensor"):
                self.assertEqual(record["energy"][member], energy[member])
        self.assertIn("intact", self.audit("verify", audit))

    def client_of(self, daemon: Answerboxd, *arguments) -> str:
        return subprocess.run(
            [OPTIONS.client, *map(str, arguments), "--socket",
             str(daemon.socket_path)], capture_output=True, text=True,
            timeout=PATIENCE_S, check=True).stdout

    def audit(self, *arguments) -> str:
        *command, folder = arguments
        return subprocess.run(
            [OPTIONS.client, "audit", *command, "--dir", str(folder)],
            capture_output=True, text=True, timeout=PATIENCE_S,
            check=True).stdout

    def test_calibrating_finds_rest(self):
        daemon = self.start(self.board())
        daemon.call("documents.add", name="a.md", text=TEXT)
        calibrated = self.client(daemon, "calibrate", "--rounds", "3",
                                 "--seconds", "0.3", "--json")
        # The power is always 2.7 W, so the questions' cost can't be seen.
        self.assertEqual(calibrated.returncode, 1, calibrated.stderr)
        result = json.loads(calibrated.stdout)
        # Less than a microjoule is carried over from each stretch to the next.
        self.assertAlmostEqual(result["idle"]["power_uw"], 2_700_000, delta=20)
        self.assertGreater(result["cpu_us"]["mean"], 0)
        self.assertGreater(result["questions"], 0)
        status = daemon.call("energy.status")
        self.assertTrue(status["idle"]["calibrated"])

    def test_calibrating_tells_how_far_it_has_come(self):
        daemon = self.start(self.board())
        daemon.call("documents.add", name="a.md", text=TEXT)
        with daemon.connect() as connection:
            number = connection.send("energy.calibrate", questions=[QUESTION],
                                     rounds=2, seconds=0.1, progress=True)
            connection.result_of(number)
            told = [line["params"] for line in connection.receive_ready()[0]]
        self.assertEqual(told, [{"id": number, "done": done, "total": 4,
                                 "unit": "stretches"} for done in range(1, 5)])

    def begin_calibrating(self, connection):
        """Returns when the calibration has begun. It would take hours."""
        connection.send("energy.calibrate", questions=[QUESTION], rounds=100,
                        seconds=60)
        connection.send("status")
        connection.receive()

    def test_a_calibration_holds_neither_questions_nor_uploads(self):
        daemon = self.start(self.board(), "--question-threads", "1")
        with daemon.connect() as calibrating:
            daemon.call("documents.add", name="a.md", text=TEXT)
            self.begin_calibrating(calibrating)
            with self.assertRaises(RequestError) as second:
                daemon.call("energy.calibrate", questions=[QUESTION])
            self.assertEqual(second.exception.kind, "busy")
            for number in range(3):
                self.assertTrue(daemon.call("ask", question=QUESTION,
                                            theta=0.0)["answered"])
                daemon.call("documents.add", name=f"{number}.md", text=TEXT)
            # It must still be under way.
            self.assertEqual(calibrating.receive_ready(), ([], False))

    def test_a_calibration_ends_with_its_client(self):
        daemon = self.start(self.board())
        daemon.call("documents.add", name="a.md", text=TEXT)
        with daemon.connect() as connection:
            self.begin_calibrating(connection)
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                daemon.call("energy.calibrate", questions=[QUESTION], rounds=2,
                            seconds=0.1)
                break
            except RequestError as error:
                self.assertEqual(error.kind, "busy")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_stopping_ends_a_calibration(self):
        daemon = self.start(self.board())
        daemon.call("documents.add", name="a.md", text=TEXT)
        with daemon.connect() as connection:
            self.begin_calibrating(connection)
            self.assertEqual(daemon.stop(), 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
