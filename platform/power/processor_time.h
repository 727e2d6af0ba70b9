// How long the machine's processors have been busy, all programs together, as
// the kernel counts it: exactly where its scheduler keeps statistics
// (/proc/schedstat), else by ticks of mostly 10 ms (/proc/stat).
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
// all but idle and waiting for disks. Nothing when that is not what it says.
[[nodiscard]] std::optional<std::uint64_t> BusyTicks(std::string_view stat);

// 1 or more; a tick's length is their inverse.
[[nodiscard]] std::int64_t TicksPerSecond();

// Processors that /proc/stat lists, 1 or more.
[[nodiscard]] std::size_t CountProcessors(std::string_view stat);

// The time for which programs ran, in /proc/schedstat: the seventh number of
// each processor's line, "cpu0 0 0 0 0 0 0 9175321034 120053 311". Nothing when
// that is not what it says.
[[nodiscard]] std::optional<std::chrono::nanoseconds> RunTime(
    std::string_view schedstat);

// Which of the kernel's counts a busy time is. Two of different counts differ
// by more than what ran in between.
enum class BusyCount { kRunTime, kTicks };

struct BusyTime {
  std::chrono::nanoseconds time{0};  // Since the start, of all processors.
  BusyCount count = BusyCount::kTicks;
};

// The busy time up to now. Errors: the system's, and MalformedReading.
[[nodiscard]] Result<BusyTime> ReadBusyTime(const std::filesystem::path& root);

}  // namespace answerbox::platform
