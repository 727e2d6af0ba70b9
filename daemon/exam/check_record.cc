#include "daemon/exam/check_record.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <span>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "engine/index/format/checksum.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kFirstLine = "answerbox-self-check 1\n";
// The cover is stored as a whole number, so that a file reads back exactly.
constexpr std::uint32_t kWholeCover = 1'000'000;
constexpr std::size_t kNamedLosses = 3;  // In a sentence.

void AppendLine(std::string& text, std::string_view key,
                std::string_view value) {
  text += key;
  text += ' ';
  text += value;
  text += '\n';
}

void AppendLine(std::string& text, std::string_view key, std::uint64_t number) {
  AppendLine(text, key, std::to_string(number));
}

// Writes two digits for eight questions, the first question in the lowest bit.
std::string Hexadecimal(const QuestionBits& bits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text((bits.size() + 7) / 8 * 2, '0');
  for (std::size_t byte = 0; byte * 8 < bits.size(); ++byte) {
    unsigned value = 0;
    for (std::size_t i = byte * 8; i < bits.size() && i < byte * 8 + 8; ++i) {
      if (bits[i]) value |= 1U << (i % 8);
    }
    text[byte * 2] = kDigits[value >> 4];
    text[byte * 2 + 1] = kDigits[value & 15U];
  }
  return text;
}

// Too few digits, or others than hexadecimal ones, give wrong bits here.
// DecodeCheck notices that when it encodes the record again.
QuestionBits ReadBits(std::string_view text, std::size_t count) {
  QuestionBits bits(count);
  for (std::size_t i = 0; i < count && i / 8 * 2 + 1 < text.size(); ++i) {
    unsigned value = 0;
    const char* const begin = text.data() + i / 8 * 2;
    static_cast<void>(std::from_chars(begin, begin + 2, value, 16));
    bits[i] = (value >> (i % 8) & 1U) != 0;
  }
  return bits;
}

// Takes the line that begins with `key` from the front of `text`, and returns
// the rest of it; empty for any other line.
std::string_view TakeLine(std::string_view& text, std::string_view key) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.starts_with(key) ||
      end <= key.size()) {
    return {};
  }
  const std::string_view value =
      text.substr(key.size() + 1, end - key.size() - 1);
  text.remove_prefix(end + 1);
  return value;
}

template <typename Number>
// Returns 0 for anything but a number: see ReadBits.
Number NumberOf(std::string_view& text, std::string_view key) {
  const std::string_view value = TakeLine(text, key);
  Number number = 0;
  static_cast<void>(
      std::from_chars(value.data(), value.data() + value.size(), number));
  return number;
}

std::size_t Count(const QuestionBits& bits) {
  return static_cast<std::size_t>(std::ranges::count(bits, true));
}

std::string CountedQuestions(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " question" : " questions");
}

std::size_t HashOf(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

std::vector<std::size_t> HashesOf(const Bank& bank) {
  std::vector<std::size_t> hashes;
  hashes.reserve(bank.size());
  for (const BankQuestion& question : bank) {
    hashes.push_back(HashOf(protocol::WriteBankLine(question)));
  }
  return hashes;
}

}  // namespace

std::string EncodeCheck(const CheckRecord& record) {
  std::string text(kFirstLine);
  AppendLine(text, "guard", record.guard);
  AppendLine(text, "snapshot", record.snapshot);
  AppendLine(text, "checked", record.checked);
  AppendLine(text, "cover", record.cover);
  AppendLine(text, "questions", record.answered.size());
  AppendLine(text, "answered", Hexadecimal(record.answered));
  AppendLine(text, "before", Hexadecimal(record.before));
  if (!record.unasked.empty()) {
    AppendLine(text, "unasked", Hexadecimal(record.unasked));
  }
  std::array<char, 16> checksum{};
  std::snprintf(checksum.data(), checksum.size(), "%08x",
                static_cast<unsigned>(
                    engine::ComputeChecksum(std::as_bytes(std::span(text)))));
  AppendLine(text, "crc32c", checksum.data());
  return text;
}

