#!/usr/bin/env python3
"""kill -9 and SIGTERM at random moments, under publishers and subscribers whose
sessions last: no message of QoS 1 or 2 that was acknowledged is lost, those of
QoS 2 come exactly once, and so do the answers to requests of QoS 2.

usage: restart_test.py --daemon ANSWERBOXD [--restarts PART WHOLE] [--seed N]
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time

from answerboxd import Answerboxd
from box import PATIENCE_S, free_port
from campaign import size
from lasting_client import LastingClient, pump

LATEST_S = 0.4  # Until a restart, from the moment that clients may connect.
WINDOW = 12     # Messages that a publisher has under way.
# For each restart, of each publisher: 18 MB in 200 restarts. On a slow machine
# nearly all of them may wait for a subscriber, so all must have room: a quarter
# of the memory is for messages that wait.
MESSAGES = 60
OPTIONS = ["--energy-sensor", "none", "--mqtt-anonymous", "loopback",
           "--mqtt-max-queued-messages", "65535",
           "--mqtt-max-queued-bytes", str(64 << 20),
           "--mqtt-memory-bytes", str(256 << 20),
           # Small, so that the file is often made anew.
           "--mqtt-session-bytes", str(1 << 20)]
ASK = "answerbox/default/ask"


class Publisher(LastingClient):
    """Numbers its messages; every other one has QoS 2."""

    def __init__(self, client_id: str, choice: random.Random):
        super().__init__(client_id)
        self._choice = choice
        self.sent = 0
        self.acknowledged = set()
        self._left = 0

    def on_session(self) -> None:
        self._left = MESSAGES
        self.publish_more()

    def on_acknowledged(self, payload: bytes, qos: int) -> None:
        self.acknowledged.add(int(payload.split()[0]))
        self.publish_more()

    def publish_more(self) -> None:
        while self._left > 0 and self.unacknowledged() < WINDOW:
            self._left -= 1
            self.publish_one()

    def publish_one(self) -> None:
        self.sent += 1
        payload = b"%d " % self.sent + bytes(self._choice.randrange(1500))
        self.publish(f"numbers/{self.client_id}", payload, 1 + self.sent % 2,
                     retain=self.sent % 7 == 0)


class Subscriber(LastingClient):
    def __init__(self, client_id: str):
        super().__init__(client_id)
        self.is_subscribed = False
        self.received = {}  # Of each topic, each number's count.

    def on_session(self) -> None:
        if not self.is_subscribed:
            self.subscribe("numbers/+")

    def on_subscribed(self) -> None:
        self.is_subscribed = True

    def on_message(self, topic: str, payload: bytes, qos: int) -> None:
        number = int(payload.split()[0])
        assert qos == 1 + number % 2, (topic, number, qos)
        counts = self.received.setdefault(topic, {})
        counts[number] = counts.get(number, 0) + 1
        assert qos == 1 or counts[number] == 1, \
            f"{topic} {number} of QoS 2 came {counts[number]} times"


class Asker(LastingClient):
    """Its requests have QoS 2, and ids that the answers tell."""

    def __init__(self, client_id: str):
        super().__init__(client_id)
        self.sent = 0
        self.acknowledged = set()
        self.answers = {}
        self._is_subscribed = False

    def on_session(self) -> None:
        if self._is_subscribed:
            return self.ask()
        return self.subscribe(f"answerbox/default/answer/{self.client_id}")

    def on_subscribed(self) -> None:
        self._is_subscribed = True
        self.ask()

    def ask(self) -> None:
        for _ in range(4):
            self.sent += 1
            self.publish(ASK, b'{"id":%d,"question":"Where?"}' % self.sent, 2)

    def on_acknowledged(self, payload: bytes, qos: int) -> None:
        self.acknowledged.add(_id_of(payload))

    def on_message(self, topic: str, payload: bytes, qos: int) -> None:
        number = _id_of(payload)
        self.answers[number] = self.answers.get(number, 0) + 1
        assert self.answers[number] == 1, f"answer {number} came twice"


def _id_of(payload: bytes) -> int:
    return int(payload.split(b'"id":')[1].split(b",")[0])


class RestartTest:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self._options = options
        self._folder = folder
        self._port = free_port()
        self._was_killed = False  # The daemon before.
        self._choice = random.Random(options.seed)
        self._publishers = [Publisher(f"publisher-{i}", self._choice)
                            for i in range(2)]
        self._subscribers = [Subscriber(f"subscriber-{i}") for i in range(2)]
        self._asker = Asker("asker")
        self._clients = [*self._publishers, *self._subscribers, self._asker]

    def run(self) -> None:
        kills = 0
        with self._start() as daemon:
            # Messages from before there is a subscriber are nobody's.
            self._connect(self._subscribers)
            self._pump_until(lambda: all(each.is_subscribed
                                         for each in self._subscribers))
            self._kill_or_stop(daemon, is_kill=True)
        for _ in range(self._options.restarts):
            with self._start() as daemon:
                is_kill = self._choice.random() < 0.7
                kills += is_kill
                self._disturb(daemon, is_kill)
        with self._start() as daemon:
            self._connect(self._clients)
            self._pump_until(self._is_all_there)
            self._kill_or_stop(daemon, is_kill=False)
        self._report(kills)

    def _start(self) -> Answerboxd:
        return Answerboxd(self._options.daemon, self._folder / "state",
                          ["--mqtt", f"127.0.0.1:{self._port}", *OPTIONS])

    def _connect(self, clients: list[LastingClient]) -> None:
        for client in clients:
            client.connect(self._port)

    def _disturb(self, daemon: Answerboxd, is_kill: bool) -> None:
        away = self._choice.choice([[], [], [self._subscribers[0]]])
        self._connect([each for each in self._clients if each not in away])
        end = time.monotonic() + self._choice.uniform(0, LATEST_S)
        while (left := end - time.monotonic()) > 0:
            pump(self._clients, left)
        self._kill_or_stop(daemon, is_kill)

    def _kill_or_stop(self, daemon: Answerboxd, is_kill: bool) -> None:
        if is_kill:
            daemon.kill()
        else:
            exit_code = daemon.stop()
            assert exit_code == 0, daemon.messages()
        # What the broker has sent still counts: it has promised that.
        while any(client.is_connected for client in self._clients):
            pump(self._clients, PATIENCE_S)
        # Only a kill may cut a write short.
        assert (self._was_killed or
                "not whole" not in daemon.messages()), daemon.messages()
        self._was_killed = is_kill
        assert "damaged" not in daemon.messages(), daemon.messages()

    def _pump_until(self, is_done) -> None:
        end = time.monotonic() + PATIENCE_S
        while not is_done():
            assert time.monotonic() < end, self._missing()
            pump(self._clients, 1)

    def _is_all_there(self) -> bool:
        return not self._missing()

    def _missing(self) -> list[str]:
        missing = [f"{each.client_id} waits for {each.unacknowledged()}"
                   for each in [*self._publishers, self._asker]
                   if each.unacknowledged()]
        for publisher in self._publishers:
            for subscriber in self._subscribers:
                got = subscriber.received.get(f"numbers/{publisher.client_id}",
                                              {})
                lost = publisher.sent - len(got)
                if lost:
                    missing.append(f"{subscriber.client_id}: {lost} of "
                                   f"{publisher.client_id} are lost")
        unanswered = self._asker.acknowledged - self._asker.answers.keys()
        if unanswered:
            missing.append(f"no answer to {sorted(unanswered)}")
        return missing

    def _report(self, kills: int) -> None:
        sent = sum(each.sent for each in self._publishers)
        again = sum(count - 1 for each in self._subscribers
                    for counts in each.received.values()
                    for count in counts.values())
        print(f"{self._options.restarts} restarts, {kills} of them kill -9: "
              f"{sent} messages of QoS 1 and 2 reached "
              f"{len(self._subscribers)} subscribers, {again} of QoS 1 more "
              f"than once, none of QoS 2; {self._asker.sent} requests, "
              f"{len(self._asker.answers)} answers")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--restarts", type=int, nargs="+", default=[12, 200],
                        help="in part and as a whole")
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(1 << 32))
    # What all tests of this folder are given.
    parser.add_argument("--client")
    parser.add_argument("--handbook")
    options = parser.parse_args()
    options.restarts = size(options.restarts)
    print(f"{options.restarts} restarts, seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="answerbox-restart-") as folder:
        RestartTest(options, pathlib.Path(folder)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
