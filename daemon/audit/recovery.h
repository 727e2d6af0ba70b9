// What of a log's last file is whole: where writing goes on after a power cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/audit/chain.h"

namespace answerbox::daemon {

// Reads the last file alone, so its size bounds the time: two hashes a record.
struct WholePart {
  Chain chain;
  std::size_t bytes = 0;         // Of whole records, from the file's beginning.
  std::uint64_t signed_end = 0;  // First record behind the file's last head.
  std::string key;               // Id of the key that signs from here on.
};

// Nothing when not even the first record is whole. Signatures are not checked:
// that is for whoever verifies.
[[nodiscard]] std::optional<WholePart> FindWholePart(std::string_view text);

// Whether a file without a whole first record may be one that was being begun:
// nothing is written behind an open record before that is on the disk.
[[nodiscard]] bool MayBeBeingBegun(std::string_view text);

// Whether a power cut can have left `torn` behind the whole part, as far as
// heads tell: what a head covers was on the disk before the head was written.
[[nodiscard]] bool MayBeTorn(std::string_view torn, const WholePart& whole);

}  // namespace answerbox::daemon
