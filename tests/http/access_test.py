#!/usr/bin/env python3
"""Who may do what by HTTP: the kiosk, users, and pages of other sites."""

import json
import pathlib
import re
import sys
import time

from connection import RequestError
from http_box import (KIOSK, PASSWORD, SECRET, USER, HttpBox, Peer, login,
                      own_address, request, rpc)
from http_run import run

ROOT = pathlib.Path(__file__).parents[2]
QUESTION = {"question": "At what temperature are vaccines stored?"}
FORM = "application/x-www-form-urlencoded"
FORM_LOGIN = f"user={USER}&password={PASSWORD.replace(' ', '+')}".encode()


def all_calls() -> list[str]:
    """Every method of the table of calls."""
    names = []
    for file in sorted((ROOT / "protocol" / "calls").glob("*.h")):
        text = file.read_text()
        names += re.findall(r"Call k\w+\{\s*\.name = \"([\w.]+)\"", text)
    assert len(names) > 40 and "users.add" in names, names
    return names


def log_in(peer: Peer, fields: dict[str, str] | None = None,
           user: str = USER) -> str:
    """Returns the cookie."""
    reply = peer.ask(login(user=user, fields=fields))
    assert reply.status == 200, (reply.status, reply.body)
    return reply.field("Set-Cookie").split(";")[0]


def as_user(cookie: str) -> dict[str, str]:
    return {"Cookie": cookie}


def the_kiosk_only_asks(box: HttpBox) -> None:
    for name in all_calls():
        reply = box.ask(rpc(name, QUESTION))
        if name == "ask":
            assert "result" in reply.json(), reply.body
        else:
            assert reply.error == "forbidden", (name, reply.body)
    for collection in (SECRET, "none", "*", ""):
        reply = box.ask(rpc("ask", {**QUESTION, "collection": collection}))
        assert "result" not in reply.json(), collection
    assert SECRET not in box.ask(request(target="/")).body.decode()
    by_rpc = box.ask(rpc("ask", QUESTION)).json()["result"]["answer"]["text"]
    page = box.ask(request(target=f"/?q=temperature+vaccines&collection={SECRET}"))
    assert by_rpc not in page.body.decode()


def a_user_has_its_rights(box: HttpBox) -> None:
    with box.peer() as peer:
        fields = as_user(log_in(peer))
        for name, params in (("ask", {**QUESTION, "collection": SECRET}),
                             ("status", {}), ("users.list", {}),
                             ("documents.list", {"collection": SECRET})):
            reply = peer.ask(rpc(name, params, fields=fields))
            assert "result" in reply.json(), (name, reply.body)
        assert SECRET in peer.ask(request(target="/", fields=fields)
                                  ).body.decode()
        # Uploads in parts belong to the session, not to the connection.
        upload = peer.ask(rpc("documents.begin", {
            "collection": KIOSK, "name": "parts.txt"}, fields=fields)
                          ).json()["result"]["upload"]
    for method, params in (("documents.part", {"text": "Parts are whole."}),
                           ("documents.commit", {})):
        reply = box.ask(rpc(method, {"upload": upload, **params},
                            fields=fields))
        assert "result" in reply.json(), reply.body
    # Nobody else's session goes on with it.
    reply = box.ask(rpc("documents.abort", {"upload": upload}))
    assert reply.error == "forbidden"


