#include "daemon/audit/retention.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "daemon/audit/recovery.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;

std::string FirstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

// Leaves out all but the last kMaxCopies.
template <typename Copy>
void KeepNewest(std::vector<Copy>& copies) {
  if (copies.size() <= kMaxCopies) return;
  copies.erase(copies.begin(),
               copies.end() - static_cast<std::ptrdiff_t>(kMaxCopies));
}

// The newest `removed` record of the log; an empty one if there is none.
Result<RemovedRecord> NewestRemoved(const std::vector<fs::path>& files) {
  constexpr std::string_view kRemoved = "\",\"kind\":\"removed\",";
  for (std::size_t i = files.size(); i-- > 0;) {
    auto file = platform::MappedFile::Open(files[i]);
    if (!file) return AuditStorageError(file.error());
    // The last file is cut where a write to it fails.
    file->Protect();
    const std::string_view text = file->text();
    const std::size_t at = text.rfind(kRemoved);
    if (at == text.npos) continue;
    const std::size_t begin = text.rfind('\n', at) + 1;
    auto record =
        ParseRemovedRecord(text.substr(begin, text.find('\n', at) - begin));
    if (record) return std::move(*record);
  }
  return RemovedRecord{};
}

// Adds what later readers need of files that are gone: their keys, and which
// were removed. So the newest record is enough, whatever was removed after it
// was written.
//   text  of the file
//   last  the newest record before
void AddCopies(std::string_view text, RemovedRecord last,
               RemovedRecord& record) {
  record.keys = std::move(last.keys);
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != text.npos;
       at = end + 1) {
    const std::string_view line = text.substr(at, end - at);
    const auto prefix = ReadPrefix(line);
    if (!prefix || prefix->kind != "key") continue;
    auto key = ParseKeyRecord(line);
    // A power cut may have left the file, and a record of it.
    const bool is_copied =
        !record.keys.empty() && record.keys.back().record >= prefix->seq;
    if (key && !is_copied) {
      record.keys.push_back({prefix->seq, std::move(*key)});
    }
  }
  record.earlier = std::move(last.earlier);
  if (!last.file.empty()) record.earlier.push_back(last.records);
  record.earlier = Joined(std::move(record.earlier));
  KeepNewest(record.keys);
  KeepNewest(record.earlier);
}

}  // namespace

std::string_view Retention::Passed(std::uint64_t bytes, std::string_view ended,
                                   const RecordTime& now,
                                   SteadyTime steady) const {
  if (bounds_.bytes != 0 && bytes > bounds_.bytes) return "bytes";
  if (bounds_.age.count() == 0 || steady < next_by_age_) return {};
  const std::chrono::microseconds age = bounds_.age;
  return ended < WallText({now.wall_us - age.count(), 0}) ? "days"
                                                          : std::string_view();
}

Result<Retention::Found> Retention::Find(const fs::path& folder,
                                         const RecordTime& now,
                                         SteadyTime steady) {
  const auto files = ListLogFiles(folder);
  if (!files) return AuditStorageError(files.error());
  if (files->size() <= kLeastFiles) return Found();
  std::uint64_t bytes = 0;
  for (const fs::path& file : *files) {
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (!error) bytes += size;
  }
  const fs::path& next = files->at(1);
  const auto next_file = platform::MappedFile::Open(next);
  if (!next_file) return AuditStorageError(next_file.error());
  const std::string next_line = FirstLine(next_file->text());
  auto mapped = platform::MappedFile::Open(files->front());
  if (!mapped) return AuditStorageError(mapped.error());
  const OpenLogFile file{files->front(), std::move(*mapped)};
  const std::string_view text = file.file.text();
  const std::string line = FirstLine(text);
  // The later of both: a clock that was set back when the next file began does
  // not make this one old.
  const std::string_view ended =
      std::max(RecordTimeOf(line), RecordTimeOf(next_line));
  const std::string_view why = Passed(bytes, ended, now, steady);
  if (why.empty()) return Found();
  if (why == "days") next_by_age_ = steady + kPause;
  if (auto damage = CheckClosedFile(file, next, next_line)) {
    return Found(std::move(*damage));
  }
  auto last = NewestRemoved(*files);
  if (!last) return last.error();
  // Both lines were read by the check.
  OldestFile oldest{file.path, ResumeChain(next_line)->log, {}};
  RemovedRecord& record = oldest.record;
  record.file = file.path.filename();
  record.records = {ReadPrefix(line)->seq, ReadPrefix(next_line)->seq - 1};
  record.bytes = text.size();
  record.sha256 = ToHex(engine::ComputeSha256(text));
  record.begun = RecordTimeOf(line);
  record.ended = RecordTimeOf(next_line);
  record.why = why;
  AddCopies(text, std::move(*last), record);
  file.file.Release();
  return Found(std::move(oldest));
}

}  // namespace answerbox::daemon
