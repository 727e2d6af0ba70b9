// Examines the box: the machine, the daemon's options and files, and the daemon
// itself where it answers. Reads only. docs/operations.md, "Is all well?".
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "protocol/reply/doctor_report.h"

namespace answerbox::client {

enum class Severity : std::uint8_t {
  kOk,
  kNote,     // Worth knowing; may be meant so.
  kWarning,  // Will do harm, or does some.
  kFault,    // Something does not work, or is open to others.
};
[[nodiscard]] std::string_view ToString(Severity severity) noexcept;

struct Finding {
  std::string subject;  // What was looked at: "disk", "certificate", ...
  Severity severity = Severity::kOk;
  std::string what;    // What is so, as a sentence without its period.
  std::string remedy;  // What to do, likewise; empty for kOk.
};

struct Examination {
  // Where sysfs, procfs, /run and units are looked for: "/" except in tests.
  std::filesystem::path root = "/";
  std::filesystem::path option_file;
  std::string socket;    // Of the daemon.
  SilenceLimits limits;  // How long one call of the daemon may take.
  // Also reads every byte of all collections and of the audit log.
  bool is_deep = false;
};

// Returns what was found, the worst first. Files that only root may read become
// one note.
[[nodiscard]] std::vector<Finding> Examine(const Examination& examination);

// Returns kOk for no findings.
[[nodiscard]] Severity Worst(std::span<const Finding> findings) noexcept;

// {"severity","faults","warnings","notes","findings":[{"subject","severity",
// "what","remedy"}]}, with the worst severity.
[[nodiscard]] boost::json::object FindingsJson(
    std::span<const Finding> findings);

// --- The report of the daily examination, which `answerbox status` shows.

using protocol::kMaxReportBytes;
using protocol::ReportPath;

// Replaces the report. It has what is above kOk, the worst first, as much as
// fits, and is readable for the group. Errors: kDaemonFailed, with the path.
[[nodiscard]] Outcome<void> WriteReport(const std::filesystem::path& path,
                                        std::span<const Finding> findings,
                                        std::chrono::sys_seconds now);

// Returns the report as FindingsJson with "time", in seconds since 1970.
// Nothing if there is none, or it is no report.
[[nodiscard]] std::optional<boost::json::object> ReadReport(
    const std::filesystem::path& path);

// "1 fault, 2 warnings, 3 h 2 min ago", and up to three of the worst, a line
// each. None if nothing is above a note.
[[nodiscard]] std::vector<std::string> ReportLines(
    const boost::json::object& report, std::chrono::sys_seconds now);

}  // namespace answerbox::client
