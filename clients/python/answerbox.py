"""Asks answerboxd over its Unix socket, by the protocol of docs/socket-protocol.md.

    from answerbox import Answerbox

    with Answerbox(timeout=5) as box:
        reply = box.ask("How are vaccines stored?")
        for answer in reply.answers:
            print(answer.text, answer.document, answer.page)
        if not reply.answered:
            print(reply.message)

One module, which needs nothing but Python 3.9; it may be copied into a project.
An object is for one thread at a time. It connects at its first call, and again
where the daemon was restarted since.
"""

import contextlib
import dataclasses
import itertools
import json
import math
import os
import socket as sockets
import time
import typing

__all__ = ["Answerbox", "Added", "Passage", "Passages", "Reply", "Status",
           "AnswerboxError", "BadArgument", "NoDaemon", "Timeout", "Closed",
           "BadReply", "DaemonError", "AlreadyExists", "Busy", "Corrupt", "ExamFailed",
           "Forbidden", "InvalidParams", "Limit", "ModelFailed", "NotFound",
           "Rejected", "ShuttingDown", "Storage"]

# Twice what a daemon lets wait for a connection, unless its options say otherwise.
MAX_REPLY_BYTES = 8 << 20
# Parameters or a part of a text, beside 192 bytes of a request, fit into the
# shortest line that a daemon's options can bound (docs/limits.md,
# "max_line_bytes": 8,192).
_PART_BYTES = 8000
_NO_REFUSAL = {"reason": None, "message": None}


class AnswerboxError(Exception):
    """What went wrong, in a sentence for people. `kind` is a word for programs."""

    kind = ""


class BadArgument(AnswerboxError):
    """What JSON or UTF-8 can't write. Nothing was asked."""

    kind = "bad_argument"


class NoDaemon(AnswerboxError):
    """Can't connect. Nothing was asked."""

    kind = "no_daemon"


class Timeout(AnswerboxError):
    """No reply in time. What was asked for may yet be carried out."""

    kind = "timeout"


class Closed(AnswerboxError):
    """The daemon hung up. What was asked for may be carried out."""

    kind = "closed"


class BadReply(AnswerboxError):
    """A reply that is not of the protocol."""

    kind = "bad_reply"


class DaemonError(AnswerboxError):
    """An error of the daemon: docs/socket-protocol.md, "Errors". The classes
    below are those that a program may act on."""

    def __init__(self, message: str, code: int, data: dict):
        super().__init__(message)
        self.code = code
        self.data = data
        self.kind = data.get("kind", "")


class InvalidParams(DaemonError):
    """`data["param"]` names the parameter."""


class Busy(DaemonError):
    """Try again later."""


class ShuttingDown(DaemonError):
    pass


class Forbidden(DaemonError):
    """`data["right"]` names the right that is missing."""


class NotFound(DaemonError):
    pass


class AlreadyExists(DaemonError):
    pass


class Rejected(DaemonError):
    """The document is not acceptable: `data["reason"]`."""


class Limit(DaemonError):
    pass


class Storage(DaemonError):
    """The disk is full, read-only or failing."""


class Corrupt(DaemonError):
    pass


class ExamFailed(DaemonError):
    """The exam of the collection refuses the change: `data["exam"]`."""


class ModelFailed(DaemonError):
    pass


_BY_CODE = {
    -32602: InvalidParams, -32002: Busy, -32004: ShuttingDown,
    -32005: Forbidden, -32010: NotFound, -32011: AlreadyExists,
    -32012: Rejected, -32013: Limit, -32014: Storage, -32015: Corrupt,
    -32017: ExamFailed, -32018: ModelFailed}


@dataclasses.dataclass(frozen=True)
class Passage:
    """A text of a document, and its place there."""

    text: str
    document: str
    section: tuple[str, ...]  # Headings, the outermost first.
    page: typing.Optional[int]  # None: the document has no pages.
    # Of an answer: the probability that it is right, 0 to 1. Of a passage: a
    # greater one is better.
    score: float
    # Tell people of these, or they take words for right and whole.
    cut: bool  # The list or section goes on in the document.
    scan_confidence: float  # How surely the page's words were read from a
    # picture, 0 to 1; 1 also if it was none.


