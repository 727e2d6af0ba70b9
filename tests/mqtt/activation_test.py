#!/usr/bin/env python3
"""Listening sockets that the service manager passes: the daemon serves MQTT on
them in place of its options, and knows which clients are on this machine.
"""

import argparse
import pathlib
import socket
import sys
import tempfile

import pass_sockets
import wire
from answerboxd import Answerboxd, StartFailure
from box import free_port, free_ports

NOT_AUTHORIZED = 0x87
# Takes IPv4, too.
ANY = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"


class ActivationTest:
    def __init__(self, daemon: str, folder: pathlib.Path):
        self._daemon = daemon
        self._state = folder / "state"

    def run(self) -> None:
        self._serves_each_of_them()
        self._asks_who_a_client_is()
        self._refuses_what_is_none()

    def _start(self, sockets: list[tuple[str, str, int]],
               *options: str) -> Answerboxd:
        """With sockets of name, address and port."""
        return Answerboxd(
            pass_sockets.__file__, self._state, ["--energy-sensor", "none", *options],
            {"PASSED_TO": str(pathlib.Path(self._daemon).absolute()),
             "PASSED_SOCKETS": ",".join(f"{name} {address} {port}" for
                                        name, address, port in sockets)})

    @staticmethod
    def _reason(port: int) -> int:
        """Of CONNACK to a client that has no name."""
        peer = wire.Peer(port)
        peer.send(wire.packet(0x10, wire.text("MQTT") +
                              b"\x05\x02\x00\x00\x00" + wire.text("c")))
        kind, body = peer.receive()
        peer.socket.close()
        assert kind == wire.CONNACK, kind
        return body[1]

    def _serves_each_of_them(self) -> None:
        """The second takes IPv4, too: its clients are on this machine all the
        same. Addresses of the option are not listened on."""
        first, second, unused = free_ports(3)
        sockets = [("mqtt", "127.0.0.1", first), ("mqtt", ANY, second)]
        with self._start(sockets, "--mqtt", f"127.0.0.1:{unused}",
                         "--mqtt-anonymous", "loopback") as daemon:
            assert self._reason(first) == 0
            assert self._reason(second) == 0
            try:
                self._reason(unused)
            except ConnectionRefusedError:
                pass
            else:
                raise AssertionError("the option's address is served")
            assert daemon.call("status")["documents"] == 0
            assert daemon.stop() == 0, daemon.messages()

    def _asks_who_a_client_is(self) -> None:
        port = free_port()
        with self._start([("mqtt", ANY, port)]) as daemon:
            assert self._reason(port) == NOT_AUTHORIZED
            assert daemon.stop() == 0, daemon.messages()

    def _refuses_what_is_none(self) -> None:
        for names, told in ((["mqtt", "ftp"], '"ftp"'),
                            (["unix"], "a listening Unix stream socket")):
            try:
                with self._start([(name, "127.0.0.1", free_port())
                                  for name in names]):
                    raise AssertionError(f"{names} are taken")
            except StartFailure as failure:
                assert told in failure.message, failure


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    # What all tests of this folder are given.
    parser.add_argument("--client")
    parser.add_argument("--handbook")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-passed-") as folder:
        ActivationTest(options.daemon, pathlib.Path(folder)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