std::optional<CheckRecord> DecodeCheck(std::string_view text) {
  const std::string_view whole = text;
  if (text.size() > kMaxCheckBytes || !text.starts_with(kFirstLine)) {
    return std::nullopt;
  }
  text.remove_prefix(kFirstLine.size());
  CheckRecord record;
  record.guard = NumberOf<std::uint64_t>(text, "guard");
  record.snapshot = NumberOf<std::uint64_t>(text, "snapshot");
  record.checked = NumberOf<std::uint64_t>(text, "checked");
  record.cover = NumberOf<std::uint32_t>(text, "cover");
  const auto questions = NumberOf<std::size_t>(text, "questions");
  // The numbers are checked before memory of that size is taken.
  if (questions == 0 || questions > kMaxGuardQuestions ||
      record.cover > kWholeCover || record.checked > kLatestCheck) {
    return std::nullopt;
  }
  record.answered = ReadBits(TakeLine(text, "answered"), questions);
  record.before = ReadBits(TakeLine(text, "before"), questions);
  if (text.starts_with("unasked")) {
    record.unasked = ReadBits(TakeLine(text, "unasked"), questions);
  }
  // Finds a wrong checksum, and all that the readers above ignored.
  if (EncodeCheck(record) != whole) return std::nullopt;
  return record;
}

Result<void> StoreCheck(const std::filesystem::path& folder,
                        const CheckRecord& record) {
  return WriteStoredText(folder / kCheckFileName, EncodeCheck(record));
}

Result<std::optional<CheckRecord>> LoadCheck(
    const std::filesystem::path& folder) {
  const auto path = folder / kCheckFileName;
  const auto file = platform::MappedFile::Open(path);
  if (!file) {
    // A collection that was never examined has no file, which is no fault.
    if (file.error().code.value() == ENOENT) {
      return std::optional<CheckRecord>();
    }
    return StorageError(file.error());
  }
  auto record = DecodeCheck(file->text());
  if (!record) {
    return Error{.kind = ErrorKind::kCorrupt,
                 .message = path.string() +
                            " is damaged: what the collection answered before "
                            "is not known, and the next exam begins anew",
                 .subject = path.string(),
                 .field = "self-check"};
  }
  return record;
}

Result<void> RemoveCheck(const std::filesystem::path& folder) {
  if (auto removed = platform::RemoveFile(folder / kCheckFileName); !removed) {
    return StorageError(removed.error());
  }
  return {};
}

CheckRecord RecordOf(const Guard& guard, const ExamOutcome& exam,
                     const CheckRecord* last) {
  CheckRecord record;
  record.before =
      last != nullptr ? last->before : QuestionBits(guard.bank.size());
  double weight = 0.0;
  double covered = 0.0;
  bool has_lost = false;
  for (std::size_t i = 0; i < guard.bank.size(); ++i) {
    const bool is_answered = exam.questions[i].covered;
    record.answered.push_back(is_answered);
    weight += guard.bank[i].weight;
    if (is_answered) covered += guard.bank[i].weight;
    // What nobody asked before can neither be lost nor make up for a loss.
    if (last != nullptr && !last->unasked.empty() && last->unasked[i]) {
      record.before[i] = is_answered;
    }
    if (guard.bank[i].must && record.before[i] && !is_answered) {
      has_lost = true;
    }
  }
  // Which questions are answered may change as documents change. It is a drop
  // if fewer are answered than at the best time, or if one is lost that must be
  // answered.
  if (exam.covered < Count(record.before)) has_lost = true;
  // As long as the drop lasts, it is measured from the time before it: a second
  // exam after the same loss must not find everything in order.
  if (!has_lost) record.before = record.answered;
  record.cover = static_cast<std::uint32_t>(
      std::lround(covered / weight * static_cast<double>(kWholeCover)));
  return record;
}

