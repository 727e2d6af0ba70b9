#!/usr/bin/env python3
"""Fails if a folder includes a header of a room that it may not include.

usage: check_layering.py ROOT

The rooms, and which rooms each may include, are in docs/architecture.md,
"Rooms". A room may always include itself. A header directly in engine/,
platform/, protocol/, daemon/, client/ or lab/ belongs to that whole house.
"""

import pathlib
import re
import sys

# Room -> rooms that it may include, besides itself. A room covers the folders
# below it unless they are rooms of their own.
ENGINE = ["engine", "engine/numeric", "engine/text"]
FORMAT = [*ENGINE, "engine/index/format"]
POSTINGS = [*FORMAT, "engine/index/postings"]
TERMS = [*POSTINGS, "engine/index/terms"]
READING = [*TERMS, "engine/index/reading"]
RETRIEVAL = [*READING, "engine/retrieval"]
EVIDENCE = [*RETRIEVAL, "engine/answer/evidence"]
MODEL = [*EVIDENCE, "engine/answer/model"]
CONFIDENCE = [*MODEL, "engine/answer/units"]
ANSWER = [*CONFIDENCE, "engine/answer/confidence", "engine/answer/ranking",
          "engine/answer/spans", "engine/words"]
CONTRADICTIONS = ["engine/grounding/contradictions",
                  "engine/grounding/quantities", "engine/grounding/words"]
INDEX = [*READING, "engine/index/writing", "engine/index/merging"]
FILES = ["platform", "platform/file"]
COLLECTION_FILES = ["daemon", *INDEX, "engine/words", *FILES,
                    "daemon/collections/files", "platform/memory"]
SNAPSHOTS = [*COLLECTION_FILES, "engine/retrieval",
             "daemon/collections/snapshots"]
PACKS = [*SNAPSHOTS, "daemon/collections/packs"]
CHANGES = [*PACKS, "daemon/collections/changes"]
COMMANDS = ["client", "client/backup", "client/convert", "client/convert/document",
            "client/convert/recognition",
            "client/rpc", "client/doctor", "client/setup", "client/ingest", "client/terminal", "client/energy",
            "client/evaluate", "client/exam", "client/exam/make",
            "client/input", "engine", "engine/gathering",
            "engine/retrieval", "engine/text", "engine/words", *FILES, "platform/certificate"]

METHODS = ["daemon", "daemon/cascade", "daemon/cascade/codec",
           "daemon/generation", "daemon/identity",
           "daemon/dispatch", "daemon/shares", "daemon/collections",
           "daemon/collections/files", "daemon/collections/snapshots",
           "daemon/collections/packs", "daemon/collections/changes",
           "daemon/audit", "daemon/energy",
           "daemon/exam", "daemon/inbox", *READING, "engine/exam", "engine/answer/model",
           "engine/answer/units", "engine/ask", "engine/gathering",
           "engine/grounding", "engine/grounding/contradictions",
           "engine/latent", "engine/selection", *FILES,
           "platform/memory", "platform/power", "daemon/methods",
           "daemon/methods/ask", "daemon/methods/documents",
           "daemon/methods/energy", "daemon/methods/exam",
           "daemon/methods/gathering", "daemon/methods/model",
           "daemon/methods/records", "daemon/methods/users"]

