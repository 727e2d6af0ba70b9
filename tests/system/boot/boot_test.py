#!/usr/bin/env python3
"""Debian 12 boots with its own systemd. Our package is installed on it without a
network, and then things go wrong that go wrong on a box: it is switched off while
documents are added, the daemon hangs, the disk is full or read-only, the clock is
wrong, the network comes late.

The steps come one after the other on one machine. Each prints its outcome. The
machine is of one of these kinds:

  arm64      in an emulator; its time counts its instructions, 2 ns each, about as a
             Raspberry Pi 3
  amd64      with this machine's processor, where KVM can do that
  container  amd64 with this machine's kernel; what needs a kernel or a clock of its
             own is left out
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback

from box import (ARCHITECTURE, CUTS, OPTIONS, PACKAGES, QUESTION, ROOT, Box,
                 cabinet, require, sysroot)

SKIPPED = 77  # For CTest.
INSTALL_S = 60  # The package installs within it.
MEMORY_MAX = 256 << 20  # answerboxd.service
WATCHDOG_S = 30  # answerboxd.service
HANDBOOK = "/usr/share/doc/answerbox/examples/sample-handbook"
ADDRESS = "192.168.77.1"
TABLET = "192.168.77.2"
DROP_INS = "/etc/systemd/system/answerboxd.service.d"
EMULATED_PAGES_STEP = 20  # All would take an hour there.
ASKED = ("At what temperature are vaccines stored?",
         "What are the symptoms of gallstones?",
         "How is glaucoma treated?", "What causes hepatitis A?")
REFUSED_S = 5  # None is refused for longer.
SETTINGS = "/etc/answerbox/answerboxd.toml"
# What other packages write while the machine runs: dpkg, systemd, the tools for
# users, and the fonts of those on which ours depends.
NOT_OURS = (r"^/(dev|proc|run|sys|mnt|tmp|root)/|^/var/(lib/(apt|dpkg|systemd)|log|cache)/"
            r"|^/var/tmp/|^/(etc|usr/local/share)/fonts|^/etc/[a-z]*-$|^/etc/ld.so.cache$|^/etc/.pwd.lock$")


def install(name: str = PACKAGES[-1]) -> str:
    return (f"apt-get install --yes /mnt/{name}.deb > /tmp/log 2>&1 || "
            "{ cat /tmp/log; false; }")


# Twice a second until /tmp/asked/stop is there. Who is refused asks again; that
# the documents have no answer (1) is an answer. The answers are files; a log has their
# numbers, how often they were refused, and the milliseconds until they were there.
ASK_FOR_EVER = """(n=0; while [ ! -e /tmp/asked/stop ]; do
  for question in """ + " ".join(f"'{question}'" for question in ASKED) + """; do
    (began=$(date +%s%N) refused=0
    until answerbox ask --json "$question" > /tmp/asked/$n 2> /tmp/asked/error ||
        [ $? -eq 1 ]; do
      cat /tmp/asked/$n /tmp/asked/error >> /tmp/asked/refusals
      refused=$((refused + 1)); sleep 0.1
    done
    echo $n $refused $((($(date +%s%N) - began) / 1000000)) >> /tmp/asked/log) &
    n=$((n + 1)); sleep 0.5
  done
done; wait) &"""


class NotHere(Exception):
    """A step that this kind of machine can't take, and why."""


def limit(seconds: float) -> float:
    """A container has the clock of the host, which may have other work."""
    return 4 * seconds if OPTIONS.kind == "container" else seconds


def make_package(folder: pathlib.Path) -> pathlib.Path:
    out = folder / "packages"
    subprocess.run([ROOT / "deploy/build-packages.sh", "--build", OPTIONS.build,
                    "--out", out, ARCHITECTURE[OPTIONS.kind]],
                   check=True, stdout=subprocess.DEVNULL)
    return next(out.glob("answerbox_*.deb"))


def list_files(box: Box) -> set[str]:
    """What a package could have left."""
    said = box.must("find / -xdev")
    return {line for line in said.splitlines() if not re.search(NOT_OURS, line)}


