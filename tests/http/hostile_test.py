#!/usr/bin/env python3
"""What hostile clients send: it is refused, costs little, and makes nothing
slower for others.
"""

import contextlib
import select
import socket
import ssl
import sys
import time

from http_box import (MOST_GROWTH, PATIENCE_S, HttpBox, Peer, login, own_address,
                      request, rpc)
from http_run import run

HOST = b"Host: localhost\r\n"
CALL = b'{"jsonrpc":"2.0","id":1,"method":"ask","params":{"question":"x"}}'
JSON = b"Content-Type: application/json\r\n"
SMUGGLED = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(CALL)
HALF = b"GET /health HTTP/1.1\r\n" + HOST


def post(fields: bytes, body: bytes = CALL) -> bytes:
    return b"POST /rpc HTTP/1.1\r\n" + HOST + JSON + fields + b"\r\n" + body


# Each could be two requests, or one with another length, to a proxy.
SMUGGLING = (
    post(LENGTH + b"Transfer-Encoding: chunked\r\n"),
    post(b"Transfer-Encoding: chunked\r\n" + LENGTH, b"0\r\n\r\n" + SMUGGLED),
    post(LENGTH + LENGTH),
    post(LENGTH + b"Content-Length: 1\r\n"),
    post(b"Content-Length: %d, %d\r\n" % (len(CALL), len(CALL))),
    post(b"Content-Length: +%d\r\n" % len(CALL)),
    post(b"Content-Length: -1\r\n"),
    post(b"Content-Length: 0x10\r\n"),
    post(b"Content-Length: 99999999999999999999\r\n"),
    post(b"Content-Length:\r\n"),
    post(b"Content-Length : %d\r\n" % len(CALL)),
    post(b" Content-Length: %d\r\n" % len(CALL)),
    post(b"X: y\r\n Content-Length: %d\r\n" % len(CALL)),
    post(b"X: y\r\n\tfolded\r\n" + LENGTH),
    post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"),
    post(b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
         b"0\r\n\r\n"),
    post(b"Transfer-Encoding:\x0bchunked\r\n", b"0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"zz\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"5;\nx=y\r\nhello\r\n0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"5\nhello\n0\n\n"),
    post(b"Transfer-Encoding: chunked\r\n",
         b"FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"-1\r\nhello\r\n0\r\n\r\n"),
    post(b"Transfer-Encoding: chunked\r\n", b"3\r\nhello\r\n0\r\n\r\n"),
    b"GET /health HTTP/1.1\nHost: localhost\n\n\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n",
    b"GET /health HTTP/1.1\r\n" + HOST + b"X: a\x00b\r\n\r\n",
    b"GET /health HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nhello",
    b"GET /health HTTP/1.1\r\n" + HOST +
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /health HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
    b"GET /health HTTP/1.1\r\n\r\n",
    b"GET /health HTTP/1.0\r\n" + HOST + b"\r\n",
    b"GET /health HTTP/2.0\r\n" + HOST + b"\r\n",
    b"GET /health HTTP/1.1 \r\n" + HOST + b"\r\n",
    b"GET  /health HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /health\r\n" + HOST + b"\r\n",
    b"\r\n" + request(),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
)

# None of them names a page, however it is written.
PATHS = (
    "http://localhost/health", "//health", "/./health", "/../health",
    "/x/../health", "/..%2fhealth", "/%2e%2e/health", "/%68ealth",
    "/health%00", "/health%2f", "/health\\", "/health/..", "*", "health",
    "/health#x", "/health;x", "/x//health", "/.git", "/caf\u00e9",
    "/?q=%", "/?q=%f", "/?q=%zz", "/?q=%00", "/?q=%ff%fe",
    "/?" + "&".join(f"a{i}=b" for i in range(100)),
)


def nothing_is_smuggled(box: HttpBox) -> None:
    for data in SMUGGLING:
        with box.peer() as peer:
            # A second request behind it must not be carried out.
            peer.send(data + SMUGGLED)
            reply = peer.receive()
            assert reply is not None, data
            assert 400 <= reply.status < 600, (data, reply.status)
            assert reply.status != 404, data
            assert reply.field("Connection") == "close", data
            assert peer.is_closed(), data


def no_path_has_two_spellings(box: HttpBox) -> None:
    for path in PATHS:
        data = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        reply = box.ask(data.encode())
        assert reply.status == 400, (path, reply.status)


def heads_are_bounded(box: HttpBox) -> None:
    many = "".join(f"X-{i}: y\r\n" for i in range(10_000))
    few = "".join(f"X-{i}: y\r\n" for i in range(70))
    for fields, status in ((many, 431), (few, 431), ("X: " + "y" * 20_000, 431),
                           ("x" * 20_000 + ": y", 431)):
        data = f"GET / HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n\r\n"
        with box.peer() as peer:
            try:
                peer.send(data.encode())
            except (BrokenPipeError, ConnectionResetError):
                pass
            assert peer.receive().status == status, fields[:20]
    reply = box.ask(b"GET /?q=" + b"a" * 15_000 + b" HTTP/1.1\r\n" + HOST +
                    b"\r\n")
    assert reply.status == 414, reply.status
    reply = box.ask(b"GET /?q=" + b"a" * 20_000)
    assert reply.status == 414, reply.status


def bodies_are_bounded(box: HttpBox) -> None:
    """Before they are read, and whatever their chunks say."""
    assert box.ask(post(b"Content-Length: 2000000\r\n", b"")).status == 413
    chunked = post(b"Transfer-Encoding: chunked\r\n", b"")
    bombs = (
        b"200000\r\n",  # One that is too long.
        b"10000\r\n" + b"x" * 0x10000 + b"\r\n",  # Many.
        b"1\r\nx\r\n" * 1000,  # Tiny ones.
        b"1;" + b"e" * 900 + b"\r\nx\r\n",  # Long extensions.
    )
    for bomb in bombs:
        with box.peer() as peer:
            peer.send(chunked)
            try:
                for _ in range(4000):
                    peer.send(bomb)
            except (BrokenPipeError, ConnectionResetError):
                pass
            reply = peer.receive()
            # A client that goes on sending may miss the reply.
            assert reply is None or reply.status == 413, (bomb[:9],
                                                          reply.status)
    with box.peer() as peer:
        reply = peer.ask(chunked + b"1;" + b"e" * 5000)
        assert reply.status == 400, reply.status
    with box.peer() as peer:
        reply = peer.ask(chunked + b"0\r\n" + b"T: x\r\n" * 5000)
        assert reply.status == 400, reply.status


def statuses_of_all_but(waiting: int, peers: list[Peer]) -> set[int]:
    """Of those that get a reply, whichever they are."""
    sockets = {peer.socket: peer for peer in peers}
    statuses = set()
    while len(sockets) > waiting:
        ready, _, _ = select.select(list(sockets), [], [], PATIENCE_S)
        assert ready, (len(sockets), statuses)
        statuses |= {sockets.pop(one).receive().status for one in ready}
    return statuses


def heads_alone_take_no_memory(box: HttpBox) -> None:
    """Whoever says that much is to come has nothing of it before, and users'
    bodies leave most of the memory to others."""
    session = {"Cookie": box.ask(login()).field("Set-Cookie").split(";")[0]}
    big = {"Content-Type": "application/json", "Content-Length": "1048576"}
    for path, fields, status in (("/rpc", {}, 413), ("/login", {}, 413),
                                 ("/logout", session, 413),
                                 ("/rpc", session, None)):
        data = request("POST", path, {**big, **fields})
        peers = [box.peer() for _ in range(100)]
        for peer in peers:
            peer.send(data)
        if status:
            assert [peer.receive().status for peer in peers] == [status] * 100
        else:  # A quarter of the 48 MiB has room for so many.
            assert statuses_of_all_but(12, peers) == {503}
        assert box.ask(request()).status == 200
        with box.tls_peer() as peer:
            assert peer.ask(request()).status == 200
        for peer in peers:
            peer.socket.close()


def one_address_leaves_others_room_for_bodies(box: HttpBox) -> None:
    session = {"Cookie": box.ask(login()).field("Set-Cookie").split(";")[0]}
    address = own_address()
    assert address, "this test needs a network, if only an address of one"
    peers = [Peer(box.port, address) for _ in range(50)]
    for peer in peers:
        peer.send(request("POST", "/rpc", {
            "Content-Type": "application/json", "Content-Length": "1048576",
            **session}))
    assert statuses_of_all_but(6, peers) == {503}  # Half of what all may have.
    reply = box.ask(rpc("documents.add", {"name": "a.txt", "text": "x" * 900_000},
                        fields=session))
    assert reply.status == 200, reply.status
    for peer in peers:
        peer.socket.close()


def slow_clients_cost_nobody_else(box: HttpBox) -> None:
    """Half heads, half bodies, silence: each ends by its deadline, and others
    are answered at once meanwhile."""
    began = time.monotonic()
    half_head, half_body, silent = box.peer(), box.peer(), box.peer()
    half_head.send(b"GET /health HTTP/1.1\r\nHost: loc")
    half_body.send(post(LENGTH, CALL[:10]))
    while time.monotonic() - began < 5:
        half_head.send(b"a")  # Bytes are no progress: the head has a deadline.
        before = time.monotonic()
        box.check_serves()
        assert time.monotonic() - before < 5
    reply = half_head.receive()
    assert reply.status == 408, reply.status
    assert silent.is_closed()
    assert half_body.receive().status == 408
    for peer in (half_head, half_body, silent):
        peer.socket.close()


def many_connections_leave_room(box: HttpBox) -> None:
    """Whoever takes all places loses idle ones to those that come."""
    peers = []
    try:
        for _ in range(1000):
            peers.append(box.peer())
        box.check_serves()
    finally:
        for peer in peers:
            peer.socket.close()


def requests_that_do_not_go_on_leave_room(box: HttpBox) -> None:
    """Whoever takes all places by halves of requests loses some to an address
    with fewer connections, and takes none of its idle ones."""
    address = own_address()
    assert address, "this test needs a network, if only an address of one"
    with Peer(box.port, address) as idle, contextlib.ExitStack() as peers:
        assert idle.ask(request()).status == 200
        for _ in range(700):
            # Places that are taken for good close what comes.
            with contextlib.suppress(OSError):
                peers.enter_context(box.peer()).send(HALF)
        with Peer(box.port, address) as peer:
            reply = peer.ask(request())
            assert reply is not None and reply.status == 200, reply
        assert idle.ask(request()).status == 200


def memory_that_is_used_up_is_given_back(box: HttpBox) -> None:
    """The same for memory, where what an idle connection has is less than what
    a request takes."""
    address = own_address()
    assert address, "this test needs a network, if only an address of one"
    tls = ssl.create_default_context(cafile=str(box.folder / "answerbox.crt"))
    for more in (box.peer, lambda: Peer(box.tls_port, tls=tls)):
        with contextlib.ExitStack() as peers:
            for _ in range(20):
                peers.enter_context(more()).send(HALF)
            idle = [peers.enter_context(box.peer()) for _ in range(400)]
            # Memory is used up: the first of them have made room for others.
            assert idle[0].is_closed()
            with Peer(box.port, address) as peer:
                reply = peer.ask(request())
                assert reply is not None and reply.status == 200, reply


def tls_clients_that_say_nothing_leave_room(box: HttpBox) -> None:
    peers = []
    try:
        for i in range(300):
            peers.append(Peer(box.tls_port))
            if i % 2:
                peers[-1].send(b"\x16\x03\x01\x02\x00\x01")
        with box.tls_peer() as peer:
            assert peer.ask(request()).status == 200
    finally:
        for peer in peers:
            peer.socket.close()


def replies_that_nobody_reads_are_bounded(box: HttpBox) -> None:
    before = box.daemon.anonymous_bytes()
    peers = []
    for _ in range(50):
        peer = box.peer()
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.socket.setblocking(False)
        try:
            for _ in range(200):
                peer.send(request(target="/"))
        except BlockingIOError:
            pass
        peers.append(peer)
    box.check_serves()
    grown = box.daemon.anonymous_bytes() - before
    for peer in peers:
        peer.socket.close()
    assert grown < MOST_GROWTH, grown


CHECKS = (nothing_is_smuggled, no_path_has_two_spellings, heads_are_bounded,
          bodies_are_bounded, heads_alone_take_no_memory,
          one_address_leaves_others_room_for_bodies,
          slow_clients_cost_nobody_else,
          many_connections_leave_room,
          requests_that_do_not_go_on_leave_room,
          tls_clients_that_say_nothing_leave_room,
          replies_that_nobody_reads_are_bounded)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS) or
             run(__doc__, (memory_that_is_used_up_is_given_back,),
                 "--http-memory-bytes", str(4 << 20)))
