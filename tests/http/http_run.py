"""Runs checks, each a function of one box, and stops the daemon at the end."""

import argparse
import pathlib
import tempfile

from http_box import KIOSK, HttpBox


def run(description: str, checks, *options: str, kiosk: str = KIOSK) -> int:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--handbook", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-http-") as folder:
        with HttpBox(arguments.daemon, arguments.client, arguments.handbook,
                     pathlib.Path(folder), *options, kiosk=kiosk) as box:
            for check in checks:
                print(check.__name__, flush=True)
                check(box)
                box.check_serves()
            assert box.daemon.stop() == 0, box.daemon.messages()
            assert "runtime error" not in box.daemon.messages()
    return 0
