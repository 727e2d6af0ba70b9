#!/usr/bin/env python3
"""An arm64 board in an emulator, with Debian's kernel and the kernel's own
drivers for an INA226 and an INA3221. The chips are registers in memory, which
change while the daemon reads them through the drivers.
"""

import argparse
import json
import pathlib
import sys
import tempfile
import time
import unittest

from initramfs import Initramfs
from machine import Machine

OPTIONS = argparse.Namespace()
INA226 = 0x40
INA3221 = 0x41
# Both chips have these registers at the same place: "TI", and the chip's id.
MAKER, DIE = 0xFE, 0xFF
# INA226 with the 10 milliohm that the driver assumes: steps of 6.25 mW.
POWER = 0x03
UW_OF_A_STEP = 6250
# INA3221, first channel: 40 uV of the shunt and 8 mV, shifted by three bits.
SHUNT_VOLTAGE, BUS_VOLTAGE = 0x01, 0x02
SOCKET = "/tmp/socket"
DOCUMENT = "/tmp/handbook.md"
QUESTION = "At how many degrees are vaccines kept?"
PATIENCE_S = 60


def pack(folder: pathlib.Path) -> pathlib.Path:
    initramfs = Initramfs()
    for name in ("modules", "bin"):
        initramfs.add_folder(name)
    initramfs.add_file("busybox", OPTIONS.board / "busybox")
    initramfs.add_file("init", pathlib.Path(__file__).with_name("init"))
    initramfs.add_file("bin/answerboxd", OPTIONS.daemon)
    initramfs.add_file("bin/answerbox", OPTIONS.client)
    for module in sorted((OPTIONS.board / "modules").iterdir()):
        initramfs.add_file(f"modules/{module.name}", module)
    path = folder / "initramfs"
    initramfs.write(path)
    return path


class SensorTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-board-")
        cls.addClassCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        cls.machine = Machine(OPTIONS.board / "vmlinuz", pack(path), path)
        cls.addClassCleanup(cls.machine.close)
        cls.bus = cls.find_bus()
        for chip, die in ((INA226, 0x2260), (INA3221, 0x3220)):
            cls.set_register(chip, MAKER, 0x5449)
            cls.set_register(chip, DIE, die)
        cls.set_ina226(2_500_000)
        cls.set_ina3221(milliamperes=500, millivolts=5000)
        cls.add_chip("ina226", INA226)
        cls.add_chip("ina3221", INA3221)
        cls.machine.must(
            "sh", "-c", f"echo 'Vaccines are kept between 2 and 8 degrees in "
            f"the fridge. The nurse on duty checks it.' > {DOCUMENT}")

    @classmethod
    def find_bus(cls) -> int:
        """The number of the bus that is made of memory."""
        path = cls.machine.must(
            "sh", "-c", "grep -l 'SMBus stub' /sys/bus/i2c/devices/*/name")
        return int(pathlib.Path(path.strip()).parent.name.removeprefix("i2c-"))

    @classmethod
    def set_register(cls, chip: int, register: int, value: int) -> None:
        """These chips send a word's high byte first; the bus sends the low byte
        first."""
        swapped = int.from_bytes(value.to_bytes(2, "big"), "little")
        cls.machine.must("i2cset", "-f", "-y", cls.bus,
                         *map(hex, (chip, register, swapped)), "w")

    @classmethod
    def set_ina226(cls, microwatts: int) -> None:
        cls.set_register(INA226, POWER, microwatts // UW_OF_A_STEP)

    @classmethod
    def set_ina3221(cls, milliamperes: int, millivolts: int) -> None:
        # 10 microvolts for each milliampere: 10 milliohm.
        cls.set_register(INA3221, SHUNT_VOLTAGE, (milliamperes * 10 // 40) << 3)
        cls.set_register(INA3221, BUS_VOLTAGE, (millivolts // 8) << 3)

    @classmethod
    def name_of(cls, chip: int) -> str:
        return f"{cls.bus}-{chip:04x}"

    @classmethod
    def add_chip(cls, driver: str, chip: int) -> None:
        cls.machine.must("sh", "-c", f"echo {driver} {chip:#x} > "
                         f"/sys/bus/i2c/devices/i2c-{cls.bus}/new_device")

    @classmethod
    def remove_chip(cls, chip: int) -> None:
        cls.machine.must("sh", "-c", f"echo {chip:#x} > "
                         f"/sys/bus/i2c/devices/i2c-{cls.bus}/delete_device")

    def start(self, *options: str, window_ms: int = 200) -> None:
        """A daemon, until the test is over."""
        command = " ".join(("answerboxd --state-dir /tmp/state --socket", SOCKET,
                            f"--energy-window-ms {window_ms}", *options))
        self.machine.shell(f"{command} > /tmp/log 2>&1 & echo $! > /tmp/pid")
        self.addCleanup(self.stop)
        end = time.monotonic() + PATIENCE_S
        while self.machine.run("test", "-S", SOCKET)[0] != 0:
            self.assertLess(time.monotonic(), end, self.machine.run(
                "cat", "/tmp/log")[1])

    def stop(self) -> None:
        self.machine.shell("kill $(cat /tmp/pid); wait")

    def client(self, *words: str) -> dict:
        """The output of a command. 0 and 1 are both exit codes of good replies.
        """
        code, said = self.machine.run("answerbox", *words, "--json",
                                      "--socket", SOCKET)
        self.assertIn(code, (0, 1), said)
        return json.loads(said)

    def wait_for_status(self, **expected) -> dict:
        end = time.monotonic() + PATIENCE_S
        while True:
            status = self.client("energy", "status")
            if all(status[key] == value for key, value in expected.items()):
                return status
            self.assertLess(time.monotonic(), end, (expected, status))

    def sensor(self, name: str) -> dict:
        found = {sensor["name"]: sensor
                 for sensor in self.client("energy", "sensors")["sensors"]}
        self.assertIn(name, found)
        return found[name]

    def test_an_ina226_is_read_while_its_power_changes(self):
        self.set_ina226(2_500_000)
        self.start()
        name = f"ina226@{self.name_of(INA226)}"
        sensor = self.sensor(name)
        self.assertTrue(sensor["chosen"])
        self.assertEqual((sensor["driver"], sensor["resolution_uw"]),
                         ("ina2xx", UW_OF_A_STEP))
        self.wait_for_status(sensor=name, state="good", power_uw=2_500_000)
        for microwatts in (5_000_000, 3_125_000, 7_212_500):
            self.set_ina226(microwatts)
            self.wait_for_status(power_uw=microwatts)
        sums = self.client("energy", "status")["since_start"]
        self.assertEqual(sums["unknown_us"], 0)
        self.assertEqual(sums["measured_uj"],
                         sums["idle_uj"] + sums["questions_uj"] +
                         sums["other_uj"] + sums["unsplit_uj"])

    def test_a_channel_of_an_ina3221_is_read_while_its_power_changes(self):
        name = f"ina3221@{self.name_of(INA3221)}/1"
        self.start("--energy-sensor", name)
        self.assertTrue(self.sensor(name)["chosen"])
        for milliamperes, millivolts in ((500, 5000), (1200, 5000), (620, 4800)):
            self.set_ina3221(milliamperes, millivolts)
            status = self.wait_for_status(power_uw=milliamperes * millivolts)
            self.assertEqual(status["state"], "good")

    def test_a_question_is_charged_with_what_the_chip_measured(self):
        self.set_ina226(2_500_000)
        # On a slow emulated board, reading ten times a second takes so much
        # time that the board never counts as at rest.
        self.start("--energy-sensor", f"ina226@{self.name_of(INA226)}",
                   "--energy-min-interval-ms", "1000", window_ms=2000)
        self.client("add", DOCUMENT)
        end = time.monotonic() + 3 * PATIENCE_S
        while not self.client("energy", "status")["idle"]:
            self.assertLess(time.monotonic(), end)
            # The board must be at rest for some windows. A client that looks
            # would disturb it.
            self.machine.run("sleep", 4)
        self.set_ina226(5_000_000)
        energy = self.client("ask", "--await-energy", "--theta", "0",
                             QUESTION)["energy"]
        self.assertIn(energy["state"], ("measured", "attributed"))
        self.assertGreater(energy["uj"], 0)

    def test_a_chip_that_is_unplugged_is_reported_and_comes_back(self):
        self.set_ina226(2_500_000)
        self.start("--energy-sensor", f"ina226@{self.name_of(INA226)}")
        self.wait_for_status(state="good", power_uw=2_500_000)
        self.remove_chip(INA226)
        status = self.wait_for_status(state="vanished")
        self.assertIsNone(status["power_uw"])
        self.set_ina226(3_125_000)
        self.add_chip("ina226", INA226)
        self.wait_for_status(state="good", power_uw=3_125_000)

    def test_a_shunt_other_than_the_drivers_is_warned_of_and_corrected(self):
        name = f"ina226@{self.name_of(INA226)}"
        self.set_ina226(2_500_000)
        self.start("--energy-sensor", name,
                   "--energy-shunt-micro-ohms", "100000")
        warnings = self.sensor(name)["warnings"]
        self.assertTrue(any("shunt" in text for text in warnings), warnings)
        self.wait_for_status(power_uw=250_000)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", type=pathlib.Path, required=True)
    parser.add_argument("--client", type=pathlib.Path, required=True)
    parser.add_argument("--board", type=pathlib.Path, required=True,
                        help="what make-board.sh has made")
    OPTIONS, rest = parser.parse_known_args()
    if not (OPTIONS.board / ".contents").exists():
        sys.exit(f"There is no board at {OPTIONS.board}: run "
                 "tests/system/board/make-board.sh arm64")
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
