#include "daemon/audit/recovery.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/log_reader.h"
#include "protocol/names/collection_name.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;

// Room for an `open` record with 64 peaks, a key and kMaxEvidence folders, and
// for a `state` record of kMaxKnownCollections.
constexpr std::size_t kMaxBeginningBytes =
    16'384 + kMaxKnownCollections * (kMaxCollectionNameBytes + 32);

std::string_view FirstLine(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view()
                                       : text.substr(0, end);
}

std::string Records(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " record" : " records");
}

// Returns whether the file may be one whose making was interrupted. Its first
// two records are written together, and synced before anything follows.
bool MayBeUnbegun(std::string_view text) {
  return text.size() <= kMaxBeginningBytes &&
         std::ranges::count(text, '\n') <= 2;
}

// Returns whether the second record is whole. If a power cut tore it, the file
// before has to tell what it told.
bool HasSecondRecord(std::string_view text) {
  const std::size_t begin = FirstLine(text).size() + 1;
  return begin < text.size() && IsWellFormed(FirstLine(text.substr(begin)));
}

// Returns whether a line without line feed is the next head of the chain, whose
// line feed a power cut took. It covers only records that are there.
bool IsCutHead(const LinePrefix& prefix, const SignedHead& head,
               const Chain& chain) {
  return prefix.seq == chain.tree.size() && head.size == prefix.seq &&
         RepeatsHash(prefix, chain.previous) && head.root == chain.tree.Root();
}

// Returns the offset of a whole head of this log in the bytes after the whole
// part. All records before a head are synced before it is written, so a power
// cut never leaves a head after a torn record.
std::optional<std::size_t> FindHead(std::string_view torn, const Chain& chain) {
  for (std::size_t at = 0; at < torn.size();) {
    const std::size_t end = std::min(torn.find('\n', at), torn.size());
    const std::string_view line = torn.substr(at, end - at);
    const auto prefix = ReadPrefix(line);
    if (prefix && prefix->kind == "head") {
      const auto head = ParseHeadRecord(line);
      const bool is_cut = at == 0 && end == torn.size();
      if (head && head->log == chain.log &&
          !(is_cut && IsCutHead(*prefix, *head, chain))) {
        return at;
      }
    }
    at = end + 1;
  }
  return std::nullopt;
}

// Returns the number of the first record; the largest number when it can't be
// read.
std::uint64_t FirstRecord(std::string_view text) {
  const auto prefix = ReadPrefix(FirstLine(text));
  return prefix ? prefix->seq : std::numeric_limits<std::uint64_t>::max();
}

// Opens the files from the one with the newest head to the last, in order.
Result<std::vector<OpenLogFile>> OpenNewest(
    std::vector<fs::path> files, const std::optional<KeptHead>& kept) {
  std::vector<OpenLogFile> opened;
  while (!files.empty()) {
    auto file = platform::MappedFile::Open(files.back());
    if (!file) return AuditStorageError(file.error());
    const std::uint64_t first = FirstRecord(file->text());
    opened.insert(opened.begin(), {files.back(), std::move(*file)});
    files.pop_back();
    // Without a kept head, the newest head in the log counts.
    const std::string_view text = opened.front().file.text();
    // Files before the one where the head ends are covered by it; the first
    // line of that file repeats their peaks.
    if (HasSecondRecord(text) &&
        (kept ? first <= kept->head.size
              : text.find("\"kind\":\"head\"") != text.npos)) {
      break;
    }
  }
  return opened;
}

using Found = decltype(LogCheck::found);

// Returns the disagreement of a log that ends before the kept head does.
Disagreement Cut(const LogReader& reader, const SignedHead& head,
                 std::string_view rest, std::size_t bytes) {
  const std::uint64_t size = reader.chain().tree.size();
  return reader.Found(
      rest.empty()
          ? "The log ends after " + Records(size) + ", but " +
                std::to_string(head.size) + " were signed."
          : "Record " + std::to_string(size) +
                " is not what was signed: it has been changed, removed or "
                "put elsewhere, or the one before it has.",
      bytes);
}

// Reads all files. Sets `bytes` to the end of the whole records in the last
// file.
std::optional<Disagreement> ReadFiles(const std::vector<OpenLogFile>& files,
                                      LogReader& reader, std::size_t& bytes) {
  for (const OpenLogFile& file : files) {
    const std::string_view text = file.file.text();
    bytes = reader.Read(file.path, text);
    if (reader.found()) return *reader.found();
    const bool is_last = &file == &files.back();
    // Only the last file may have a torn end: a file is complete and synced
    // before the next one begins.
    if (bytes == 0 || (!is_last && bytes != text.size())) {
      return reader.Found("Record " +
                              std::to_string(reader.chain().tree.size()) +
                              " does not follow from those before it.",
                          bytes);
    }
  }
  return std::nullopt;
}