@dataclasses.dataclass(frozen=True)
class Reply:
    """What `ask` found."""

    answered: bool
    asked: typing.Optional[str]  # The part of a message that was asked.
    # Words taken for others: (("symtoms", "symptoms"), ...).
    spelling: tuple[tuple[str, str], ...]
    # One answer, or several in two cases: show all, the best first.
    answers: tuple[Passage, ...]
    choices: bool  # None of them is sure.
    differ: bool  # They differ in what was asked for.
    reason: typing.Optional[str]  # Of a refusal: "weak_evidence", ...
    message: typing.Optional[str]  # Of a refusal: a sentence for people.
    confidence: float  # Of the best sentence, 0 to 1.
    theta: float  # Refused where the confidence is below it.
    run: typing.Optional[str]  # Name of the record in the audit log.
    raw: dict  # The whole result.


@dataclasses.dataclass(frozen=True)
class Passages:
    """What `search` found, the best first."""

    passages: tuple[Passage, ...]
    reason: typing.Optional[str]  # Why there are none.
    message: typing.Optional[str]
    raw: dict


@dataclasses.dataclass(frozen=True)
class Added:
    replaced: bool  # A document of that name was there before.
    bytes: int
    sha256: str
    raw: dict


@dataclasses.dataclass(frozen=True)
class Status:
    version: str
    collections: int
    documents: int
    max_line_bytes: int  # The longest request, without its line end.
    out_of_service: tuple[dict, ...]  # What is not served, and why.
    raw: dict


def default_socket() -> str:
    """$ANSWERBOX_SOCKET, else answerbox.sock in $XDG_RUNTIME_DIR if it is there,
    else /run/answerbox/answerbox.sock."""
    if os.environ.get("ANSWERBOX_SOCKET"):
        return os.environ["ANSWERBOX_SOCKET"]
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if folder and os.path.exists(f"{folder}/answerbox.sock"):
        return f"{folder}/answerbox.sock"
    return "/run/answerbox/answerbox.sock"


