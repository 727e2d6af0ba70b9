#!/usr/bin/env python3
"""An address that this machine does not have yet: the daemon starts, serves its other
addresses, and does not say that it serves the missing one.
"""

import argparse
import pathlib
import sys
import tempfile

import wire
from answerboxd import Answerboxd
from box import free_ports

MISSING = "192.0.2.1"  # RFC 5737: no machine has it.


def check(daemon: str, folder: pathlib.Path) -> None:
    missing, present = free_ports(2)
    with Answerboxd(daemon, folder / "state",
                    ["--energy-sensor", "none", "--mqtt",
                     f"{MISSING}:{missing},127.0.0.1:{present}"]) as running:
        wire.Peer(present).socket.close()
        assert running.call("status")["documents"] == 0
        assert running.stop() == 0, running.messages()
        said = running.messages()
    assert f"not have the address {MISSING}:{missing}" in said, said
    assert f"served on 127.0.0.1:{present}" in said, said
    assert f"served on {MISSING}" not in said, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    # What all tests of this folder are given.
    parser.add_argument("--client")
    parser.add_argument("--handbook")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-address-") as folder:
        check(options.daemon, pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
