// Finds documents of a snapshot by name.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/collections/snapshots/summaries.h"
#include "daemon/error.h"

namespace answerbox::daemon {

struct DocumentPlace {
  std::size_t segment = 0;  // Index into the list of segments.
  engine::DocumentNumber document = 0;
};

// The live document of that name, if there is one. A binary search in each
// segment, the newest first. Allocates nothing. Errors: kCorrupt.
[[nodiscard]] Result<std::optional<DocumentPlace>> FindDocument(
    std::span<const Snapshot::Segment> segments, std::string_view name);

// At most `limit` live documents with names after `after`, sorted by name.
// Merges the segments' orders of names from `after` on, so each page of a long
// list costs the same. Errors: kCorrupt.
[[nodiscard]] Result<std::vector<DocumentSummary>> ListDocuments(
    std::string_view collection, const Snapshot& snapshot,
    std::string_view after, std::size_t limit);

}  // namespace answerbox::daemon
