#include "engine/text/sentence_boundary.h"

#include <algorithm>
#include <array>

#include "engine/text/ascii.h"
#include "engine/text/boundary_words.h"
#include "engine/text/character_class.h"

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

namespace {

// Enough for a quote within a bracket within a quote. It bounds the work on a
// hostile text.
constexpr int kMaxOpeners = 4;

// Bytes of an opening mark at the beginning of `text`, else 0.
std::size_t OpenerLength(std::string_view text) {
  constexpr std::string_view kAsciiOpeners = "\"'([{*_<";
  if (text.empty()) return 0;
  if (!Is(text[0], kNonAsciiByte)) {
    return kAsciiOpeners.find(text[0]) != std::string_view::npos ? 1 : 0;
  }
  for (const std::string_view opener :
       // The closing quotation marks of English also open, as in Swedish.
       {"\u201c", "\u2018", "\u201d", "\u2019", "\u00ab", "\u2039", "\u201e",
        "\u00bf", "\u00a1"}) {
    if (text.starts_with(opener)) return opener.size();
  }
  return 0;
}

bool IsCurrencyOrNumberSign(char32_t c) {
  return c == '$' || c == '#' || c == U'\u00a3' || c == U'\u00a5' ||
         c == U'\u20ac';
}

std::string_view DropDash(std::string_view text) {
  for (const std::string_view dash : {"- ", "\u2013 ", "\u2014 "}) {
    if (text.starts_with(dash)) return text.substr(dash.size());
  }
  return text;
}

// "2024." at the end of a sentence is a year, not a label.
constexpr std::size_t kMaxLabelDigits = 3;
constexpr std::size_t kMaxRomanLetters = 4;
constexpr std::size_t kMaxLabelBytes = 12;

bool IsRomanNumber(std::string_view word) {
  return !word.empty() && word.size() <= kMaxRomanLetters &&
         word.find_first_not_of("ivx") == std::string_view::npos;
}

// Whether the word is groups of digits with points between them.
bool IsSectionNumber(std::string_view word) {
  std::size_t digits = 0;
  for (const char c : word) {
    if (IsDigit(c)) {
      if (++digits > kMaxLabelDigits) return false;
    } else if (c == '.' && digits > 0) {
      digits = 0;
    } else {
      return false;
    }
  }
  return digits > 0;
}

bool BeginsWithBlankOrEnds(std::string_view text) {
  return text.empty() || Is(text[0], kSpaceByte);
}

// Such a mark begins an item only at the beginning of a line, before a blank.
bool BeginsWithDash(std::string_view line) {
  for (const std::string_view mark : {"-", "*", "+", "\u2013", "\u2014"}) {
    if (line.starts_with(mark)) {
      return line.size() > mark.size() && Is(line[mark.size()], kSpaceByte);
    }
  }
  return false;
}

}  // namespace

bool CanBeginSentence(std::string_view text) noexcept {
  text = DropOpeners(DropDash(text));
  if (text.empty()) return false;
  const char32_t c = Decode(text, 0).code_point;
  return IsCapital(c) || IsDecimalDigit(c) || IsCurrencyOrNumberSign(c) ||
         BulletLength(text) > 0;
}

std::string_view DropOpeners(std::string_view text) noexcept {
  for (int i = 0; i < kMaxOpeners; ++i) {
    text.remove_prefix(OpenerLength(text));
  }
  return text;
}

std::size_t BulletLength(std::string_view text) noexcept {
  if (text.empty() || !Is(text[0], kNonAsciiByte)) return 0;
  for (const std::string_view bullet :
       {"\u2022", "\u2023", "\u2043", "\u25aa", "\u25ab", "\u25a0", "\u25a1",
        "\u25b8", "\u25ba", "\u25cb", "\u25cf", "\u25e6", "\uf0b7"}) {
    if (text.starts_with(bullet)) return bullet.size();
  }
  return 0;
}

bool BeginsListItem(std::string_view line) noexcept {
  if (BulletLength(line) > 0 || BeginsWithDash(line)) return true;
  // "(a)" needs its closing bracket; "a)" and "a." are labels, too.
  const bool has_bracket = line.starts_with('(');
  if (has_bracket) line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && end < kMaxLabelBytes &&
         (Is(line[end], kLetterByte | kDigitByte) || line[end] == '.')) {
    ++end;
  }
  std::string_view label = line.substr(0, end);
  const std::string_view rest = line.substr(end);
  if (rest.starts_with(')')) {
    return IsListLabel(label) && BeginsWithBlankOrEnds(rest.substr(1));
  }
  if (has_bracket || !BeginsWithBlankOrEnds(rest)) return false;
  if (!label.ends_with('.')) {
    // "2.3 Storage", but neither "2.5 mg" nor "12 patients".
    return label.find('.') != std::string_view::npos &&
           IsSectionNumber(label) && rest.size() > 1 && Is(rest[1], kUpperByte);
  }
  label.remove_suffix(1);
  // An upper-case letter with a full stop is more often an initial.
  return IsListLabel(label) && !Is(label[0], kUpperByte);
}

bool IsListLabel(std::string_view word) noexcept {
  if (word.size() == 1 && IsLetter(word[0])) return true;
  return IsRomanNumber(word) || IsSectionNumber(word);
}

}  // namespace answerbox::engine
