// How far a log can be trusted when it is opened. Its newest files are read and
// checked against the newest head that the log, or the file beside its folder,
// knows. docs/audit-format.md, "At start".
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "daemon/audit/format/chain.h"
#include "daemon/audit/format/evidence.h"
#include "daemon/audit/format/kept_head.h"

namespace answerbox::daemon {

// A log that goes on. Everything that its newest head covers is there,
// unchanged; what follows is a chain, and at most one torn end.
struct WholePart {
  std::filesystem::path file;  // The last one,
  std::size_t bytes = 0;       // and its whole records.
  Chain chain;
  std::uint64_t signed_end = 0;  // First record after the newest head.
  std::string key;               // Id of the key that signs from here on.
  std::string head_key;          // Id of the one that signed the newest head,
  std::string head;              // and that head.
  std::uint64_t format = 0;      // Of the last file.
  bool has_kept_head = false;
  bool is_stopped = false;  // The kept head says that nothing follows.
};

// There is no log yet.
struct NoLog {};

struct LogCheck {
  std::variant<NoLog, WholePart, Disagreement> found;
  // A last file that a power cut kept from being begun: it holds a torn line,
  // or nothing but what a log that was never used begins with. It goes away
  // unless there is a disagreement.
  std::optional<std::filesystem::path> unbegun;
};

// What a batch, a head and the padding of a block can tear.
struct TornBound {
  // None: nothing is synced but heads and what they cover.
  std::optional<std::size_t> bytes;
};

// Two hashes a record of the last file; of the one before, too, when the newest
// head is there. At most two signatures. Errors: kStorage.
[[nodiscard]] Result<LogCheck> CheckLog(const std::filesystem::path& folder,
                                        const std::filesystem::path& head_file,
                                        TornBound bound);

// Whether each of the older files is a chain that ends where the next one goes
// on: `files` are all of a log, in order, but for what is begun meanwhile.
// Stops when `is_stopped` says so, or at a file that has been moved away. Two
// hashes a record. Errors: kStorage for a file that can't be read.
[[nodiscard]] Result<std::optional<Disagreement>> CheckOlderFiles(
    const std::vector<std::filesystem::path>& files,
    const std::function<bool()>& is_stopped);

}  // namespace answerbox::daemon
