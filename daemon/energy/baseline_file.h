// What a calibration found that the machine draws at rest, kept over restarts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/energy/window_split.h"
#include "daemon/error.h"

namespace answerbox::daemon {

struct StoredBaseline {
  // It holds for this sensor and correction alone.
  std::string sensor;
  std::int64_t gain_ppm = 0;
  std::int64_t offset_uw = 0;
  std::int64_t time = 0;  // Of the calibration, seconds since 1970.
  IdlePower power;
};

// Errors: kStorage.
[[nodiscard]] Result<void> SaveBaseline(const std::filesystem::path& path,
                                        const StoredBaseline& baseline);

// Nothing where there is no file. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::optional<StoredBaseline>> LoadBaseline(
    const std::filesystem::path& path);

}  // namespace answerbox::daemon
