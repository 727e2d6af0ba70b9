// Additions and removals of one collection's documents that wait until all of
// them are there, and are then committed as one change. The documents wait in
// files (docs/state-directory.md, incoming/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/spooled_text.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"

namespace answerbox::daemon {

// The most documents that one change adds and removes.
inline constexpr std::size_t kMaxStagedDocuments = 10'000;
// The most bytes of their text and page pictures, which wait on the disk.
inline constexpr std::uint64_t kMaxStagedBytes = std::uint64_t{1} << 30;

// A document to add, or the name of one to remove.
using StagedStep = std::variant<std::unique_ptr<StowedDocument>, std::string>;

// Used by one thread at a time. Destroying it before it is committed drops what
// was staged.
class StagedChange {
 public:
  // Called by CollectionStore::BeginChange.
  //   budget      of uploads, from which the steps take their memory
  //   is_removed  Catalog::MarkRemovalOf
  StagedChange(std::string collection, std::shared_ptr<HeldBytes> budget,
               std::shared_ptr<const bool> is_removed)
      : collection_(std::move(collection)),
        is_removed_(std::move(is_removed)),
        budget_(std::move(budget)) {}
  StagedChange(StagedChange&& other) noexcept
      : collection_(std::move(other.collection_)),
        is_removed_(std::move(other.is_removed_)),
        budget_(std::move(other.budget_)),
        taken_(std::exchange(other.taken_, 0)),
        steps_(std::move(other.steps_)),
        waiting_bytes_(other.waiting_bytes_) {}
  StagedChange& operator=(StagedChange&&) = delete;
  ~StagedChange() { Clear(); }

  // The size and digest of one document, for its sender to check.
  struct Staged {
    std::uint64_t bytes = 0;
    engine::Sha256 sha256{};
    std::uint32_t pages = 0;
    std::uint32_t blocks = 0;
  };

  // Checks the document as committing it would, and keeps it in a file.
  //   sha256  if given, must be that of the text
  // Errors: those of CollectionStore::Commit that concern the document; kLimit
  // when the change has as many documents or bytes as it may, or the budget has
  // no memory left. The change then stays as it was.
  [[nodiscard]] Result<Staged> Add(Upload upload,
                                   std::optional<engine::Sha256> sha256);
  // Adds a removal. Whether there is such a document is known at the commit.
  // Errors: kLimit.
  [[nodiscard]] Result<void> Remove(std::string_view name);

  // Returns the steps in order. The writing thread moves documents out of them.
  [[nodiscard]] std::list<StagedStep>& steps() noexcept { return steps_; }
  // Drops all steps with their files, and returns their memory to the budget.
  void Clear() noexcept;

  [[nodiscard]] const std::string& collection() const noexcept {
    return collection_;
  }
  // Whether the collection was removed since the change was begun: one of its
  // name is another one. For the writing thread.
  [[nodiscard]] bool is_removed() const noexcept { return *is_removed_; }
  [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
  // Returns the bytes that the change has taken from the budget.
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return taken_; }

 private:
  [[nodiscard]] Result<void> CheckRoom(std::uint64_t bytes) const;
  // Takes memory for a step, before it is added. Errors: kLimit.
  [[nodiscard]] Result<void> Take(std::size_t bytes);

  std::string collection_;
  std::shared_ptr<const bool> is_removed_;
  std::shared_ptr<HeldBytes> budget_;
  std::size_t taken_ = 0;
  // A list, because a step must never move, and each takes a known size.
  std::list<StagedStep> steps_;
  std::uint64_t waiting_bytes_ = 0;  // On the disk.
};

}  // namespace answerbox::daemon
