// Opens audit folders as a daemon would after a power cut, verifies what it
// then finds, and tells which runs are on record. Reads a path a line, writes
// one JSON object a line:
//   {"runs":["...", ...],"microseconds":123}, the time that opening took
//   {"error":"what is wrong"}
#include <boost/json.hpp>
#include <chrono>
#include <iostream>
#include <string>

#include "daemon/audit/log_folder.h"
#include "daemon/audit/log_writer.h"
#include "daemon/audit/verifier.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

void CollectRuns(std::string_view text, boost::json::array& runs) {
  constexpr std::string_view kRun = "\"run\":\"";
  for (std::size_t at = text.find(kRun); at != std::string_view::npos;
       at = text.find(kRun, at)) {
    at += kRun.size();
    const std::string_view run = text.substr(at, text.find('"', at) - at);
    runs.emplace_back(boost::json::string_view(run.data(), run.size()));
  }
}

Result<boost::json::object> Inspect(const std::string& path) {
  using Clock = std::chrono::steady_clock;
  LogOptions options;
  options.folder = path;
  const Clock::time_point began = Clock::now();
  const auto writer = LogWriter::Open(options);
  const auto took = Clock::now() - began;
  if (!writer) return writer.error();
  const auto files = ListLogFiles(path);
  if (!files) return AuditStorageError(files.error());
  Verifier verifier{{}};
  boost::json::array runs;
  for (const auto& name : *files) {
    const auto file = platform::MappedFile::Open(name);
    if (!file) return AuditStorageError(file.error());
    const std::string_view text(
        reinterpret_cast<const char*>(file->bytes().data()),
        file->bytes().size());
    const auto finding = verifier.ReadFile(text);
    if (finding) return Error{ErrorKind::kCorrupt, finding->message};
    CollectRuns(text, runs);
  }
  if (verifier.size() != writer->size()) {
    return Error{ErrorKind::kCorrupt, "the log is not what was opened"};
  }
  return boost::json::object{
      {"runs", std::move(runs)},
      {"microseconds",
       std::chrono::duration_cast<std::chrono::microseconds>(took).count()}};
}

}  // namespace
}  // namespace answerbox::daemon

int main() {
  for (std::string path; std::getline(std::cin, path);) {
    auto found = answerbox::daemon::Inspect(path);
    const boost::json::object line =
        found ? std::move(*found)
              : boost::json::object{{"error", found.error().message}};
    std::cout << boost::json::serialize(line) << std::endl;
  }
  return 0;
}
