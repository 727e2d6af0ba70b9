// The busy time of the machine's processors, for all programs together, as the
// kernel counts it: exact if its scheduler keeps statistics (/proc/schedstat),
// else in ticks of usually 10 ms (/proc/stat).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "platform/error.h"

namespace answerbox::platform {

// Returns the processors' busy ticks in /proc/stat, "cpu  4705 150 1120 16250
// 520 ...": all except idle and waiting for disks. Returns nothing if the text
// has another form.
[[nodiscard]] std::optional<std::uint64_t> BusyTicks(std::string_view stat);

// Returns at least 1.
[[nodiscard]] std::int64_t TicksPerSecond();

// Returns the number of processors that /proc/stat lists, at least 1.
[[nodiscard]] std::size_t CountProcessors(std::string_view stat);

// Returns the time for which programs ran, from /proc/schedstat: the seventh
// number of each processor's line, "cpu0 0 0 0 0 0 0 9175321034 120053 311".
// Returns nothing if the text has another form.
[[nodiscard]] std::optional<std::chrono::nanoseconds> RunTime(
    std::string_view schedstat);

// Which of the kernel's counts a busy time is from. The difference of two times
// from different counts is meaningless.
enum class BusyCount { kRunTime, kTicks };

struct BusyTime {
  std::chrono::nanoseconds time{
      0};  // Of all processors, since the machine's start.
  BusyCount count = BusyCount::kTicks;
};

// Returns the busy time up to now. Errors: the system's, and MalformedReading.
[[nodiscard]] Result<BusyTime> ReadBusyTime(const std::filesystem::path& root);

}  // namespace answerbox::platform
