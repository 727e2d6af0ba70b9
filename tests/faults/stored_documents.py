"""The documents of a running daemon, read back in full."""

import hashlib

from answerboxd import Answerboxd
from connection import Connection
from expected_documents import ExpectedDocuments

PART_BYTES = 256 * 1024


def read_documents(connection: Connection) -> dict[tuple[str, str], str]:
    """SHA-256 by collection and name, computed from the text. Also verifies
    every collection."""
    found = {}
    for collection in connection.call("collections.list")["collections"]:
        where = collection["name"]
        connection.call("collections.verify", collection=where)
        for document in list_documents(connection, where):
            digest = digest_of_text(connection, where, document["name"])
            if digest != document["sha256"]:
                raise AssertionError(f"{where}/{document['name']}: listed with "
                                     f"another SHA-256 than its text has")
            found[where, document["name"]] = digest
    return found


def list_documents(connection: Connection, collection: str) -> list[dict]:
    documents = []
    after = None
    while True:
        page = connection.call("documents.list", collection=collection,
                               **({"after": after} if after else {}))
        documents += page["documents"]
        after = page["next"]
        if after is None:
            return documents


def digest_of_text(connection: Connection, collection: str, name: str) -> str:
    digest = hashlib.sha256()
    begin = 0
    while True:
        part = connection.call("documents.text", collection=collection,
                               name=name, begin=begin,
                               end=begin + PART_BYTES)
        digest.update(part["text"].encode())
        begin = part["end"]
        if begin >= part["bytes"]:
            return digest.hexdigest()


def problems_with(daemon: Answerboxd, expected: ExpectedDocuments
                  ) -> list[str]:
    """Reads everything back and settles the expectations. Then asks about each
    collection."""
    with daemon.connect() as connection:
        found = read_documents(connection)
        problems = expected.settle(found)
        if problems:
            return problems
        for collection in sorted({where for where, _ in found}):
            problems += _problems_with_answer(connection, expected, collection)
        return problems


def _problems_with_answer(connection: Connection, expected: ExpectedDocuments,
                          collection: str) -> list[str]:
    name = expected.present(collection)[-1]
    document = expected.latest(collection, name)
    answer = connection.call("ask", collection=collection, theta=0,
                             form="sentence", question=document.question)
    if answer["answered"] and answer["answer"]["document"] == name and \
            document.marker in answer["answer"]["sentence"]:
        return []
    return [f"{collection}: asked {document.question!r} of {name}, got "
            f"{answer}"]
