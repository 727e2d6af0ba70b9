#!/usr/bin/env python3
"""Listening sockets that the service manager passes: the daemon serves browsers
on them in place of its options, by TLS on those called so.
"""

import argparse
import pathlib
import ssl
import subprocess
import sys
import tempfile

import pass_sockets
from answerboxd import Answerboxd
from http_box import PATIENCE_S, Peer, free_ports, request, rpc


def is_served(port: int, tls: ssl.SSLContext | None = None) -> bool:
    """Whether the page and health are there, and a stranger may not ask."""
    with Peer(port, tls=tls) as peer:
        assert peer.ask(rpc("status")).status == 401
    with Peer(port, tls=tls) as peer:
        return (peer.ask(request()).status, peer.ask(
            request(target="/")).status) == (200, 200)


def check(daemon: str, client: str, folder: pathlib.Path) -> None:
    subprocess.run([client, "certificate", "make", "--out", folder, "--name",
                    "localhost"], check=True, timeout=PATIENCE_S)
    plain, second, by_tls, unused = free_ports(4)
    passed = [("http", "127.0.0.1", plain), ("http", "0.0.0.0", second),
              ("https", "127.0.0.1", by_tls)]
    with Answerboxd(
            pass_sockets.__file__, folder / "state",
            ["--energy-sensor", "none", "--http", f"127.0.0.1:{unused}",
             "--http-certificate", str(folder / "answerbox.crt"),
             "--http-key", str(folder / "answerbox.key")],
            {"PASSED_TO": str(pathlib.Path(daemon).absolute()),
             "PASSED_SOCKETS": ",".join(f"{name} {address} {port}" for
                                        name, address, port in passed)}) as box:
        assert is_served(plain) and is_served(second)
        assert is_served(by_tls, ssl.create_default_context(
            cafile=str(folder / "answerbox.crt")))
        try:
            Peer(unused)
        except ConnectionRefusedError:
            pass
        else:
            raise AssertionError("the option's address is served")
        assert box.call("status")["documents"] == 0
        assert box.stop() == 0, box.messages()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    # What all tests of this folder are given.
    parser.add_argument("--handbook")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-http-") as folder:
        check(arguments.daemon, arguments.client, pathlib.Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