class Steps:
    """In the order in which they are written."""

    def __init__(self, box: Box, dice: random.Random):
        self._box = box
        self._dice = dice
        self._before = set()
        self._upgrade_s = 5.0

    def installs_without_a_network(self):
        box = self._box
        box.boot()
        require(box.must("ls /sys/class/net") == "lo", "there is a network")
        self._before = list_files(box)
        took = box.timed(install())
        require(took <= limit(INSTALL_S) or OPTIONS.emulate, f"{took:.0f} s")
        return f"{took:.1f} s"

    def runs_as_a_unit(self):
        box = self._box
        box.until_active()
        require(box.must("systemctl is-active answerboxd.socket") == "active")
        box.must("systemctl is-system-running --wait || "
                 "{ systemctl --failed --no-pager; false; }")
        user = box.must(f"stat --format %U /proc/{box.unit('MainPID')}")
        require(user == "answerbox", "it runs as", user)
        return f"{box.unit('MemoryCurrent')} bytes"

    def answers_from_a_document(self):
        box = self._box
        took = box.timed(f"answerbox add {HANDBOOK}")
        box.ask()
        return f"handbook added in {took:.1f} s"

    def charges_a_question_with_what_an_ina226_measured(self):
        """The kernel's driver reads a chip that is registers in memory."""
        box = self._box
        if OPTIONS.kind == "container":
            raise NotHere("it has no kernel of its own, for modules")
        box.must("for name in i2c-dev 'i2c-stub chip_addr=0x40' ina2xx; do "
                 "set -- $name; file=/mnt/modules/$1.ko; shift; insmod $file $* "
                 "|| exit; done")
        bus = box.must("grep -l 'SMBus stub' /sys/bus/i2c/devices/*/name | "
                       "sed 's:.*i2c-\\([0-9]*\\)/.*:\\1:'")

        def set_register(register: int, value: int) -> None:
            # The high byte comes first, and i2cset sends the low one first.
            swapped = int.from_bytes(value.to_bytes(2, "big"), "little")
            box.must(f"i2cset -f -y {bus} 0x40 {register:#x} {swapped:#x} w")

        def set_power(microwatts: int) -> None:
            set_register(0x03, microwatts // 6250)
        set_register(0xFE, 0x5449)  # Who made it.
        set_register(0xFF, 0x2260)  # Which chip it is.
        set_power(2_500_000)
        # A slow machine that reads ten times a second never is at rest.
        box.must(f"echo ina226 0x40 > /sys/bus/i2c/devices/i2c-{bus}/new_device && "
                 f"udevadm settle && cp {SETTINGS} /root && "
                 f"echo 'energy_min_interval_ms = 1000' >> {SETTINGS} && "
                 "systemctl restart answerboxd")
        box.until_active()
        box.must("stat --format %G /sys/class/hwmon/*/power1_input | "
                 "grep -x answerbox-sensors")

        def is_at_rest() -> bool:
            # A reading that never changes counts as frozen. Who looks disturbs.
            set_power(2_500_000 + self._dice.randrange(4) * 6250)
            box.must("sleep 4")
            return json.loads(box.must("answerbox energy status --json"))["idle"]
        box.until(is_at_rest, 120, "at rest")
        set_power(5_000_000)
        energy = json.loads(box.must(
            f"answerbox ask --json --await-energy '{QUESTION}'"))["energy"]
        box.must(f"cp /root/answerboxd.toml {SETTINGS} && "
                 "systemctl restart answerboxd")
        require(energy["sensor"] == f"ina226@{bus}-0040" and energy["uj"], energy)
        return f"{energy['uj']} uJ"

    def serves_members_of_its_group_alone(self):
        box = self._box
        box.must("useradd --groups answerbox helper && useradd guest")
        box.ask(user="helper")
        code, said = box.shell("setpriv --reuid guest --regid guest --init-groups"
                               f" answerbox ask '{QUESTION}'")
        require(code == 3 and "11-vaccine" not in said, code, said)
        box.must("userdel helper && userdel guest")

    def is_set_up_and_says_what_is_wrong(self):
        box = self._box
        box.must("useradd maria && printf '%s\\n' 'users = [\"maria\"]' "
                 "'network = \"socket\"' 'collections = [\"manuals\"]' "
                 "'questions = \"omit\"' > /tmp/box.toml && "
                 "answerbox setup --file /tmp/box.toml")
        box.until_active()
        box.ask(user="maria")
        require("manuals" in box.must("answerbox collections"), "no collection")
        code, _ = box.shell("systemctl start answerbox-doctor.service")
        said = box.must("journalctl -u answerbox-doctor -n 30 --no-pager")
        require(code == 0, "the doctor's unit ends with", code, said)
        # Where nothing is worse than a note, only JSON has the report.
        require("doctor" in json.loads(box.must("answerbox status --json")), said)
        box.must("userdel maria && rm /tmp/box.toml")

    def shows_its_page_to_a_tablet(self):
        box = self._box
        if OPTIONS.kind != "container":
            raise NotHere("it has no cable to a browser")
        set_up = ("printf 'network = %s\\n' '{}' > /tmp/box.toml && "
                  "answerbox setup --file /tmp/box.toml && rm /tmp/box.toml")
        with box.machine.neighbour(ADDRESS, TABLET) as at_tablet:
            box.must(set_up.format('["page", "default"]'))
            box.until_active()
            asked = subprocess.run(
                [*at_tablet, sys.executable, pathlib.Path(__file__).with_name("tablet.py"),
                 f"https://{ADDRESS}:8443/", QUESTION, "between 2 °C and 8 °C"],
                capture_output=True, text=True, check=False)
            require(asked.returncode == 0, asked.stdout, asked.stderr)
            box.must(set_up.format('"socket"'))
        box.until_active()
        return asked.stdout.strip()

    def takes_in_what_is_put_into_the_inbox(self):
        box = self._box
        box.must("systemctl enable --now answerbox-inbox.path answerbox-inbox.timer")
        box.must("echo 'The stretcher stands behind door 9.' > "
                 "/var/lib/answerbox-inbox/stretcher.txt")
        began = box.uptime()
        box.until(lambda: "stretcher.txt" in box.documents(), 90, "taken in")
        box.ask("Where does the stretcher stand?", "door 9")
        took = box.uptime() - began
        box.must("systemctl disable --now answerbox-inbox.path "
                 "answerbox-inbox.timer && answerbox remove stretcher.txt")
        return f"after {took:.0f} s"

    def is_back_after_a_restart(self):
        box = self._box
        box.restart()
        box.until_active()
        box.ask()
        require(len(box.documents()) == 14, box.documents())

    def is_started_by_its_socket(self):
        box = self._box
        box.must("systemctl stop answerboxd.service")
        box.ask()

    def is_restarted_when_it_hangs(self):
        box = self._box
        before = box.documents()
        box.must(f"kill -STOP {box.unit('MainPID')}")
        began = box.uptime()
        # Until the watchdog notices, it is killed, and is started anew.
        box.until(lambda: box.unit("NRestarts") == "1", WATCHDOG_S + 60,
                  "restarted")
        box.until_active()
        took = box.uptime() - began
        require(box.documents() == before, "documents are missing")
        box.ask()
        return f"after {took:.0f} s"

    def leaves_nothing_when_purged(self):
        box = self._box
        took = box.timed("apt-get purge --yes answerbox > /tmp/log 2>&1 || "
                         "{ cat /tmp/log; false; }")
        require("could not be found" in
                box.shell("systemctl status answerboxd 2>&1")[1],
                "the unit is known")
        # The packages on which it depends stay, and their files.
        owned = box.must("cat /var/lib/dpkg/info/*.list").splitlines()
        left = list_files(box) - self._before - set(owned)
        require(not left, "left:", *sorted(left))
        require("answerbox" not in box.must("cat /etc/passwd /etc/group"),
                "the user or a group is left")
        return f"{took:.1f} s"

    def answers_while_it_is_upgraded(self):
        box = self._box
        box.must(install(PACKAGES[0]))
        box.must(f"answerbox add {HANDBOOK} /mnt/pages > /dev/null")
        before = [self._answer(question) for question in ASKED]
        box.must("rm -rf /tmp/asked && mkdir /tmp/asked && " + ASK_FOR_EVER)
        took = box.timed(f"sleep 3; {install(PACKAGES[1])}; sleep 3")
        self._upgrade_s = took - 6
        said = box.must("touch /tmp/asked/stop; wait; cat /tmp/asked/log")
        asks = [line.split() for line in said.splitlines()]
        for number, _, _ in asks:
            answer = json.loads(box.must(f"cat /tmp/asked/{number}")).get("answer")
            require(answer == before[int(number) % len(ASKED)], "question",
                    number, "gets", answer)
        longest = max(int(ms) for _, _, ms in asks)
        require(longest <= limit(REFUSED_S) * 1000, longest, "ms")
        require(len(asks) >= took, "only", len(asks), "questions")
        require([self._answer(question) for question in ASKED] == before,
                "other answers")
        refusals = box.shell("cat /tmp/asked/refusals 2> /dev/null")[1]
        return (f"{len(box.documents())} documents, {len(asks)} questions, the "
                f"longest {longest} ms; {self._upgrade_s:.1f} s {refusals.strip()}")

    def is_whole_when_the_power_goes_during_an_upgrade(self):
        box = self._box
        documents = sorted(box.documents())
        for name in PACKAGES[2:]:
            box.machine.send(install(name))
            time.sleep(self._dice.random() * self._upgrade_s)
            box.cut_power()
            box.boot()
            # The daemon is the old one or the new one. dpkg goes on where it was.
            box.must("dpkg --configure --pending > /tmp/log 2>&1; " + install(name))
            require(not box.must("dpkg --audit"), "dpkg finds faults")
            box.until_active()
            require(sorted(box.documents()) == documents, "documents are missing")
            box.ask()
            box.must("answerbox collections verify default && "
                     "answerbox audit verify")

    def refuses_an_older_one_in_words(self):
        box = self._box
        code, said = box.shell(f"dpkg --install /mnt/{PACKAGES[0]}.deb 2>&1")
        require(code != 0 and "is older" in said, code, said)
        box.ask()
        box.must("answerbox collections remove default > /dev/null; "
                 f"answerbox add {HANDBOOK}")

    def _answer(self, question: str) -> dict | None:
        """None if the documents do not answer it, as the pages of an emulator may not."""
        code, said = self._box.shell(f"answerbox ask --json '{question}'")
        require(code in (0, 1), question, "gets", code, said)
        return json.loads(said).get("answer")

    def keeps_what_it_acknowledged_when_the_power_goes(self):
        box = self._box
        acknowledged = set(box.documents())
        for cut in range(CUTS):
            box.machine.send(
                f"for file in /mnt/cut{cut}-*.md; do answerbox add $file "
                "> /dev/null 2>&1 && echo added ${file#/mnt/}; done")
            last = self._dice.randint(2, 12)
            for _ in range(last):
                line = box.machine.read_line()
                require(line.startswith("added "), line)
                acknowledged.add(line.split()[1])
            time.sleep(self._dice.random())
            box.cut_power()
            box.boot()
            box.until_active()
            there = set(box.documents())
            require(acknowledged <= there, "lost:", acknowledged - there)
            acknowledged = there
            number = last - 1
            box.ask("On which hook hangs the key of cabinet "
                    f"{cabinet(cut, number)}?", f"hook {number * 7 + cut}")
            box.must("answerbox collections verify default")
        return f"{len(acknowledged)} documents"

    def takes_the_old_or_the_new_pack_when_the_power_goes(self):
        box = self._box
        keys = "/etc/answerbox/pack-keys"
        question = "On which hook hangs the key of the vault?"
        box.must(f"mkdir -p {keys} && cp /mnt/pack.pub {keys} && "
                 f"install -m 600 /mnt/pack.key /root && answerbox add -c making {HANDBOOK}")
        for release in range(CUTS + 1):
            exam = json.dumps({"id": "vault", "topic": "keys", "must": True, "question": question,
                               "key": f"hook 4{release}"})
            box.must(f"echo 'The key of the vault hangs on hook 4{release}.' > /tmp/vault.md"
                     " && answerbox add -c making /tmp/vault.md && "
                     f"echo '{exam}' | answerbox pack build making --name vault"
                     f" --release 2026.{release} --exam - -o /root/{release}.pack && "
                     f"answerbox pack sign /root/{release}.pack --key /root/pack.key")
        box.must("sync")
        took = box.timed("answerbox pack install /root/0.pack")
        found = []
        for release in range(1, CUTS + 1):
            box.machine.send(f"answerbox pack install /root/{release}.pack")
            time.sleep(self._dice.random() * 2 * took)
            box.cut_power()
            box.boot()
            box.until_active()
            said = box.must(f"answerbox ask -c vault --json '{question}'")
            is_new = f"hook 4{release}" in said
            require(is_new or f"hook 4{release - 1}" in said, said)
            found.append("new" if is_new else "old")
            box.must("answerbox collections verify vault")
            if not is_new:
                box.must(f"answerbox pack install /root/{release}.pack")
            box.must("answerbox pack rollback vault")
            require(f"hook 4{release - 1}" in
                    box.must(f"answerbox ask -c vault --json '{question}'"), "no way back")
            box.must(f"answerbox pack install /root/{release}.pack")
        box.must("answerbox collections remove vault && answerbox collections remove making"
                 f" && rm -r {keys} /root/*.pack /root/pack.key")
        return f"{', '.join(found)}; {took:.1f} s without a cut"

    def stays_within_its_memory(self):
        box = self._box
        if OPTIONS.kind == "container":
            raise NotHere("its systemd may limit no memory")
        group = "/sys/fs/cgroup" + box.unit("ControlGroup")
        require(int(box.must(f"cat {group}/memory.max")) == MEMORY_MAX)
        box.must("mkdir /tmp/many; for n in 1 2 3 4; do cat /mnt/cut*.md > "
                 "/tmp/many/$n.md; done; answerbox add /tmp/many > /dev/null")
        box.must("for n in $(seq 20); do answerbox ask --json "
                 f"'{QUESTION}' > /dev/null & done; wait")
        events = box.must(f"cat {group}/memory.events")
        require("oom_kill 0" in events, events)
        require(box.unit("NRestarts") == "0", "it was restarted")
        peak = int(box.must(f"cat {group}/memory.peak 2> /dev/null || "
                            f"cat {group}/memory.current"))
        box.must("answerbox remove $(ls /tmp/many) > /dev/null; rm -r /tmp/many")
        return f"{peak / 2**20:.0f} MiB at most"

    def serves_an_address_that_comes_late(self):
        box = self._box
        folder = "/etc/answerbox/mqtt"
        box.must(f"mkdir -p {DROP_INS} {folder} && "
                 f"cp /usr/share/answerbox/drop-ins/mqtt-network.conf {DROP_INS}"
                 f" && answerbox certificate make --out {folder} --name {ADDRESS}"
                 f" && chown -R root:answerbox {folder}"
                 f" && chmod 640 {folder}/answerbox.key && cp {SETTINGS} /root"
                 f" && printf '%s\\n' 'mqtt_tls = \"{ADDRESS}:8883\"'"
                 f" 'mqtt_certificate = \"{folder}/answerbox.crt\"'"
                 f" 'mqtt_key = \"{folder}/answerbox.key\"' >> {SETTINGS}")
        box.restart()
        box.until_active()
        end = box.uptime() + 90
        while box.uptime() < end:
            box.ask()
            box.must("sleep 10")
        box.must(f"ip address add {ADDRESS}/24 dev lo")
        box.must(f"bash -c 'exec 3<> /dev/tcp/{ADDRESS}/8883'")
        box.ask()
        require(box.unit("NRestarts") == "0", "it was restarted")
        box.must(f"cp /root/answerboxd.toml {SETTINGS} && rm -r {folder} "
                 f"{DROP_INS} && systemctl daemon-reload && "
                 "systemctl restart answerboxd")

    def lives_with_a_wrong_clock(self):
        box = self._box
        if OPTIONS.kind == "container":
            raise NotHere("it has no clock of its own")
        box.switch_off()
        box.boot("-rtc", "base=1970-01-01")
        box.must("systemctl stop answerboxd && date --set @100 && "
                 "systemctl start answerboxd")
        box.until_active()
        box.ask()
        box.must("echo 'The bell of 1970 hangs in the hall.' > /tmp/bell.md && "
                 "answerbox add /tmp/bell.md")
        box.must("date --set 2026-11-29")
        box.ask("Where does the bell of 1970 hang?", "hall")
        box.must("answerbox remove --erase bell.md && answerbox audit verify")
        require(box.unit("NRestarts") == "0", "it was restarted")

    def answers_on_a_full_disk(self):
        box = self._box
        # To the last block: files alone leave some to folders.
        box.must("mkdir /tmp/full; fallocate --length "
                 "$(df --output=avail -B1 / | tail -n 1) /root/filler; "
                 "cat /dev/zero > /root/rest; sync; "
                 "while mkdir $(mktemp --dry-run --tmpdir=/tmp/full); do :; done")
        box.ask()
        code, said = box.shell("answerbox add /mnt/cut0-59.md 2>&1")
        require(code != 0 and "full" in said, code, said)
        box.must("systemctl restart answerboxd")
        box.until_active()
        box.ask()
        box.must("rm -r /root/filler /root/rest /tmp/full && answerbox add /mnt/cut0-59.md")

    def answers_on_a_disk_that_became_read_only(self):
        box = self._box
        box.break_disk()
        answer = box.ask()
        code, said = box.shell("answerbox add /mnt/cut0-58.md 2>&1")
        require(code != 0 and "cut0-58" not in box.documents(), code, said)
        box.must("systemctl restart answerboxd")
        box.until_active()
        box.ask()
        box.cut_power()
        box.boot()
        box.until_active()
        box.ask()
        return f"recorded: {answer.get('recorded')}; {said.strip()}"


def run_steps(box: Box, dice: random.Random) -> int:
    """The number of those that failed."""
    failed = 0
    steps = Steps(box, dice)
    for name in vars(Steps):
        if name.startswith("_") or name not in (OPTIONS.only or [name]):
            continue
        began = time.monotonic()
        try:
            note = getattr(steps, name)() or ""
            outcome = "passed"
        except NotHere as reason:
            note, outcome = reason, "left out"
        except Exception as error:  # The steps after it may tell why.
            note, outcome = error, "FAILED"
            failed += 1
            traceback.print_exc(limit=-2)
        print(f"{outcome} {name.replace('_', ' ')}: {note} "
              f"({time.monotonic() - began:.0f} s here)", flush=True)
    return failed


def why_not() -> str | None:
    """The reason why this machine can't boot one of that kind."""
    if OPTIONS.kind == "amd64" and not OPTIONS.emulate and not any(
            pathlib.Path("/sys/module", name).exists()
            for name in ("kvm_intel", "kvm_amd")):
        return "KVM is missing, or emulates a kernel's own instructions."
    if OPTIONS.kind == "container" and os.geteuid() != 0:
        return "A container takes root."
    return None


def main() -> int:
    seed = random.SystemRandom().randrange(1 << 32)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=ARCHITECTURE, required=True)
    made = parser.add_mutually_exclusive_group(required=True)
    made.add_argument("--build", type=pathlib.Path,
                      help="the build whose package is made")
    made.add_argument("--package", type=pathlib.Path, help="one that is made")
    parser.add_argument("--earlier", type=pathlib.Path,
                        help="the package that is upgraded from; else the same one"
                        " with a lower version")
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--emulate", action="store_true",
                        help="amd64 without KVM, which takes an hour")
    parser.add_argument("--only", nargs="+", help="some steps, while working")
    parser.parse_args(namespace=OPTIONS)
    OPTIONS.pages_step = (EMULATED_PAGES_STEP if OPTIONS.emulate or
                          OPTIONS.kind == "arm64" else 1)
    OPTIONS.machine = sysroot("machine")
    if os.environ.get("ANSWERBOX_CAMPAIGN") != "full":
        print("This runs with ANSWERBOX_CAMPAIGN=full.")
        return SKIPPED
    if reason := why_not():
        print(reason)
        return SKIPPED
    if OPTIONS.kind == "container" and not os.environ.get("ANSWERBOX_OWN_MOUNTS"):
        # Else a program with mounts of its own would hold this one's disk.
        os.environ["ANSWERBOX_OWN_MOUNTS"] = "yes"
        os.execvp("unshare", ("unshare", "--mount", sys.executable, *sys.argv))
    for name in ("board", "machine"):
        if not (sysroot(name) / ".contents").exists():
            script = next((ROOT / "tests/system").glob(f"*/make-{name}.sh"))
            sys.exit(f"{sysroot(name)} is missing: run {script} "
                     f"{ARCHITECTURE[OPTIONS.kind]}")
    print(f"seed {OPTIONS.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="answerbox-boot-") as name:
        folder = pathlib.Path(name)
        box = Box(folder, OPTIONS.package or make_package(folder))
        try:
            return min(run_steps(box, random.Random(OPTIONS.seed)), 1)
        finally:
            box.close()


if __name__ == "__main__":
    sys.exit(main())