def who_only_adds_reads_nothing_by_the_guard(box: HttpBox) -> None:
    secret = "Vaccines are stored between 2 and 8 degrees Celsius."
    call = box.daemon.call
    call("documents.add", collection="dump", name="p1.md", text=secret)
    call("collections.set", name="dump", exam={"bank": json.dumps(
        {"id": "v", "topic": "t", "must": True, "key": "between 2 and 8 degrees Celsius",
         "question": "Between which degrees are vaccines stored?"})})
    box.run("user", "add", "dumper", "--password-file",
            str(box.folder / "password"), "--add", "dump")
    refusals = []
    with box.peer() as peer:
        fields = as_user(log_in(peer, user="dumper"))

        def rpc_as(method: str, **params):
            reply = peer.ask(rpc(method, params, fields=fields)).json()
            if reply.get("error", {}).get("data", {}).get("kind") == "exam_failed":
                refusals.append(reply["error"])
            return reply.get("result")

        add = {"name": "p1.md", "collection": "dump", "text": "Nothing."}
        remove = {"name": "p1.md", "collection": "dump"}
        for leak in ("documents.list", "exam.state", "exam.bank", "feedback.list"):
            assert rpc_as(leak, collection="dump") is None, leak
        rpc_as("documents.remove", **remove)
        rpc_as("documents.add", **add)
        upload = rpc_as("documents.begin", collection="dump",
                        name="p1.md")["upload"]
        rpc_as("documents.part", upload=upload, text="Nothing.")
        rpc_as("documents.commit", upload=upload)
        change = rpc_as("changes.begin", collection="dump")["change"]
        rpc_as("documents.remove", **remove, change=change)
        rpc_as("changes.commit", change=change)
    assert len(refusals) == 4, refusals
    for refusal in refusals:
        exam = refusal["data"]["exam"]
        assert exam["lost_count"] == exam["lost_must"] == 1, refusal
        told = json.dumps(refusal)
        for word in ("which degrees", "Celsius", "p1.md"):
            assert word not in told, refusal
    # Who may read is told.
    try:
        call("documents.remove", **remove)
    except RequestError as error:
        assert secret in json.dumps(error.error), error.error
    else:
        raise AssertionError("the exam did not guard the document")


def rights_are_asked_at_each_request(box: HttpBox) -> None:
    box.run("user", "add", "bob", "--password-file",
            str(box.folder / "password"), "--ask", SECRET)
    with box.peer() as peer:
        cookie = peer.ask(login(user="bob")).field("Set-Cookie").split(";")[0]
        ask = rpc("ask", {**QUESTION, "collection": SECRET},
                  fields=as_user(cookie))
        assert "result" in peer.ask(ask).json()
        box.run("user", "set", "bob", "--ask", KIOSK)
        assert peer.ask(ask).error == "forbidden"
        box.run("user", "set", "bob", "--ask", SECRET)
        assert "result" in peer.ask(ask).json()
        box.run("user", "password", "bob", "--password-file",
                str(box.folder / "password"))
        assert peer.ask(ask).error == "forbidden"  # The kiosk's error.
        cookie = peer.ask(login(user="bob")).field("Set-Cookie").split(";")[0]
        ask = rpc("ask", {**QUESTION, "collection": SECRET},
                  fields=as_user(cookie))
        assert "result" in peer.ask(ask).json()
        box.run("user", "remove", "bob")
        assert peer.ask(login(user="bob")).status == 403
        # The next one of the name and the password is another user.
        box.run("user", "add", "bob", "--password-file",
                str(box.folder / "password"), "--ask", SECRET)
        assert peer.ask(ask).error == "forbidden"


def no_session_is_fixed(box: HttpBox) -> None:
    """A login takes no id that the client brings, and ends the old one."""
    brought = "answerbox=" + "0" * 64
    with box.peer() as peer:
        first = log_in(peer, as_user(brought))
        assert first != brought
        second = log_in(peer, as_user(first))
        assert second != first
        users = rpc("users.list", fields=as_user(first))
        assert peer.ask(users).error == "forbidden"
        # Two cookies of the name are none.
        both = as_user(f"{second}; {second}")
        assert peer.ask(rpc("users.list", fields=both)).error == "forbidden"
        users = rpc("users.list", fields=as_user(f"x=y; {second}"))
        assert "result" in peer.ask(users).json()
        out = request("POST", "/logout", {
            "Content-Type": "application/json", **as_user(second)})
        assert peer.ask(out).status == 204
        assert peer.ask(users).error == "forbidden"


def cookies_are_for_this_host_alone(box: HttpBox) -> None:
    with box.peer() as peer:
        attributes = peer.ask(login()).field("Set-Cookie").split("; ")
        assert attributes[0].startswith("answerbox=")
        assert set(attributes[1:]) == {"Path=/", "HttpOnly",
                                       "SameSite=Strict"}, attributes
    with box.tls_peer() as peer:
        attributes = peer.ask(login()).field("Set-Cookie").split("; ")
        assert attributes[0].startswith("__Host-answerbox=")
        assert "Secure" in attributes and "HttpOnly" in attributes
        # The other name's cookie may have been set over plain HTTP.
        plain = attributes[0].removeprefix("__Host-")
        users = rpc("users.list", fields=as_user(plain))
        assert peer.ask(users).error == "forbidden"
        users = rpc("users.list", fields=as_user(attributes[0]))
        assert "result" in peer.ask(users).json()