// Checks whether a power cut can have left the bytes after the whole records.
std::optional<Disagreement> CheckTornEnd(std::string_view rest,
                                         std::size_t bytes, TornBound bound,
                                         const LogReader& reader) {
  if (const auto at = FindHead(rest, reader.chain())) {
    return reader.Found("A head stands after records that it does not cover.",
                        bytes + *at);
  }
  if (bound.bytes && rest.size() > *bound.bytes) {
    return reader.Found("Record " + std::to_string(reader.chain().tree.size()) +
                            " is damaged, and more follows it than a power "
                            "cut can tear.",
                        bytes);
  }
  return std::nullopt;
}

//   reader  has read nothing; gets the kept head's records to compare
Found CheckFiles(const std::vector<OpenLogFile>& files,
                 const std::optional<KeptHead>& kept, TornBound bound,
                 LogReader& reader) {
  std::size_t bytes = 0;
  if (auto broken = ReadFiles(files, reader, bytes)) return std::move(*broken);
  const std::string_view rest = files.back().file.text().substr(bytes);
  // A log that is too short is reported first, as it may cause all other
  // faults.
  if (kept && reader.chain().tree.size() < kept->head.size) {
    return Cut(reader, kept->head, rest, bytes);
  }
  reader.CheckKeptHead(bytes, rest.size());
  reader.CheckNewestHead();
  if (reader.found()) return *reader.found();
  if (auto fault = CheckTornEnd(rest, bytes, bound, reader)) {
    return std::move(*fault);
  }
  // The version is checked only now that the log is known to be what its head
  // signed. Otherwise a changed number would be taken for another version.
  if (reader.format() != kLogFormat) return OtherFormat{files.back().path};
  if (!kept) {
    return Disagreement{std::string(kKeptHeadFile) +
                            ", which says how long the log was, is missing.",
                        kKeptHeadFile, 0,
                        reader.newest() ? reader.newest()->Text() : ""};
  }
  if (!reader.newest()) return reader.Found("No head covers the log.", 0);
  if (auto fault = CheckUnsignedTail(files, reader, bytes)) {
    return std::move(*fault);
  }
  return WholePart{
      files.back().path,  bytes,
      reader.chain(),     std::max(reader.signed_end(), reader.chain().begin),
      reader.key(),       reader.newest()->Text(),
      reader.set_aside(), reader.known(),
      reader.has_state(), kept->head.kind == HeadKind::kStopped};
}

// Checks the files of a log whose kept head covers no records. A power cut
// leaves such a head while a log is begun, with one file that holds no records
// besides those that begin it.
void CheckBeginning(const std::vector<OpenLogFile>& files, const KeptHead& kept,
                    LogCheck& check) {
  static const std::optional<KeptHead> kNone;
  LogReader reader(kNone);
  const std::string_view text = files.front().file.text();
  const std::size_t bytes = reader.Read(files.front().path, text);
  const std::string_view rest = text.substr(bytes);
  if (files.size() == 1 && !reader.found() && reader.chain().begin == 0 &&
      reader.IsUnused() && !check.unbegun &&
      (rest.find('\n') == rest.npos || rest.find('\0') != rest.npos)) {
    check.found = NoLog{reader.known()};
    if (reader.format() != kLogFormat) {
      check.found = OtherFormat{files.front().path};
    } else {
      check.unbegun = files.front().path;
    }
    return;
  }
  check.found = Disagreement{
      "There are records, but the kept head is of the time before the first.",
      kKeptHeadFile, 0, kept.head.Text()};
}

// Leaves out a last file whose making was interrupted: the name of a new file
// may reach the disk before its content does.
Result<void> LeaveOutUnbegun(std::vector<fs::path>& files, LogCheck& check) {
  if (files.empty()) return {};
  const auto last = platform::MappedFile::Open(files.back());
  if (!last) return AuditStorageError(last.error());
  if (MayBeUnbegun(last->text()) && !ParseOpenRecord(FirstLine(last->text()))) {
    check.unbegun = files.back();
    files.pop_back();
  }
  return {};
}

}  // namespace

Result<LogCheck> CheckLog(const fs::path& folder, const fs::path& head_file,
                          TornBound bound) {
  const auto head = ReadKeptHead(head_file);
  if (!head) return head.error();
  const std::optional<KeptHead>& kept = head->kept;
  auto files = ListLogFiles(folder);
  if (!files) return AuditStorageError(files.error());
  LogCheck check;
  if (kept) check.keys = {kept->head.key};
  if (auto read = LeaveOutUnbegun(*files, check); !read) return read.error();
  if (files->empty()) {
    if (kept && kept->head.size != 0) {
      check.found =
          Disagreement{"The log is gone: it had " + Records(kept->head.size) +
                           " when key " + kept->head.key + " signed it.",
                       kKeptHeadFile, 0, kept->head.Text()};
    }
  } else {
    const auto opened = OpenNewest(*files, kept);
    if (!opened) return opened.error();
    if (kept && kept->head.size == 0) {
      CheckBeginning(*opened, *kept, check);
      return check;
    }
    LogReader reader(kept);
    check.found = CheckFiles(*opened, kept, bound, reader);
    const bool is_whole = std::holds_alternative<WholePart>(check.found);
    if ((!kept || is_whole) && !reader.key().empty()) {
      check.keys.push_back(reader.key());
    }
  }
  // This comes last and overrides other findings: without a valid kept head
  // nobody knows how long the log was.
  if (head->state == KeptHeadState::kDamaged) {
    check.found = Disagreement{
        std::string(kKeptHeadFile) + " is damaged.", kKeptHeadFile, 0, {}};
  }
  return check;
}

