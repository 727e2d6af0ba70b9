#include "daemon/methods/documents/open_uploads.h"

#include <algorithm>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

Error Expired(std::uint64_t number, std::chrono::seconds idle) {
  return {ErrorKind::kTimeout,
          "Upload " + std::to_string(number) +
              " was dropped: nothing was added to it for " +
              std::to_string(idle.count()) +
              " s (upload_idle_seconds); begin it anew."};
}

Error NoUpload(std::uint64_t number) {
  return {ErrorKind::kNotFound, "This connection has no upload " +
                                    std::to_string(number) +
                                    "; documents.begin opens one."};
}

}  // namespace

Result<void> OpenUploads::CheckRoom() const {
  if (uploads_.size() < max_uploads_) return {};
  return Error{ErrorKind::kBusy, "A connection has at most " +
                                     std::to_string(max_uploads_) +
                                     " uploads open; commit or abort one."};
}

std::uint64_t OpenUploads::Add(Upload upload,
                               std::optional<std::uint64_t> change) {
  // No number is given twice on a connection: a late part of a dropped upload
  // must not get into another one.
  const std::uint64_t number = ++last_number_;
  uploads_.emplace(number, Open{std::move(upload), Clock::now(), change});
  count_ = uploads_.size();
  return number;
}

Upload* OpenUploads::Find(std::uint64_t number) {
  const auto found = uploads_.find(number);
  return found == uploads_.end() ? nullptr : &found->second.upload;
}

void OpenUploads::Touch(std::uint64_t number) {
  uploads_.at(number).last_used = Clock::now();
}

std::optional<Upload> OpenUploads::Take(std::uint64_t number) {
  auto taken = uploads_.extract(number);
  if (taken.empty()) return std::nullopt;
  count_ = uploads_.size();
  return std::move(taken.mapped().upload);
}

bool OpenUploads::Drop(std::uint64_t number) {
  const bool is_known = uploads_.erase(number) != 0;
  count_ = uploads_.size();
  return is_known;
}

std::optional<OpenUploads::Clock::time_point> OpenUploads::DropStale(
    Clock::time_point time) {
  std::optional<Clock::time_point> oldest;
  for (auto upload = uploads_.begin(); upload != uploads_.end();) {
    const Clock::time_point last_used = upload->second.last_used;
    if (last_used > time) {
      oldest = std::min(oldest.value_or(last_used), last_used);
      ++upload;
      continue;
    }
    // The number is kept so that the client is told why its upload is gone.
    expired_.push_back(upload->first);
    // A client that keeps beginning uploads must not make this list grow.
    if (expired_.size() > max_uploads_) expired_.pop_front();
    upload = uploads_.erase(upload);
  }
  count_ = uploads_.size();
  return oldest;
}

Error OpenUploads::Missing(std::uint64_t number) const {
  return std::ranges::find(expired_, number) == expired_.end()
             ? NoUpload(number)
             : Expired(number, idle_);
}

Result<std::uint64_t> OpenChange::Begin(StagedChange change) {
  if (change_) {
    return Error{ErrorKind::kBusy, "A connection has one change open, and " +
                                       std::to_string(last_number_) +
                                       " is; commit or abort it."};
  }
  change_.emplace(std::move(change));
  last_used_ = Clock::now();
  // Other threads read is_open_ instead of change_, which only this thread may
  // use.
  is_open_ = true;
  return ++last_number_;
}

Result<StagedChange*> OpenChange::Find(std::uint64_t number) {
  if (change_ && number == last_number_) {
    last_used_ = Clock::now();
    return &*change_;
  }
  // It suffices to remember one number: a connection has one change at a time,
  // and its client asks for the last.
  if (number == expired_) {
    return Error{ErrorKind::kTimeout,
                 "Change " + std::to_string(number) +
                     " was dropped: nothing was added to it for " +
                     std::to_string(idle_.count()) +
                     " s (upload_idle_seconds); begin it anew."};
  }
  return Error{ErrorKind::kNotFound, "This connection has no change " +
                                         std::to_string(number) +
                                         "; changes.begin opens one."};
}

Result<StagedChange> OpenChange::Take(std::uint64_t number) {
  const auto found = Find(number);
  if (!found) return found.error();
  StagedChange taken = std::move(*change_);
  change_.reset();
  is_open_ = false;
  return taken;
}

std::optional<OpenChange::Clock::time_point> OpenChange::DropStale(
    Clock::time_point time) {
  if (!change_) return std::nullopt;
  if (last_used_ > time) return last_used_;
  // The number is kept so that the client is told why its change is gone when
  // it names it next.
  expired_ = last_number_;
  change_.reset();
  is_open_ = false;
  return std::nullopt;
}

}  // namespace answerbox::daemon
