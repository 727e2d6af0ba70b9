// What findings look like to programs, and the report of the daily examination.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <span>

#include "client/doctor/doctor.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "platform/file/file_writer.h"
#include "platform/power/attribute.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostShown = 3;

Failure Unwritten(const std::filesystem::path& path,
                  const platform::Error& error) {
  return {
      ExitCode::kDaemonFailed, "storage",
      "the report " + path.native() + " was not written: " + error.Describe()};
}

std::uint64_t CountOf(std::span<const Finding> findings, Severity severity) {
  std::uint64_t count = 0;
  for (const Finding& one : findings) count += one.severity == severity ? 1 : 0;
  return count;
}

}  // namespace

json::object FindingsJson(std::span<const Finding> findings) {
  json::array list;
  for (const Finding& one : findings) {
    list.push_back(json::object{{"subject", one.subject},
                                {"severity", ToString(one.severity)},
                                {"what", one.what},
                                {"remedy", one.remedy}});
  }
  return {{"severity", ToString(Worst(findings))},
          {"faults", CountOf(findings, Severity::kFault)},
          {"warnings", CountOf(findings, Severity::kWarning)},
          {"notes", CountOf(findings, Severity::kNote)},
          {"findings", std::move(list)}};
}

Outcome<void> WriteReport(const std::filesystem::path& path,
                          std::span<const Finding> findings,
                          std::chrono::sys_seconds now) {
  json::object report = FindingsJson(findings);
  report["time"] = now.time_since_epoch().count();
  json::array& list = report["findings"].as_array();
  // The worst come first, so the last ones go.
  const auto ends_well = [&list] {
    return !list.empty() &&
           TextAt(AsObject(list.back()), "severity") == ToString(Severity::kOk);
  };
  while (ends_well()) list.pop_back();
  std::string text = json::serialize(report);
  while (text.size() > kMaxReportBytes) {
    list.resize(list.size() / 2);
    text = json::serialize(report);
  }
  auto file = platform::AtomicFile::Create(path);
  if (!file) return Unwritten(path, file.error());
  auto written = file->Append(std::as_bytes(std::span(text)));
  if (written) written = file->SetRights(0640, uid_t(-1), gid_t(-1));
  if (written) written = file->Commit();
  if (!written) return Unwritten(path, written.error());
  return {};
}

std::optional<json::object> ReadReport(const std::filesystem::path& path) {
  // A pipe in its place would be waited for.
  const auto text = platform::ReadAttribute(path, kMaxReportBytes);
  return text ? protocol::ParseReport(*text) : std::nullopt;
}

std::vector<std::string> ReportLines(const json::object& report,
                                     std::chrono::sys_seconds now) {
  const std::uint64_t faults = NumberAt(report, "faults");
  const std::uint64_t warnings = NumberAt(report, "warnings");
  if (faults + warnings == 0) return {};
  // A time that no clock has is forged; until then it is now.
  const auto clock = static_cast<std::uint64_t>(now.time_since_epoch().count());
  const auto time =
      static_cast<std::int64_t>(std::min(NumberAt(report, "time"), clock));
  const auto age = now.time_since_epoch().count() - time;
  std::vector<std::string> lines = {
      Counted(faults, "fault") + ", " + Counted(warnings, "warning") + ", " +
      HumanDuration(std::chrono::seconds(age)) + " ago"};
  for (const json::value& one : ArrayAt(report, "findings")) {
    const json::object& finding = AsObject(one);
    const std::string severity = TextAt(finding, "severity");
    const bool is_trouble = severity == ToString(Severity::kFault) ||
                            severity == ToString(Severity::kWarning);
    if (!is_trouble || lines.size() > kMostShown) break;
    lines.push_back(TextAt(finding, "subject") + ": " +
                    TextAt(finding, "what"));
  }
  if (faults + warnings >= lines.size()) {
    lines.emplace_back("\"answerbox doctor\" tells the others");
  }
  return lines;
}

}  // namespace answerbox::client
