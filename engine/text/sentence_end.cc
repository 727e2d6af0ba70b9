#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/text/boundary_words.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMaxWordBytes = 24;  // Longer words are never looked up.

// Bytes of a closing mark at the end of `text`, else 0.
std::size_t CloserLength(std::string_view text) {
  constexpr std::string_view kAsciiClosers = "\"')]}*_>";
  if (text.empty()) return 0;
  if (!Is(text.back(), kNonAsciiByte)) {
    return kAsciiClosers.find(text.back()) != std::string_view::npos ? 1 : 0;
  }
  for (const std::string_view closer :
       {"\u201d", "\u2019", "\u00bb", "\u203a"}) {
    if (text.ends_with(closer)) return closer.size();
  }
  return 0;
}

// Bytes of a reference mark at the end of `text`, "[12]", else 0.
std::size_t ReferenceLength(std::string_view text) {
  if (!text.ends_with(']')) return 0;
  std::size_t i = text.size() - 1;
  while (i > 0 && IsDigit(text[i - 1])) --i;
  if (i == 0 || i == text.size() - 1 || text[i - 1] != '[') return 0;
  return text.size() - i + 1;
}

// A sentence may end with several of them: 'He said "go.")[12]'.
std::string_view DropClosers(std::string_view text) {
  for (;;) {
    std::size_t length = ReferenceLength(text);
    if (length == 0) length = CloserLength(text);
    if (length == 0) return text;
    text.remove_suffix(length);
  }
}

enum class Terminator { kNone, kFullStop, kOther };

Terminator TerminatorOf(std::string_view text) {
  if (text.empty()) return Terminator::kNone;
  const char last = text.back();
  // These end a sentence wherever another one can begin. A full stop may also
  // be that of an abbreviation.
  if (last == '!' || last == '?') return Terminator::kOther;
  if (last == '.') {
    // "..", "?." and "!." always end a sentence.
    const char before = text.size() > 1 ? text[text.size() - 2] : ' ';
    return before == '.' || before == '!' || before == '?'
               ? Terminator::kOther
               : Terminator::kFullStop;
  }
  if (!Is(last, kNonAsciiByte)) return Terminator::kNone;
  for (const std::string_view mark : {"\u2026", "\u3002", "\uff01", "\uff1f"}) {
    if (text.ends_with(mark)) return Terminator::kOther;
  }
  return Terminator::kNone;
}

// A word in lower case; empty if it is longer than kMaxWordBytes.
class ShortWord {
 public:
  explicit ShortWord(std::string_view word) {
    if (word.size() > bytes_.size()) return;
    std::transform(word.begin(), word.end(), bytes_.begin(), ToLowerAscii);
    size_ = word.size();
  }
  [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMaxWordBytes> bytes_{};
  std::size_t size_ = 0;
};

// The last word of `text`, or the last kMaxWordBytes + 1 bytes of a longer one.
std::string_view LastWord(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && text.size() - begin <= kMaxWordBytes &&
         !Is(text[begin - 1], kSpaceByte)) {
    --begin;
  }
  return text.substr(begin);
}

// The letters at the beginning of `text`.
std::string_view FirstLetters(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end <= kMaxWordBytes && IsLetter(text[end])) {
    ++end;
  }
  return text.substr(0, end);
}

// The first word after a full stop.
struct NextWord {
  explicit NextWord(std::string_view rest)
      : letters(FirstLetters(DropOpeners(rest))), word(letters) {
    const std::string_view text = DropOpeners(rest);
    begins_with_digit =
        !text.empty() && IsDecimalDigit(Decode(text, 0).code_point);
    has_full_stop = text.substr(letters.size()).starts_with('.');
  }

  // "The", "In", "A", but not "A." or "THE".
  [[nodiscard]] bool IsOpener() const {
    return !has_full_stop &&
           std::none_of(letters.begin() + (letters.empty() ? 0 : 1),
                        letters.end(),
                        [](char c) { return Is(c, kUpperByte); }) &&
           IsSentenceOpener(word.text());
  }
  [[nodiscard]] bool IsInitial() const {
    return letters.size() == 1 && has_full_stop;
  }

