// Additions and removals of one collection's documents that wait until all of
// them are there, and are then made as one change, or not at all. The documents
// wait in files (docs/state-directory.md, incoming/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/collections/changes/held_bytes.h"
#include "daemon/collections/changes/staged_steps.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"

namespace answerbox::daemon {

// Documents that one change adds and removes.
inline constexpr std::size_t kMaxStagedDocuments = 10'000;
// The bytes of their text, which waits on the disk.
inline constexpr std::uint64_t kMaxStagedBytes = std::uint64_t{1} << 30;

// Used by one thread at a time. What was staged is dropped when it is destroyed
// before it is committed.
class StagedChange {
 public:
  // CollectionStore::BeginChange makes one.
  //   budget  of uploads, from which the steps take their memory
  StagedChange(std::string collection, std::shared_ptr<HeldBytes> budget)
      : collection_(std::move(collection)), steps_(std::move(budget)) {}

  // The size and digest of one document, for its sender to check.
  struct Staged {
    std::uint64_t bytes = 0;
    engine::Sha256 sha256{};
    std::uint32_t pages = 0;
    std::uint32_t blocks = 0;
  };

  // Checks the document as committing it would, and keeps it in a file.
  //   sha256  where given, must be the text's
  // Errors: those of CollectionStore::Commit that concern the document; kLimit
  // when the change has as many documents or bytes as it may, or the budget has
  // no memory left. The change then stays as it was.
  [[nodiscard]] Result<Staged> Add(Upload upload,
                                   std::optional<engine::Sha256> sha256);
  // Whether there is such a document is known when the change is committed.
  // Errors: kLimit.
  [[nodiscard]] Result<void> Remove(std::string_view name);

  [[nodiscard]] const std::string& collection() const noexcept {
    return collection_;
  }
  [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
  // What the change has taken from the budget.
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return steps_.taken_bytes();
  }

 private:
  friend class CollectionStore;

  [[nodiscard]] Result<void> CheckRoom(std::uint64_t bytes) const;

  std::string collection_;
  StagedSteps steps_;
  std::uint64_t bytes_ = 0;
};

}  // namespace answerbox::daemon