std::optional<Disagreement> CheckClosedFile(const OpenLogFile& file,
                                            const fs::path& next,
                                            std::string_view next_line) {
  static const std::optional<KeptHead> kNone;
  LogReader reader(kNone);
  const std::size_t bytes = reader.Read(file.path, file.file.text());
  if (reader.found()) return reader.found();
  // The next file states how this one must have ended.
  const auto opened = ResumeChain(next_line);
  const auto prefix = ReadPrefix(next_line);
  const Chain& chain = reader.chain();
  const bool is_whole = bytes == file.file.text().size();
  if (is_whole && opened && prefix && opened->log == chain.log &&
      prefix->seq == chain.tree.size() &&
      RepeatsHash(*prefix, chain.previous) &&
      std::ranges::equal(opened->tree.peaks(), chain.tree.peaks())) {
    return std::nullopt;
  }
  return reader.Found(is_whole ? "The file is not the one that " +
                                     next.filename().native() + " goes on from."
                               : "Record " + std::to_string(chain.tree.size()) +
                                     " is damaged, or the one before it is.",
                      is_whole ? 0 : bytes);
}

Result<std::optional<Disagreement>> CheckOlderFiles(
    const std::vector<fs::path>& files, const std::function<bool()>& is_stopped,
    FirstLines& first_lines) {
  using Outcome = std::optional<Disagreement>;
  std::string next;
  for (std::size_t i = files.size(); i-- > 0;) {
    if (is_stopped()) return Outcome();
    auto mapped = platform::MappedFile::Open(files[i]);
    // The file has been moved away meanwhile, with those before it.
    if (!mapped && mapped.error().code.value() == ENOENT) return Outcome();
    if (!mapped) return AuditStorageError(mapped.error());
    const OpenLogFile file{files[i], std::move(*mapped)};
    // The last file was checked when the log was opened.
    if (i + 1 != files.size()) {
      auto found = CheckClosedFile(file, files[i + 1], next);
      file.file.Release();
      if (found) return Outcome(std::move(found));
    }
    next = FirstLine(file.file.text());
    first_lines[files[i]] = HashLine(next);
  }
  return Outcome();
}

namespace {

// The most records after the newest head: the greatest `audit_head_records`,
// and the largest batch. The verifier allows more, kMaxRecordsPerHead, because
// a few records may still follow before they are signed.
constexpr std::uint64_t kMaxTailRecords = 40'960;
static_assert(kMaxTailRecords < kMaxRecordsPerHead);

// Returns the fault of a record that no head covers, apart from the chain;
// empty if there is none.
//   is_first  whether it is the first line of its file
std::string FindFault(std::string_view line, bool is_first) {
  const auto prefix = ReadPrefix(line);
  if (!IsWellFormed(line)) {
    return " is not a JSON object of at most " +
           std::to_string(kMaxLineBytes >> 10) + " KiB.";
  }
  if (is_first) {
    const auto open = ParseOpenRecord(line);
    if (open && open->format == kLogFormat) return {};
    return " begins a file in a format that this version does not know.";
  }
  // Evidence belongs at the beginning of a log, which a head covers.
  if (!prefix || prefix->kind == "open" || prefix->kind == "evidence") {
    return " can't stand within a file.";
  }
  if (HoldsRecord(line.substr(1), prefix->seq + 1)) {
    return " holds another record.";
  }
  return {};
}

}  // namespace

std::optional<Disagreement> CheckUnsignedTail(
    const std::vector<OpenLogFile>& files, const LogReader& reader,
    std::size_t end) {
  const auto& tail = reader.tail();
  if (!tail) return std::nullopt;
  const auto fault = [&](const std::string& file, std::size_t at,
                         std::uint64_t record, const std::string& what) {
    return Disagreement{"Record " + std::to_string(record) + what, file, at,
                        reader.newest() ? reader.newest()->Text() : ""};
  };
  const std::uint64_t size = reader.chain().tree.size();
  if (size - tail->record > kMaxTailRecords) {
    return fault(tail->file, static_cast<std::size_t>(tail->offset),
                 tail->record,
                 " and those after it are more than a daemon leaves without a "
                 "head.");
  }
  std::uint64_t record = tail->record;
  bool is_in_tail = false;
  for (const OpenLogFile& file : files) {
    const std::string name = file.path.filename();
    std::size_t at = 0;
    if (!is_in_tail) {
      if (name != tail->file) continue;
      is_in_tail = true;
      at = static_cast<std::size_t>(tail->offset);
    }
    std::string_view text = file.file.text();
    if (&file == &files.back()) text = text.substr(0, end);
    for (std::size_t next; at < text.size(); at = next, ++record) {
      next = text.find('\n', at) + 1;
      const std::string what =
          FindFault(text.substr(at, next - 1 - at), at == 0);
      if (!what.empty()) return fault(name, at, record, what);
    }
  }
  return std::nullopt;
}

}  // namespace answerbox::daemon
