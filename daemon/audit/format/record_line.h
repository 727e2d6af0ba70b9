// How a record stands in the log: one line, which names its place and repeats
// the hash of the line before. docs/audit-format.md, "Lines".
//
//   {"seq":17,"prev":"<64 hexadecimal digits>","kind":"answer", ... }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/audit/format/digest.h"

namespace answerbox::daemon {

// What every line begins with; views into it.
struct LinePrefix {
  std::uint64_t seq = 0;
  std::string_view prev;  // kHexDigestBytes of whatever stands there.
  std::string_view kind;
};

// All kinds of records that there are.
[[nodiscard]] std::span<const std::string_view> RecordKinds() noexcept;

// Nothing when the line does not begin and end as a record does. Looks at the
// prefix, its kind among them, and the last byte alone.
[[nodiscard]] std::optional<LinePrefix> ReadPrefix(std::string_view line);

// Whether the record `seq` begins somewhere in the line: the line feed before
// it was lost.
[[nodiscard]] bool HoldsRecord(std::string_view line, std::uint64_t seq);

// Appends a line without its line feed.
//   body  from `"kind"` on, the closing bracket included
void AppendLine(std::uint64_t seq, const Digest& prev, std::string_view body,
                std::string& out);

[[nodiscard]] inline bool RepeatsHash(const LinePrefix& prefix,
                                      const Digest& hash) noexcept {
  char hex[kHexDigestBytes];
  WriteHex(hash, hex);
  return prefix.prev == std::string_view(hex, sizeof hex);
}

}  // namespace answerbox::daemon
