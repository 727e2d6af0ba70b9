// How a store of collections is set up.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/files/forward_clock.h"
#include "daemon/error.h"
#include "daemon/jobs/job_board.h"

namespace answerbox::daemon {

// What the address space has room for. With 32 bits, 3 GiB are left to a
// process: room for as much again while merging, and for everything else.
inline constexpr std::uint64_t kMaxMappedBytes =
    sizeof(void*) == 4 ? std::uint64_t{1} << 30 : std::uint64_t{1} << 46;

struct StoreOptions {
  std::filesystem::path state_dir{};
  CollectionSettings defaults{};  // Of collections made by adding to them.
  std::size_t writer_memory_bytes = std::size_t{8} << 20;  // Per new segment.
  std::size_t merge_memory_bytes = std::size_t{8} << 20;
  std::size_t max_collections = 64;
  std::size_t max_documents = 1'000'000;  // In all collections.
  std::size_t max_queued_changes = 4096;  // More: kBusy.
  // Of segment files, all together; while some are merged, their result is
  // mapped beside them.
  std::uint64_t max_mapped_bytes = kMaxMappedBytes;
  // Of documents on their way in, all together; what does not fit is in files.
  std::size_t held_upload_bytes = std::size_t{8} << 20;
  // Within this time the text of removed and replaced documents is in no file
  // any more.
  std::chrono::seconds erase_after = std::chrono::hours{24};
  ClockReader clock = ReadSystemClocks;
  // Lists the background work under way; outlives the store. Null: nobody asks.
  JobBoard* jobs = nullptr;
  // Told once of what keeps segments from being merged or rebuilt in the
  // background, as damage, or want of room to rebuild one; from a thread of the
  // store's. Null: nobody is.
  std::function<void(const Error&)> on_fault = {};
};

}  // namespace answerbox::daemon
