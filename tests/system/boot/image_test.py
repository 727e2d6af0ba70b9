#!/usr/bin/env python3
"""An image of deploy/image boots: kernel and initrd come from its first partition, and
the card is a disk of the machine. A box is set up from a file, keeps its state over
restarts and power cuts, and gets new programs.

The steps come one after the other on one card. Each prints its outcome. The machine
is of one of these kinds:

  arm64      in an emulator, which does not have a Raspberry Pi's firmware
  amd64      with this machine's processor, where KVM can do that
"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback

from box import ROOT, repack, require

sys.path.insert(0, str(ROOT / "tests/system/board"))
from machine import KINDS, Machine  # noqa: E402

OPTIONS = argparse.Namespace()
SKIPPED = 77  # For CTest.
PATIENCE_S = 900  # Of the host, until the machine counts as hung.
CARD_BYTES = 6 << 30
BOOT, STATE = 4 << 20, 3076 << 20  # Where these partitions begin.
PROGRAMS = (516 << 20, 2560 << 20)  # Where they begin, and their size.
HANDBOOK = "/usr/share/doc/answerbox/examples/sample-handbook"
QUESTION = "At what temperature are vaccines stored?"
WRONG = 'users = ["ama"]\nnetwork = "lan"\ncollections = ["Wrong Name"]\n'
RIGHT = 'users = ["ama"]\nnetwork = "lan"\ncollections = ["manuals"]\n'
CUTS = 2
# What has a port open to others, before and after the file is read.
CLOSED = {"22"}
OPEN = CLOSED | {"8883"}
# Programs of arm64 run while an image is made. Where no service has told the kernel
# how, it is told here, and forgets it afterwards.
TELL_KERNEL = """binfmt=/proc/sys/fs/binfmt_misc
[ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt
if [ ! -e $binfmt/qemu-aarch64 ]; then
  sed -n '/^:/p' /usr/lib/binfmt.d/qemu-aarch64.conf > $binfmt/register
  trap 'echo -1 > $binfmt/qemu-aarch64' EXIT
fi
"$@"
"""
# The shell that the test talks to. The image has none.
UNITS = "upper/etc/systemd/system"


def run(*command: object, **options) -> str:
    return subprocess.run([str(word) for word in command], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


class Card:
    def __init__(self, folder: pathlib.Path, image: pathlib.Path):
        self._folder = folder
        self.path = folder / "card"
        run("cp", "--sparse=always", image, self.path)
        os.truncate(self.path, CARD_BYTES)
        self._kind = KINDS[OPTIONS.kind]
        self.machine = None
        self.port = 0  # Of this host, by which the last machine's 22 is reached.
        self._add_shell()

    def boot(self) -> None:
        self.cut_power()
        self.machine = Machine(self._fetch("vmlinuz"), self._fetch("initrd.img"),
                               self._folder, self._arguments(), PATIENCE_S, self._kind,
                               self._parameters())

    @contextlib.contextmanager
    def emulate(self):
        """A machine without a line to its shell, as long as the block lasts."""
        process = subprocess.Popen(
            [*self._kind.emulator, *self._arguments(), "-display", "none", "-monitor",
             "none", "-serial", "none", "-kernel", self._fetch("vmlinuz"), "-initrd",
             self._fetch("initrd.img"), "-append", self._parameters()])
        try:
            yield
        finally:
            process.kill()
            process.wait()

    def _parameters(self) -> str:
        """Those for the kernel that a Raspberry Pi would read; its lines are others."""
        if "cmdline.txt" not in self.names():
            return "root=LABEL=RASPIROOT ro"
        words = run("mtype", "-i", f"{self.path}@@{BOOT}", "::/cmdline.txt").split()
        return " ".join(word for word in words if not word.startswith("console="))

    def _arguments(self) -> list[str]:
        # Another program may have taken the port of the machine before.
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        # An emulator's time counts its instructions: another load of the host is not
        # seen as units that do not start in time.
        processors = (["-smp", "1", "-icount", "shift=1"] if OPTIONS.slow else
                      ["-smp", "2", "-enable-kvm", "-cpu", "host,-arch-capabilities"])
        if OPTIONS.emulate:
            processors += ["-cpu", "qemu64"]
        return ["-m", "512", *processors,
                "-drive", f"if=none,format=raw,id=card,file={self.path}",
                "-device", f"{self._kind.disk},drive=card", "-netdev",
                f"user,id=lan,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:22",
                "-device", "virtio-net-pci,netdev=lan"]

    def settle(self) -> str:
        """Until all that starts has started."""
        return self.machine.shell("systemctl is-system-running --wait")[1].strip()

    def start(self) -> None:
        """Unless it runs."""
        if self.machine is None:
            self.boot()
            self.settle()

    def cut_power(self) -> None:
        if self.machine is not None:
            self.machine.close()
        self.machine = None

    def switch_off(self) -> None:
        # Nobody waits for a shell that stays.
        self.machine.send("exec systemctl poweroff")
        self.end()

    def end(self) -> None:
        """Until it has switched itself off."""
        self.machine.wait()
        self.cut_power()

    def must(self, line: str) -> str:
        code, said = self.machine.shell(line)
        require(code == 0, line, "ends with", code, said)
        return said.strip()

    def put(self, name: str, text: str) -> None:
        """Onto the first partition, as a person does in a computer."""
        source = self._folder / "put"
        source.write_text(text)
        run("mcopy", "-o", "-i", f"{self.path}@@{BOOT}", source, f"::/{name}")

    def names(self) -> list[str]:
        return [name.removeprefix("::/") for name in
                run("mdir", "-b", "-i", f"{self.path}@@{BOOT}", "::/").split()]

    def log(self) -> str:
        return run("mtype", "-i", f"{self.path}@@{BOOT}", "::/answerbox-setup.log")

    def programs(self) -> str:
        """What the second partition holds, to the bit."""
        start, size = PROGRAMS
        nothing = bytes(1 << 20)
        digest = hashlib.sha256()
        with open(self.path, "rb") as card:
            card.seek(start)
            for number in range(size >> 20):
                if (block := card.read(1 << 20)) != nothing:
                    digest.update(number.to_bytes(4, "big") + block)
        return digest.hexdigest()

    def ask(self) -> None:
        said = self.must(f"answerbox ask --json '{QUESTION}'")
        require("11-vaccine-storage" in said, said)

    def documents(self) -> set[str]:
        listed = json.loads(self.must("answerbox list --json"))
        return {one["name"] for one in listed["documents"]}

    def ssh(self, user: str, key: pathlib.Path, command: str,
            *options: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["ssh", "-i", key, "-p", str(self.port), "-o", "BatchMode=yes",
             "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
             "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=60", *options,
             f"{user}@127.0.0.1", command], capture_output=True, text=True,
            timeout=PATIENCE_S, check=False)

    def _fetch(self, kind: str) -> pathlib.Path:
        name = next(name for name in self.names() if name.startswith(kind))
        run("mcopy", "-n", "-o", "-i", f"{self.path}@@{BOOT}", f"::/{name}",
            self._folder / kind)
        return self._folder / kind

    def _add_shell(self) -> None:
        line = self._kind.line
        folders = UNITS.split("/")
        lines = [f"mkdir {'/'.join(folders[:n + 1])}" for n in range(len(folders))]
        lines += [f"mkdir {UNITS}/multi-user.target.wants",
                  f"write {pathlib.Path(__file__).with_name('console@.service')} "
                  f"{UNITS}/console@.service",
                  f"symlink {UNITS}/multi-user.target.wants/console@{line}.service "
                  "/etc/systemd/system/console@.service",
                  f"symlink {UNITS}/serial-getty@{line}.service /dev/null"]
        run("debugfs", "-w", "-f", "-", f"{self.path}?offset={STATE}",
            input="\n".join(lines), stderr=subprocess.DEVNULL)


class Steps:
    """In the order in which they are written."""

    def __init__(self, card: Card, package: pathlib.Path, folder: pathlib.Path,
                 dice: random.Random):
        self._card = card
        self._package = package
        self._folder = folder
        self._dice = dice
        self._programs = card.programs()
        self._identity = ()

    def starts_with_defaults_where_the_file_is_wrong(self):
        card = self._card
        card.put("answerbox-setup.toml", WRONG)
        card.boot()
        card.settle()
        failed = card.must("systemctl --failed --no-legend --plain --no-pager")
        require([line.split()[0] for line in failed.splitlines()] ==
                ["answerbox-first-boot.service"], "failed:", failed)
        require(self._ports() == CLOSED, "open:", self._ports())
        card.must(f"answerbox add {HANDBOOK}")
        card.ask()
        said = card.must("journalctl -u answerbox-first-boot --no-pager")
        card.switch_off()
        log = card.log()
        require("answerbox-setup.toml:3:" in log and "Wrong Name" in log, log)
        require("tries again at each start" in log, log)
        require("Wrong Name" in said, said)
        require("answerbox-setup.toml" in card.names(), card.names())
        return log.splitlines()[1]

    def is_set_up_as_a_whole_when_the_power_goes_meanwhile(self):
        card = self._card
        card.put("answerbox-setup.toml", RIGHT)
        card.put("ama.pub", self._key("ama"))
        found = []
        for _ in range(1 if OPTIONS.slow else CUTS):
            card.boot()
            card.must("for _ in $(seq 600); do systemctl is-active answerbox-first-boot | "
                      "grep -q activating && break; [ -e /tmp/ready ] && break; sleep 0.1; "
                      "systemctl is-system-running | grep -q running && touch /tmp/ready; done")
            time.sleep(self._dice.random() * (20 if OPTIONS.slow else 3))
            card.cut_power()
            found.append("not yet" if "answerbox-setup.toml" in card.names() else "done")
        # What was taken before a cut is not put there again, and has its effect.
        card.boot()
        require(card.settle() == "running", card.must("systemctl --failed --no-pager"))
        require("ama" in card.must("getent group answerbox"), "ama is not a member")
        require("manuals" in card.must("answerbox collections"), "no collection")
        require(self._ports() == OPEN, "open:", self._ports())
        certificate = card.must("answerbox certificate show $(sed -n "
                                "'s/^mqtt_certificate = \"\\(.*\\)\"/\\1/p' /etc/answerbox/answerboxd.toml)")
        require("10.0.2.15" in certificate, "no address:", certificate)
        card.ask()
        card.switch_off()
        require("answerbox-setup.toml.done" in card.names() and
                "answerbox-setup.toml" not in card.names(), card.names())
        require("ama may log in" in card.log() and "The box is set up" in card.log(), card.log())
        return f"at the cuts: {', '.join(found)}"

    def lets_in_who_has_a_key_and_nobody_else(self):
        card = self._card
        card.start()
        asked = card.ssh("ama", self._folder / "ama", f"answerbox ask '{QUESTION}'")
        require("11-vaccine-storage" in asked.stdout, asked.stdout, asked.stderr)
        said = card.ssh("box", self._folder / "admin", "sudo answerbox status")
        require(said.returncode == 0, said.stdout, said.stderr)
        for user, key in (("ama", "admin"), ("root", "admin"), ("box", "ama")):
            refused = card.ssh(user, self._folder / key, "true")
            require(refused.returncode == 255 and "(publickey)" in refused.stderr, refused)
        locked = card.must("cut -d: -f2 /etc/shadow | sort -u")
        require(set(locked.split()) <= {"*", "!", "!*"}, "there is a password:", locked)

    def has_the_whole_card_and_read_only_programs(self):
        card = self._card
        card.start()
        size = int(card.must("df --output=size -B1M /var/lib/answerbox | tail -n 1"))
        require(size > 2500, size, "MiB")
        require("ro" in card.must("findmnt -no OPTIONS /run/answerbox-image/root").split(","),
                "the root file system is writable")
        code, said = card.machine.shell("touch /run/answerbox-image/root/usr/x "
                                        "/var/lib/dpkg/x 2>&1")
        require(code != 0 and said.count("Read-only") == 2, said)
        card.must("touch /usr/forgotten /etc/kept /var/lib/kept /home/kept /root/kept")
        require(card.machine.shell("dpkg --remove answerbox > /dev/null 2>&1")[0] != 0,
                "a package was removed")
        return f"{size} MiB"

    def keeps_its_state_over_a_restart(self):
        card = self._card
        card.start()
        identity = self._identify()
        card.switch_off()
        require(card.programs() == self._programs, "the programs have changed")
        card.boot()
        card.settle()
        card.must("ls /etc/kept /var/lib/kept /home/kept /root/kept && "
                  "[ ! -e /usr/forgotten ]")
        require(self._identify() == identity, identity, "became", self._identify())
        boots = card.must("journalctl --list-boots --no-pager").splitlines()
        require(len(boots) >= 3, boots)
        card.ask()
        return f"{len(boots)} starts in the journal"

    def keeps_what_it_acknowledged_when_the_power_goes(self):
        card = self._card
        card.start()
        card.must("mkdir -p /tmp/new && for n in $(seq -w 99); do "
                  "echo \"The key of cabinet $n hangs on hook $n.\" > /tmp/new/$n.md; done")
        card.machine.send("for file in /tmp/new/*.md; do answerbox add $file > /dev/null 2>&1"
                          " && echo added ${file#/tmp/new/}; done")
        acknowledged = set()
        for _ in range(self._dice.randint(3, 12)):
            line = card.machine.read_line()
            require(line.startswith("added "), line)
            acknowledged.add(line.split()[1])
        time.sleep(self._dice.random())
        card.cut_power()
        card.boot()
        require(card.settle() == "running", card.must("systemctl --failed --no-pager"))
        lost = acknowledged - card.documents()
        require(not lost, "lost:", lost)
        card.ask()
        card.must("answerbox collections verify default && answerbox audit verify")
        return f"{len(acknowledged)} documents"

    def restores_a_backup(self):
        card = self._card
        card.start()
        card.must("answerbox backup /root/box.tar && answerbox remove 11-vaccine-storage.md && "
                  "systemctl stop answerboxd.socket answerboxd && "
                  "answerbox restore /root/box.tar && "
                  "systemctl start answerboxd.socket answerboxd")
        card.must("until answerbox status > /dev/null; do sleep 1; done")
        card.ask()
        card.must("rm -r /root/box.tar /var/lib/answerbox.before-restore-* "
                  "/etc/answerbox.before-restore-*")

    def is_updated_also_when_the_power_goes_meanwhile(self):
        card = self._card
        card.start()
        card.must("echo '# a remark' >> /etc/answerbox/answerboxd.toml")
        newer = self._folder / "newer.deb"
        repack(self._package, "+1", newer)
        self._bring(newer)
        documents = card.documents()
        card.must("answerbox-update --later /root/newer.deb")
        card.switch_off()
        # It restarts by itself, which ends this machine.
        card.boot()
        time.sleep(self._dice.random() * (30 if OPTIONS.slow else 5))
        card.cut_power()
        card.boot()
        card.end()
        card.boot()
        require(card.settle() == "running", card.must("systemctl --failed --no-pager"))
        log = card.must("cat /var/log/answerbox-update.log")
        require("The update is installed." in log, log)
        version = card.must("dpkg-query --show --showformat '${Version}' answerbox")
        card.must("grep -qx '# a remark' /etc/answerbox/answerboxd.toml")
        require(version.endswith("+1") and not card.must("dpkg --audit"), version)
        require("ro" in card.must("findmnt -no OPTIONS /run/answerbox-image/root").split(","),
                "the root file system is writable")
        require(card.documents() == documents, "documents are missing")
        card.ask()
        return version

    def refuses_an_older_package_in_words(self):
        card = self._card
        card.start()
        self._bring(self._package)
        card.must("answerbox-update --later /root/newer.deb")
        card.switch_off()
        card.boot()
        card.end()
        card.boot()
        card.settle()
        log = card.must("cat /var/log/answerbox-update.log")
        require("is older" in log and "was not installed" in log, log)
        card.ask()

    def keeps_its_state_under_a_new_image(self):
        card = self._card
        card.start()
        identity = self._identify()
        documents = card.documents()
        card.switch_off()
        rewrite = (ROOT / "deploy/image/rewrite-card.sh", OPTIONS.image, card.path)
        refused = subprocess.run(rewrite, capture_output=True, text=True, check=False)
        require("may not be able to read" in refused.stderr, refused)
        self._forget_version()
        said = run(*rewrite)
        require(card.programs() == self._programs, said)
        card.boot()
        require(card.settle() == "running", card.must("systemctl --failed --no-pager"))
        require(self._identify() == identity and card.documents() == documents,
                "another state")
        require("ama" in card.must("getent group answerbox"), "ama is not a member")
        card.ask()

    def runs_no_daemon_on_documents_of_a_later_one(self):
        card = self._card
        card.start()
        card.must("echo 9.0 > /var/lib/answerbox-image/version && "
                  "systemctl restart answerboxd")
        said = card.must("systemctl stop answerboxd.socket; "
                         "journalctl -u answerboxd -n 20 --no-pager; "
                         "systemctl show --value --property ActiveState answerboxd")
        require("write an image with 9.0 or later" in said, said)
        require(said.endswith("inactive"), said)

    def runs_no_daemon_without_its_state(self):
        """What would be added to memory alone would be lost."""
        card = self._card
        card.start()
        card.switch_off()
        with open(card.path, "r+b") as disk:
            disk.truncate(STATE)
            disk.truncate(CARD_BYTES)
        # The test's shell is on what is gone; who administers the box gets in.
        with card.emulate():
            end = time.monotonic() + PATIENCE_S
            while True:
                said = card.ssh("box", self._folder / "admin",
                                "cat /etc/hostname; systemctl is-active answerboxd")
                if said.returncode != 255:
                    break
                require(time.monotonic() < end, said.stderr)
                time.sleep(1)
        require("inactive" in said.stdout, said.stdout, said.stderr)

    def _forget_version(self) -> None:
        """The package that is kept is the same with another number."""
        run("debugfs", "-w", "-R", "rm upper/var/lib/answerbox-image/version",
            f"{self._card.path}?offset={STATE}", stderr=subprocess.DEVNULL)

    def _key(self, name: str) -> str:
        path = self._folder / name
        if not path.exists():
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path)
        return path.with_suffix(".pub").read_text()

    def _ports(self) -> set[str]:
        """That others than this machine reach."""
        listed = self._card.must("ss -Hltn").splitlines()
        addresses = [line.split()[3] for line in listed]
        return {address.rsplit(":", 1)[1] for address in addresses
                if not address.startswith(("127.", "[::1]"))}

    def _identify(self) -> tuple[str, ...]:
        return tuple(self._card.must(
            "cat /etc/machine-id /etc/ssh/ssh_host_ed25519_key.pub /etc/hostname; "
            "getent group answerbox; stat --format '%u %g' /var/lib/answerbox").splitlines())

    def _bring(self, package: pathlib.Path) -> None:
        subprocess.run(
            ["ssh", "-i", self._folder / "admin", "-p", str(self._card.port),
             "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
             "-o", "UserKnownHostsFile=/dev/null", "box@127.0.0.1",
             "sudo tee /root/newer.deb > /dev/null"],
            stdin=package.open("rb"), check=True, stderr=subprocess.DEVNULL)


def run_steps(steps: Steps) -> int:
    """The number of those that failed."""
    failed = 0
    for name in vars(Steps):
        if name.startswith("_") or name not in (OPTIONS.only or [name]):
            continue
        began = time.monotonic()
        try:
            note, outcome = getattr(steps, name)() or "", "passed"
        except Exception as error:  # The steps after it may tell why.
            note, outcome = error, "FAILED"
            failed += 1
            traceback.print_exc(limit=-2)
        print(f"{outcome} {name.replace('_', ' ')}: {note} "
              f"({time.monotonic() - began:.0f} s here)", flush=True)
    return failed


def has_kvm() -> bool:
    return any(pathlib.Path("/sys/module", name).exists() for name in ("kvm_intel", "kvm_amd"))


def make_image(folder: pathlib.Path, package: pathlib.Path) -> pathlib.Path:
    image = folder / "image"
    privileged = () if os.geteuid() == 0 else ("sudo", "--non-interactive")
    there = ((*privileged, "unshare", "--mount", "sh", "-c", TELL_KERNEL, "sh")
             if OPTIONS.kind == "arm64" else ())
    run(*there, ROOT / "deploy/image/make-image.sh", "--deb", package, "--out", image,
        "--architecture", OPTIONS.kind, "--authorized-keys", folder / "admin.pub",
        "--hostname", "ward-3")
    return image


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, required=True)
    made = parser.add_mutually_exclusive_group(required=True)
    made.add_argument("--build", type=pathlib.Path,
                      help="the build whose package is made")
    made.add_argument("--package", type=pathlib.Path, help="one that is made")
    parser.add_argument("--image", type=pathlib.Path,
                        help="one that is made, while working")
    parser.add_argument("--key", type=pathlib.Path, help="that administers it")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--emulate", action="store_true", help="amd64 without KVM")
    parser.add_argument("--only", nargs="+", help="some steps, while working")
    parser.parse_args(namespace=OPTIONS)
    OPTIONS.slow = OPTIONS.emulate or OPTIONS.kind == "arm64"
    if os.environ.get("ANSWERBOX_CAMPAIGN") != "full":
        print("This runs with ANSWERBOX_CAMPAIGN=full.")
        return SKIPPED
    if OPTIONS.kind == "amd64" and not OPTIONS.emulate and not has_kvm():
        print("KVM is missing, or emulates a kernel's own instructions.")
        return SKIPPED
    print(f"seed {OPTIONS.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="answerbox-image-") as name:
        folder = pathlib.Path(name)
        package = OPTIONS.package
        if package is None:
            run(ROOT / "deploy/build-packages.sh", "--build", OPTIONS.build, "--out",
                folder / "packages", OPTIONS.kind)
            package = next((folder / "packages").glob("answerbox_*.deb"))
        if OPTIONS.image is None:
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "admin")
            began = time.monotonic()
            OPTIONS.image = make_image(folder, package)
            print(f"image made in {time.monotonic() - began:.0f} s", flush=True)
        else:
            shutil.copy(OPTIONS.key, folder / "admin")
        card = Card(folder, OPTIONS.image)
        try:
            return min(run_steps(Steps(card, package, folder, random.Random(OPTIONS.seed))), 1)
        finally:
            card.cut_power()


if __name__ == "__main__":
    sys.exit(main())
