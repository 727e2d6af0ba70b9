#!/usr/bin/env python3
"""Many clients that ask now and then, each by a connection of its own: tells how
long answers take. With ANSWERBOX_CAMPAIGN=full 500 clients ask every 5 s for a
minute, and the 99th percentile must not be above 50 ms; else a few ask once.
"""

import asyncio
import random
import ssl
import sys
import time

from campaign import is_whole
from http_box import MOST_GROWTH, HttpBox, rpc
from http_run import run

IS_FULL = is_whole()
CLIENTS = 500 if IS_FULL else 50
INTERVAL_S = 5.0 if IS_FULL else 0.5
ROUNDS = 12 if IS_FULL else 2
BOUND_MS = 50
QUESTIONS = ("At what temperature are vaccines stored?", "When is the pharmacy open?",
             "Who may enter the store room?", "What is the moon made of?")


async def ask_now_and_then(number: int, port: int,
                           tls: ssl.SSLContext | None,
                           seconds: list[float]) -> None:
    chosen = random.Random(number)
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=tls,
        server_hostname="localhost" if tls else None)
    await asyncio.sleep(chosen.random() * INTERVAL_S)
    for _ in range(ROUNDS):
        data = rpc("ask", {"question": chosen.choice(QUESTIONS)})
        began = time.monotonic()
        writer.write(data)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n")
                      if line.lower().startswith(b"content-length:"))
        await reader.readexactly(length)
        seconds.append(time.monotonic() - began)
        await asyncio.sleep(INTERVAL_S - seconds[-1])
    writer.close()


async def ask_all(port: int, tls: ssl.SSLContext | None) -> list[float]:
    seconds: list[float] = []
    await asyncio.gather(*(ask_now_and_then(number, port, tls, seconds)
                           for number in range(CLIENTS)))
    return sorted(seconds)


def many_clients_are_answered(box: HttpBox) -> None:
    context = ssl.create_default_context(
        cafile=str(box.folder / "answerbox.crt"))
    for name, port, tls in (("HTTP", box.port, None),
                            ("HTTPS", box.tls_port, context)):
        before = box.daemon.anonymous_bytes()
        seconds = asyncio.run(ask_all(port, tls))
        assert len(seconds) == CLIENTS * ROUNDS
        p50, p99 = (1000 * seconds[int(len(seconds) * part)]
                    for part in (0.5, 0.99))
        grown = box.daemon.anonymous_bytes() - before
        print(f"{name}: {CLIENTS} clients, every {INTERVAL_S:g} s: p50 "
              f"{p50:.1f} ms, p99 {p99:.1f} ms, memory +{grown >> 10} KiB",
              flush=True)
        assert grown < MOST_GROWTH, grown
        assert not IS_FULL or p99 <= BOUND_MS, p99


CHECKS = (many_clients_are_answered,)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS))
