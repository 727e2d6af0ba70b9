// The uploads that one connection has open, by number. Those that the client
// does not continue are dropped.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "daemon/collections/store.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Used by one thread at a time, except empty().
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

}  // namespace answerbox::daemon
