// The file that lists the segments of a collection and their removed documents.
// Replacing it commits a change. docs/state-directory.md, "Manifest", specifies
// its lines; this file is their only reader and writer.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/names.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "engine/result.h"

namespace answerbox::daemon {

// Documents `first` to `last`, both included.
struct DocumentRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct ManifestSegment {
  std::uint64_t number = 0;
  std::uint64_t file_bytes = 0;
  std::uint32_t documents = 0;
  std::vector<DocumentRange> removed;  // Ascending, never adjacent.
  // Time of the first removal. Nothing when `removed` is empty.
  std::optional<std::chrono::sys_seconds> removed_since;
};

struct Manifest {
  CollectionSettings settings;  // Without synonyms and guard themselves.
  std::uint64_t snapshot = 0;
  std::vector<ManifestSegment> segments;  // In document order.
  std::optional<SynonymsEntry> synonyms = {};
  std::optional<GuardEntry> guard = {};
  std::optional<BeforeEntry> before = {};
};

[[nodiscard]] Manifest Describe(const Snapshot& snapshot);

[[nodiscard]] std::string EncodeManifest(const Manifest& manifest);

// Accepts exactly the texts that EncodeManifest gives. Allocates memory in
// proportion to the size of `text`. Errors: kTruncated; kCorrupt;
// kUnsupportedVersion for other versions and for unreleased forms of version 1.
[[nodiscard]] engine::Result<Manifest> ParseManifest(std::string_view text);

// Reads the file. Errors: kStorage; kCorrupt, also if it is missing.
[[nodiscard]] Result<Manifest> ReadManifest(const std::filesystem::path& path);

// The manifest to which a rollback returns: that of the snapshot, without what
// was before it. One generation is kept.
[[nodiscard]] std::string EncodeBefore(const Snapshot& snapshot);

// Reads the file that EncodeBefore's text went to. Errors: kStorage; kCorrupt.
[[nodiscard]] Result<std::shared_ptr<const StoredBefore>> OpenStoredBefore(
    const std::filesystem::path& folder, const BeforeEntry& entry);

// Describes the text that EncodeBefore gave for a file of this number. Errors:
// as ParseManifest.
[[nodiscard]] engine::Result<std::shared_ptr<const StoredBefore>>
DescribeBefore(const BeforeEntry& entry, std::string_view text);

// Times that the removals of a manifest are compared with.
struct OpeningTimes {
  std::chrono::sys_seconds now{};
  std::chrono::seconds erase_after{0};
};

// Opens a segment and compares it with its entry in the manifest, which repeats
// what the segment says: a file of another collection or time is not mistaken
// for it. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<Snapshot::Segment> OpenNamedSegment(
    const std::filesystem::path& folder, const ManifestSegment& entry,
    const CollectionSettings& settings, const OpeningTimes& times);

}  // namespace answerbox::daemon
