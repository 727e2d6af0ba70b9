// Sets aside what a power cut left of records that nobody was told of.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "daemon/audit/format/record_time.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// Copies `bytes` to a file beside `log_file`, synced, and gives the body of the
// record that tells of it. Errors: kStorage.
[[nodiscard]] Result<std::string> SetAside(
    const std::filesystem::path& log_file, std::string_view bytes,
    const RecordTime& time);

}  // namespace answerbox::daemon
