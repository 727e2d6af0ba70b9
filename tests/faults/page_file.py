"""Files of page pictures, as docs/page-pictures-format.md has them."""

import base64
import struct

_TABLE = [0] * 256
for _byte in range(256):
    _rest = _byte
    for _ in range(8):
        _rest = _rest >> 1 ^ (0x82F63B78 if _rest & 1 else 0)
    _TABLE[_byte] = _rest

JPEG_BEGIN = b"\xff\xd8\xff"
PIECE_BYTES = 48 << 10

Box = tuple[int, int, int, int, int]  # Offset, left, top, width, height.


def crc32c(content: bytes) -> int:
    rest = 0xFFFFFFFF
    for byte in content:
        rest = rest >> 8 ^ _TABLE[(rest ^ byte) & 0xFF]
    return rest ^ 0xFFFFFFFF


def page_file(pages: list[tuple[int, bytes, list[Box]]]) -> bytes:
    """`pages`: number, picture and boxes of each."""
    head = b"abxpages" + struct.pack("<II", 1, len(pages))
    table = parts = b""
    for number, picture, boxes in pages:
        part = b"".join(struct.pack("<IHHHH", *box) for box in boxes) + picture
        table += struct.pack("<IIII", number, len(boxes), len(picture),
                             crc32c(part))
        parts += part
    return head + struct.pack("<I", crc32c(head + table)) + table + parts


def pieces_of(content: bytes) -> list[str]:
    """Base64, for `documents.part`."""
    return [base64.b64encode(content[at:at + PIECE_BYTES]).decode()
            for at in range(0, len(content), PIECE_BYTES)]
