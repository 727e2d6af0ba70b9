#include "engine/grounding/words/codes.h"

#include <algorithm>
#include <array>

#include "engine/grounding/quantities/measure_units.h"
#include "engine/grounding/quantities/written_number.h"
#include "engine/text/ascii.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kJoints = "-/._";
// A piece of at least so many letters, and nothing else, is a word: a number
// beside it is no part of a code, as in "covid-19".
constexpr std::size_t kWordLetters = 4;
constexpr std::size_t kMostCodeBytes = 32;

// What makers put after the name of a model, with a capital.
constexpr WordTable kVariants(
    {"advance", "advanced", "basic",   "classic", "compact", "duo",  "elite",
     "evo",     "ex",       "gt",      "ii",      "iii",     "iv",   "junior",
     "lite",    "lt",       "lx",      "max",     "mini",    "mk",   "nano",
     "neo",     "plus",     "premium", "pro",     "se",      "slim", "sport",
     "turbo",   "ultra",    "xl",      "xr",      "xs",      "xt"});

bool IsAlnum(char c) { return Is(c, kLetterByte | kDigitByte); }

// Returns the end of the bytes of these classes that follow each other.
std::size_t RunEnd(std::string_view text, std::size_t begin, int classes) {
  while (begin < text.size() && Is(text[begin], classes)) ++begin;
  return begin;
}

// Whether the piece is a number, alone or with its unit or ending: "10mg",
// "2nd", "1990s", "5x", "10pm".
bool IsQuantity(std::string_view piece) {
  const std::size_t digits = RunEnd(piece, 0, kDigitByte);
  if (digits == 0) return false;
  std::string_view rest = piece.substr(digits);
  while (!rest.empty() && IsOneOf(rest[0], ".,")) {
    rest = rest.substr(RunEnd(rest, 1, kDigitByte));
  }
  if (rest.empty()) return true;
  if (RunEnd(rest, 0, kLetterByte) != rest.size()) return false;
  return IsOneOf(rest, {"st", "nd", "rd", "th", "s", "x", "am", "pm", "yo", "k",
                        "bn", "hrs", "hr", "min", "d", "wk", "yr"}) ||
         FindMeasureUnit(rest).has_value();
}

// Calls visit(piece) for the pieces of a code between its joints.
template <typename Visit>
void VisitPieces(std::string_view code, const Visit& visit) {
  while (!code.empty()) {
    const std::size_t end = std::min(code.find_first_of(kJoints), code.size());
    visit(code.substr(0, end));
    code.remove_prefix(std::min(end + 1, code.size()));
  }
}

bool IsSmallWord(std::string_view piece) {
  return piece.size() >= kWordLetters &&
         RunEnd(piece, 0, kLetterByte) == piece.size();
}

// Whether the piece is a month by its name or the first letters of it.
bool IsMonth(std::string_view piece) {
  constexpr std::string_view kMonths[] = {
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  return piece.size() >= 3 &&
         std::ranges::any_of(kMonths, [piece](std::string_view month) {
           return piece.size() <= month.size() &&
                  std::ranges::equal(piece, month.substr(0, piece.size()), {},
                                     ToLowerAscii);
         });
}

bool IsCode(std::string_view text) {
  if (text.size() < 2 || text.size() > kMostCodeBytes) return false;
  bool has_letter = false;
  bool has_digit = false;
  bool has_word = false;
  std::size_t pieces = 0;
  bool is_first_quantity = false;
  bool has_part = false;  // After a number: "2RS" of "6204-2RS", "B" of "12-B".
  for (const char c : text) {
    if (!IsAlnum(c) && !IsOneOf(c, kJoints)) return false;
    has_letter = has_letter || IsLetter(c);
    has_digit = has_digit || IsDigit(c);
  }
  if (!has_letter || !has_digit) return false;
  bool are_all_quantities = true;
  bool has_month = false;
  VisitPieces(text, [&](std::string_view piece) {
    const bool is_quantity = IsQuantity(piece);
    // "14-Mar-2026" is a date.
    const bool is_month = pieces > 0 && !has_month && IsMonth(piece);
    has_month = has_month || is_month;
    are_all_quantities = are_all_quantities && (is_quantity || is_month);
    if (pieces++ == 0) {
      is_first_quantity = is_quantity;
    } else {
      has_part = has_part ||
                 (!piece.empty() && IsDigit(piece[0]) && !is_quantity) ||
                 (piece.size() == 1 && Is(piece[0], kUpperByte) &&
                  !FindMeasureUnit(piece));
    }
    has_word = has_word || IsSmallWord(piece);
  });
  // These are no codes: "covid-19", "file.v2", "10mg/5ml", and below "5-day".
  if (has_word || are_all_quantities) return false;
  return has_part ||
         !(is_first_quantity && pieces > 1 && IsLetter(text.back()) &&
           text.find_first_of("/._") == std::string_view::npos);
}

// Whether text[at] continues the code before it.
bool GoesOn(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  if (IsAlnum(text[at]) || Is(text[at], kNonAsciiByte)) return true;
  if (!IsOneOf(text[at], kJoints) || at + 1 == text.size()) return false;
  if (IsDigit(text[at + 1])) return true;
  // "12-B" goes on, "12-bed" does not.
  return IsLetter(text[at + 1]) &&
         (at + 2 == text.size() || !IsLetter(text[at + 2]));
}

bool GoesBack(std::string_view text, std::size_t begin) {
  if (begin == 0) return false;
  const char before = text[begin - 1];
  if (IsAlnum(before) || Is(before, kNonAsciiByte)) return true;
  return IsOneOf(before, kJoints) && begin > 1 && IsDigit(text[begin - 2]);
}

// Whether the code or name that ends at text[end] goes on there.
bool GoesOnAfter(std::string_view text, std::size_t end) {
  return GoesOn(text, end) || VariantBytes(text.substr(end)) != 0;
}

// Returns the end of `name` if it stands at text[at], and else 0. A sign
// between two digits counts, because "123/45" and "12/345" are different codes.
std::size_t EndOfName(std::string_view text, std::size_t at,
                      std::string_view name) {
  char last = 0;
  bool is_parted = false;
  for (const char c : name) {
    if (!IsAlnum(c)) {
      is_parted = true;
      continue;
    }
    const bool parts = last != 0 && at < text.size() &&
                       (text[at] == ' ' || IsOneOf(text[at], kJoints));
    if (parts) ++at;
    if (at == text.size() || ToLowerAscii(text[at]) != ToLowerAscii(c) ||
        (IsDigit(last) && IsDigit(c) && parts != is_parted)) {
      return 0;
    }
    ++at;
    last = c;
    is_parted = false;
  }
  if (!name.ends_with('+')) return at;
  return text.substr(at).starts_with('+') ? at + 1 : 0;
}

}  // namespace