CheckReport ReportOf(std::string_view collection, const Guard& guard,
                     const CheckRecord& record, std::size_t max_lost) {
  CheckReport report;
  report.collection = collection;
  report.snapshot = record.snapshot;
  report.checked = std::chrono::sys_seconds(
      std::chrono::seconds(static_cast<std::int64_t>(record.checked)));
  report.questions = record.answered.size();
  report.answered = Count(record.answered);
  report.before = Count(record.before);
  report.unasked = Count(record.unasked);
  report.needed = guard.rule.must_pass.Of(report.questions);
  report.cover = static_cast<double>(record.cover) / kWholeCover;
  // Questions that must be answered come first, because the list may be cut.
  for (const bool must : {true, false}) {
    for (std::size_t i = 0; i < guard.bank.size(); ++i) {
      if (guard.bank[i].must != must) continue;
      if (must) ++report.must;
      if (must && record.answered[i]) ++report.must_answered;
      if (record.answered[i] || !record.before[i]) continue;
      ++report.lost;
      if (must) ++report.lost_must;
      if (report.lost_ids.size() < max_lost) {
        report.lost_ids.push_back(guard.bank[i].id);
      }
    }
  }
  return report;
}

std::string CheckReport::Describe() const {
  std::string text = Quoted(collection);
  if (questions == 0) {
    text += " was not examined yet";
  } else {
    text += " answers " + std::to_string(answered) + " of the " +
            CountedQuestions(questions) + " of its exam";
    if (answered != before) text += ", was " + std::to_string(before);
    if (answered + unasked < needed) {
      text += ", must be " + std::to_string(needed);
    }
    if (unasked > 0) {
      text += "; " + std::to_string(unasked) +
              (unasked == 1 ? " was" : " were") + " not asked yet";
    }
    // These were never answered. They are counted apart from lost ones, since
    // restoring a removed document would not help.
    const std::size_t unanswered = must - must_answered - lost_must;
    if (unanswered > 0) {
      text += "; " + CountedQuestions(unanswered) +
              " marked `must` can't be answered yet";
    }
  }
  if (is_drop() && lost > 0) {
    text += "; " + std::to_string(lost) + " no longer: ";
    const std::size_t named = std::min(kNamedLosses, lost_ids.size());
    for (std::size_t i = 0; i < named; ++i) {
      if (i > 0) text += ", ";
      text += lost_ids[i];
    }
    if (named < lost) text += ", ...";
  }
  if (is_drop()) {
    text += "; `answerbox exam bank -c " + collection +
            " | answerbox exam run - -c " + collection + "` shows them";
  }
  if (!problem.empty()) text += "; the last exam failed: " + problem;
  return text;
}

void GuardLineage::Extend(const StoredGuard& present, std::string_view next) {
  const auto known =
      std::ranges::find(ancestors_, present.entry.number, &Ancestor::number);
  // The change that was to follow this guard has failed, or another one came
  // between.
  if (known != ancestors_.end()) {
    ancestors_.erase(known, ancestors_.end());
  } else if (next_ != HashOf(present.text)) {
    ancestors_.clear();
  }
  const auto guard = ReadGuardText(present.text);
  if (!guard) return ancestors_.clear();
  if (ancestors_.size() == kMaxGuards) ancestors_.erase(ancestors_.begin());
  ancestors_.push_back({present.entry.number, HashesOf(guard->bank)});
  next_ = HashOf(next);
}

std::optional<QuestionOrigins> GuardLineage::OriginsOf(
    const StoredGuard& guard, const Bank& bank, std::uint64_t earlier) const {
  const auto from = std::ranges::find(ancestors_, earlier, &Ancestor::number);
  if (from == ancestors_.end()) return std::nullopt;
  const bool is_next = HashOf(guard.text) == next_;
  if (!is_next && std::find_if(from, ancestors_.end(), [&](const auto& one) {
                    return one.number == guard.entry.number;
                  }) == ancestors_.end()) {
    return std::nullopt;
  }
  QuestionOrigins origins;
  for (const std::size_t hash : HashesOf(bank)) {
    const auto place = std::ranges::find(from->questions, hash);
    origins.push_back(place == from->questions.end()
                          ? std::nullopt
                          : std::optional(static_cast<std::size_t>(
                                place - from->questions.begin())));
  }
  return origins;
}

}  // namespace answerbox::daemon
