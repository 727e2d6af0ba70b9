"""Runs checks, each a function of one box, and stops the daemon at the end."""

import argparse
import contextlib
import pathlib
import select
import ssl
import tempfile
import time

from http_box import KIOSK, PATIENCE_S, HttpBox, Peer


@contextlib.contextmanager
def waiting_for_handshakes(box: HttpBox):
    """Clients that say what TLS they speak, and no more: half of the handshakes
    that may go on at once are theirs, and the others wait for their turn."""
    hello = ssl.MemoryBIO()
    tls = ssl.create_default_context().wrap_bio(
        ssl.MemoryBIO(), hello, server_hostname="localhost")
    with contextlib.suppress(ssl.SSLWantReadError):
        tls.do_handshake()
    data = hello.read()
    with contextlib.ExitStack() as held:
        peers = [held.enter_context(Peer(box.tls_port)) for _ in range(100)]
        for peer in peers:
            peer.send(data)
        # The first have their reply.
        select.select([peer.socket for peer in peers], [], [], PATIENCE_S)
        yield


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
            with waiting_for_handshakes(box):
                began = time.monotonic()
                assert box.daemon.stop() == 0, box.daemon.messages()
                # It would wait for who still has a reply to come for 10 s.
                assert time.monotonic() - began < 8, "somebody kept it up"
            assert "runtime error" not in box.daemon.messages()
    return 0