ALLOWED = {
    "engine": [],
    "engine/numeric": ["engine"],
    "engine/text": ["engine"],
    "engine/index/format": ENGINE,
    "engine/index/postings": FORMAT,
    "engine/index/terms": POSTINGS,
    "engine/index/reading": TERMS,
    "engine/index/writing": READING,
    "engine/index/merging": [*READING, "engine/index/writing"],
    "engine/retrieval": READING,
    "engine/words": [*RETRIEVAL, "engine/grounding/quantities",
                     "engine/grounding/words"],
    "engine/language_model": RETRIEVAL,
    "engine/answer/evidence": RETRIEVAL,
    "engine/answer/model": EVIDENCE,
    "engine/answer/confidence": CONFIDENCE,
    "engine/answer/ranking": [*MODEL, "engine/answer/confidence"],
    "engine/answer/spans": [*MODEL, "engine/grounding/words"],
    "engine/answer/units": MODEL,
    "engine/ask": [*ANSWER, *CONTRADICTIONS],
    "engine/selection": ["engine", "engine/numeric"],
    "engine/latent": [*RETRIEVAL, "engine/selection"],
    "engine/gathering": [*ANSWER, "engine/ask", "engine/language_model",
                         "engine/latent", "engine/selection"],
    "engine/grounding": [*ANSWER, "engine/ask", "engine/language_model",
                         *CONTRADICTIONS],
    "engine/grounding/contradictions": [*ENGINE, "engine/grounding/quantities",
                                        "engine/grounding/words"],
    "engine/grounding/quantities": ["engine/text"],
    "engine/grounding/words": ["engine/text", "engine/answer/evidence",
                               "engine/grounding/quantities"],
    "engine/exam": [*ANSWER, "engine/ask", *CONTRADICTIONS],
    "platform": [],
    "platform/file": ["platform"],
    "platform/memory": ["platform"],
    "platform/power": FILES,
    "platform/service": ["platform"],
    "platform/certificate": FILES,
    "platform/tls": ["platform", "platform/certificate"],
    "protocol": [],
    "protocol/account": ["protocol", "protocol/calls", "protocol/json"],
    "protocol/audit": ["protocol", "protocol/names", "engine", "engine/text",
                       *FILES],
    "protocol/calls": ["protocol"],
    "protocol/exam": ["protocol", "protocol/calls", "protocol/json"],
    "protocol/generation": ["engine", "engine/exam", "engine/text"],
    "protocol/json": ["protocol", "protocol/calls", "engine/text"],
    "protocol/names": ["engine", "engine/text"],
    "protocol/pack": ["protocol", "protocol/audit", "protocol/names", "engine",
                      "engine/text"],
    "protocol/pictures": ["engine", "engine/index/format"],
    "protocol/reply": [],
    "daemon": ["engine", "engine/text", "engine/answer/evidence", *FILES, "platform/power",
               "platform/service", "daemon/options", "daemon/collections",
               "daemon/collections/files", "daemon/collections/snapshots",
               "daemon/audit", "daemon/cascade",
               "daemon/cascade/codec", "daemon/energy", "daemon/exam",
               "daemon/identity", "daemon/dispatch", "daemon/methods", "daemon/service",
               "daemon/protocol/unix_socket", "daemon/protocol/mqtt/journal",
               "daemon/protocol/mqtt/tcp", "daemon/protocol/tcp",
               "daemon/protocol/http/codec", "daemon/protocol/http/metrics",
               "daemon/protocol/http/tcp",
               "platform/tls", "engine/ask", "engine/gathering"],
    # Headers of settings alone: they include nothing of Asio.
    "daemon/options": ["daemon", "daemon/audit", "daemon/cascade",
                       "daemon/cascade/codec", "daemon/collections/files",
                       "daemon/dispatch", "daemon/energy", "daemon/exam", "daemon/inbox",
                       "daemon/protocol/mqtt/tcp", "daemon/protocol/unix_socket",
                       "daemon/protocol/http/codec",
                       "engine/ask", *ENGINE, *FILES, "platform/power",
                       "platform/service"],
    "daemon/collections/files": COLLECTION_FILES,
    "daemon/collections/snapshots": SNAPSHOTS,
    "daemon/collections/packs": PACKS,
    "daemon/collections/changes": CHANGES,
    "daemon/collections/background": CHANGES,
    "daemon/collections": [*CHANGES, "daemon/collections/background"],
    "daemon/audit": ["daemon", "engine", "engine/text",
                     *FILES, "platform/service"],
    "daemon/cascade/codec": ["daemon", "engine", "engine/text"],
    "daemon/cascade": ["daemon", "daemon/cascade/codec", "platform",
                       "platform/power", "platform/service"],
    "daemon/energy": ["daemon", "daemon/identity", "engine", "engine/index/format", *FILES,
                      "platform/power", "platform/service"],
    "daemon/exam": ["daemon", "daemon/collections",
                    "daemon/collections/files",
                    "daemon/collections/snapshots", "daemon/collections/packs",
                    "daemon/collections/changes",
                    "platform/file", "platform/service",
                    *READING, "engine/ask", "engine/exam"],
    "daemon/identity": ["daemon", *FILES],
    "daemon/inbox": ["daemon", "daemon/collections/files", *FILES],
    "daemon/shares": ["platform/service"],
    "daemon/dispatch": ["daemon", "daemon/identity", "daemon/shares",
                        "platform/service"],
    "daemon/generation": ["engine", "engine/exam", "engine/text"],
    "daemon/methods": METHODS,
    "daemon/methods/ask": METHODS,
    "daemon/methods/documents": METHODS,
    "daemon/methods/energy": METHODS,
    "daemon/methods/exam": METHODS,
    "daemon/methods/gathering": METHODS,
    "daemon/methods/model": METHODS,
    "daemon/methods/records": METHODS,
    "daemon/methods/users": METHODS,
    "daemon/service": ["daemon", "daemon/dispatch", "platform",
                       "platform/service"],
    "daemon/protocol": ["daemon", "daemon/dispatch", "engine",
                        "engine/text"],
    "daemon/protocol/tcp": ["daemon", "daemon/shares", "daemon/identity",
                            "daemon/dispatch", "platform",
                            "platform/service", "platform/tls"],
    "daemon/protocol/http/codec": ["daemon", "daemon/identity",
                                   "daemon/protocol/http/metrics",
                                   "daemon/dispatch", "daemon/protocol",
                                   "engine", "engine/text"],
    "daemon/protocol/http/tcp": ["daemon", "daemon/shares", "daemon/identity",
                                 "daemon/dispatch", "daemon/service",
                                 "daemon/protocol", "daemon/protocol/tcp",
                                 "daemon/protocol/http/codec",
                                 "daemon/protocol/http/page", "platform",
                                 "platform/service", "platform/tls"],
    "daemon/protocol/mqtt/codec": ["protocol/names", "engine", "engine/text"],
    "daemon/protocol/mqtt/broker": ["daemon", "daemon/shares",
                                    "daemon/protocol/mqtt/codec"],
    "daemon/protocol/mqtt/journal": ["daemon",
                                     "daemon/protocol/mqtt/broker",
                                     "daemon/protocol/mqtt/codec", "engine",
                                     "engine/index/format", *FILES,
                                     "platform/service"],
    "daemon/protocol/mqtt/requests": ["daemon", "daemon/identity", "daemon/dispatch", "daemon/protocol",
                                      "daemon/protocol/mqtt/broker",
                                      "daemon/protocol/mqtt/codec"],
    "daemon/protocol/mqtt/tcp": ["daemon", "daemon/shares",
                                 "daemon/identity", "daemon/dispatch", "daemon/service",
                                 "daemon/protocol/mqtt/broker",
                                 "daemon/protocol/mqtt/codec",
                                 "daemon/protocol/mqtt/journal",
                                 "daemon/protocol/mqtt/requests",
                                 "daemon/protocol/tcp", "platform",
                                 "platform/service", "platform/tls"],
    "daemon/protocol/http/metrics": ["daemon", "daemon/audit",
                                     "daemon/collections/snapshots",
                                     "daemon/energy", "daemon/shares",
                                     "engine/text", "platform/power",
                                     "platform/tls"],
    "daemon/protocol/http/page": ["engine", "engine/text"],
    "daemon/protocol/unix_socket": ["daemon", "daemon/identity",
                                    "daemon/dispatch", "daemon/protocol",
                                    "daemon/service",
                                    "platform", "platform/service"],
    "client": ["client/commands"],
    "client/process": ["platform"],
    "client/backup": ["client", "client/process", "client/terminal",
                      "engine/text", *FILES],
    "client/convert/document": ["client", "engine", "engine/text"],
    "client/convert/markup": ["client", "client/convert/document", "engine",
                              "engine/text"],
    "client/convert/layout/lines": ["client/convert/document", "engine",
                                    "engine/text"],
    "client/convert/layout/ruled": ["client/convert/layout/lines"],
    "client/convert/layout": ["client/convert/document",
                              "client/convert/layout/lines",
                              "client/convert/layout/ruled", "engine",
                              "engine/text"],
    "client/convert/tags": ["client/convert/layout",
                            "client/convert/layout/lines", "engine/text"],
    "client/convert/recognition": ["client", "client/convert/layout/lines",
                                   "client/process", "engine", "engine/text",
                                   *FILES],
    "client/convert/pdf": ["client", "client/convert/document",
                           "client/convert/layout",
                           "client/convert/layout/lines",
                           "client/convert/recognition", "client/convert/tags",
                           "client/process", "engine", "engine/text",
                           "platform"],
    "client/convert/package": ["client", "client/convert/document",
                               "client/convert/markup", "engine",
                               "engine/text"],
    "client/convert": ["client", "client/convert/document",
                       "client/convert/markup", "client/convert/package",
                       "client/convert/pdf",
                       "client/convert/recognition", "client/process",
                       "engine", "engine/text", "platform"],
    "client/rpc": ["client", *FILES],
    "client/ingest": ["client", "client/convert", "client/convert/document",
                      "client/convert/pdf", "client/convert/recognition", "client/rpc", "daemon",
                      "engine", "engine/text", *FILES],
    "client/terminal": ["engine", "engine/text"],
    "client/setup": ["client", "client/doctor", "client/energy", "client/input",
                     "client/process", "client/rpc", "daemon",
                     "daemon/options", *FILES, "platform/certificate",
                     "platform/service"],
    "client/exam/make": ["client", "client/exam", "client/rpc", "client/terminal",
                         "engine/text"],
    "client/doctor": ["client", "client/input", "client/process", "client/rpc",
                      "client/terminal", "daemon", "daemon/cascade/codec",
                      "daemon/options", *FILES, "platform/certificate",
                      "platform/power", "platform/service", "platform/tls"],
    "client/energy": ["client", "client/rpc", "client/terminal"],
    "client/input": ["client", "engine/text"],
    "client/evaluate": ["client", "client/input", "client/rpc",
                        "client/terminal", "engine/text"],
    "client/exam": ["client", "client/input", "client/rpc", "client/terminal",
                    "engine/text"],
    "client/commands": [*COMMANDS, "client/commands/ask",
                        "client/commands/audit",
                        "client/commands/care",
                        "client/commands/backup",
                        "client/commands/certificate",
                        "client/commands/convert",
                        "client/commands/documents",
                        "client/commands/exam",
                        "client/commands/ground", "client/commands/pack"],
    "client/commands/ask": ["client/commands", *COMMANDS],
    "client/commands/audit": ["client/commands", *COMMANDS],
    "client/commands/care": ["client/commands", "platform/service", *COMMANDS],
    "client/commands/backup": ["client/commands", *COMMANDS],
    "client/commands/certificate": ["client/commands", *COMMANDS],
    "client/commands/convert": ["client/commands", *COMMANDS],
    "client/commands/documents": ["client/commands", *COMMANDS],
    "client/commands/exam": ["client/commands", *COMMANDS],
    "client/commands/ground": ["client/commands", *COMMANDS],
    "client/commands/pack": ["client/commands", *COMMANDS,
                             "client/commands/certificate"],
}

