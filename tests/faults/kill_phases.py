"""The phase in which a daemon was killed, from the files that it left in its
state directory.
"""

import collections
import pathlib
import re

_SEGMENT_LINE = re.compile(rb"^segment (\d+) ", re.MULTILINE)

ADDING = "adding in flight"
REPLACING = "replacing in flight"
REMOVING = "removing in flight"
COMPACTING = "compacting in flight"
DROPPING = "dropping a collection in flight"
STARTING = "clearing up after the last kill"
UPLOAD = "left: a large document's spool file"
NEW_SEGMENT = "left: a new segment no manifest names"
MERGE_OUTPUT = "left: a merge's output no manifest names"
MANIFEST = "left: a manifest not yet in place"
REPLACED = "left: segments already replaced"
STAGED = "left: a collection not yet in place"
DROPPED = "left: a collection half dropped"

ALL = (ADDING, REPLACING, REMOVING, COMPACTING, DROPPING, STARTING, UPLOAD,
       NEW_SEGMENT, MERGE_OUTPUT, MANIFEST, REPLACED, STAGED, DROPPED)
# Even a short run must have hit these phases.
REQUIRED = (ADDING, REPLACING, REMOVING, COMPACTING, UPLOAD, NEW_SEGMENT,
            MERGE_OUTPUT, MANIFEST, REPLACED)


def phases_left(state_dir: pathlib.Path, pending_markers: set[str]
                ) -> set[str]:
    """`pending_markers`: words of the documents that were being added."""
    phases = set()
    if any((state_dir / "incoming").glob("*.upload")):
        phases.add(UPLOAD)
    for folder in (state_dir / "collections").iterdir():
        if folder.name.startswith(".new-"):
            phases.add(STAGED)
        elif folder.name.startswith(".dropped-"):
            phases.add(DROPPED)
        else:
            phases |= _phases_of_collection(folder, pending_markers)
    return phases


def _phases_of_collection(folder: pathlib.Path, pending_markers: set[str]
                          ) -> set[str]:
    phases = set()
    if (folder / "manifest.new").exists():
        phases.add(MANIFEST)
    manifest = (folder / "manifest").read_bytes()
    named = {int(number) for number in _SEGMENT_LINE.findall(manifest)}
    markers = {marker.encode() for marker in pending_markers}
    for file in folder.glob("*.segment"):
        number = int(file.stem)
        if number in named:
            continue
        if named and number < max(named):
            phases.add(REPLACED)
            continue
        content = file.read_bytes()
        is_new = any(marker in content for marker in markers)
        # A segment without text yet is a new one if documents were being added.
        is_empty = b" is kept beside " not in content
        phases.add(NEW_SEGMENT if is_new or (is_empty and markers)
                   else MERGE_OUTPUT)
    return phases


class PhaseTable:
    """The number of kills that hit each phase. One kill may hit several."""

    def __init__(self):
        self._counts = collections.Counter()
        self.kills = 0

    def add(self, phases: set[str]) -> None:
        self.kills += 1
        self._counts.update(phases)

    def never_hit(self, phases: tuple[str, ...]) -> list[str]:
        return [phase for phase in phases if self._counts[phase] == 0]

    def __str__(self) -> str:
        lines = [f"{'what the kill hit':<44}{'kills':>6}"]
        lines += [f"{phase:<44}{self._counts[phase]:>6}" for phase in ALL]
        lines.append(f"{'kills in all':<44}{self.kills:>6}")
        return "\n".join(lines)
