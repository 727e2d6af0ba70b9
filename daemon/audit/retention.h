// Removes the oldest file of a log that passes a bound: finds it, and reads all
// of it before. docs/audit-format.md, "Removed files".
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/audit/audit_options.h"
#include "daemon/error.h"
#include "protocol/audit/chain.h"
#include "protocol/audit/evidence.h"

namespace answerbox::daemon {

// The kept head may end in the file before the newest, so both always stay.
inline constexpr std::size_t kLeastFiles = 2;

// The oldest file of a log. All of it is what was written.
struct OldestFile {
  std::filesystem::path path;
  std::string log;  // Id.
  RemovedRecord record;
};

class Retention {
 public:
  using SteadyTime = std::chrono::steady_clock::time_point;
  // Nothing if no file may go now; what is wrong if the oldest file may, but is
  // damaged.
  using Found = std::variant<std::monostate, OldestFile, Disagreement>;

  // The clock of a machine may be wrong for a while. So no file goes because of
  // its age within this time after the start, or after another one did.
  static constexpr std::chrono::hours kPause{1};

  // `bounds` hold; the daemon has started at `start`.
  Retention(KeepBounds bounds, SteadyTime start) noexcept
      : bounds_(bounds), next_by_age_(start + kPause) {}

  // Looks for a file to remove. If there is one, reads it: two hashes a record
  // and one of the file. Errors: kStorage.
  //   now, steady  the present time by two clocks; only the second is trusted
  [[nodiscard]] Result<Found> Find(const std::filesystem::path& folder,
                                   const RecordTime& now, SteadyTime steady);

 private:
  // The bound that is passed, as a record names it; empty: none.
  //   bytes  of all files
  //   ended  time of the end of the oldest
  [[nodiscard]] std::string_view Passed(std::uint64_t bytes,
                                        std::string_view ended,
                                        const RecordTime& now,
                                        SteadyTime steady) const;

  KeepBounds bounds_;
  SteadyTime next_by_age_;
};

}  // namespace answerbox::daemon
