#include <cstddef>

#include "engine/text/ascii.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_boundary.h"

namespace answerbox::engine {
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
