// The additions and removals of a staged change, in order, and the memory that
// they have of the budget of uploads.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "daemon/collections/changes/held_bytes.h"
#include "daemon/collections/changes/stowed_document.h"
#include "engine/text/content_id.h"

namespace answerbox::daemon {

// A document that waits in a file, and the SHA-256 of the text that was
// checked.
struct StagedAddition {
  std::unique_ptr<StowedDocument> document;
  engine::Sha256 sha256{};
};

// What one document of a staged change is.
using StagedStep = std::variant<StagedAddition, std::string /* to remove */>;

class StagedSteps {
 public:
  explicit StagedSteps(std::shared_ptr<HeldBytes> budget)
      : budget_(std::move(budget)) {}
  StagedSteps(StagedSteps&& other) noexcept
      : budget_(std::move(other.budget_)),
        taken_(std::exchange(other.taken_, 0)),
        steps_(std::move(other.steps_)) {}
  StagedSteps& operator=(StagedSteps&&) = delete;
  ~StagedSteps() { Clear(); }

  // Takes memory for a step from the budget, before it is added. False when the
  // budget has less.
  [[nodiscard]] bool TakeRoom(std::size_t bytes) noexcept {
    if (!budget_->Take(bytes)) return false;
    taken_ += bytes;
    return true;
  }
  // For a step that was not added after all.
  void ReturnRoom(std::size_t bytes) noexcept {
    budget_->Return(bytes);
    taken_ -= bytes;
  }

  void Add(StagedStep step) { steps_.push_back(std::move(step)); }

  // Drops all steps, with their files, and returns what they had taken.
  void Clear() noexcept {
    steps_.clear();
    if (taken_ != 0) budget_->Return(std::exchange(taken_, 0));
  }

  [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
  [[nodiscard]] std::size_t taken_bytes() const noexcept { return taken_; }
  [[nodiscard]] auto begin() noexcept { return steps_.begin(); }
  [[nodiscard]] auto end() noexcept { return steps_.end(); }

  // The most that one step of each kind takes, with what the heap needs beside.
  [[nodiscard]] static std::size_t AdditionBytes(std::size_t name_bytes,
                                                 std::size_t path_bytes) {
    return kNodeBytes + sizeof(StowedDocument) + kBesideBytes +
           (name_bytes + kBesideBytes) + (path_bytes + kBesideBytes);
  }
  [[nodiscard]] static std::size_t RemovalBytes(std::size_t name_bytes) {
    return kNodeBytes + name_bytes + kBesideBytes;
  }

 private:
  // The heap rounds a piece of memory up to 16 bytes and keeps its size; a
  // string ends with a zero byte.
  static constexpr std::size_t kBesideBytes = 24;
  static constexpr std::size_t kNodeBytes =
      sizeof(StagedStep) + 2 * sizeof(void*) + kBesideBytes;

  std::shared_ptr<HeldBytes> budget_;
  std::size_t taken_ = 0;
  // A list: a step never moves, and takes as much as it says.
  std::list<StagedStep> steps_;
};

}  // namespace answerbox::daemon
