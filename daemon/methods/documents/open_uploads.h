// The uploads and the staged change that one connection has open. Those that
// the client does not continue are dropped.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "daemon/collections/changes/staged_change.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Uploads by number. Used by one thread at a time, except empty().
class OpenUploads {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OpenUploads(const RequestBounds& limits)
      : max_uploads_(limits.uploads),
        idle_(std::chrono::duration_cast<std::chrono::seconds>(
            limits.upload_idle)) {}

  // Safe to call from any thread.
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  // Errors: kBusy when max_uploads_ uploads are open.
  [[nodiscard]] Result<void> CheckRoom() const;

  // Returns the number of the upload. Numbers are never used again.
  //   change  the staged change that the document belongs to, if any
  [[nodiscard]] std::uint64_t Add(Upload upload,
                                  std::optional<std::uint64_t> change);

  // Returns null when there is no such upload. Valid until it is taken or
  // dropped.
  [[nodiscard]] Upload* Find(std::uint64_t number);

  // Returns the staged change that the document belongs to. Precondition: the
  // upload is open.
  [[nodiscard]] std::optional<std::uint64_t> ChangeOf(
      std::uint64_t number) const {
    return uploads_.at(number).change;
  }

  // Notes that the client has continued the upload. Precondition: it is open.
  void Touch(std::uint64_t number);

  // Removes the upload and returns it; nothing when there is no such upload.
  [[nodiscard]] std::optional<Upload> Take(std::uint64_t number);

  // Returns false when there is no such upload.
  bool Drop(std::uint64_t number);

  // Drops uploads that the client has not continued since `time`. Of those that
  // stay, returns when the client last continued the oldest.
  [[nodiscard]] std::optional<Clock::time_point> DropStale(
      Clock::time_point time);

  // Returns the error for an upload that is not open: kTimeout when DropStale
  // has dropped it, kNotFound otherwise.
  [[nodiscard]] Error Missing(std::uint64_t number) const;

 private:
  struct Open {
    Upload upload;
    Clock::time_point last_used;
    std::optional<std::uint64_t> change;
  };

  const std::size_t max_uploads_;
  const std::chrono::seconds idle_;
  std::map<std::uint64_t, Open> uploads_;
  std::deque<std::uint64_t> expired_;  // The last ones, at most max_uploads_.
  std::atomic<std::size_t> count_{0};  // Size of uploads_.
  std::uint64_t last_number_ = 0;
};

// One staged change at a time. Used by one thread at a time, except empty().
class OpenChange {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OpenChange(const RequestBounds& limits)
      : idle_(std::chrono::duration_cast<std::chrono::seconds>(
            limits.upload_idle)) {}

  // Safe to call from any thread.
  [[nodiscard]] bool empty() const noexcept { return !is_open_; }

  // Returns the number that the change gets. Numbers are never used again.
  // Errors: kBusy when a change is open.
  [[nodiscard]] Result<std::uint64_t> Begin(StagedChange change);

  // Returns the change; this counts as its continuation. Valid until it is
  // taken or dropped. Errors: kNotFound; kTimeout when DropStale has dropped
  // it.
  [[nodiscard]] Result<StagedChange*> Find(std::uint64_t number);

  // Removes the change and returns it. Errors: as Find.
  [[nodiscard]] Result<StagedChange> Take(std::uint64_t number);

  // Drops the change if the client has not continued it since `time`. Otherwise
  // returns when the client last did.
  [[nodiscard]] std::optional<Clock::time_point> DropStale(
      Clock::time_point time);

 private:
  const std::chrono::seconds idle_;
  std::optional<StagedChange> change_;
  Clock::time_point last_used_{};
  std::atomic<bool> is_open_{false};
  std::uint64_t last_number_ = 0;  // Of the change, if one is open.
  std::uint64_t expired_ = 0;      // The last change that was dropped; 0: none.
};

}  // namespace answerbox::daemon
