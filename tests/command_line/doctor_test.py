#!/usr/bin/env python3
"""`answerbox doctor` against a real daemon: sound, damaged, and not there."""

import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess

from answerboxd import Answerboxd
from command_line import OPTIONS, CommandLineTest, main

# What the machine of the test is like is no concern of it.
OF_MACHINE = {"clock", "disk", "memory", "sensor", "unit", "programs"}


class DoctorTest(CommandLineTest):
    def examine(self, *arguments: str, **changes: str) -> tuple[int, list]:
        run = self.run_piped("doctor", "--json", *arguments, **changes)
        return run.exit_code, [
            finding for finding in json.loads(run.output)["findings"]
            if finding["subject"] not in OF_MACHINE]

    def options(self, text: str) -> pathlib.Path:
        path = self.folder / "options.toml"
        path.write_text(text)
        path.chmod(0o644)
        return path

    def above_note(self, findings: list) -> list[str]:
        return [finding["subject"] + ": " + finding["what"]
                for finding in findings
                if finding["severity"] in ("warning", "fault")]

    def test_a_sound_box_has_no_warning(self):
        options = self.options("")
        _, findings = self.examine("--deep", "--config", str(options))
        self.assertEqual(self.above_note(findings), [])
        found = [finding["what"] for finding in findings]
        self.assertTrue(any("agree with their checksums" in what
                            for what in found), found)
        self.assertTrue(any("agree with their signatures" in what
                            for what in found), found)

    def test_the_page_shows_what_is_wrong_with_its_remedy(self):
        options = self.options("mqtt = \"0.0.0.0:1883\"\n")
        run = self.run_piped("doctor", "--config", str(options))
        self.assertEqual(run.exit_code, 1)
        self.assertRegex(run.output, r"(?m)^Fault +network: 0\.0\.0\.0:1883 .*"
                                     r"\n +do +use mqtt_tls")
        self.assertNotIn("Good", run.output)
        self.assertIn("Good", self.run_piped("doctor", "--all").output)

    def test_it_fits_narrow_terminals(self):
        run = self.run_on_terminal("doctor", "--all", columns=40)
        self.assert_fits(run.output, 40)

    def test_whom_browsers_find_is_told(self):
        lines = []
        for kiosk in ("", "http_kiosk = \"ward,nowhere\"\n"):
            options = self.options("http = \"192.168.1.5:8080\"\n" + kiosk)
            self.run_piped("collections", "create", "ward")
            lines += self.above_note(
                self.examine("--config", str(options))[1])
        self.assertIn("network: HTTP serves nobody: there is no user, and "
                      "http_kiosk is empty", lines)
        self.assertIn("network: http_kiosk names \"nowhere\", and it is no "
                      "collection", lines)
        self.assertFalse([line for line in lines if "\"ward\"" in line], lines)

    def test_a_mistake_in_the_options_is_named_with_its_place(self):
        options = self.options("theta = 0.3\nteta = 1\n")
        exit_code, findings = self.examine("--config", str(options))
        self.assertEqual(exit_code, 1)
        self.assertTrue(any(f"{options}:2:1: there is no option" in line
                            for line in self.above_note(findings)), findings)

    def test_without_a_daemon_the_other_checks_go_on(self):
        options = self.options(f"state_dir = \"{self.folder}/state\"\n")
        exit_code, findings = self.examine(
            "--config", str(options), ANSWERBOX_SOCKET="/nowhere/socket")
        self.assertEqual(exit_code, 1)
        self.assertEqual([line.split(":")[0]
                          for line in self.above_note(findings)], ["daemon"])
        self.assertIn("rights", {one["subject"] for one in findings})

    def test_a_daemon_that_hangs_is_waited_for_no_longer_than_told(self):
        path = self.folder / "silent"
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(str(path))
            silent.listen()
            exit_code, findings = self.examine(
                "--timeout", "0.3", ANSWERBOX_SOCKET=str(path))
        self.assertEqual(exit_code, 1)
        self.assertTrue(any("has said nothing for 0.3 s" in line
                            for line in self.above_note(findings)), findings)

    def test_damage_is_found(self):
        state = self.folder / "damaged"
        shutil.rmtree(state, ignore_errors=True)
        with Answerboxd(OPTIONS.daemon, state) as daemon:
            daemon.call("documents.add", collection="ward", name="a.txt",
                        text="Hands are washed for at least 20 seconds.")
            daemon.stop()
        (state / "collections/ward/manifest").write_bytes(b"")
        log = sorted((state / "audit").glob("*.jsonl"))[0]
        with Answerboxd(OPTIONS.daemon, state) as daemon:
            # Once the daemon has checked the log, only a reader finds this.
            while not daemon.call("status")["audit"]["checked"]:
                pass
            changed = log.read_bytes().replace(b"a.txt", b"b.txt")
            log.write_bytes(changed)
            _, findings = self.examine(
                "--deep", ANSWERBOX_SOCKET=str(daemon.socket_path))
        lines = self.above_note(findings)
        self.assertTrue(any(line.startswith("documents: not served: ")
                            for line in lines), lines)
        self.assertTrue(any(line.startswith("audit log: ")
                            for line in lines), lines)

    def test_a_sensor_that_the_daemon_does_not_read_is_told(self):
        zone = self.folder / "machine/sys/class/powercap/intel-rapl:0"
        zone.mkdir(parents=True)
        (zone / "name").write_text("package-0\n")
        (zone / "max_energy_range_uj").write_text("262143328850\n")
        counter = zone / "energy_uj"
        counter.write_text("no number\n")
        for reads in (False, True):
            with Answerboxd(OPTIONS.daemon, self.folder / "metered",
                            ["--energy-root", str(self.folder / "machine")]
                            ) as daemon:
                run = self.run_piped(
                    "doctor", "--all", "--root", str(self.folder / "machine"),
                    ANSWERBOX_SOCKET=str(daemon.socket_path))
            if reads:
                self.assertIn("sensor: powercap is read: ", run.output)
            else:
                self.assertIn("sensor: powercap is not read: ", run.output)
            counter.write_text("1000000\n")

    def test_who_may_read_nothing_is_told_once(self):
        if os.getuid() != 0:
            self.skipTest("only root can become somebody else")
        shutil.rmtree(self.folder / "sealed", ignore_errors=True)
        state = self.folder / "sealed/state"
        state.mkdir(parents=True)
        os.chmod(self.folder / "sealed", 0o700)
        options = self.options(f"state_dir = \"{state}\"\n")
        program = self.folder / "answerbox"
        shutil.copy(OPTIONS.client, program)
        os.chmod(self.folder, 0o755)
        ended = subprocess.run([program, "doctor", "--json", "--config", str(options)],
                               user=65534, group=65534, extra_groups=[],
                               capture_output=True, env=self.environment(),
                               timeout=60, check=False)
        unread = [one["what"] for one in json.loads(ended.stdout)["findings"]
                  if "you may not look at" in one["what"]]
        self.assertEqual(len(unread), 1, ended.stdout)
        self.assertIn(str(state), unread[0])

    def test_status_shows_the_report_of_the_day(self):
        report = self.folder / "report.json"
        options = self.options("mqtt = \"0.0.0.0:1883\"\n")
        before = self.run_piped("status", ANSWERBOX_DOCTOR_REPORT=str(report))
        self.assertNotIn("Doctor", before.output)
        run = self.run_piped("doctor", "--config", str(options), "--report",
                             str(report))
        self.assertEqual(run.exit_code, 1)
        self.assertEqual(run.output, "")
        self.assertRegex(run.errors, r"(?m)^<3>network: 0\.0\.0\.0:1883 ")
        self.assertEqual(stat.S_IMODE(report.stat().st_mode), 0o640)
        shown = self.run_piped("status", ANSWERBOX_DOCTOR_REPORT=str(report))
        self.assertRegex(shown.output, r"(?m)^Doctor +2 faults, .* ago$")
        self.assertRegex(shown.output, r"(?m)^Doctor +network: 0\.0\.0\.0:1883")
        as_json = self.run_piped("status", "--json",
                                 ANSWERBOX_DOCTOR_REPORT=str(report))
        self.assertEqual(json.loads(as_json.output)["doctor"]["faults"], 2)


if __name__ == "__main__":
    main()
