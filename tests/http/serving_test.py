#!/usr/bin/env python3
"""What the daemon answers by HTTP: the page, JSON-RPC, health, and how its
connections go on.
"""

import json
import socket
import sys

from http_box import KIOSK, HttpBox, login, request, rpc
from http_run import run

QUESTION = {"question": "At what temperature are vaccines stored?"}
STRICT = {
    "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def answers_as_the_socket_does(box: HttpBox) -> None:
    by_socket = box.daemon.call("ask", **QUESTION)
    reply = box.ask(rpc("ask", QUESTION, number=7))
    assert reply.status == 200, reply.body
    assert reply.field("Content-Type") == "application/json"
    assert reply.field("Cache-Control") == "no-store"
    by_http = reply.json()
    assert by_http["id"] == 7 and by_http["jsonrpc"] == "2.0"
    for member in ("answered", "confidence", "collection", "snapshot"):
        assert by_http["result"][member] == by_socket[member], member


def tells_errors_as_the_socket_does(box: HttpBox) -> None:
    reply = box.ask(rpc("ask", {}))
    assert reply.status == 200 and reply.error == "invalid_params", reply.body
    for body in (b"{", b"[]", b'{"jsonrpc":"2.0"}', b"\xff"):
        reply = box.ask(request("POST", "/rpc",
                                {"Content-Type": "application/json"}, body))
        assert reply.status == 400, (body, reply.status)
        assert reply.json()["id"] is None


def answers_no_notification(box: HttpBox) -> None:
    body = json.dumps({"jsonrpc": "2.0", "method": "ask",
                       "params": QUESTION}).encode()
    reply = box.ask(request("POST", "/rpc",
                            {"Content-Type": "application/json"}, body))
    assert reply.status == 204 and reply.body == b"", reply.status
    assert reply.field("Content-Length") is None


def every_reply_has_strict_fields(box: HttpBox) -> None:
    for data in (request(), request(target="/"), request(target="/nothing"),
                 request("POST", "/health"), rpc("ask", QUESTION), login("x"),
                 request("PUT", "/"), b"no request\r\n\r\n"):
        reply = box.ask(data)
        for name, value in STRICT.items():
            assert reply.field(name) == value, (data, name)
        assert reply.field("Date").endswith(" GMT")
        assert reply.field("Server") is None  # Tells no version.


def health_is_told_to_everybody(box: HttpBox) -> None:
    reply = box.ask(request())
    assert (reply.status, reply.body) == (200, b"ok\n"), reply.body
    reply = box.ask(request("HEAD", "/health"))
    assert reply.status == 200 and reply.field("Content-Length") == "3"


def methods_and_paths_have_their_errors(box: HttpBox) -> None:
    for method, target, status, allowed in (
            ("GET", "/rpc", 405, "POST"), ("PUT", "/", 405, "GET, HEAD"),
            ("OPTIONS", "/rpc", 405, "POST"), ("GET", "/logout", 405, "POST"),
            ("TRACE", "/health", 405, "GET, HEAD"),
            ("POST", "/", 405, "GET, HEAD"),
            ("GET", "/rpc/", 404, None), ("GET", "/nothing", 404, None),
            ("GET", "/mqtt", 404, None)):
        data = request(method, target, {"Content-Type": "application/json",
                                        "Origin": "http://localhost"})
        reply = box.ask(data)
        assert reply.status == status, (method, target, reply.status)
        assert reply.field("Allow") == allowed, (method, target)


def a_connection_goes_on(box: HttpBox) -> None:
    """Requests in one piece are answered one after the other, in order."""
    with box.peer() as peer:
        peer.send(b"".join(rpc("ask", QUESTION, number=i) for i in range(20)))
        for i in range(20):
            assert peer.receive().json()["id"] == i
        last = peer.ask(request(fields={"Connection": "close"}))
        assert last.field("Connection") == "close"
        assert peer.is_closed()


def bytes_come_one_by_one(box: HttpBox) -> None:
    with box.peer() as peer:
        for byte in rpc("ask", QUESTION):
            peer.send(bytes([byte]))
        assert peer.receive().status == 200


def bodies_come_in_chunks(box: HttpBox) -> None:
    whole = rpc("ask", QUESTION)
    head, body = whole.split(b"\r\n\r\n", 1)
    head = head.replace(b"Content-Length: %d" % len(body),
                        b"Transfer-Encoding: chunked")
    chunks = b"".join(b"%x\r\n%c\r\n" % (1, byte) for byte in body)
    with box.peer() as peer:
        for _ in range(2):  # What follows the last chunk is the next request.
            peer.send(head + b"\r\n\r\n" + chunks +
                      b"0\r\nHost: evil\r\nCookie: a=b\r\n\r\n")
        for _ in range(2):
            assert peer.receive().status == 200


def a_client_may_wait_before_its_body(box: HttpBox) -> None:
    head, body = rpc("ask", QUESTION,
                     fields={"Expect": "100-continue"}).split(b"\r\n\r\n", 1)
    with box.peer() as peer:
        reply = peer.ask(head + b"\r\n\r\n")
        assert reply.status == 100, reply.status
        assert peer.ask(body).status == 200
    reply = box.ask(rpc("ask", QUESTION, fields={"Expect": "tea"}))
    assert reply.status == 417


def a_half_closed_client_gets_its_reply(box: HttpBox) -> None:
    for _ in range(20):
        with box.peer() as peer:
            peer.send(rpc("ask", QUESTION))
            peer.socket.shutdown(socket.SHUT_WR)
            reply = peer.receive()
            assert "result" in reply.json(), reply.body
            assert peer.is_closed()


def the_page_asks_without_javascript(box: HttpBox) -> None:
    page = box.ask(request(target="/"))
    assert page.status == 200
    assert page.field("Content-Type") == "text/html; charset=utf-8"
    answer = box.ask(request(
        target=f"/?q=At+what+temperature+are+vaccines+stored%3F&collection={KIOSK}"))
    assert answer.status == 200 and len(answer.body) > len(page.body)
    assert answer.field("Cache-Control") == "no-store"
    part = box.ask(request(
        target="/?q=At+what+temperature+are+vaccines+stored%3F&part=1"))
    assert 0 < len(part.body) < len(answer.body)


def files_are_kept_by_browsers(box: HttpBox) -> None:
    page = box.ask(request(target="/")).body.decode()
    path = next(word.split('"')[1] for word in page.split()
                if word.startswith("href=") and ".css" in word)
    file = box.ask(request(target=path))
    assert file.status == 200 and file.body, path
    again = box.ask(request(target=path,
                            fields={"If-None-Match": file.field("ETag")}))
    assert again.status == 304 and not again.body
    assert box.ask(request("POST", path, {"Origin": "http://localhost"})
                   ).status == 405


CHECKS = (answers_as_the_socket_does, tells_errors_as_the_socket_does,
          answers_no_notification, every_reply_has_strict_fields,
          health_is_told_to_everybody, methods_and_paths_have_their_errors,
          a_connection_goes_on, bytes_come_one_by_one, bodies_come_in_chunks,
          a_client_may_wait_before_its_body,
          a_half_closed_client_gets_its_reply,
          the_page_asks_without_javascript, files_are_kept_by_browsers)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS))
