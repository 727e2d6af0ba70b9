#include "engine/words/synonym_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/text/character_class.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

// Characters of UTF-8 begin with a byte that is no continuation.
std::size_t CountCharacters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count(text, false, IsContinuationByte));
}

SynonymError ErrorAt(std::string_view text, std::size_t offset,
                     std::string message) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t last_end = before.rfind('\n');
  const std::size_t begin =
      last_end == std::string_view::npos ? 0 : last_end + 1;
  return {1 + static_cast<std::size_t>(std::ranges::count(before, '\n')),
          1 + CountCharacters(before.substr(begin)), std::move(message)};
}

// Reads one line.
class RuleReader {
 public:
  RuleReader(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text), at_(begin), end_(end) {}

  // Whether the line has a rule: neither blank nor a comment.
  bool HasRule() {
    SkipSpace();
    return at_ < end_ && text_[at_] != '#';
  }

  std::variant<SynonymRule, SynonymError> Read() {
    SynonymRule rule;
    const std::size_t begin = at_;
    bool has_arrow = false;
    while (true) {
      if (!ReadEntry(has_arrow ? rule.right : rule.left)) return *error_;
      if (at_ == end_) break;
      if (text_[at_] == ',') {
        ++at_;
      } else if (has_arrow) {
        return ErrorAt(text_, at_,
                       "A rule has one \"=>\"; write \\=> for the signs.");
      } else {
        has_arrow = true;
        at_ += 2;
      }
    }
    if (!has_arrow && rule.left.size() == 1) {
      return ErrorAt(text_, begin,
                     "A rule needs a second word, after a comma or \"=>\".");
    }
    return rule;
  }

 private:
  void SkipSpace() {
    while (at_ < end_ && Is(text_[at_], kSpaceByte)) ++at_;
  }
  [[nodiscard]] bool IsAtEntryEnd() const {
    return at_ == end_ || text_[at_] == ',' ||
           text_.substr(at_, end_ - at_).starts_with("=>");
  }

  // False after an error.
  bool ReadEntry(std::vector<std::string>& entries) {
    SkipSpace();
    const std::size_t begin = at_;
    std::string entry;
    std::size_t without_space = 0;  // Bytes up to the last that is no space.
    for (; !IsAtEntryEnd(); ++at_) {
      const bool is_escaped = text_[at_] == '\\';
      if (is_escaped && ++at_ == end_) {
        error_ = ErrorAt(text_, at_ - 1,
                         "A backslash ends the line; write \\\\ for the sign.");
        return false;
      }
      entry += text_[at_];
      // A blank after a backslash is a part of the entry, also at its end.
      if (is_escaped || !Is(text_[at_], kSpaceByte)) {
        without_space = entry.size();
      }
    }
    entry.resize(without_space);
    if (entry.empty()) {
      error_ = ErrorAt(text_, begin, "A word is missing here.");
    } else if (entry.size() > kMaxSynonymEntryBytes) {
      error_ = ErrorAt(text_, begin,
                       "A word or phrase has at most " +
                           std::to_string(kMaxSynonymEntryBytes) + " bytes.");
    }
    if (error_) return false;
    entries.push_back(std::move(entry));
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t end_;
  std::optional<SynonymError> error_;
};

}  // namespace

std::variant<std::vector<SynonymRule>, SynonymError> ReadSynonymFile(
    std::string_view text) {
  if (text.size() > kMaxSynonymBytes) {
    return ErrorAt(text, FloorToCharacter(text, kMaxSynonymBytes),
                   "The file is longer than " +
                       std::to_string(kMaxSynonymBytes) + " bytes.");
  }
  if (const auto valid = ValidateUtf8(text); !valid) {
    return ErrorAt(text, static_cast<std::size_t>(valid.error().offset),
                   "This is not UTF-8.");
  }
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::vector<SynonymRule> rules;
  std::size_t begin =
      text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    RuleReader reader(text, begin, end);
    if (reader.HasRule()) {
      if (rules.size() == kMaxSynonymRules) {
        return ErrorAt(text, begin,
                       "The file has more than " +
                           std::to_string(kMaxSynonymRules) + " rules.");
      }
      auto rule = reader.Read();
      if (auto* error = std::get_if<SynonymError>(&rule)) {
        return std::move(*error);
      }
      rules.push_back(std::move(std::get<SynonymRule>(rule)));
    }
    begin = end + 1;
  }
  return rules;
}

}  // namespace answerbox::engine
