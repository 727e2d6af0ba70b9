"""Makes reads and writes of a daemon's files hang, as a disk that stalls does."""

import os
import pathlib


class Gate:
    """While it is closed, the daemon's reads and writes below a folder hang in
    the kernel."""

    def __init__(self, library: str, folder: pathlib.Path, root: pathlib.Path):
        """`library`: of stalling_io.c. `folder`: for the gate itself. `root`:
        whose files it is for."""
        self._pipe = folder / "gate"
        self._opened = []
        sanitizer = os.environ.get("ASAN_OPTIONS", "")
        preload = {"LD_PRELOAD": library}
        if "ANSWERBOX_EMULATED" in os.environ:
            # For the program, not for the emulator.
            preload = {"QEMU_SET_ENV": f"LD_PRELOAD={library}"}
        self.environment = {
            **preload,
            # This library is preloaded before the sanitizer's own.
            "ASAN_OPTIONS": f"{sanitizer}:verify_asan_link_order=0",
            "ANSWERBOX_STALL_ROOT": str(root),
            "ANSWERBOX_STALL_GATE": str(self._pipe)}

    def close(self) -> None:
        os.mkfifo(self._pipe)

    def open(self) -> None:
        """Releases all hanging calls. Later calls do not hang."""
        opened = self._pipe.rename(self._pipe.with_suffix(".open"))
        self._opened.append(os.open(opened, os.O_RDWR))
        opened.unlink()

    def remove(self) -> None:
        """For the end of a test, when the daemon has gone."""
        for opened in self._opened:
            os.close(opened)
