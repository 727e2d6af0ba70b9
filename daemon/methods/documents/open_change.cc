#include "daemon/methods/documents/open_change.h"

namespace answerbox::daemon {

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