# The laboratory may know everything; nothing may know the laboratory. Its rooms
# with measures and baselines know no file format and no engine.
LAB = ["lab", "lab/exam", "lab/evaluate", "lab/evaluate/corpus",
       "lab/evaluate/gathering", "lab/evaluate/grounding",
       "lab/evaluate/measures", "lab/evaluate/report", "lab/evaluate/run",
       "lab/evaluate/baselines", "lab/commands", "lab/training"]
ALLOWED.update({room: [*LAB, *ALLOWED] for room in LAB})
ALLOWED["lab/evaluate/baselines"] = []
ALLOWED["lab/evaluate/measures"] = ["lab/evaluate"]

# What the daemon and its clients both speak is for all their rooms, but for
# the codec of MQTT, which knows bytes alone.
PROTOCOL = ["protocol", "protocol/account", "protocol/audit", "protocol/calls", "protocol/exam",
            "protocol/generation", "protocol/json", "protocol/names", "protocol/pack",
            "protocol/pictures", "protocol/reply"]
WITHOUT_PROTOCOL = ("daemon/protocol/mqtt/codec",)
for room, others in ALLOWED.items():
    if (room.startswith(("daemon", "client"))
            and room not in WITHOUT_PROTOCOL):
        ALLOWED[room] = [*others, *PROTOCOL]

