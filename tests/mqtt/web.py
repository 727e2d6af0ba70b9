"""WebSocket frames over a socket, so that tests may send what no client would:
RFC 6455."""

import base64
import os

import wire
from wire import Peer

FINAL = 0x80
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"\x12\x34\x56\x78"


def frame(first: int, payload: bytes) -> bytes:
    """As a client sends it."""
    masked = bytes(byte ^ MASK[i % 4] for i, byte in enumerate(payload))
    return header(first, len(payload)) + masked


def header(first: int, size: int) -> bytes:
    """Of a masked frame."""
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65536:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes([first]) + length + MASK


def binary(payload: bytes) -> bytes:
    return frame(FINAL | BINARY, payload)


def request(**fields: str) -> bytes:
    """An upgrade of /mqtt; `fields` replace lines, those that are empty go."""
    lines = {"Host": "127.0.0.1", "Connection": "Upgrade",
             "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
             "Sec-WebSocket-Protocol": "mqtt"}
    lines |= {name.replace("_", "-"): value for name, value in fields.items()}
    return "\r\n".join(
        ["GET /mqtt HTTP/1.1"] +
        [f"{name}: {value}" for name, value in lines.items() if value] +
        ["", ""]).encode()


class WebPeer(Peer):
    """A client's WebSocket, whose packets come in whole frames."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        super().send(request())
        reply = self.head()
        if not reply.startswith(b"HTTP/1.1 101 "):
            raise AssertionError(reply)

    def head(self) -> bytes:
        reply = b""
        while not reply.endswith(b"\r\n\r\n"):
            reply += self._exactly(1)
        return reply

    def send(self, data: bytes) -> "WebPeer":
        super().send(binary(data))
        return self

    def send_raw(self, data: bytes) -> "WebPeer":
        super().send(data)
        return self

    def next_frame(self) -> tuple[int, bytes]:
        """Its first byte, and its payload."""
        first, size = self._exactly(2)
        if size >= 126:
            size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
        return first, self._exactly(size)

    def receive(self) -> tuple[int, bytes]:
        """The packet of the next frame, as Peer.receive has it."""
        first, payload = self.next_frame()
        if first != FINAL | BINARY:
            raise EOFError(first, payload)
        size, begin, shift = 0, 1, 0
        while True:
            byte = payload[begin]
            size |= (byte & 127) << shift
            begin, shift = begin + 1, shift + 7
            if byte < 128:
                break
        if begin + size != len(payload):
            raise AssertionError(f"not one packet: {payload!r}")
        return payload[0] >> 4, payload[begin:]