  std::string_view letters;
  ShortWord word;
  bool begins_with_digit = false;
  bool has_full_stop = false;
};

// "J." in "J. R. R. Tolkien" ends no sentence; "C." in "vitamin C." does.
bool InitialEnds(std::string_view before, char letter, const NextWord& next) {
  if (next.IsOpener()) return true;
  if (next.IsInitial()) return false;
  if (letter == 'I') return true;
  const ShortWord noun(LastWord(before));
  return Is(letter, kUpperByte) && TakesLetter(noun.text());
}

// "u.s", "a.m", "d.c": single letters with points between them.
bool IsDotted(std::string_view word) {
  if (word.size() < 3 || word.size() % 2 == 0) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i % 2 == 0 ? !IsLetter(word[i]) : word[i] != '.') return false;
  }
  return true;
}

bool IsUpperCase(std::string_view word) {
  return word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) {
           return Is(c, kUpperByte);
         });
}

// What the full stop after `word` means. In capitals, "MS." is multiple
// sclerosis and "IE." endocarditis, not an abbreviation, unless the next word
// is in capitals too.
Abbreviation Meaning(std::string_view word, const NextWord& next) {
  const Abbreviation meaning = AbbreviationOf(ShortWord(word).text());
  const bool needs_no_number = meaning == Abbreviation::kTitle ||
                               meaning == Abbreviation::kNeverEnds ||
                               meaning == Abbreviation::kMayEnd;
  return needs_no_number && IsUpperCase(word) && !IsUpperCase(next.letters)
             ? Abbreviation::kNone
             : meaning;
}

bool AbbreviationEnds(std::string_view word, const NextWord& next) {
  switch (Meaning(word, next)) {
    case Abbreviation::kTitle:
    case Abbreviation::kNeverEnds:
      return false;
    case Abbreviation::kMayEnd:
      return next.IsOpener();
    case Abbreviation::kBeforeNumber:
      // "No. 5" and "Fig. B." go on; "She said no. Then she left." does not.
      return !next.begins_with_digit && !next.IsInitial();
    case Abbreviation::kCalendar:
      // "Jan. 5" goes on. "He sat in the sun. 5 people came." does not: "sun"
      // is no day there, as it has no capital.
      return !Is(word.front(), kUpperByte) || !next.begins_with_digit;
    case Abbreviation::kTimeOfDay:
      // "8 p.m. Monday" and "8 p.m. EST" go on.
      return !next.letters.empty() && !FollowsTimeOfDay(next.word.text());
    case Abbreviation::kNone:
      return !IsDotted(word) || next.IsOpener();
  }
  return true;
}

bool FullStopEnds(std::string_view sentence, std::string_view rest) {
  const std::string_view last = LastWord(sentence);
  // No abbreviation is so long.
  if (last.size() > kMaxWordBytes) return true;
  const std::string_view word = DropOpeners(last);
  if (word.empty()) return true;
  std::string_view before = sentence.substr(0, sentence.size() - last.size());
  while (!before.empty() && Is(before.back(), kSpaceByte)) {
    before.remove_suffix(1);
  }
  const bool is_first = before.empty() || before.size() == BulletLength(before);
  // "1. Wash your hands." is one sentence.
  if (is_first && IsListLabel(word)) return false;
  const NextWord next(rest);
  if (word.size() == 1 && IsLetter(word[0])) {
    return InitialEnds(before, word[0], next);
  }
  // "Minneapolis-St. Paul", "and/or Dr. Osei"
  return AbbreviationEnds(word.substr(word.find_last_of("-/") + 1), next);
}

}  // namespace

bool EndsSentence(std::string_view sentence, std::string_view rest) noexcept {
  sentence = DropClosers(sentence);
  const Terminator terminator = TerminatorOf(sentence);
  if (terminator == Terminator::kNone || !CanBeginSentence(rest)) return false;
  if (terminator == Terminator::kOther) return true;
  sentence.remove_suffix(1);
  return FullStopEnds(sentence, rest);
}

}  // namespace answerbox::engine