# Headers of the outside that codecs, the engine and ingest must not include.
ASIO = re.compile(r"boost/asio")
FORBIDDEN_SYSTEM = {
    "engine": re.compile(
        r"boost/(asio|json|beast)|thread|mutex|fstream|iostream|chrono|"
        r"filesystem|unistd|sys/"),
    "platform/certificate": ASIO,
    "protocol": re.compile(r"boost/(asio|beast)"),
    "daemon/cascade/codec": re.compile(r"boost/(asio|beast)"),
    "daemon/methods": ASIO,
    "daemon/protocol": ASIO,
    "client/ingest": re.compile(r"CLI|iostream"),
}
EXEMPT_FROM_FORBIDDEN = (
    # The sockets of the protocol.
    "daemon/protocol/unix_socket/",
    "daemon/protocol/mqtt/tcp/",
    "daemon/protocol/tcp/",
    "daemon/protocol/http/tcp/",
    # Posts answers to the thread of the sockets.
    "daemon/protocol/mqtt/requests/",
    # Ask which instructions an ARM processor has.
    "engine/index/postings/block_codec.cc",
    "engine/index/format/crc32c_instruction.cc",
)

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


# Only files directly in these folders belong to the whole house.
HOUSES = ("engine", "platform", "protocol", "daemon", "client", "lab")


