// The two times of a record, and their text.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::protocol {

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
