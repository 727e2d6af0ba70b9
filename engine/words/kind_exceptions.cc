#include <cstddef>

#include "engine/text/ascii.h"
#include "engine/text/word_table.h"
#include "engine/words/kind_names.h"
#include "engine/words/lower_word.h"

namespace answerbox::engine {
namespace {

// After these all others are left out.
constexpr WordTable kDenials({"cannot", "hardly", "neither", "never", "no",
                              "nobody", "none", "nor", "not", "nothing",
                              "nowhere", "only", "t", "without"});
constexpr WordTable kExceptWords({"except", "excepting", "excluding"});
constexpr WordTable kBeforeExcepted({"for", "from", "in", "no", "number", "of",
                                     "on", "than", "the"});

std::size_t EndOfLetters(std::string_view text, std::size_t at) {
  while (at < text.size() && IsLetter(text[at])) ++at;
  return at;
}

// Looks for one name where a text leaves something out.
class ExceptionFinder {
 public:
  ExceptionFinder(std::string_view text, std::string_view name,
                  std::string_view kind, TermNormalizer& normalizer)
      : text_(text), name_(name), kind_(kind), normalizer_(normalizer) {}

  std::string_view Find() {
    bool is_denied = false;
    for (std::size_t at = 0; at < text_.size();) {
      if (!IsLetter(text_[at])) {
        if (IsOneOf(text_[at], ".;?!")) is_denied = false;
        ++at;
        continue;
      }
      const std::size_t end = EndOfLetters(text_, at);
      const LowerWord word(text_.substr(at, end - at));
      if (!is_denied && LeavesOut(word.text(), at, end)) {
        const std::size_t last = EndOfNames(end);
        if (last != 0) return text_.substr(at, last - at);
      }
      is_denied = is_denied || kDenials.Find(word.text());
      at = end;
    }
    return {};
  }

 private:
  [[nodiscard]] bool IsKind(std::string_view word) const {
    return !word.empty() &&
           normalizer_.Normalize(word, TokenKind::kWord) == kind_;
  }
  [[nodiscard]] bool IsAfter(std::size_t end, std::string_view next) const {
    return text_.substr(end).starts_with(next);
  }

  // Whether a word begins an exception. "Rooms 4 to 9 but 6" does, and "the
  // rooms are open, but room 6 is closed" does not.
  [[nodiscard]] bool LeavesOut(std::string_view word, std::size_t at,
                               std::size_t end) const {
    if (kExceptWords.Find(word)) return true;
    if (word == "other") return IsAfter(end, " than ");
    if (word == "apart") return IsAfter(end, " from ");
    std::size_t before = at;
    while (before > 0 && Is(text_[before - 1], kSpaceByte)) --before;
    if (before == 0) return false;
    if (word == "not") {
      return IsOneOf(text_[before - 1], ",(") ||
             LowerWord::Before(text_, at).text() == "and";
    }
    if (word != "but") return false;
    if (IsAfter(end, " not ")) return true;
    std::size_t begin = before;
    while (begin > 0 && IsWordByte(text_[begin - 1])) --begin;
    const std::string_view last = text_.substr(begin, before - begin);
    return IsKind(last) ||
           (!last.empty() && NumberOrLetter(last).size() == last.size());
  }

  // Where names end that begin after byte `at` and have the one; 0: they don't.
  [[nodiscard]] std::size_t EndOfNames(std::size_t at) const {
    constexpr int kMostWords = 4;
    bool is_plural = true;
    bool has_kind = false;
    for (int words = 0; words < kMostWords; ++words) {
      while (at < text_.size() && Is(text_[at], kSpaceByte)) ++at;
      const std::size_t end = EndOfLetters(text_, at);
      const std::string_view word = text_.substr(at, end - at);
      if (word.size() < 2) break;
      const bool is_kind = IsKind(word);
      if (is_kind) is_plural = IsPlural(word, kind_);
      has_kind = has_kind || is_kind;
      if (!is_kind && word != "not" && !kBeforeExcepted.Find(word)) return 0;
      at = end;
    }
    const std::size_t size =
        ListWith(text_.substr(at), name_, kind_, is_plural);
    if (size == 0) return 0;
    const std::string_view after = text_.substr(at + size);
    const bool says_more =
        after.starts_with(", which") || after.starts_with(" which");
    return says_more || (!has_kind && IsCounted(after)) ? 0 : at + size;
  }

  std::string_view text_;
  std::string_view name_;
  std::string_view kind_;
  TermNormalizer& normalizer_;
};

}  // namespace

std::string_view FindException(std::string_view text, std::string_view name,
                               std::string_view kind,
                               TermNormalizer& normalizer) {
  return ExceptionFinder(text, name, kind, normalizer).Find();
}

std::string_view FindAllOther(std::string_view text, std::string_view kind,
                              TermNormalizer& normalizer) {
  KindNameReader kinds(text, normalizer, kind);
  while (const auto one = kinds.Next()) {
    if (one->kind != kind || !one->name.empty() ||
        LowerWord::Before(text, one->range.begin).text() != "other") {
      continue;
    }
    const std::size_t begin = BeginOfAll(text, one->range.begin);
    return text.substr(begin, one->range.end - begin);
  }
  return {};
}

}  // namespace answerbox::engine
