// Summaries of documents, of a collection, and of pending erasing, for callers
// of the store. Also finds documents of a snapshot by name.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "protocol/account/word_account.h"

namespace answerbox::daemon {

struct DocumentSummary {
  std::string name;
  std::string collection;
  bool replaced = false;
  std::uint64_t bytes = 0;
  engine::Sha256 sha256{};
  std::uint32_t chunks = 0;
  std::uint32_t sentences = 0;
  std::uint32_t pages = 0;
  std::uint32_t blocks = 0;
  std::uint32_t pictures = 0;  // Of its pages.
  // For a document that was just added, this holds only the total.
  std::optional<protocol::WordAccount> account = {};
};

// A part of the list of a collection's documents.
struct DocumentPage {
  std::vector<DocumentSummary> documents;
  bool has_more = false;  // The collection has documents after them.
};

// A list ends early once the accounts in it have this many pages.
inline constexpr std::size_t kMaxListedPages = 1000;

// The result of a committed staged change.
struct StagedSummary {
  std::uint64_t snapshot = 0;          // Number that the change made.
  std::vector<DocumentSummary> added;  // In the order of the change,
  std::vector<std::string> removed;    // and so are these.
};

struct CollectionSummary {
  std::string name;
  CollectionSettings settings;
  std::uint64_t documents = 0;
  std::uint64_t chunks = 0;
  std::uint64_t sentences = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t disk_bytes = 0;
  std::uint64_t page_bytes = 0;  // Of these: pictures of pages.
  std::size_t segments = 0;
  std::size_t old_segments = 0;  // They have an earlier format.
  std::uint64_t snapshot = 0;
};

// Documents that were removed or replaced and whose text is still in files.
struct PendingErasure {
  std::uint64_t documents = 0;
  std::uint64_t text_bytes = 0;
  // When the first of them must be erased, by the wall clock as it is set now.
  std::optional<std::chrono::sys_seconds> due{};
  std::string problem{};  // Why the last attempt failed; empty: it did not.
};

// Errors: kCorrupt.
[[nodiscard]] Result<DocumentSummary> Summarize(
    std::string_view collection, const StoredSegment& segment,
    engine::DocumentNumber document);

// Linear in the documents that have page pictures.
[[nodiscard]] CollectionSummary Summarize(std::string_view collection,
                                          const Snapshot& snapshot);

struct DocumentPlace {
  std::size_t segment = 0;  // Index into the list of segments.
  engine::DocumentNumber document = 0;
};

// Returns the live document of that name, if there is one. A binary search in
// each segment, the newest first. Allocates nothing. Errors: kCorrupt.
[[nodiscard]] Result<std::optional<DocumentPlace>> FindDocument(
    std::span<const Snapshot::Segment> segments, std::string_view name);

// Returns at most `limit` live documents with names after `after`, sorted by
// name. Merges the segments' orders of names from `after` on, so each page of a
// long list costs the same. Errors: kCorrupt.
[[nodiscard]] Result<DocumentPage> ListDocuments(std::string_view collection,
                                                 const Snapshot& snapshot,
                                                 std::string_view after,
                                                 std::size_t limit);

}  // namespace answerbox::daemon
