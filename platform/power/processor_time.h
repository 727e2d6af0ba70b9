// How long the machine's processors have been busy, as the kernel counts it: by
// ticks of mostly 10 ms, all programs together.
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

// The busy time since the machine's start, of all processors together. Errors:
// the system's, and MalformedReading.
[[nodiscard]] Result<std::chrono::nanoseconds> ReadBusyTime(
    const std::filesystem::path& root);

}  // namespace answerbox::platform
