#!/usr/bin/env python3
"""Fails when a folder includes a header of a room it may not know.

usage: check_layering.py ROOT

The rooms and what each may include are docs/architecture.md, "Rooms". A room may always include itself; a header that stands directly in
engine/, platform/ or daemon/ belongs to that whole house.
"""

import pathlib
import re
import sys

# Room -> rooms that it may include, besides itself. A room covers the folders
# below it unless they are rooms of their own.
ALLOWED = {
    "engine": [],
    "engine/numeric": ["engine"],
    "engine/text": ["engine"],
    "engine/index": ["engine", "engine/numeric", "engine/text"],
    "engine/retrieval": ["engine", "engine/numeric", "engine/text",
                         "engine/index"],
    "engine/answer": ["engine", "engine/numeric", "engine/text",
                      "engine/index", "engine/retrieval"],
    "platform": [],
    "platform/file": ["platform"],
    "platform/power": ["platform", "platform/file"],
    "platform/service": ["platform"],
    "daemon": ["engine", "engine/text", "platform", "daemon/options", "daemon/collections",
               "daemon/ask", "daemon/audit", "daemon/energy", "daemon/protocol",
               "platform/file", "platform/power", "platform/service"],
    "daemon/options": ["daemon", "daemon/ask", "daemon/collections", "engine",
                       "engine/numeric", "engine/text"],
    "daemon/collections": ["daemon", "engine", "engine/numeric", "engine/text",
                           "engine/index", "engine/retrieval", "platform", "platform/file"],
    "daemon/ask": ["daemon", "engine", "engine/numeric", "engine/text",
                   "engine/index", "engine/retrieval", "engine/answer"],
    "daemon/audit": ["daemon", "engine", "engine/text", "platform",
                     "platform/file", "platform/service"],
    "daemon/energy": ["daemon", "engine", "engine/index", "platform",
                      "platform/file", "platform/power"],
    "daemon/protocol": ["daemon", "daemon/options", "daemon/collections",
                        "daemon/ask", "daemon/audit", "daemon/energy", "engine",
                        "engine/numeric", "engine/text", "engine/index",
                        "platform", "platform/file", "platform/power",
                        "platform/service"],
    "daemon/client": ["daemon", "daemon/ask", "daemon/audit", "engine", "engine/numeric",
                      "engine/text", "engine/index", "engine/answer", "platform",
                      "platform/file", "platform/service"],
}

# What codecs and the engine must not know of the outside.
FORBIDDEN_SYSTEM = {
    "engine": re.compile(
        r"boost/(asio|json|beast)|thread|mutex|fstream|iostream|chrono|"
        r"filesystem|unistd|sys/"),
    "daemon/protocol": re.compile(r"boost/asio"),
}
# The one folder of the protocol that knows sockets.
EXEMPT_FROM_FORBIDDEN = (
    "daemon/protocol/unix_socket/",
    # Ask which instructions an ARM processor has.
    "engine/index/block_codec.cc",
    "engine/index/crc32c_instruction.cc",
)

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def room_of(path: pathlib.PurePosixPath) -> str | None:
    for folder in path.parents:
        if str(folder) in ALLOWED:
            return str(folder)
    return None


def violations(root: pathlib.Path) -> list[str]:
    found = []
    for house in ("engine", "platform", "daemon"):
        for file in sorted((root / house).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            path = pathlib.PurePosixPath(file.relative_to(root).as_posix())
            found += violations_of(path, file.read_text(encoding="utf-8"))
    return found


def violations_of(path: pathlib.PurePosixPath, text: str) -> list[str]:
    found = []
    room = room_of(path)
    for mark, header in INCLUDE.findall(text):
        if mark == '"':
            other = room_of(pathlib.PurePosixPath(header))
            if other is None:
                found.append(f"{path}: {header} is in no room (include from "
                             "the root)")
            elif other != room and other not in ALLOWED[room]:
                found.append(f"{path}: {room} may not know {header}")
        else:
            for part, pattern in FORBIDDEN_SYSTEM.items():
                if (str(path).startswith(part + "/")
                        and not str(path).startswith(EXEMPT_FROM_FORBIDDEN)
                        and pattern.match(header)):
                    found.append(f"{path}: <{header}> has no place in {part}")
    return found


def check_the_check() -> None:
    """The rules must catch what they are for."""
    bad = [
        ("engine/text/a.cc", '#include "engine/index/b.h"'),
        ("engine/index/a.h", '#include "engine/retrieval/b.h"'),
        ("platform/file/a.h", '#include "daemon/error.h"'),
        ("platform/file/a.h", '#include "engine/result.h"'),
        ("engine/answer/a.h", '#include "daemon/ask/ask.h"'),
        ("engine/text/a.h", "#include <chrono>"),
        ("engine/text/a.h", '#include "a.h"'),
        ("daemon/collections/a.h", '#include "daemon/protocol/b.h"'),
        ("daemon/protocol/a.h", "#include <boost/asio/post.hpp>"),
        ("daemon/protocol/methods/a.cc", "#include <boost/asio/post.hpp>"),
    ]
    for path, text in bad:
        if not violations_of(pathlib.PurePosixPath(path), text):
            sys.exit(f"the layering check missed {text} in {path}")
    socket_file = pathlib.PurePosixPath("daemon/protocol/unix_socket/a.cc")
    if violations_of(socket_file, "#include <boost/asio/post.hpp>"):
        sys.exit(f"the layering check refused asio in {socket_file}")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_the_check()
    found = violations(pathlib.Path(sys.argv[1]))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
