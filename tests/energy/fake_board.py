"""A board made of files: an INA226, and the kernel's count of CPU time."""

import os
import pathlib

INA226 = "ina226@1-0040"


class FakeBoard:
    """The files that a daemon with --energy-root sees."""

    def __init__(self, root: pathlib.Path, with_sensor: bool = True):
        self.root = root
        self._written = 0
        self.set_busy_ticks(0)
        if with_sensor:
            self.add_sensor("hwmon0")

    def add_sensor(self, name: str) -> None:
        folder = self.root / "sys/class/hwmon" / name
        folder.mkdir(parents=True)
        os.symlink("../../../1-0040", folder / "device")
        for attribute, value in (("name", "ina226"), ("in1_input", 5000),
                                 ("curr1_input", 540),
                                 ("shunt_resistor", 10000),
                                 ("update_interval", 2),
                                 ("power1_input", 2700000)):
            self._write(folder / attribute, f"{value}\n")

    def remove_sensor(self) -> None:
        """Removes all files at once, as when the driver is unloaded."""
        os.rename(self.root / "sys/class/hwmon", self.root / "gone")

    def bring_sensor_back(self) -> None:
        os.rename(self.root / "gone", self.root / "sys/class/hwmon")

    def set_power(self, microwatts: int) -> None:
        self._write(self.root / "sys/class/hwmon/hwmon0/power1_input",
                    f"{microwatts}\n")

    def set_busy_ticks(self, ticks: int) -> None:
        self._write(self.root / "proc/stat",
                    f"cpu  {ticks} 0 0 1000 0 0 0 0 0 0\ncpu0 1 1 1 1\n")

    def set_busy_ns(self, nanoseconds: int) -> None:
        """In the form of a kernel whose scheduler keeps statistics."""
        self._write(self.root / "proc/schedstat",
                    f"version 15\ntimestamp 1\n"
                    f"cpu0 0 0 0 0 0 0 {nanoseconds} 0 0\n")

    def _write(self, path: pathlib.Path, text: str) -> None:
        """A reader finds the old text or the new text, never a part."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._written += 1
        fresh = self.root / f"fresh{self._written}"
        fresh.write_text(text, encoding="ascii")
        os.replace(fresh, path)