def room_of(path: pathlib.PurePosixPath) -> str | None:
    for folder in path.parents:
        room = str(folder)
        if room in ALLOWED and (room not in HOUSES or folder == path.parent):
            return room
    return None


def violations(root: pathlib.Path) -> list[str]:
    found = []
    for house in HOUSES:
        for file in sorted((root / house).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            path = pathlib.PurePosixPath(file.relative_to(root).as_posix())
            found += violations_of(path, file.read_text(encoding="utf-8"))
    return found


def violations_of(path: pathlib.PurePosixPath, text: str) -> list[str]:
    found = []
    room = room_of(path)
    if room is None:
        return [f"{path}: is in no room"]
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
    """The rules must catch the errors for which they are made."""
    bad = [
        ("engine/text/a.cc", '#include "engine/index/format/b.h"'),
        ("engine/index/format/a.h", '#include "engine/index/reading/b.h"'),
        ("engine/index/reading/a.h", '#include "engine/retrieval/b.h"'),
        ("engine/index/a.h", '#include "engine/result.h"'),
        ("platform/file/a.h", '#include "protocol/error.h"'),
        ("platform/file/a.h", '#include "engine/result.h"'),
        ("platform/tls/a.h", '#include "platform/service/journal.h"'),
        ("platform/certificate/a.h", '#include "platform/tls/tls_error.h"'),
        ("platform/certificate/a.h", "#include <boost/asio/post.hpp>"),
        ("engine/answer/model/a.h", '#include "engine/ask/ask.h"'),
        ("engine/ask/a.h", '#include "protocol/error.h"'),
        ("daemon/audit/a.h", '#include "client/rpc/connection.h"'),
        ("engine/text/a.h", "#include <chrono>"),
        ("engine/text/a.h", '#include "a.h"'),
        ("daemon/collections/a.h", '#include "daemon/protocol/b.h"'),
        ("daemon/protocol/a.h", "#include <boost/asio/post.hpp>"),
        ("daemon/methods/a.cc", "#include <boost/asio/post.hpp>"),
        ("daemon/methods/a.cc", '#include "daemon/protocol/json_rpc.h"'),
        ("daemon/dispatch/a.h", '#include "daemon/protocol/json_rpc.h"'),
        ("daemon/cascade/codec/a.h", "#include <boost/beast/http.hpp>"),
        ("daemon/cascade/codec/a.h", '#include "daemon/dispatch/reply.h"'),
        ("daemon/cascade/a.h", '#include "daemon/methods/services.h"'),
        ("daemon/dispatch/a.h", '#include "daemon/methods/services.h"'),
        ("daemon/service/a.h",
         '#include "daemon/protocol/unix_socket/server.h"'),
        ("daemon/service/a.h", '#include "daemon/methods/services.h"'),
        ("daemon/identity/a.h", '#include "daemon/dispatch/method.h"'),
        ("protocol/json/a.h", '#include "daemon/dispatch/method.h"'),
        ("daemon/protocol/a.h", '#include "daemon/methods/services.h"'),
        ("daemon/protocol/unix_socket/a.h",
         '#include "daemon/methods/services.h"'),
        ("daemon/protocol/mqtt/codec/a.h", '#include "protocol/error.h"'),
        ("daemon/protocol/mqtt/codec/a.cc",
         "#include <boost/asio/buffer.hpp>"),
        ("client/ingest/a.cc", '#include "client/terminal/b.h"'),
        ("client/ingest/a.cc", "#include <CLI/CLI.hpp>"),
        ("lab/evaluate/measures/a.cc", '#include "engine/profile.h"'),
        ("client/exam/a.cc", '#include "lab/exam/b.h"'),
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
