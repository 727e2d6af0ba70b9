#!/usr/bin/env python3
"""A request that ends the daemon each time it is carried out: it is begun twice,
not at every start, and answered by an error. Others are served.
"""

import argparse
import pathlib
import signal
import sys
import tempfile

from answerboxd import Answerboxd, StartFailure
from gate import Gate
from io_control import IoControl, IoKind

sys.path.append(str(pathlib.Path(__file__).parent.parent / "mqtt"))
# pylint: disable=wrong-import-position
from box import free_port  # noqa: E402
from lasting_client import LastingClient, pump  # noqa: E402

POISON = (b'{"jsonrpc":"2.0","id":7,"method":"collections.create",'
          b'"params":{"name":"poison"}}')
INTERRUPTED = b'"code":-32016'


class Asker(LastingClient):
    def __init__(self, client_id: str):
        super().__init__(client_id)
        self.is_subscribed = False
        self.answers = []

    def on_session(self) -> None:
        if not self.is_subscribed:
            self.subscribe("answerbox/+/answer/" + self.client_id)

    def on_subscribed(self) -> None:
        self.is_subscribed = True

    def on_message(self, topic: str, payload: bytes, qos: int) -> None:
        self.answers.append(payload)

    def ask(self, topic: str, payload: bytes) -> bytes:
        """Waits for the answer."""
        before = len(self.answers)
        self.publish(topic, payload, 2)
        while len(self.answers) == before:
            pump([self], 1)
        return self.answers[-1]


class PoisonTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._daemon = options.daemon
        self._port = free_port()
        self._state = folder / "state"
        self._state.mkdir()
        self._control = IoControl(options.library, self._state, folder)
        self._gate = Gate(options.stalling_library, folder,
                          self._state / "collections")
        self._asker = Asker("asker")
        self._other = Asker("other")
        self._folders = 0

    def _start(self, environment: dict[str, str] | None = None) -> Answerboxd:
        return Answerboxd(self._daemon, self._state,
                          ["--energy-sensor", "none", "--mqtt",
                           f"127.0.0.1:{self._port}",
                           "--mqtt-anonymous", "loopback"], environment)

    def _start_watched(self) -> Answerboxd:
        return self._start(self._control.environment(with_log=False))

    def _connect(self, asker: Asker) -> None:
        asker.connect(self._port)
        while not asker.is_subscribed:
            pump([asker], 1)

    def run(self) -> None:
        self._count_folders()
        self._kill_while_it_waits()
        self._let_it_kill()
        self._is_declined()
        self._may_be_sent_again()

    def _count_folders(self) -> None:
        """That a start makes or finds where the daemon has run before."""
        with self._start() as daemon:
            assert daemon.stop() == 0, daemon.messages()
        self._control.set("mask", int(IoKind.MAKE_FOLDER))
        with self._start_watched() as daemon:
            self._folders = self._control.get("count")
            daemon.call("documents.add", name="a", text="It is red.")

    def _kill_while_it_waits(self) -> None:
        """It waits for a change of the store that hangs on the disk."""
        with self._start(self._gate.environment) as daemon:
            daemon.call("users.add", name="anonymous",
                        grants=[{"collections": "*",
                                 "rights": ["ask", "add"]}])
            self._gate.close()
            with daemon.connect() as stuck:
                stuck.send("documents.add", name="b", text="It is blue.")
                self._connect(self._asker)
                self._asker.publish("answerbox/rpc", POISON, 2)
                while self._asker.unacknowledged():
                    pump([self._asker], 1)
                daemon.kill()
        self._asker.drop()

    def _let_it_kill(self) -> None:
        """The first folder after those of a start is the request's."""
        self._control.kill_at(self._folders + 1, IoKind.MAKE_FOLDER)
        try:
            with self._start_watched() as daemon:
                exit_code = daemon.process.wait()
        except StartFailure as failure:
            exit_code = failure.exit_code
        assert exit_code == -signal.SIGKILL, exit_code

    def _is_declined(self) -> None:
        """Were it begun, the daemon would be killed again."""
        self._control.set("count", 0)
        with self._start_watched() as daemon:
            self._connect(self._other)
            answer = self._other.ask("answerbox/default/ask",
                                     b'{"id":1,"question":"Red pump?"}')
            assert b'"result"' in answer, answer
            self._asker.connect(self._port)
            while not self._asker.answers:
                pump([self._asker], 1)
            answer, = self._asker.answers
            assert b'"id":7' in answer and INTERRUPTED in answer, answer
            assert 'client "asker"' in daemon.messages(), daemon.messages()
            self._control.lift()
            assert daemon.stop() == 0, daemon.messages()
        for asker in (self._asker, self._other):
            while asker.is_connected:
                pump([asker], 1)

    def _may_be_sent_again(self) -> None:
        with self._start():
            self._asker.connect(self._port)
            answer = self._asker.ask("answerbox/rpc", POISON)
            assert b'"result"' in answer, answer
            assert len(self._asker.answers) == 2, self._asker.answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--stalling-library", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="answerbox-poison-") as folder:
        PoisonTest(options, pathlib.Path(folder)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
