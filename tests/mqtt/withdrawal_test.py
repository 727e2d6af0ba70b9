#!/usr/bin/env python3
"""What is withdrawn is in no message that waits: answers of documents that were
erased, of a collection that was removed, or that the caller may no longer ask;
and nothing of a user who was removed goes to the next one of that name.

usage: withdrawal_test.py --daemon ANSWERBOXD --client ANSWERBOX
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

import wire
from answerboxd import Answerboxd
from box import PATIENCE_S, free_port

EXPIRY_S = 3600
WORD = "Quuxplumb"
QUESTION = b"Who keeps the key of the laboratory?"
PASSWORDS = "first", "second"


class Test:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._folder = folder
        self._port = free_port()
        for password in PASSWORDS:
            (folder / password).write_text(password + "\n")
        (folder / "secret.txt").write_text(
            f"The key of the laboratory is kept by {WORD} Meyer.\n")
        (folder / "other.txt").write_text("The window is cleaned daily.\n")
        self._daemon = self._start()

    def _start(self, *options: str) -> Answerboxd:
        return Answerboxd(
            self._options.daemon, self._folder / "state",
            ["--energy-sensor", "none",
             *(options or ("--mqtt", f"127.0.0.1:{self._port}"))])

    def close(self) -> None:
        self._daemon.close()

    def _run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self._options.client, *arguments, "--socket",
             str(self._daemon.socket_path)], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    def _do(self, *arguments: str) -> str:
        done = self._run(*arguments)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    def _user(self, verb: str, name: str, password: str, *options: str) -> None:
        self._do("user", verb, name, "--password-file",
                 str(self._folder / password), *options)

    def _connect(self, name: str, password: str = PASSWORDS[0]):
        """Returns the connection, and whether its session was there."""
        peer = wire.Peer(self._port)
        peer.send(wire.packet(
            0x10, wire.text("MQTT") + b"\x05\xc0\x00\x00" +
            b"\x05\x11" + struct.pack(">I", EXPIRY_S) + wire.text("c") +
            wire.text(name) + wire.text(password)))
        kind, body = peer.receive()
        assert kind == wire.CONNACK and body[1] == 0, body
        return peer, body[0] == 1

    @staticmethod
    def _send(peer: wire.Peer, first_byte: int, topic: str, rest: bytes) -> None:
        peer.send(wire.packet(first_byte, wire.text(topic) + b"\x00\x07\x00" +
                              rest))
        kind, body = peer.receive()
        while kind == wire.PUBLISH:
            kind, body = peer.receive()
        assert kind == wire.PUBACK and (len(body) < 3 or body[2] < 0x80), body

    @staticmethod
    def _subscribe(peer: wire.Peer, topic_filter: str) -> None:
        peer.send(wire.packet(0x82, b"\x00\x01\x00" + wire.text(topic_filter) +
                              b"\x01"))
        while (kind := peer.receive()[0]) == wire.PUBLISH:
            pass
        assert kind == wire.SUBACK, kind

    @staticmethod
    def _received(peer: wire.Peer) -> bytes:
        """All messages that come before the answer to a ping."""
        messages = b""
        peer.send(wire.PING)
        while True:
            kind, body = peer.receive()
            if kind == wire.PINGRESP:
                return messages
            messages += body

    def _stored(self) -> bytes:
        return (self._folder / "state/mqtt-sessions").read_bytes()

    def _ask_and_leave(self, collection: str, name: str) -> None:
        """The answer waits in the session when this returns."""
        self._do("add", str(self._folder / "secret.txt"),
                 str(self._folder / "other.txt"), "-c", collection)
        self._leave_answer(collection, name, QUESTION, WORD)

    def _leave_answer(self, collection: str, name: str, question: bytes,
                      word: str) -> None:
        peer, _ = self._connect(name)
        self._subscribe(peer, "answerbox/+/answer/c")
        # The answer is not acknowledged, so that it stays.
        peer.send(wire.packet(0x32, wire.text(f"answerbox/{collection}/ask") +
                              b"\x00\x07\x00" + question))
        while word.encode() not in self._stored():
            pass
        peer.close()

    def answers_of_erased_documents(self) -> None:
        self._user("add", "ivy", PASSWORDS[0])
        self._ask_and_leave("er", "ivy")
        self._do("remove", "-c", "er", "--erase", "secret.txt")
        assert WORD.encode() not in self._stored(), "the file holds it"
        peer, is_present = self._connect("ivy")
        assert is_present, "its session has ended"
        assert WORD.encode() not in self._received(peer), "it is delivered"
        # Others are answered, and their answers wait.
        self._send(peer, 0x32, "answerbox/er/ask", b"What is cleaned daily?")
        peer.close()

    def answers_of_a_removed_collection(self) -> None:
        self._ask_and_leave("gone", "ivy")
        self._do("collections", "remove", "gone")
        assert WORD.encode() not in self._stored(), "the file holds it"
        peer, _ = self._connect("ivy")
        assert WORD.encode() not in self._received(peer), "it is delivered"
        peer.close()

    def answers_of_what_a_pack_replaces(self) -> None:
        self._user("add", "pia", PASSWORDS[0])
        key = self._folder / "site.key"
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey",
                        "-noout", "-out", key], check=True)
        keys = self._folder / "keys"
        keys.mkdir(mode=0o755)
        subprocess.run(["openssl", "ec", "-in", key, "-pubout", "-out",
                        keys / "site.pub"], check=True, capture_output=True)
        self._daemon.close()
        self._daemon = self._start("--mqtt", f"127.0.0.1:{self._port}",
                                   "--pack-keys", str(keys))
        pack = str(self._folder / "new.pack")
        lamp = self._folder / "lamp.txt"
        lamp.write_text("The lamp is oiled weekly.\n")
        self._do("add", str(lamp), "-c", "made")
        self._do("pack", "build", "made", "-o", pack, "--release", "1")
        subprocess.run([self._options.client, "pack", "sign", pack, "--key",
                        str(key)], check=True, capture_output=True)
        self._ask_and_leave("packed", "pia")
        self._replace("install", pack, "-c", "packed", word=WORD)
        oiled = b"What is oiled weekly?", "lamp"
        self._leave_answer("packed", "pia", *oiled)
        self._replace("rollback", "packed", word="lamp")
        self._do("pack", "install", pack, "-c", "packed")
        self._leave_answer("packed", "pia", *oiled)
        self._replace("detach", "packed", word="lamp")

    def _replace(self, *words: str, word: str) -> None:
        self._do("pack", *words)
        assert word.encode() not in self._stored(), (words, "the file holds it")
        peer, _ = self._connect("pia")
        assert word.encode() not in self._received(peer), (words, "delivered")
        peer.close()

    def answers_that_the_caller_may_no_longer_ask(self) -> None:
        self._ask_and_leave("closed", "ivy")
        self._do("user", "set", "ivy", "--ask", "er")
        peer, _ = self._connect("ivy")
        assert WORD.encode() not in self._received(peer), "it is delivered"
        peer.close()
        self._do("user", "set", "ivy", "--ask", "*")

    def erasing_is_not_complete_where_a_file_stays(self) -> None:
        self._ask_and_leave("er", "ivy")
        self._daemon.close()
        self._daemon = self._start("--log-level", "info")  # Without MQTT.
        done = self._run("remove", "-c", "er", "--erase", "secret.txt")
        assert done.returncode != 0 and "mqtt-sessions" in done.stderr, done
        assert "mqtt-sessions" in self._do("status"), "status does not say it"
        # As after a power cut while the first one was written.
        new = self._folder / "state/mqtt-sessions.new"
        (self._folder / "state/mqtt-sessions").rename(new)
        done = self._run("remove", "-c", "er", "--erase")
        assert done.returncode != 0 and new.name in done.stderr, done
        self._daemon.close()
        self._daemon = self._start()
        self._do("remove", "-c", "er", "--erase")
        assert not new.exists()

    def a_removal_tells_what_the_file_still_holds(self) -> None:
        self._ask_and_leave("kept", "ivy")
        blocker = self._folder / "state/mqtt-sessions.new"
        blocker.mkdir()
        done = self._run("collections", "remove", "kept")
        blocker.rmdir()
        assert done.returncode != 0 and "is made, but" in done.stderr, done

    def a_new_password_ends_connections(self) -> None:
        self._user("add", "gina", PASSWORDS[0])
        peer, _ = self._connect("gina")
        self._user("password", "gina", PASSWORDS[1])
        peer.socket.settimeout(5)
        assert self._has_ended(peer), "it stays connected"
        peer, is_present = self._connect("gina", PASSWORDS[1])
        assert is_present, "its session has ended"
        peer.close()

    def nothing_of_a_removed_user_goes_to_the_next(self) -> None:
        self._user("add", "carl", PASSWORDS[0])
        away, _ = self._connect("carl")
        self._subscribe(away, "clients/carl/#")
        self._send(away, 0x33, "clients/carl/ret", b"retained")
        # Nothing takes the message: it waits.
        self._do("user", "remove", "carl")
        self._user("add", "carl", PASSWORDS[1])
        away.socket.settimeout(5)
        assert self._has_ended(away), "the old connection stays"
        new, is_present = self._connect("carl", PASSWORDS[1])
        assert not is_present, "the new user has the old session"
        self._subscribe(new, "clients/carl/#")
        assert b"retained" not in self._received(new), "it is delivered"
        assert b"retained" not in self._stored()
        new.close()

    def anonymous_stays_without_its_entry(self) -> None:
        self._daemon.close()
        self._daemon = self._start("--mqtt", f"127.0.0.1:{self._port}",
                                   "--mqtt-anonymous", "loopback")
        self._do("user", "add", "anonymous", "--publish", "#", "--subscribe",
                 "#")
        peer = wire.Peer(self._port)
        peer.send(wire.packet(
            0x10, wire.text("MQTT") + b"\x05\x00\x00\x00\x00" +
            wire.text("sensor")))
        assert peer.receive()[0] == wire.CONNACK
        self._do("user", "remove", "anonymous")
        self._received(peer)  # It is still connected.
        peer.close()

    @staticmethod
    def _has_ended(peer: wire.Peer) -> bool:
        try:
            while True:
                peer.receive()
        except (EOFError, ConnectionResetError):
            return True
        except TimeoutError:
            return False

    def run(self, only: str) -> list[str]:
        failed = []
        for case in (self.answers_of_erased_documents,
                     self.answers_of_a_removed_collection,
                     self.answers_of_what_a_pack_replaces,
                     self.answers_that_the_caller_may_no_longer_ask,
                     self.erasing_is_not_complete_where_a_file_stays,
                     self.a_removal_tells_what_the_file_still_holds,
                     self.a_new_password_ends_connections,
                     self.nothing_of_a_removed_user_goes_to_the_next,
                     self.anonymous_stays_without_its_entry):
            if only and only not in case.__name__:
                continue
            try:
                case()
            except AssertionError as error:
                failed.append(f"{case.__name__}: {error}")
        return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--daemon", "--client"):
        parser.add_argument(name, required=True)
    parser.add_argument("--handbook")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(options, pathlib.Path(folder))
        try:
            failed = test.run(options.only)
        finally:
            test.close()
    print("\n".join(failed) or "what was withdrawn waits nowhere")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