std::optional<ByteRange> CodeReader::Next() noexcept {
  while (position_ < text_.size()) {
    while (position_ < text_.size() && !IsAlnum(text_[position_])) {
      ++position_;
    }
    const std::size_t begin = position_;
    while (position_ < text_.size() &&
           (IsAlnum(text_[position_]) || IsOneOf(text_[position_], kJoints))) {
      ++position_;
    }
    std::size_t end = position_;
    while (end > begin && IsOneOf(text_[end - 1], kJoints)) --end;
    // Beside such characters it is a part of an address or a word.
    const bool is_part =
        (position_ < text_.size() &&
         (IsOneOf(text_[position_], "@:%") ||
          Is(text_[position_], kNonAsciiByte)) &&
         !(text_[position_] == ':' && position_ + 1 < text_.size() &&
           !IsAlnum(text_[position_ + 1]) && text_[position_ + 1] != '/')) ||
        (begin > 0 && (IsOneOf(text_[begin - 1], "@:") ||
                       Is(text_[begin - 1], kNonAsciiByte)));
    if (!is_part && IsCode(text_.substr(begin, end - begin))) {
      end += VariantBytes(text_.substr(end));
      return ByteRange{static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(end)};
    }
  }
  return std::nullopt;
}

std::size_t VariantBytes(std::string_view after) noexcept {
  constexpr std::size_t kMostLetters = 8;
  const auto ends = [after](std::size_t at) {
    return at >= after.size() ||
           !(IsWordByte(after[at]) || IsOneOf(after[at], "-/'"));
  };
  if (after.starts_with('+')) return ends(1) ? 1 : 0;
  if (after.size() < 2 || !IsOneOf(after[0], " -") ||
      !Is(after[1], kUpperByte)) {
    return 0;
  }
  std::array<char, kMostLetters> lower{};
  std::size_t size = 0;
  for (; size < lower.size() && size + 1 < after.size() &&
         IsLetter(after[size + 1]);
       ++size) {
    lower[size] = ToLowerAscii(after[size + 1]);
  }
  if (!ends(size + 1)) return 0;
  // "I" is a pronoun, and "A" an article.
  const bool is_variant =
      size == 1 ? !IsOneOf(lower[0], "ai")
                : kVariants.Find({lower.data(), size}).has_value();
  return is_variant ? size + 1 : 0;
}

bool IsTelling(std::string_view code) noexcept {
  return std::ranges::count_if(code, IsDigit) >= 2;
}

std::optional<ByteRange> FindName(std::string_view text,
                                  std::string_view name) noexcept {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!IsAlnum(text[at]) || GoesBack(text, at)) continue;
    const std::size_t end = EndOfName(text, at, name);
    if (end == 0 || GoesOnAfter(text, end)) continue;
    return ByteRange{static_cast<std::uint32_t>(at),
                     static_cast<std::uint32_t>(end)};
  }
  return std::nullopt;
}

bool AreAlike(std::string_view a, std::string_view b) noexcept {
  const auto is_joint = [](char c) { return !IsAlnum(c); };
  const std::size_t letters = RunEnd(a, 0, kLetterByte);
  if (letters > 0 && letters == RunEnd(b, 0, kLetterByte) &&
      std::ranges::equal(a.substr(0, letters), b.substr(0, letters), {},
                         ToLowerAscii, ToLowerAscii)) {
    return true;
  }
  std::size_t in_b = 0;
  for (const char c : a) {
    if (is_joint(c)) continue;
    while (in_b < b.size() && is_joint(b[in_b])) ++in_b;
    if (in_b == b.size() || IsDigit(c) != IsDigit(b[in_b])) return false;
    ++in_b;
  }
  while (in_b < b.size() && is_joint(b[in_b])) ++in_b;
  return in_b == b.size();
}

}  // namespace answerbox::engine
