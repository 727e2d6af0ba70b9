#include "protocol/reply/doctor_report.h"

#include <boost/json/parse.hpp>
#include <cstdlib>
#include <utility>

#include "protocol/reply/json_fields.h"

namespace answerbox::protocol {

std::filesystem::path ReportPath() {
  const char* const named = std::getenv("ANSWERBOX_DOCTOR_REPORT");
  return named != nullptr && *named != '\0'
             ? named
             : "/run/answerbox-doctor/report.json";
}

std::optional<boost::json::object> ParseReport(std::string_view text) {
  boost::system::error_code failed;
  boost::json::value report = boost::json::parse(text, failed);
  if (failed || !report.is_object() ||
      NumberAt(report.as_object(), "time") == 0) {
    return std::nullopt;
  }
  return std::move(report.as_object());
}

}  // namespace answerbox::protocol
