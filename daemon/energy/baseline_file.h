// The file that keeps the power at rest, as calibration found it, over
// restarts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/energy/window_split.h"
#include "daemon/error.h"

namespace answerbox::daemon {

struct StoredBaseline {
  // The power is valid only for this sensor and correction.
  std::string sensor;
  std::int64_t gain_ppm = 0;
  std::int64_t offset_uw = 0;
  std::int64_t time = 0;  // Time of the calibration, in seconds since 1970.
  IdlePower power;
};

// Errors: kStorage.
[[nodiscard]] Result<void> SaveBaseline(const std::filesystem::path& path,
                                        const StoredBaseline& baseline);

// Nothing when there is no file. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::optional<StoredBaseline>> LoadBaseline(
    const std::filesystem::path& path);

}  // namespace answerbox::daemon
