// Opens the audit logs of state directories as a daemon does after a power cut,
// verifies them, and lists the recorded runs. A log that is set aside is an
// error: a power cut must not look like tampering. Reads one path per line and
// writes one JSON object per line:
//   {"runs":["...", ...],"begin":0,"microseconds":123}: the number of the first
//   record, and the time that opening took
//   {"error":"what is wrong"}
#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <iostream>
#include <map>
#include <string>

#include "daemon/audit/log_writer.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/verifier.h"

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

// Verifies one log after the other. Most begin with the same bytes, and
// checking a signature takes a millisecond, so a common beginning is verified
// once.
class Verifiers {
 public:
  Result<Verifier> Read(const std::vector<std::string_view>& files) {
    Verifier verifier{{}};
    Digest read{};
    for (std::string_view text : files) {
      while (!text.empty()) {
        const std::size_t end =
            std::min(text.find('\n', std::min(kPieceBytes, text.size() - 1)),
                     text.size() - 1);
        const std::string_view piece = text.substr(0, end + 1);
        text.remove_prefix(piece.size());
        read = HashNode(read, HashLine(piece));
        const auto known = known_.find(read);
        if (known != known_.end()) {
          verifier = known->second;
          continue;
        }
        const auto finding = verifier.ReadFile(piece);
        if (finding) return Error{ErrorKind::kCorrupt, finding->message};
        if (known_.size() >= kMaxKnown) known_.clear();
        known_.emplace(read, verifier);
      }
    }
    return verifier;
  }

 private:
  static constexpr std::size_t kPieceBytes = 4096;
  static constexpr std::size_t kMaxKnown = 4096;
  std::map<Digest, Verifier> known_;
};

Result<boost::json::object> Inspect(const std::string& state_dir,
                                    Verifiers& verifiers) {
  using Clock = std::chrono::steady_clock;
  const std::string path = state_dir + "/audit";
  LogOptions options;
  options.folder = path;
  const Clock::time_point began = Clock::now();
  const auto writer = LogWriter::Open(options);
  const auto took = Clock::now() - began;
  if (!writer) return writer.error();
  if (!writer->evidence().empty()) {
    return Error{ErrorKind::kCorrupt, writer->evidence().back().message};
  }
  const auto files = ListLogFiles(path);
  if (!files) return AuditStorageError(files.error());
  std::vector<platform::MappedFile> mapped;
  std::vector<std::string_view> texts;
  boost::json::array runs;
  for (const auto& name : *files) {
    auto file = platform::MappedFile::Open(name);
    if (!file) return AuditStorageError(file.error());
    mapped.push_back(std::move(*file));
    texts.emplace_back(
        reinterpret_cast<const char*>(mapped.back().bytes().data()),
        mapped.back().bytes().size());
    CollectRuns(texts.back(), runs);
  }
  const auto verifier = verifiers.Read(texts);
  if (!verifier) return verifier.error();
  if (verifier->size() != writer->size()) {
    return Error{ErrorKind::kCorrupt, "the log is not what was opened"};
  }
  // What is not there any more was removed, and a signed record says so.
  const std::string removed =
      "\"last\":" + std::to_string(verifier->begin() - 1) + ",";
  const auto tells = [&](std::string_view text) {
    return text.find(removed) != text.npos;
  };
  if (verifier->begin() != 0 && std::ranges::none_of(texts, tells)) {
    return Error{ErrorKind::kCorrupt, "a file is gone without a record"};
  }
  return boost::json::object{
      {"runs", std::move(runs)},
      {"begin", verifier->begin()},
      {"microseconds",
       std::chrono::duration_cast<std::chrono::microseconds>(took).count()}};
}

}  // namespace
}  // namespace answerbox::daemon

int main() {
  answerbox::daemon::Verifiers verifiers;
  for (std::string path; std::getline(std::cin, path);) {
    auto found = answerbox::daemon::Inspect(path, verifiers);
    const boost::json::object line =
        found ? std::move(*found)
              : boost::json::object{{"error", found.error().message}};
    std::cout << boost::json::serialize(line) << std::endl;
  }
  return 0;
}
