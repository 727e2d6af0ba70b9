"""A box: a disk from which a machine of one kind runs, and a stick with what a
person brings along. boot_test.py tells about the kinds.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/system/board"))
from container import Container  # noqa: E402
from initramfs import Initramfs  # noqa: E402
from machine import KINDS, Machine  # noqa: E402

OPTIONS = argparse.Namespace()
ARCHITECTURE = {"arm64": "arm64", "amd64": "amd64", "container": "amd64"}
PROCESSORS = {
    "arm64": ("-smp", "1", "-icount", "shift=1"),
    # KVM inside a virtual machine can lack what this flag promises.
    "amd64": ("-smp", "2", "-enable-kvm", "-cpu", "host,-arch-capabilities"),
}
CUTS = 3
CUT_DOCUMENTS = 60  # More than are added before a cut.
PATIENCE_S = 900  # Of the host, until the machine counts as hung.
QUESTION = "At what temperature are vaccines stored?"
# Packages on the stick, from the earliest to the one under test.
PACKAGES = ("answerbox-0", *(f"answerbox-{n + 1}" for n in range(CUTS)), "answerbox")
# 1,716 pages about health.
PAGES = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data",
                     "medquad/docs")


def cabinet(cut: int, number: int) -> str:
    """A name that no other is like: numbers alone are taken for each other."""
    letters = "bdfgklmnrt"
    return (("Ver", "Sol", "Hax")[cut] + letters[number // 6] +
            "aeiouy"[number % 6] + letters[-1 - number // 6] + "on")


def require(condition: object, *what: object) -> None:
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def sysroot(name: str) -> pathlib.Path:
    return pathlib.Path(
        os.environ.get("ANSWERBOX_SYSROOTS", ROOT / "build/sysroots"),
        f"{name}-{ARCHITECTURE[OPTIONS.kind]}")


def repack(package: pathlib.Path, suffix: str, out: pathlib.Path) -> None:
    """The same, as another version."""
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name, "tree")
        subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
        control = tree / "DEBIAN/control"
        control.write_text(re.sub(r"(?m)^(Version: .*)$", rf"\1{suffix}",
                                  control.read_text()))
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1",
                        "--build", tree, out], check=True,
                       stdout=subprocess.DEVNULL)


class Box:
    """A disk, and the machine that runs from it."""

    def __init__(self, folder: pathlib.Path, package: pathlib.Path):
        self._folder = folder
        self._disk = folder / "disk"
        self._stick = folder / "stick"
        self._initramfs = folder / "initramfs"
        subprocess.run(["cp", "--sparse=always", OPTIONS.machine / "disk",
                        self._disk], check=True)
        self._pack_initramfs()
        self._pack_stick(package)
        self.machine = None

    def boot(self, *arguments: str) -> None:
        if OPTIONS.kind == "container":
            self.machine = Container(self._disk, self._stick, self._folder,
                                     PATIENCE_S)
        else:
            self.machine = self._boot_machine(*arguments)
            self.must("mount -o ro LABEL=stick /mnt")

    def _boot_machine(self, *arguments: str) -> Machine:
        kind = KINDS[OPTIONS.kind]
        processors = (("-smp", "2", "-cpu", "max") if OPTIONS.emulate else
                      PROCESSORS[OPTIONS.kind])
        disks = []
        for path, access in ((self._disk, "off"), (self._stick, "on")):
            disks += ["-drive", f"if=none,format=raw,id={path.name},"
                      f"file={path},readonly={access}",
                      "-device", f"{kind.disk},drive={path.name}"]
        return Machine(
            OPTIONS.machine / "vmlinuz", self._initramfs, self._folder,
            ["-m", "512", *processors, *disks, *arguments],
            PATIENCE_S, kind)

    def break_disk(self) -> None:
        """As the kernel does when the disk fails, it becomes read-only."""
        if OPTIONS.kind == "container":
            self.machine.break_disk()
        else:
            self.must("echo u > /proc/sysrq-trigger")
        self.must("until touch /root/file 2>&1 | grep -q Read-only; do sleep 1; "
                  "done")

    def cut_power(self) -> None:
        self.machine.close()

    def switch_off(self) -> None:
        # Nobody waits for a shell that stays.
        self.machine.send("exec systemctl poweroff")
        self.machine.wait()

    def restart(self) -> None:
        self.switch_off()
        self.boot()

    def close(self) -> None:
        if self.machine is not None:
            self.machine.close()

    def shell(self, line: str) -> tuple[int, str]:
        return self.machine.shell(line)

    def must(self, line: str) -> str:
        code, said = self.shell(line)
        require(code == 0, line, "ends with", code, said)
        return said.strip()

    def timed(self, line: str) -> float:
        """The machine's own seconds for a command that must succeed."""
        began = self.uptime()
        self.must(line)
        return self.uptime() - began

    def uptime(self) -> float:
        return float(self.must("cat /proc/uptime").split()[0])

    def until(self, condition, within_s: float, what: str):
        """Waits, in the machine's time. Returns what is not false."""
        end = self.uptime() + within_s
        while not (value := condition()):
            if self.uptime() >= end:
                said = self.must("journalctl -u answerboxd -n 30 --no-pager")
                raise AssertionError(f"not {what} within {within_s} s: {said}")
            self.must("sleep 1")
        return value

    def unit(self, name: str) -> str:
        return self.must("systemctl show --value --property "
                         f"{name} answerboxd.service")

    def until_active(self, within_s: float = 60) -> None:
        self.until(lambda: self.unit("ActiveState") == "active", within_s,
                   "active")

    def documents(self) -> list[str]:
        code, said = self.shell("answerbox list --json")
        require(code == 0, "list ends with", code, said)
        return [one["name"] for one in json.loads(said)["documents"]]

    def ask(self, question: str = QUESTION, answer: str = "11-vaccine-storage",
            user: str = "") -> dict:
        prefix = f"setpriv --reuid {user} --regid {user} --init-groups " if user else ""
        code, said = self.shell(f"{prefix}answerbox ask --json '{question}'")
        require(code == 0 and answer in said, question, "gets", code, said)
        return json.loads(said)

    def _pack_initramfs(self) -> None:
        packed = Initramfs()
        packed.add_folder("modules")
        packed.add_file("busybox", OPTIONS.machine / "busybox")
        packed.add_file("init", pathlib.Path(__file__).with_name("init"))
        for module in (OPTIONS.machine / "modules").iterdir():
            packed.add_file(f"modules/{module.name}", module)
        packed.write(self._initramfs)

    def _pack_stick(self, package: pathlib.Path) -> None:
        """What a person brings along: packages, documents, and a key for packs."""
        tree = self._folder / "tree"
        tree.mkdir()
        (tree / "answerbox.deb").write_bytes(package.read_bytes())
        for number, name in enumerate(PACKAGES[:-1]):
            repack(OPTIONS.earlier or package if number == 0 else package,
                   f"~{number}", tree / f"{name}.deb")
        shutil.copytree(sysroot("board") / "modules", tree / "modules")
        (tree / "pages").mkdir()
        pages = sorted(PAGES.glob("*.md"))
        require(pages, PAGES, "has no pages; set ANSWERBOX_DATA")
        for page in pages[::OPTIONS.pages_step]:
            shutil.copy(page, tree / "pages")
        for cut in range(CUTS):
            for number in range(CUT_DOCUMENTS):
                name = cabinet(cut, number)
                (tree / f"cut{cut}-{number:02}.md").write_text(
                    f"# Cabinet {name}\n\nThe key of cabinet {name} hangs on "
                    f"hook {number * 7 + cut}.\n" * 40)
        self._make_pack_key(tree / "pack.key")
        subprocess.run(["mke2fs", "-q", "-t", "ext4", "-L", "stick", "-d", tree,
                        self._stick, "128M"], check=True)

    @staticmethod
    def _make_pack_key(path: pathlib.Path) -> None:
        """With the public one beside it."""
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey",
                        "-noout", "-out", path], check=True)
        subprocess.run(["openssl", "ec", "-in", path, "-pubout", "-out",
                        path.with_suffix(".pub")], check=True,
                       stderr=subprocess.DEVNULL)
