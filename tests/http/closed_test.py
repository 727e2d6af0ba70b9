#!/usr/bin/env python3
"""A box without a kiosk and with little memory: what whoever is nobody gets, and
who waits where the memory is used up.
"""

import select
import ssl
import sys
import time

from answerboxd import Answerboxd, StartFailure
from http_box import (PATIENCE_S, HttpBox, Peer, free_ports, login, own_address,
                      request, rpc)
from http_run import run


def nobody_is_served(box: HttpBox) -> None:
    """And is told so before a body is sent."""
    with box.peer() as peer:
        reply = peer.ask(request("POST", "/rpc", {
            "Content-Type": "application/json", "Content-Length": "1048576"}))
        assert reply.status == 401, reply.status
        assert reply.field("Connection") == "close"
    with box.peer() as peer:
        cookie = peer.ask(login()).field("Set-Cookie").split(";")[0]
        reply = peer.ask(rpc("status", fields={"Cookie": cookie}))
        assert "result" in reply.json(), reply.body


def the_page_asks_who_it_is(box: HttpBox) -> None:
    for target in ("/?part=1", "/?q=visitor&part=1"):
        assert box.ask(request(target=target)).status == 401, target
    assert box.ask(request(target="/page-picture?t=x")).status == 404
    page = box.ask(request(target="/"))
    assert page.status == 200 and b"type=password" in page.body
    address = own_address()
    assert address, "this test needs a network, if only an address of one"
    with Peer(box.port, address) as peer:
        page = peer.ask(request(target="/"))
        assert page.status == 403 and b"https://" in page.body, page.body
        assert b"<form" not in page.body and b"<input" not in page.body


def waiting_for_a_handshake(box: HttpBox) -> Peer:
    context = ssl.create_default_context(
        cafile=str(box.folder / "answerbox.crt"))
    end = time.monotonic() + 4
    while time.monotonic() < end:
        peer = Peer(box.tls_port)
        peer.socket = context.wrap_socket(
            peer.socket, server_hostname="localhost",
            do_handshake_on_connect=False)
        peer.socket.settimeout(1)
        try:
            peer.socket.do_handshake()
        except TimeoutError:  # Nothing came, and no end either.
            return peer
        except OSError:  # Its place in memory is not free yet.
            peer.socket.close()
            continue
        raise AssertionError("there was memory")
    raise AssertionError("whoever comes by TLS is dropped")


def a_tls_client_waits_for_memory(box: HttpBox) -> None:
    """Where requests under way have all of it, whoever newly comes by TLS
    waits, and is not dropped as the one that is idle."""
    fillers = []
    ready = []
    while not ready:  # Until one is told that the memory is used up.
        for _ in range(8):
            fillers.append(box.peer())
            fillers[-1].send(b"GET /health HTTP/1.1\r\nHost: loc")
        ready, _, _ = select.select([one.socket for one in fillers], [], [],
                                    0.2)
    # Who was refused leaves, and so there is room for a connection, if not for a
    # handshake. The others keep the memory for 10 s.
    for filler in fillers:
        if filler.socket in ready:
            filler.socket.close()
    with waiting_for_a_handshake(box) as peer:
        for filler in fillers:
            filler.socket.close()
        peer.socket.settimeout(PATIENCE_S)
        peer.socket.do_handshake()
        assert peer.ask(request()).status == 200


def names_that_no_host_has_are_told(box: HttpBox) -> None:
    [port] = free_ports(1)
    for names in ("a.example, b.example", "box.example:80", "https://box"):
        try:
            Answerboxd(box.daemon.process.args[0], box.folder / "other",
                       ["--energy-sensor", "none", "--http",
                        f"127.0.0.1:{port}", "--http-names", names]).close()
            raise AssertionError(f"{names} was taken")
        except StartFailure as failure:
            assert "http_names: " in str(failure), failure


CHECKS = (nobody_is_served, the_page_asks_who_it_is,
          a_tls_client_waits_for_memory, names_that_no_host_has_are_told)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS, "--http-memory-bytes", str(4 << 20),
                 kiosk=""))
