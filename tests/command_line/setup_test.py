#!/usr/bin/env python3
"""`answerbox setup` with a real daemon, in a folder in place of /. Where systemd
is wanted, a program `systemctl` restarts the daemon as systemd would.
"""

import http.client
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

from answerboxd import free_address
from command_line import (OPTIONS, PATIENCE_S, Run, decoded, environment,
                          main)

SOURCES = pathlib.Path(__file__).resolve().parents[2]
IS_ROOT = os.getuid() == 0

# What `systemctl restart` does: it ends the daemon, starts it with its option
# file, and waits for it. `fails` is a file that says how often it shall fail.
SYSTEMCTL = """#!{python}
import os, pathlib, signal, subprocess, sys, time
there = pathlib.Path("{folder}")
with open(there / "calls", "a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
if sys.argv[1] != "restart":
    sys.exit(0)
fails = there / "fails"
left = int(fails.read_text()) if fails.exists() else 0
fails.write_text(str(max(left - 1, 0)))
pid = there / "pid"
if pid.exists():
    os.kill(int(pid.read_text()), signal.SIGTERM)
    while (there / "socket").exists():
        time.sleep(0.01)
if left:
    # Then what is put back finds a folder where it would write.
    if (there / "blocks").exists():
        (there / "root/etc/answerbox/answerboxd.toml.new").mkdir()
    sys.exit(1)
daemon = subprocess.Popen(
    ["{daemon}", "--config", str(there / "root/etc/answerbox/answerboxd.toml"),
     "--state-dir", str(there / "state"), "--socket", str(there / "socket"),
     "--energy-root", str(there / "machine")] + {flags},
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    stderr=open(there / "journal", "w"), start_new_session=True)
pid.write_text(str(daemon.pid))
while not (there / "socket").exists():
    if daemon.poll() is not None:
        sys.exit(1)
    time.sleep(0.01)
"""


class SetupTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-setup-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.root = self.folder / "root"
        self.etc = self.root / "etc"
        (self.etc / "answerbox").mkdir(parents=True)
        self.options = self.etc / "answerbox/answerboxd.toml"
        shutil.copy(SOURCES / "deploy/answerboxd.toml", self.options)
        self.options.chmod(0o644)
        shipped = self.root / "usr/share/answerbox/drop-ins"
        shipped.mkdir(parents=True)
        for name in ("mqtt-local.conf", "mqtt-network.conf"):
            shutil.copy(SOURCES / "systemd" / name, shipped)
        self.drop_ins = self.etc / "systemd/system/answerboxd.service.d"
        (self.etc / "passwd").write_text(
            "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n"
            "bob:x:1001:1001::/home/bob:/bin/sh\n"
            f"answerbox:x:{os.getuid()}:{os.getgid()}::/:/bin/false\n")
        (self.etc / "group").write_text(
            f"root:x:0:\nanswerbox:x:{os.getgid()}:\nalice:x:1000:\n")
        (self.etc / "shadow").write_text("root:*:1::::::\nalice:*:1::::::\n")
        (self.etc / "gshadow").write_text("answerbox:!::\n")

    def with_systemd(self, *flags: str) -> None:
        (self.root / "run/systemd/system").mkdir(parents=True)
        programs = self.folder / "bin"
        programs.mkdir()
        script = programs / "systemctl"
        script.write_text(SYSTEMCTL.format(
            python=sys.executable, folder=self.folder, daemon=OPTIONS.daemon,
            flags=list(flags)))
        script.chmod(0o755)
        subprocess.run([script, "restart", "answerboxd.service"], check=True,
                       timeout=PATIENCE_S)
        self.addCleanup(self.end_daemon)
        (self.folder / "calls").unlink()

    def end_daemon(self) -> None:
        try:
            os.kill(int((self.folder / "pid").read_text()), signal.SIGTERM)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + PATIENCE_S
        while (self.folder / "socket").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def calls(self) -> list[str]:
        calls = self.folder / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    def command(self, *arguments: str) -> list[str]:
        return [OPTIONS.client, "setup", "--root", str(self.root), "--config",
                str(self.options), "--socket", str(self.folder / "socket"),
                *arguments]

    def environment(self, **changes: str) -> dict[str, str]:
        paths = f"{self.folder}/bin:{os.environ['PATH']}:/usr/sbin:/sbin"
        return environment(**{"PATH": paths, "SUDO_USER": "", **changes})

    def set_up(self, *arguments: str, **changes: str) -> Run:
        ended = subprocess.run(self.command(*arguments),
                               stdin=subprocess.DEVNULL, capture_output=True,
                               env=self.environment(**changes),
                               timeout=PATIENCE_S, check=False)
        return Run(ended.returncode, decoded(ended.stdout),
                   decoded(ended.stderr))

    def answer_file(self, text: str) -> str:
        path = self.folder / "box.toml"
        path.write_text(text)
        return str(path)

    def tree(self) -> dict[str, tuple[int, bytes]]:
        return {str(path.relative_to(self.root)):
                (path.stat().st_mode, path.read_bytes())
                for path in self.root.rglob("*") if path.is_file()}

    def call(self, method: str, **parameters: str) -> dict:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(self.folder / "socket"))
            client.sendall(json.dumps({"jsonrpc": "2.0", "id": 1,
                                       "method": method,
                                       "params": parameters}
                                      ).encode() + b"\n")
            return json.loads(client.makefile().readline())["result"]

    def collections(self) -> list[str]:
        return [one["name"]
                for one in self.call("collections.list")["collections"]]

    def test_a_dry_run_tells_and_changes_nothing(self):
        before = self.tree()
        run = self.set_up("--dry-run", "--file", self.answer_file(
            "network = \"lan\"\nquestions = \"plain\"\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertIn("Would do: Set in", run.output)
        self.assertIn("mqtt_tls = \"0.0.0.0:8883\"", run.output)
        self.assertEqual(self.tree(), before)

    def test_a_box_for_a_private_network(self):
        # The test's own address, as another may listen on 8883.
        self.with_systemd("--mqtt-tls", free_address())
        before = self.options.read_text().splitlines()
        file = self.answer_file(
            "network = \"lan\"\ncollections = [\"manuals\", \"rules\"]\n"
            "questions = \"plain\"\n")
        run = self.set_up("--file", file)
        self.assertEqual(run.exit_code, 0, run)
        after = self.options.read_text().splitlines()
        self.assertEqual(len(after), len(before))
        key = self.etc / "answerbox/mqtt/answerbox.key"
        self.assertEqual(
            {line for line in after if line not in before},
            {"mqtt_tls = \"0.0.0.0:8883\"", "audit_questions = \"plain\"",
             f"mqtt_certificate = \"{key.with_suffix('.crt')}\"",
             f"mqtt_key = \"{key}\""})
        self.assertEqual(key.stat().st_mode & 0o777, 0o400)
        kept = self.options.with_name("answerboxd.toml.before-setup")
        self.assertEqual(kept.read_text().splitlines(), before)
        self.assertEqual([path.name for path in self.drop_ins.iterdir()],
                         ["mqtt-network.conf"])
        self.assertEqual(self.calls(), ["daemon-reload",
                                        "restart answerboxd.service"])
        self.assertEqual(self.collections(), ["manuals", "rules"])
        self.assertEqual(self.call("status")["out_of_service"], [])

        again = self.set_up("--file", file)
        self.assertEqual(again.exit_code, 0, again)
        self.assertIn("Nothing to change", again.output)
        self.assertEqual(self.set_up("--defaults", "--json").output,
                         "{\"changed\":false,\"steps\":[],\"by_hand\":[]}\n")
        self.assertEqual(len(self.calls()), 2)

        back = self.set_up("--file", self.answer_file("network = \"socket\"\n"))
        self.assertEqual(back.exit_code, 0, back)
        self.assertIn("mqtt_tls = \"\"", self.options.read_text())
        # What was there before any setup is kept.
        self.assertEqual(kept.read_text().splitlines(), before)
        self.assertEqual(list(self.drop_ins.iterdir()), [])

    def test_browsers_of_a_private_network(self):
        # The test's own addresses, as others may listen on 8883 and 8443.
        https = free_address()
        self.with_systemd("--mqtt-tls", free_address(), "--https", https)
        file = self.answer_file("network = [\"page\", \"rules\"]\n")
        run = self.set_up("--file", file)
        self.assertEqual(run.exit_code, 0, run)
        self.assertIn("Browsers open https://HOST:8443", run.output)
        options = self.options.read_text()
        certificate = self.etc / "answerbox/mqtt/answerbox.crt"
        for line in ("mqtt_tls = \"0.0.0.0:8883\"", "https = \"0.0.0.0:8443\"",
                     "http_kiosk = \"rules\"",
                     f"http_certificate = \"{certificate}\"",
                     f"http_key = \"{certificate.with_suffix('.key')}\""):
            self.assertIn(f"\n{line}\n", options)
        self.assertEqual([path.name for path in self.drop_ins.iterdir()],
                         ["mqtt-network.conf"])
        self.assertEqual(self.collections(), ["rules"])
        self.assertEqual(self.call("status")["out_of_service"], [])
        trusted = ssl.create_default_context(cafile=certificate)
        port = int(https.rsplit(":", 1)[1])
        connection = http.client.HTTPSConnection("localhost", port,
                                                 context=trusted)
        connection.request("GET", "/health")
        self.assertEqual(connection.getresponse().read().strip(), b"ok")
        connection.close()

        self.assertIn("Nothing to change", self.set_up("--file", file).output)
        self.assertIn("Nothing to change",
                      self.set_up("--defaults").output)
        for network, kiosk in (("\"page\"", ""),
                               ("[\"page\", \"rules\"]", "rules"),
                               ("\"lan\"", "")):
            back = self.set_up("--file",
                               self.answer_file(f"network = {network}\n"))
            self.assertEqual(back.exit_code, 0, back)
            self.assertIn(f"\nhttp_kiosk = \"{kiosk}\"\n",
                          self.options.read_text())
        self.assertIn("\nhttps = \"\"\n", self.options.read_text())

    def test_http_without_tls_is_taken_from_other_machines_alone(self):
        for address, left in (("0.0.0.0:8080", ""),
                              ("127.0.0.1:8080", "127.0.0.1:8080")):
            self.options.write_text(f"http = \"{address}\"\n")
            run = self.set_up("--file", self.answer_file("network = \"lan\"\n"))
            self.assertEqual(run.exit_code, 0, run)
            self.assertIn(f"http = \"{left}\"\n", self.options.read_text())

    def test_a_drop_in_that_its_owner_changed_stays(self):
        self.drop_ins.mkdir(parents=True)
        own = self.drop_ins / "mqtt-local.conf"
        own.write_text("[Service]\n# mine\n")
        self.options.write_text("mqtt = \"127.0.0.1:1883\"\n")
        run = self.set_up("--file", self.answer_file("network = \"socket\"\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertTrue(own.exists())

    def listens_to_others(self, network: str) -> str:
        self.options.write_text("mqtt = \"0.0.0.0:1883\" # ours\n")
        run = self.set_up("--file", self.answer_file("collections = []\n"))
        self.assertIn("Nothing to change", run.output)
        run = self.set_up("--file",
                          self.answer_file(f"network = \"{network}\"\n"))
        self.assertEqual(run.exit_code, 0, run)
        return self.options.read_text()

    def test_mqtt_without_tls_is_taken_from_other_machines(self):
        for network in ("machine", "lan"):
            with self.subTest(network):
                self.assertIn("mqtt = \"127.0.0.1:1883\" # ours\n",
                              self.listens_to_others(network))

    def test_sockets_of_systemd_are_closed_before_another_network(self):
        wants = self.etc / "systemd/system/sockets.target.wants"
        wants.mkdir(parents=True)
        (wants / "answerboxd-mqtt-tls.socket").symlink_to("/nowhere")
        (wants / "answerboxd-https.socket").symlink_to("/nowhere")
        before = self.tree()
        run = self.set_up("--file",
                          self.answer_file("network = \"socket\"\n"))
        self.assertEqual(run.exit_code, 4, run)
        self.assertIn("systemctl disable --now answerboxd-mqtt-tls.socket "
                      "answerboxd-https.socket", run.errors)
        self.assertEqual(self.tree(), before)
        run = self.set_up("--file", self.answer_file("network = \"page\"\n"))
        self.assertIn("Nothing to change", run.output)

    def test_tls_that_the_daemon_can_not_serve_is_a_failure(self):
        self.with_systemd("--mqtt-tls", free_address(),
                          "--mqtt-key", "/nowhere/key")
        before = self.tree()
        run = self.set_up("--file", self.answer_file("network = \"lan\"\n"))
        self.assertEqual(run.exit_code, 5, run)
        self.assertIn("MQTT by TLS is not served: ", run.errors)
        self.assertEqual(self.tree(), before)
        # Nor is it well where nothing is to be changed.
        self.options.write_text("mqtt_tls = \"127.0.0.1:1\"\n")
        run = self.set_up("--defaults", "--dry-run")
        self.assertIn("Left to you: MQTT by TLS is not served: ", run.output)

    def test_what_can_not_be_put_back_is_named(self):
        self.with_systemd()
        (self.folder / "fails").write_text("1")
        (self.folder / "blocks").touch()
        run = self.set_up("--file", self.answer_file(
            "network = \"machine\"\n"))
        self.assertEqual(run.exit_code, 5, run)
        self.assertRegex(run.errors, r"the rest was put back, but this was not: "
                                     r"Set in .*answerboxd\.toml: ")

    def test_who_reads_no_more_stops_nothing(self):
        self.with_systemd()
        reader, writer = os.pipe()
        os.close(reader)
        subprocess.run(self.command("--file", self.answer_file(
            "network = \"machine\"\ncollections = [\"a\", \"b\"]\n")),
            stdin=subprocess.DEVNULL, stdout=writer, stderr=writer,
            env=self.environment(), timeout=PATIENCE_S, check=False)
        os.close(writer)
        self.assertIn("\nmqtt = \"127", self.options.read_text())
        self.assertEqual(self.collections(), ["a", "b"])

    def test_a_collection_of_a_daemon_that_did_not_run_is_kept(self):
        self.with_systemd()
        file = self.answer_file("network = \"machine\"\n"
                                "collections = [\"manuals\"]\n")
        self.assertEqual(self.set_up("--file", file).exit_code, 0)
        self.end_daemon()
        run = self.set_up("--file", self.answer_file(
            "network = \"socket\"\ncollections = [\"manuals\", \"new\"]\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertEqual(self.collections(), ["manuals", "new"])

    def test_when_the_daemon_does_not_start_all_is_put_back(self):
        self.with_systemd()
        (self.folder / "fails").write_text("1")
        before = self.tree()
        run = self.set_up("--file", self.answer_file(
            "network = \"lan\"\ncollections = [\"manuals\"]\n"))
        self.assertEqual(run.exit_code, 5, run)
        self.assertIn("\"systemctl restart answerboxd.service\" failed with 1; "
                      "all was put back as it was", run.errors)
        self.assertEqual(self.tree(), before)
        # With the options of before it runs again.
        self.assertEqual(self.collections(), [])
        self.assertEqual(self.calls()[-1], "restart answerboxd.service")

    def test_a_failure_after_the_restart_puts_all_back_too(self):
        self.options.write_text("max_collections = 1\n")
        self.with_systemd()
        before = self.tree()
        run = self.set_up("--file", self.answer_file(
            "network = \"machine\"\ncollections = [\"manuals\", \"rules\"]\n"))
        self.assertNotEqual(run.exit_code, 0, run)
        self.assertIn("the rest was put back, but this was not: Make the "
                      "collection \"manuals\"", run.errors)
        self.assertEqual(self.tree(), before)
        self.assertEqual(self.calls().count("restart answerboxd.service"), 2)
        self.assertEqual(self.collections(), ["manuals"])

    def test_whoever_used_sudo_is_proposed(self):
        run = self.set_up("--defaults", "--dry-run", SUDO_USER="alice")
        self.assertIn("Would do: Add alice to the group answerbox", run.output)
        run = self.set_up("--dry-run", "--file", self.answer_file(
            "questions = \"omit\"\n"), SUDO_USER="alice")
        self.assertNotIn("alice", run.output)
        self.assertNotIn("collection", run.output)

    def test_without_systemd_it_says_what_is_left_to_do(self):
        run = self.set_up("--file", self.answer_file(
            "network = \"machine\"\ncollections = [\"manuals\"]\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertIn("Left to you: Restart the daemon", run.output)
        self.assertIn("answerbox collections create manuals", run.output)
        self.assertIn("mqtt = \"127.0.0.1:1883\"", self.options.read_text())

    def test_a_user_becomes_a_member_of_the_group(self):
        if not IS_ROOT:
            self.skipTest("gpasswd works for root alone")
        file = self.answer_file("users = [\"alice\"]\ncollections = []\n")
        run = self.set_up("--file", file)
        self.assertEqual(run.exit_code, 0, run)
        self.assertIn(f"answerbox:x:{os.getgid()}:alice\n",
                      (self.etc / "group").read_text())
        self.assertIn("alice must log in again", run.output)
        self.assertIn("Nothing to change",
                      self.set_up("--file", file).output)

    def test_a_member_who_is_named_no_more_is_removed(self):
        if not IS_ROOT:
            self.skipTest("gpasswd works for root alone")
        for users in ("\"alice\", \"bob\"", "\"alice\""):
            run = self.set_up("--json", "--file", self.answer_file(
                f"users = [{users}]\ncollections = []\n"))
            self.assertEqual(run.exit_code, 0, run)
        self.assertIn(f"answerbox:x:{os.getgid()}:alice\n",
                      (self.etc / "group").read_text())
        self.assertEqual(json.loads(run.output)["steps"],
                         ["Remove bob from the group answerbox"])
        self.assertIn("Log bob out", run.output)

    def test_a_user_who_is_not_there_is_refused_before_anything_is_done(self):
        before = self.tree()
        run = self.set_up("--file", self.answer_file(
            "users = [\"carol\"]\nnetwork = \"lan\"\n"))
        self.assertEqual(run.exit_code, 4, run)
        self.assertIn("there is no user \"carol\"", run.errors)
        self.assertEqual(self.tree(), before)

    def test_an_unknown_answer_is_refused_with_its_line(self):
        run = self.set_up("--file", self.answer_file("\nlanguage = \"de\"\n"))
        self.assertEqual(run.exit_code, 4)
        self.assertIn("box.toml:2:1: setup does not ask for \"language\"",
                      run.errors)

    def test_options_with_a_mistake_are_left_alone(self):
        self.options.write_text("teta = 1\n")
        run = self.set_up("--defaults")
        self.assertEqual(run.exit_code, 4)
        self.assertIn("answerboxd.toml:1:1: there is no option", run.errors)
        self.assertEqual(self.options.read_text(), "teta = 1\n")

    def test_without_a_terminal_it_asks_for_a_file(self):
        run = self.set_up()
        self.assertEqual(run.exit_code, 2)
        self.assertIn("--file or --defaults", run.errors)

    def test_only_root_sets_a_box_up(self):
        if not IS_ROOT:
            self.skipTest("only root can become somebody else")
        program = self.folder / "answerbox"
        shutil.copy(OPTIONS.client, program)
        self.folder.chmod(0o755)
        run = subprocess.run([program, "setup", "--defaults"], user=65534,
                             group=65534, extra_groups=[], capture_output=True,
                             env=self.environment(), timeout=PATIENCE_S,
                             check=False)
        self.assertEqual(run.returncode, 4)
        self.assertIn("sudo answerbox setup", decoded(run.stderr))

    def answer(self, answers: list[str], before_last=lambda: None
               ) -> tuple[int, str]:
        """Answers each question on a terminal, once it is asked."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(OPTIONS.client, self.command(), self.environment())
        shown = ""
        left = list(answers)
        while True:
            readable, _, _ = select.select([terminal], [], [], PATIENCE_S)
            self.assertTrue(readable, shown)
            try:
                shown += decoded(os.read(terminal, 65536))
            except OSError:
                break
            if left and shown.endswith("] "):
                shown += "\0"  # The next question comes after this one.
                if len(left) == 1:
                    before_last()
                os.write(terminal, left.pop(0).encode() + b"\n")
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown

    def test_a_person_answers_six_questions_on_a_terminal(self):
        self.with_systemd()
        exit_code, shown = self.answer(
            ["", "wan", "machine", "manuals, rules", "", "", "omit"])
        self.assertEqual(exit_code, 0, shown)
        self.assertIn("\"wan\" is not socket, machine, lan", shown)
        self.assertIn("6 of 6. ", shown)
        options = self.options.read_text()
        self.assertIn("\nmqtt = \"127.0.0.1:1883\"\n", options)
        self.assertIn("\naudit_questions = \"omit\"\n", options)
        self.assertEqual(self.collections(), ["manuals", "rules"])
        # A second time, what is so today stands in brackets.
        exit_code, shown = self.answer([""] * 6)
        self.assertEqual(exit_code, 0, shown)
        for answer in ("[machine]", "[manuals, rules]", "[omit]",
                       "Nothing to change"):
            self.assertIn(answer, shown)

    def test_options_that_are_changed_meanwhile_are_not_lost(self):
        exit_code, shown = self.answer(
            ["-", "machine", "-", "", "", "omit"],
            lambda: self.options.write_text("theta = 0.3\n"))
        self.assertEqual(exit_code, 4, shown)
        self.assertIn("was changed meanwhile", " ".join(shown.split()))
        self.assertEqual(self.options.read_text(), "theta = 0.3\n")

    def test_a_link_to_the_options_stays_one(self):
        real = self.folder / "elsewhere.toml"
        self.options.rename(real)
        self.options.symlink_to(real)
        run = self.set_up("--file", self.answer_file("questions = \"omit\"\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertTrue(self.options.is_symlink())
        self.assertIn("audit_questions = \"omit\"", real.read_text())

    def test_who_ends_the_answers_early_changes_nothing(self):
        before = self.tree()
        exit_code, shown = self.answer(["", "lan", "\x04"])
        self.assertEqual(exit_code, 4, shown)
        self.assertIn("nothing was changed", shown)
        self.assertEqual(self.tree(), before)

    def test_calibration_can_be_interrupted(self):
        zone = self.folder / "machine/sys/class/powercap/intel-rapl:0"
        zone.mkdir(parents=True)
        for name, value in (("name", "package-0"), ("energy_uj", "1000000"),
                            ("max_energy_range_uj", "262143328850")):
            (zone / name).write_text(value + "\n")
        self.with_systemd()
        self.call("documents.add", collection="ward", name="a.txt",
                  text="Hands are washed for at least 20 seconds.")
        with subprocess.Popen(
                self.command("--file", self.answer_file("calibrate = true\n")),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                env=self.environment()) as run:
            deadline = time.monotonic() + PATIENCE_S
            while "calibrate" not in [
                    job["kind"] for job in self.call("status")["jobs"]]:
                self.assertLess(time.monotonic(), deadline)
                self.assertIsNone(run.poll())
                time.sleep(0.01)
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(PATIENCE_S), -signal.SIGINT)

    def test_calibration_without_documents_is_put_off(self):
        self.with_systemd()
        run = self.set_up("--file", self.answer_file("calibrate = true\ncollections = [\"default\"]\n"))
        self.assertEqual(run.exit_code, 0, run)
        self.assertIn("Measure what a question costs: not done, ", run.output)
        self.assertEqual(self.collections(), ["default"])


if __name__ == "__main__":
    main()
