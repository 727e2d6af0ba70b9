// The report of the daily examination: `answerbox doctor` writes it, `answerbox
// status` and the daemon's status show it.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace answerbox::protocol {

inline constexpr std::size_t kMaxReportBytes = std::size_t{64} << 10;

// Where it is: $ANSWERBOX_DOCTOR_REPORT, else the folder that
// answerbox-doctor.service has under /run.
[[nodiscard]] std::filesystem::path ReportPath();

// Returns the report, which has "time", in seconds since 1970. Nothing if the
// text is no report.
[[nodiscard]] std::optional<boost::json::object> ParseReport(
    std::string_view text);

}  // namespace answerbox::protocol
