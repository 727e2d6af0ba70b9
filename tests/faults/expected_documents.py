"""The documents that a daemon may hold: for each document the last acknowledged
version, or a version that a later, unacknowledged request asked for.
"""

import dataclasses

from sample_documents import Document


@dataclasses.dataclass
class Change:
    """A request: after it `name` is `document`, or does not exist."""
    collection: str
    name: str
    document: Document | None
    is_acknowledged: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return (self.collection, self.name)


class ExpectedDocuments:
    def __init__(self):
        self._changes: dict[tuple[str, str], list[Change]] = {}

    def request(self, collection: str, name: str,
                document: Document | None) -> Change:
        change = Change(collection, name, document)
        self._changes.setdefault(change.key, []).append(change)
        return change

    def withdraw(self, change: Change) -> None:
        """The daemon refused the request, so nothing changed."""
        changes = self._changes[change.key]
        del changes[next(at for at, other in enumerate(changes)
                         if other is change)]
        if not changes:
            del self._changes[change.key]

    def keys(self) -> list[tuple[str, str]]:
        return list(self._changes)

    def latest(self, collection: str, name: str) -> Document | None:
        """The state after all requests are carried out."""
        changes = self._changes.get((collection, name))
        return changes[-1].document if changes else None

    def present(self, collection: str) -> list[str]:
        return [name for (where, name), changes in self._changes.items()
                if where == collection and changes[-1].document is not None]

    def acceptable(self, key: tuple[str, str]) -> list[Document | None]:
        """Requests for one document are carried out in order. So an
        acknowledged request settles those before it."""
        documents: list[Document | None] = [None]
        for change in self._changes.get(key, []):
            if change.is_acknowledged:
                documents = []
            documents.append(change.document)
        return documents

    def settle(self, found: dict[tuple[str, str], str]) -> list[str]:
        """Compares with the daemon's documents (SHA-256 by document). Returns
        the differences. From then on exactly these documents are expected."""
        problems = [f"{key}: nobody asked for it"
                    for key in found if key not in self._changes]
        for key in self.keys():
            acceptable = self.acceptable(key)
            matching = [document for document in acceptable
                        if (document.sha256 if document else None) ==
                        found.get(key)]
            if not matching:
                problems.append(f"{key}: found {found.get(key)}, acceptable "
                                f"{acceptable}")
                continue
            self._changes[key] = [Change(*key, matching[-1], True)]
        return problems
