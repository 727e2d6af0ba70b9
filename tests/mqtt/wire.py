"""MQTT 5 packets over a socket, so that tests may send what no client would."""

import socket
import struct

from box import PATIENCE_S

CONNACK, PUBLISH, PUBACK, SUBACK, PINGRESP, DISCONNECT = 2, 3, 4, 9, 13, 14
PING = b"\xc0\x00"


def text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack(">H", len(encoded)) + encoded


def packet(first_byte: int, body: bytes) -> bytes:
    return bytes([first_byte]) + length(len(body)) + body


def length(value: int) -> bytes:
    """A variable byte integer."""
    encoded = bytearray()
    while True:
        value, low = divmod(value, 128)
        encoded.append(low | (128 if value else 0))
        if not value:
            return bytes(encoded)


def connect(client_id: str, user: str, password: str) -> bytes:
    return packet(0x10, text("MQTT") + b"\x05\xc2\x00\x00\x00" +
                  text(client_id) + text(user) + text(password))


def subscribe(topic_filter: str) -> bytes:
    return packet(0x82, b"\x00\x01\x00" + text(topic_filter) + b"\x00")


def publish(topic: str, payload: bytes, retain: bool = False,
            response_topic: str = "") -> bytes:
    properties = b"\x08" + text(response_topic) if response_topic else b""
    return packet(0x31 if retain else 0x30, text(topic) +
                  length(len(properties)) + properties + payload)


class Peer:
    """One end of a TCP or TLS connection that speaks bytes."""

    def __init__(self, port: int, source: str = "127.0.0.1",
                 receive_bytes: int = 0, context=None):
        connection = socket.socket()
        if receive_bytes:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF,
                                  receive_bytes)
        connection.settimeout(PATIENCE_S)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", port))
        if context:
            connection = context.wrap_socket(connection,
                                             server_hostname="127.0.0.1")
        self.socket = connection

    def send(self, data: bytes) -> "Peer":
        self.socket.sendall(data)
        return self

    def receive(self) -> tuple[int, bytes]:
        """The next packet's type and body. EOFError when there is none."""
        kind = self._exactly(1)[0] >> 4
        size, shift = 0, 0
        while True:
            byte = self._exactly(1)[0]
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, self._exactly(size)

    def is_closed(self) -> bool:
        """Waits until the other end closes; False when it sends instead."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def is_silent(self) -> bool:
        """Neither bytes nor an end have come."""
        self.socket.setblocking(False)
        try:
            self.socket.recv(1, socket.MSG_PEEK)
            return False
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        finally:
            self.socket.settimeout(PATIENCE_S)

    def close(self) -> None:
        self.socket.close()

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data
