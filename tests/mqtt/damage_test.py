#!/usr/bin/env python3
"""Rot in the file of MQTT sessions, in the last batch with content before an
orderly stop: the daemon starts, the client is told that its session ended, and
`answerbox status` names the damage until its owner has removed the file.
"""

import argparse
import datetime
import pathlib
import subprocess
import sys
import tempfile

import wire
from answerboxd import Answerboxd
from box import PATIENCE_S, free_port
from lasting_client import LastingClient, pump

BATCH_HEAD_BYTES = 32
ROW = "MQTT        found "


class Subscriber(LastingClient):
    is_subscribed = False

    def on_session(self) -> None:
        self.subscribe("t")

    def on_subscribed(self) -> None:
        self.is_subscribed = True


class DamageTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._folder = folder
        self._port = free_port()
        self._sessions = folder / "state" / "mqtt-sessions"
        self._kept = folder / "state" / "mqtt-sessions.damaged"

    def run(self) -> None:
        with self._start() as daemon:
            self._make_session()
            assert self._damage(daemon) is None, self._damage(daemon)
            assert ROW not in self._status(daemon)
            assert daemon.stop() == 0, daemon.messages()
        offset, rotten = self._rot()
        before = datetime.datetime.now(datetime.timezone.utc)
        with self._start() as daemon:
            damage = self._damage(daemon)
            assert damage["kept"] == str(self._kept), damage
            assert damage["offset"] <= offset, (damage, offset)
            found = datetime.datetime.fromisoformat(
                damage["found"].replace("Z", "+00:00"))
            assert abs((found - before).total_seconds()) < PATIENCE_S, damage
            assert str(self._sessions) in damage["message"], damage
            assert ROW + damage["found"] in self._status(daemon)
            assert self._kept.read_bytes() == rotten
            assert not self._has_session()
            assert daemon.stop() == 0, daemon.messages()
        with self._start() as daemon:
            again = self._damage(daemon)
            assert again["found"] == damage["found"], again
            assert "offset" not in again, again
            assert daemon.stop() == 0, daemon.messages()
        self._kept.unlink()
        with self._start() as daemon:
            assert self._damage(daemon) is None, self._damage(daemon)

    def _start(self) -> Answerboxd:
        return Answerboxd(self._options.daemon, self._folder / "state",
                          ["--mqtt", f"127.0.0.1:{self._port}",
                           "--mqtt-anonymous", "loopback",
                           "--energy-sensor", "none"])

    def _make_session(self) -> None:
        client = Subscriber("client")
        client.connect(self._port)
        while not client.is_subscribed:
            pump([client], 1)
        client.drop()

    def _has_session(self) -> bool:
        """By "session present" of CONNACK."""
        peer = wire.Peer(self._port)
        peer.send(wire.packet(0x10, wire.text("MQTT") +
                              b"\x05\x00\x00\x00\x00" +
                              wire.text("client")))
        kind, body = peer.receive()
        peer.socket.close()
        assert kind == wire.CONNACK, kind
        return body[0] == 1

    def _damage(self, daemon: Answerboxd) -> dict | None:
        return daemon.call("status")["mqtt"]["damaged"]

    def _status(self, daemon: Answerboxd) -> str:
        return subprocess.run(
            [self._options.client, "status", "--socket",
             str(daemon.socket_path)], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE_S,
            check=True).stdout

    def _rot(self) -> tuple[int, bytes]:
        """In the byte before the empty batch, which the stop appended."""
        content = bytearray(self._sessions.read_bytes())
        assert content[-BATCH_HEAD_BYTES:].startswith(b"ABSB" + bytes(4))
        offset = len(content) - BATCH_HEAD_BYTES - 1
        content[offset] ^= 1
        self._sessions.write_bytes(content)
        return offset, bytes(content)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    # What all tests of this folder are given.
    parser.add_argument("--handbook")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-damage-") as folder:
        DamageTest(options, pathlib.Path(folder)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
