// Implements CheckUnsignedTail: checks the records that the next head will
// sign.
#include <string>
#include <string_view>

#include "daemon/audit/recovery.h"

namespace answerbox::daemon {
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
