#!/usr/bin/env python3
"""Compares the costs of questions and documents with the recorded figures.

usage: check_costs.py VALGRIND COST_SCENARIOS [--update]

Runs COST_SCENARIOS under callgrind, which counts instructions, and compares
each scenario with recorded_costs.json: instructions must be within 3 % of the
record, heap allocations equal to it. Prints every figure. Uses no clock.
--update rewrites the record; the commit that does so says why.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORD = HERE / "recorded_costs.json"
TOLERANCE = 0.03

# The C library chooses its string functions by processor. Without these
# features every x86-64 machine runs the same ones.
SAME_STRING_FUNCTIONS = ("glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,"
                         "-AVX,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM,-BMI2,-RTM,-SSE4_2")


# Exit code of a test that cannot run here.
SKIPPED = 77


def has_avx2() -> bool:
    """Whether trees score many rows at once, as they did for the record."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return re.search(r"^flags\s*:.*\bavx2\b", cpu, re.MULTILINE) is not None


def instructions_by_scenario(folder: pathlib.Path) -> dict[str, int]:
    """Callgrind's dumps in `folder`, each as its name and its total."""
    found = {}
    for dump in folder.iterdir():
        text = dump.read_text(encoding="utf-8")
        name = re.search(r"^desc: Trigger: Client Request: (.+)$", text,
                         re.MULTILINE)
        total = re.search(r"^totals: (\d+)", text, re.MULTILINE)
        if name and total:
            found[name.group(1)] = int(total.group(1))
    return found


def run_counted(valgrind: str, dump: pathlib.Path, command: list) -> str:
    """Counts a program's instructions into `dump`. Returns what it printed."""
    return subprocess.run(
        [valgrind, "--quiet", "--tool=callgrind", "--collect-atstart=no",
         f"--callgrind-out-file={dump}", *command],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
        env={"PATH": os.environ["PATH"],
             "GLIBC_TUNABLES": SAME_STRING_FUNCTIONS}).stdout


def measure(valgrind: str, program: str) -> dict[str, dict]:
    """The cost of each scenario by name: instructions per unit, allocations."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        printed = run_counted(valgrind, folder / "dump",
                              [program, "deploy/sample-handbook"])
        instructions = instructions_by_scenario(folder)
    costs = {}
    for line in printed.splitlines():
        name, unit, units, allocations = line.split("\t")
        costs[name] = {
            f"instructions per {unit}": round(instructions[name] / int(units), 1),
            "allocations": int(allocations)}
    return costs


def is_as_recorded(figure: str, recorded: float, found: float) -> bool:
    if figure == "allocations":
        return found == recorded
    return abs(found - recorded) <= TOLERANCE * recorded


def difference(recorded: float | None, found: float | None) -> str:
    if recorded is None or found is None:
        return "new" if recorded is None else "gone"
    if recorded == 0:
        return f"{found - recorded:+,}"
    return f"{100 * (found - recorded) / recorded:+.1f} %"


def compare(recorded: dict[str, dict], found: dict[str, dict]) -> int:
    """Prints every figure. Returns the number of figures that differ from the
    record."""
    differing = 0
    print(f"{'scenario':44} {'figure':28} {'recorded':>12} {'found':>12}")
    for name in recorded | found:
        before, now = recorded.get(name, {}), found.get(name, {})
        for figure in before | now:
            was, is_now = before.get(figure), now.get(figure)
            same = (was is not None and is_now is not None
                    and is_as_recorded(figure, was, is_now))
            differing += not same
            print(f"{name:44} {figure:28} {was if was is not None else '-':>12}"
                  f" {is_now if is_now is not None else '-':>12}"
                  f" {difference(was, is_now)}{'' if same else '  <-- differs'}")
    return differing


def main() -> int:
    update = sys.argv[3:] == ["--update"]
    if len(sys.argv) not in (3, 4) or (len(sys.argv) == 4 and not update):
        sys.exit(__doc__)
    if not has_avx2():
        print("The record is for processors with AVX2; this one has none.")
        return SKIPPED
    found = measure(sys.argv[1], sys.argv[2])
    if update:
        RECORD.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return 0
    differing = compare(json.loads(RECORD.read_text(encoding="utf-8")), found)
    if differing:
        print(f"{differing} figures differ from {RECORD.relative_to(ROOT)}. If "
              "they are meant to,\nrecord them with --update, cheaper ones too, "
              "and say why in the commit.", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
