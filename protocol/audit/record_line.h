// The lines of the log, and the times in them. Each record is one line, which
// has its number and repeats the hash of the previous line.
// docs/audit-format.md, "Lines".
//
//   {"seq":17,"prev":"<64 hexadecimal digits>","kind":"answer", ... }
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/audit/digest.h"

namespace answerbox::protocol {

// The ranges that a record has for the parts of one answer: of the first parts,
// where there are more. Three answers with so many keep a line within 256 KiB.
inline constexpr std::size_t kMaxShownRanges = 2000;

// A record names other places that say the same as long as the names of their
// documents take no more bytes than these: a line of 60 sentences then stays
// within 256 KiB.
inline constexpr std::size_t kMaxOtherNameBytes = std::size_t{24} << 10;

// Twice what a record of a long prompt, with its passages, takes.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

// The beginning of a line. Views point into the line.
struct LinePrefix {
  std::uint64_t seq = 0;
  std::string_view prev;  // kHexDigestBytes bytes, unchecked.
  std::string_view kind;
};

// All kinds of records.
[[nodiscard]] std::span<const std::string_view> RecordKinds() noexcept;

// Nothing when the line does not begin and end as a record does. Checks only
// the prefix, including the kind, and the last byte.
[[nodiscard]] std::optional<LinePrefix> ReadPrefix(std::string_view line);

// Whether the record `seq` begins somewhere in the line, because the line feed
// before it was lost.
[[nodiscard]] bool HoldsRecord(std::string_view line, std::uint64_t seq);

// Appends a line without its line feed.
//   body  from `"kind"` to the closing bracket
void AppendLine(std::uint64_t seq, const Digest& prev, std::string_view body,
                std::string& out);

[[nodiscard]] inline bool RepeatsHash(const LinePrefix& prefix,
                                      const Digest& hash) noexcept {
  char hex[kHexDigestBytes];
  WriteHex(hash, hex);
  return prefix.prev == std::string_view(hex, sizeof hex);
}

struct RecordTime {
  std::int64_t wall_us = 0;        // Since 1970, UTC, by the box's clock.
  std::uint64_t monotonic_ns = 0;  // From a fixed moment; never set back.
};

using RecordClock = std::function<RecordTime()>;

// The system's clocks.
[[nodiscard]] RecordTime Now();

// "2026-11-20T12:31:35.123456Z".
[[nodiscard]] std::string WallText(const RecordTime& time);

// Whether `text` has the form of WallText. The numbers may be no real date.
[[nodiscard]] bool IsWallText(std::string_view text) noexcept;

// Reads a moment as people write it: a date, 2026-11-20, or
// 2026-11-20T12:31:35Z, with up to six decimals. Returns the prefix of WallText
// for it: the texts of the same and later moments are not less, compared byte
// by byte. Nothing when `text` is no such moment.
[[nodiscard]] std::optional<std::string> ReadMoment(std::string_view text);

// The members "time" and "mono_ns" of a record, without brackets.
[[nodiscard]] std::string TimeMembers(const RecordTime& time);

}  // namespace answerbox::protocol
