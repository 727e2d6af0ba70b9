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

// The processors' busy ticks in /proc/stat, "cpu  4705 150 1120 16250 520 ...":
// all except idle and waiting for disks. Nothing if the text has another form.
[[nodiscard]] std::optional<std::uint64_t> BusyTicks(std::string_view stat);

// At least 1.
[[nodiscard]] std::int64_t TicksPerSecond();

// Number of processors that /proc/stat lists, at least 1.
[[nodiscard]] std::size_t CountProcessors(std::string_view stat);

// The time for which programs ran, in /proc/schedstat: the seventh number of
// each processor's line, "cpu0 0 0 0 0 0 0 9175321034 120053 311". Nothing if
// the text has another form.
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

// The busy time up to now. Errors: the system's, and MalformedReading.
[[nodiscard]] Result<BusyTime> ReadBusyTime(const std::filesystem::path& root);

}  // namespace answerbox::platform