class Answerbox:
    """A connection. `timeout` is how many seconds a call takes at most,
    connecting included. `**params` of a call are further parameters of its
    method, by their names in the protocol; `collection` is among them."""

    def __init__(self, socket: typing.Optional[str] = None,
                 timeout: float = 30.0):
        self._path = os.fspath(socket or default_socket())
        self._timeout = timeout
        self._socket: typing.Optional[sockets.socket] = None
        self._ids = itertools.count(1)

    def __enter__(self) -> "Answerbox":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def ask(self, question: str, **params) -> Reply:
        """Asks a question of 1 to 4,096 bytes. A refusal is no error."""
        asked = {"question": question, "runners_up": 0, "context": False}
        result = self.call("ask", **{**asked, **params})
        with _reading():
            answers, refusal = [], _NO_REFUSAL
            if _typed(result["answered"], bool):
                answers = _list(result, "answers") or [result["answer"]]
            else:
                refusal = _refusal(result["refusal"])
            return Reply(
                result["answered"], _optional(result.get("asked"), str),
                tuple((_typed(one["word"], str), _typed(one["taken_for"], str))
                      for one in _list(result, "spelling")),
                tuple(_passage(answer, "confidence") for answer in answers),
                _typed(result.get("choices", False), bool),
                result.get("differ") is not None,
                refusal["reason"], refusal["message"],
                _number(result["confidence"]), _number(result["theta"]),
                _optional(result.get("run"), str), result)

    def search(self, words: str, count: int = 10, **params) -> Passages:
        """Lists up to `count` passages with these words, 1 to 100."""
        result = self.call("search", words=words, count=count, **params)
        with _reading():
            refusal = _NO_REFUSAL
            if result.get("refusal") is not None:
                refusal = _refusal(result["refusal"])
            return Passages(
                tuple(_passage(passage, "score")
                      for passage in _typed(result["passages"], list)),
                refusal["reason"], refusal["message"], result)

    def add(self, name: str, text: str, **params) -> Added:
        """Adds a document, or replaces the one with that name: on the disk when
        this returns. A text of up to 16 MiB is sent in parts, all within one
        timeout."""
        deadline = time.monotonic() + self._timeout
        whole = {"name": name, "text": text, **params}
        # The text by itself first: a long one need not be written out twice.
        if len(text) <= _PART_BYTES and len(_json(whole)) <= _PART_BYTES:
            result = self._call("documents.add", whole, deadline)
        else:
            result = self._add_in_parts(name, text, params, deadline)
        with _reading():
            return Added(_typed(result["replaced"], bool),
                         _count(result["bytes"]), _typed(result["sha256"], str),
                         result)

    def status(self) -> Status:
        result = self.call("status")
        with _reading():
            return Status(
                _typed(result["version"], str), _count(result["collections"]),
                _count(result["documents"]),
                _count(result["limits"]["max_line_bytes"]),
                tuple(_list(result, "out_of_service")), result)

    def call(self, method: str, **params) -> dict:
        """Calls any method, and returns its result."""
        return self._call(method, params, time.monotonic() + self._timeout)

    def _add_in_parts(self, name: str, text: str, params: dict,
                      deadline: float) -> dict:
        marks = [(kind, params.pop(kind)) for kind in
                 ("pages", "headings", "blocks") if params.get(kind)]
        at_the_end = {key: params.pop(key) for key in ("account", "force")
                      if key in params}
        begun = self._call("documents.begin", {"name": name, **params}, deadline)
        with _reading():
            upload = _count(begun["upload"])
        for kind, content in [("text", text), *marks]:
            for part in _parts(content):
                self._call("documents.part", {"upload": upload, kind: part},
                           deadline)
        return self._call("documents.commit", {"upload": upload, **at_the_end},
                          deadline)

    def _call(self, method: str, params: dict, deadline: float) -> dict:
        number = next(self._ids)
        line = _json({"jsonrpc": "2.0", "id": number, "method": method,
                      "params": params}) + b"\n"
        try:
            self._connect(deadline)
            self._send(line, deadline)
            return self._receive(number, deadline)
        except sockets.timeout:
            self.close()
            raise Timeout(
                f"the daemon at {self._path} did not answer in time: see "
                '"systemctl status answerboxd". What it was asked for may still '
                "be done") from None
        except BaseException as error:
            # A late reply would be taken for that of the next request.
            if not isinstance(error, DaemonError):
                self.close()
            raise

    def _connect(self, deadline: float) -> None:
        if self._socket is not None:
            # A daemon that was restarted, or that gave the place of an idle
            # connection away, has hung up, perhaps with last words.
            self._socket.settimeout(0)
            try:
                self._socket.recv(1, sockets.MSG_PEEK)
                self.close()
            except BlockingIOError:
                return
            except OSError:
                self.close()
        self._socket = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        while True:
            self._wait_until(deadline)
            try:
                return self._socket.connect(self._path)
            except BlockingIOError:
                time.sleep(0.01)  # The daemon's queue of connections is full.
            except sockets.timeout:
                raise
            except OSError as error:
                remedy = 'start the daemon with "systemctl start answerboxd"'
                if isinstance(error, PermissionError):
                    remedy = ("ask for your user to be added to the socket's "
                              "group")
                raise NoDaemon(f"can't connect to {self._path}: "
                               f"{error.strerror or error}: {remedy}"
                               ) from error

    def _wait_until(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise sockets.timeout
        self._socket.settimeout(left)

    def _send(self, line: bytes, deadline: float) -> None:
        self._wait_until(deadline)
        try:
            self._socket.sendall(line)
        except ConnectionError:
            pass  # It hung up. Its last words may say why.

    def _receive(self, number: int, deadline: float) -> dict:
        received = bytearray()
        while True:
            line = self._receive_line(received, deadline)
            self._wait_until(deadline)
            message = _message(line)
            self._wait_until(deadline)
            if message.get("id") is not None and message["id"] != number:
                continue
            if message.get("error") is not None:
                error = daemon_error(message["error"])
                if message.get("id") is None:
                    self.close()  # The daemon is about to.
                raise error
            if message.get("id") is not None:
                with _reading():
                    return _typed(message["result"], dict)

    def _receive_line(self, received: bytearray, deadline: float) -> bytes:
        """Takes a line from the front of `received`, or waits for it."""
        searched = 0  # Each byte is searched once.
        while True:
            end = received.find(b"\n", searched)
            searched = len(received) if end < 0 else end
            if searched > MAX_REPLY_BYTES:
                raise BadReply("the daemon sends a line without end")
            if end >= 0:
                line = bytes(received[:end])
                del received[:end + 1]
                return line
            received += self._receive_some(deadline)

    def _receive_some(self, deadline: float) -> bytes:
        self._wait_until(deadline)
        try:
            received = self._socket.recv(1 << 16)
        except ConnectionError:
            received = b""
        if not received:
            raise Closed(f"the daemon at {self._path} hung up: see its journal, "
                         "then try again")
        return received


@contextlib.contextmanager
def _reading():
    """A reply without what the protocol says has an error of its own."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError,
            ValueError) as error:
        raise BadReply("the daemon's reply is not of the protocol: "
                       f"{type(error).__name__}: {error}") from error


def _typed(value, kind: type):
    """JSON's true is no number, though Python's is."""
    if type(value) is not kind:
        raise TypeError(f"a {type(value).__name__} in place of a {kind.__name__}")
    return value


def _optional(value, kind: type):
    return None if value is None else _typed(value, kind)


def _number(value) -> float:
    return float(value if type(value) is int else _typed(value, float))


def _count(value) -> int:
    if _typed(value, int) < 0:
        raise ValueError("a number below 0")
    return value


def _list(result: dict, name: str) -> list:
    return _optional(result.get(name), list) or []


def _refusal(refusal: dict) -> dict:
    return {name: _typed(refusal[name], str) for name in _NO_REFUSAL}


def _passage(passage: dict, score: str) -> Passage:
    page = passage.get("page")
    return Passage(
        _typed(passage["text"], str), _typed(passage["document"], str),
        tuple(_typed(heading, str) for heading in _list(passage, "section")),
        None if page is None else _count(page), _number(passage[score]),
        passage.get("cut") is not None,
        _number(passage.get("scan_confidence", 1)))


def _json(value) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False,
                          separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadArgument(f"a parameter can't be sent: {error}") from error


def _parts(whole):
    """Of a text or a list. A character takes at most six bytes; most take one."""
    begin = 0
    while begin < len(whole):
        length = _PART_BYTES
        while (length > 1 and
               len(_json(whole[begin:begin + length])) > _PART_BYTES):
            length //= 2
        yield whole[begin:begin + length]
        begin += length


def _finite(number: str) -> float:
    if math.isinf(float(number)):
        raise ValueError("a number is too large")
    return float(number)


def _refuse_constant(name: str):
    raise ValueError(f"{name} is no JSON")


def _message(line: bytes) -> dict:
    try:
        message = json.loads(line.decode(), parse_constant=_refuse_constant,
                             parse_float=_finite)
        if b"\\ud" in line.lower():  # It may be half a character.
            json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadReply(f"the daemon sends a line that is not JSON: {error}"
                       ) from error
    if not isinstance(message, dict):
        raise BadReply("the daemon sends a line that is no object")
    return message


def daemon_error(error: dict) -> DaemonError:
    with _reading():
        code = _typed(error["code"], int)
        if code >= 0:
            raise ValueError("an error with the code of none")
        data = _optional(error.get("data"), dict) or {}
        _typed(data.get("kind", ""), str)
        return _BY_CODE.get(code, DaemonError)(
            _typed(error["message"], str), code, data)