def pages_of_other_sites_do_nothing(box: HttpBox) -> None:
    """Forms, scripts and pictures of theirs, as browsers send them."""
    here = "http://localhost"
    bad = (
        {"Origin": "http://evil.example"}, {"Origin": "null"},
        {"Origin": here + ".evil.example"}, {"Origin": here + ":1"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"}, {"Origin": ""},
        {"Origin": here, "Sec-Fetch-Site": "cross-site"},
    )
    for fields in bad:
        assert box.ask(rpc("ask", QUESTION, fields=fields)).status == 403, fields
        assert box.ask(login(fields=fields)).status == 403, fields
        form = request("POST", "/login", {"Content-Type": FORM, **fields},
                       FORM_LOGIN)
        assert box.ask(form).status == 403, fields
    for fields in ({}, {"Origin": here}, {"Sec-Fetch-Site": "same-origin"},
                   {"Origin": "null", "Sec-Fetch-Site": "same-origin"}):
        assert box.ask(rpc("ask", QUESTION, fields=fields)).status == 200, fields
    # What a form can send is not read as JSON.
    for kind in (FORM, "text/plain", "multipart/form-data; boundary=x", None):
        reply = box.ask(rpc("ask", QUESTION, fields={
            "Content-Type": kind, "Origin": here}))
        assert reply.status == 415, (kind, reply.status)
    assert box.ask(request("POST", "/logout", {
        "Content-Type": "text/plain", "Origin": here})).status == 415
    # A form must say that it is of this host: browsers do.
    form = request("POST", "/login", {"Content-Type": FORM}, FORM_LOGIN)
    assert box.ask(form).status == 403
    for fields in ({"Sec-Fetch-Site": "cross-site"},
                   {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors",
                    "Sec-Fetch-Dest": "image"},
                   {"Sec-Fetch-Site": "cross-site",
                    "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
                   {"Origin": "http://evil.example"}):
        reply = box.ask(request(target="/?q=visitor", fields=fields))
        assert reply.status == 403, fields
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document"}
    assert box.ask(request(target="/", fields=link)).status == 200


def names_of_others_do_not_lead_here(box: HttpBox) -> None:
    for host in ("evil.example", "localhost.evil.example", "localhost:80:80",
                 "localhost:x", "evil.example:127.0.0.1", "127.0.0.1.evil", "",
                 "[::1", "user@localhost", "localhost:"):
        reply = box.ask(request(fields={"Host": host}))
        assert reply.status in (400, 421), (host, reply.status)
    for host in ("localhost", "LOCALHOST:8080", "127.0.0.1", "192.0.2.7:80",
                 "[::1]", "[fe80::1]:8080", "clinic.example"):
        assert box.ask(request(fields={"Host": host})).status == 200, host


def as_browsers_do(scheme: str, host: str,
                   fetch_fields: bool) -> dict[str, str]:
    """What they send with a form of a page whose policy for referrers is
    same-origin. They tell no site to hosts of plain HTTP, older ones to none."""
    site = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document"} if fetch_fields else {}
    return {"Host": host, "Origin": f"{scheme}://{host}", "Content-Type": FORM,
            "Referer": f"{scheme}://{host}/login", **site}


def forms_log_in_from_every_browser(box: HttpBox) -> None:
    for fetch_fields in (False, True):
        for scheme, connect, host in (
                ("http", box.peer, f"127.0.0.1:{box.port}"),
                ("https", box.tls_peer, f"localhost:{box.tls_port}")):
            fields = as_browsers_do(scheme, host, fetch_fields)
            with connect() as peer:
                form = peer.ask(request(target="/login", fields={"Host": host}))
                # Else the form's Origin were "null".
                assert form.field("Referrer-Policy") == "same-origin"
                assert b"type=password" in form.body
                reply = peer.ask(request("POST", "/login", fields, FORM_LOGIN))
                assert reply.status == 303, (fields, reply.status)


def forms_log_in_and_out(box: HttpBox) -> None:
    here = {"Content-Type": FORM, "Origin": "http://localhost"}
    with box.peer() as peer:
        reply = peer.ask(request("POST", "/login", here, FORM_LOGIN))
        assert (reply.status, reply.field("Location")) == (303, "/")
        cookie = reply.field("Set-Cookie").split(";")[0]
        page = peer.ask(request(target="/", fields=as_user(cookie)))
        assert USER in page.body.decode()
        reply = peer.ask(request("POST", "/logout",
                                 {**here, **as_user(cookie)}, b"x=y"))
        assert reply.status == 303 and "Max-Age=0" in reply.field("Set-Cookie")
        assert USER not in peer.ask(request(
            target="/", fields=as_user(cookie))).body.decode()
        assert peer.ask(request(target="/login")).status == 200


def forms_keep_their_language(box: HttpBox) -> None:
    here = {"Content-Type": FORM, "Origin": "http://localhost"}
    for lang, home in ((b"sw", "/?lang=sw"), (b"%22%0D%0AX:y", "/?lang=en"),
                       (b"", "/")):
        with box.peer() as peer:
            for path, fields in (("/login", FORM_LOGIN + b"&"),
                                 ("/logout", b"")):
                reply = peer.ask(request("POST", path, here,
                                         fields + b"lang=" + lang))
                assert (reply.status, reply.field("Location")) == (303, home)


def guesses_are_slow(box: HttpBox) -> None:
    """Wrong passwords delay the next; others' logins pass by."""
    began = time.monotonic()
    for _ in range(3):
        reply = box.ask(login("wrong"))
        assert reply.status == 403 and PASSWORD not in reply.body.decode()
    assert time.monotonic() - began >= 1 + 2, "the third came too soon"
    assert box.ask(login("wrong", user="nobody")).status == 403
    for data in (b"{}", b'{"user":"alice"}', b'{"user":1,"password":2}',
                 b'{"user":"alice","password":{}}', b"[]", b""):
        reply = box.ask(request("POST", "/login",
                                {"Content-Type": "application/json"}, data))
        assert reply.status in (400, 403), data


def other_machines_are_bounded(box: HttpBox) -> None:
    """Seen from an address of this machine's network: passwords need TLS, and
    requests a minute are bounded."""
    address = own_address()
    assert address, "this test needs a network, if only an address of one"
    began = time.monotonic()
    with Peer(box.port, address) as peer:
        reply = peer.ask(login())
        assert reply.status == 403 and b"https" in reply.body, reply.body
    with Peer(box.port, address) as peer:
        host = {"Host": f"{address}:{box.port}"}
        page = peer.ask(request(target="/", fields=host))
        assert page.status == 200 and b"/login" not in page.body, page.body
        page = peer.ask(request(target="/login", fields=host))
        assert page.status == 403 and b"https://" in page.body, page.body
        assert b"<form" not in page.body and b"<input" not in page.body
    # What is refused for its Host or its source counts, too, and ends the
    # connection.
    for fields, status in (({"Host": "evil.example"}, 421),
                           ({"Sec-Fetch-Site": "cross-site"}, 403)):
        for _ in range(50):
            with Peer(box.port, address) as peer:
                reply = peer.ask(request(fields=fields))
                assert reply.status == status, reply.status
                assert reply.field("Connection") == "close"
    served = 0
    with Peer(box.port, address) as peer:
        while (reply := peer.ask(request())).status == 200:
            served += 1
        assert reply.status == 429, reply.status
        assert int(reply.field("Retry-After")) >= 1
        assert reply.field("Connection") == "close"
    # 150 at once, of which 100 are used up, and 10 more each second.
    assert served <= 52 + 11 * (time.monotonic() - began), served
    assert box.ask(request()).status == 200  # This machine is not bounded.


CHECKS = (the_kiosk_only_asks, a_user_has_its_rights,
          who_only_adds_reads_nothing_by_the_guard,
          rights_are_asked_at_each_request, no_session_is_fixed,
          cookies_are_for_this_host_alone, pages_of_other_sites_do_nothing,
          names_of_others_do_not_lead_here, forms_log_in_from_every_browser,
          forms_log_in_and_out, forms_keep_their_language,
          other_machines_are_bounded, guesses_are_slow)

if __name__ == "__main__":
    sys.exit(run(__doc__, CHECKS, "--http-names", "clinic.example"))
