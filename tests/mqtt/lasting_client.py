"""Clients of MQTT 5 that keep their part of QoS 1 and 2 across connections, as
the standard asks of them: what is not acknowledged is sent again."""

import errno
import select
import socket
import struct

import wire
from box import PATIENCE_S

PUBREC, PUBREL, PUBCOMP = 5, 6, 7
SHUTTING_DOWN = b"\x8b"
EXPIRY_S = 3600


class LastingClient:
    """A session that outlives connections. Subclasses say what messages are."""

    def __init__(self, client_id: str):
        self.client_id = client_id
        self.is_connected = False
        # The broker has said that the session is there; then it is to stay.
        self.has_session = False
        self._socket = None
        self._input = b""
        self._received = {}  # By packet id: of QoS 2, not released.
        self._unacknowledged = {}  # By packet id, in the order of sending.
        self._last_id = 0

    # What subclasses have.

    def on_session(self) -> None:
        """It is there, for the first time or again."""

    def on_message(self, topic: str, payload: bytes, qos: int) -> None:
        """Of QoS 2: called once for each."""

    def on_acknowledged(self, payload: bytes, qos: int) -> None:
        """The broker has answered for it."""

    def on_subscribed(self) -> None:
        """All subscriptions of a request are there."""

    def connect(self, port: int) -> None:
        self._input = b""
        self._socket = socket.create_connection(("127.0.0.1", port),
                                                PATIENCE_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.is_connected = True
        self._send(wire.packet(
            0x10, wire.text("MQTT") + b"\x05\x00\x00\x00" +
            b"\x05\x11" + struct.pack(">I", EXPIRY_S) +
            wire.text(self.client_id)))

    def drop(self) -> None:
        """Ends the connection without a word."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self.is_connected = False

    def fileno(self) -> int:
        return self._socket.fileno()

    def unacknowledged(self) -> int:
        return len(self._unacknowledged)

    def subscribe(self, *filters: str) -> None:
        body = b"".join(wire.text(each) + b"\x02" for each in filters)
        self._send(wire.packet(0x82, b"\xff\xff\x00" + body))

    def publish(self, topic: str, payload: bytes, qos: int,
                retain: bool = False) -> None:
        self._last_id = self._last_id % 60000 + 1
        assert self._last_id not in self._unacknowledged
        self._unacknowledged[self._last_id] = [topic, payload, qos, retain,
                                               False]
        self._send_publish(self._last_id, is_again=False)

    def read(self) -> None:
        """Handles what has come; drop() where the broker has gone."""
        try:
            data = self._socket.recv(65536)
        except OSError as error:
            if error.errno not in (errno.ECONNRESET, errno.ETIMEDOUT):
                raise
            data = b""
        if not data:
            return self.drop()
        self._input += data
        while self.is_connected:
            size = _packet_size(self._input)
            if size is None:
                return None
            packet, self._input = self._input[:size], self._input[size:]
            self._handle(packet)
        return None

    def _handle(self, packet: bytes) -> None:
        kind, body = packet[0] >> 4, packet[_header_size(packet):]
        if kind == wire.CONNACK:
            self._on_connected(body)
        elif kind == wire.PUBLISH:
            self._on_publish(packet[0], body)
        elif kind in (wire.PUBACK, PUBREC):
            self._on_answer(kind, *struct.unpack(">H", body[:2]),
                            body[2] if len(body) > 2 else 0)
        elif kind == PUBREL:
            self._received.pop(struct.unpack(">H", body[:2])[0], None)
            self._send(wire.packet(0x70, body[:2]))
        elif kind == PUBCOMP:
            self._unacknowledged.pop(struct.unpack(">H", body[:2])[0], None)
        elif kind == wire.SUBACK:
            assert all(code == 2 for code in body[3:]), body
            self.on_subscribed()
        elif kind == wire.DISCONNECT:
            assert body[:1] == SHUTTING_DOWN, f"{self.client_id}: {body!r}"
            self.drop()

    def _on_connected(self, body: bytes) -> None:
        is_present, reason = body[0] == 1, body[1]
        assert reason == 0, f"{self.client_id}: refused with {reason:#x}"
        assert is_present or not self.has_session, \
            f"{self.client_id}: the session is lost"
        if not is_present:
            self._received.clear()
        self.has_session = True
        for packet_id, message in self._unacknowledged.items():
            if message[-1]:
                self._send(wire.packet(0x62, struct.pack(">H", packet_id)))
            else:
                self._send_publish(packet_id, is_again=True)
        self.on_session()

    def _on_publish(self, first_byte: int, body: bytes) -> None:
        qos = first_byte >> 1 & 3
        length = struct.unpack(">H", body[:2])[0]
        topic, body = body[2:2 + length].decode(), body[2 + length:]
        packet_id = 0
        if qos:
            packet_id, body = struct.unpack(">H", body[:2])[0], body[2:]
        payload = body[1 + body[0]:]  # No properties of more than 127 bytes.
        if qos == 2:
            known = self._received.get(packet_id)
            assert known in (None, payload), "another message of the same id"
            self._received[packet_id] = payload
            if known is None:
                self.on_message(topic, payload, qos)
            return self._send(wire.packet(0x50, struct.pack(">H", packet_id)))
        self.on_message(topic, payload, qos)
        if qos == 1:
            self._send(wire.packet(0x40, struct.pack(">H", packet_id)))
        return None

    def _on_answer(self, kind: int, packet_id: int, reason: int) -> None:
        message = self._unacknowledged.get(packet_id)
        if message is None:
            return
        assert reason < 0x80, f"{self.client_id}: {reason:#x}"
        if not message[-1]:
            self.on_acknowledged(message[1], message[2])
        if kind == wire.PUBACK:
            del self._unacknowledged[packet_id]
            return
        message[-1] = True
        self._send(wire.packet(0x62, struct.pack(">H", packet_id)))

    def _send_publish(self, packet_id: int, is_again: bool) -> None:
        topic, payload, qos, retain, _ = self._unacknowledged[packet_id]
        self._send(wire.packet(
            0x30 | qos << 1 | (8 if is_again else 0) | (1 if retain else 0),
            wire.text(topic) + struct.pack(">H", packet_id) + b"\x00" +
            payload))

    def _send(self, data: bytes) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            self.drop()


def pump(clients: list[LastingClient], seconds: float) -> None:
    """Has those that are connected read what comes first, if it comes."""
    connected = [each for each in clients if each.is_connected]
    readable, _, _ = select.select(connected, [], [], seconds)
    for client in readable:
        client.read()


def _header_size(data: bytes) -> int:
    size = 1
    while data[size] & 128:
        size += 1
    return size + 1


def _packet_size(data: bytes) -> int | None:
    """Of the first packet, if it is there as a whole."""
    length = 0
    for place, byte in enumerate(data[1:5]):
        length |= (byte & 127) << 7 * place
        if byte < 128:
            size = 2 + place + length
            return size if len(data) >= size else None
    return None
