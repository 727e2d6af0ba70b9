// The two times of a record, and how they are written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon {

struct RecordTime {
  std::int64_t wall_us = 0;        // Since 1970, UTC, as the box believes.
  std::uint64_t monotonic_ns = 0;  // Never set back; from some fixed moment.
};

using RecordClock = std::function<RecordTime()>;

// The system's clocks.
[[nodiscard]] RecordTime Now();

// "2026-11-20T12:31:35.123456Z".
[[nodiscard]] std::string WallText(const RecordTime& time);

// Whether it is written so; the numbers may be of no day there is.
[[nodiscard]] bool IsWallText(std::string_view text) noexcept;

// The beginning of WallText for a moment as people give it: a day of the
// calendar, 2026-11-20, or 2026-11-20T12:31:35Z, with up to six decimals. To
// be compared with texts of WallText byte by byte: those of the same or a later
// moment are not less. Nothing when `text` is no such moment.
[[nodiscard]] std::optional<std::string> ReadMoment(std::string_view text);

// Members of a record: "time" and "mono_ns", without brackets.
[[nodiscard]] std::string TimeMembers(const RecordTime& time);

}  // namespace answerbox::daemon
