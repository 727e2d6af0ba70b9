#include "engine/grounding/words/designations.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

// Letters before the digits, at most: "GPIO17".
constexpr std::uint32_t kMostCapitals = 4;
// Letters of which one is small: "HbA1c".
constexpr std::uint32_t kMixed = 3;
constexpr std::uint32_t kMostDigits = 4;

// Stems of words for things that letters tell apart: "hepatitis A", "Ward B".
constexpr WordTable kKinds(
    {"annex",    "appendix", "area",      "bay",           "bed",   "block",
     "build",    "categori", "chapter",   "class",         "desk",  "exit",
     "figur",    "floor",    "form",      "gate",          "grade", "group",
     "hall",     "hepat",    "influenza", "item",          "level", "line",
     "model",    "option",   "part",      "phase",         "pin",   "plan",
     "platform", "port",     "question",  "room",          "row",   "rule",
     "schedul",  "seat",     "section",   "shift",         "slot",  "socket",
     "stage",    "step",     "strain",    "streptococcus", "suit",  "tabl",
     "team",     "type",     "unit",      "vitamin",       "ward",  "wing",
     "zone"});

constexpr std::string_view kMinus = "\u2212";

std::uint32_t EndOfRun(std::string_view text, std::uint32_t begin,
                       int classes) {
  std::uint32_t end = begin;
  while (end < text.size() && Is(text[end], classes)) ++end;
  return end;
}

bool IsRunEnd(std::string_view text, std::uint32_t end) {
  return end == text.size() ||
         !Is(text[end], kLetterByte | kDigitByte | kNonAsciiByte);
}

// "B", "CD", "GPIO", "HbA", "b": what may stand before digits. Longer or mixed
// words with a number after them are words with a footnote: "aspirin2".
bool MayPrecedeDigits(std::string_view letters) {
  if (letters.empty() || letters.size() > kMostCapitals) return false;
  if (letters.size() == 1) return true;
  std::size_t capitals = 0;
  for (const char c : letters) capitals += Is(c, kUpperByte) ? 1 : 0;
  return capitals == letters.size() ||
         (letters.size() == kMixed && capitals + 1 == kMixed);
}

// "O+", "AB-": 0 if `text` does not begin with a blood group and its sign.
// The sign tells O+ from O-, so it belongs to the name.
std::uint32_t BloodGroupBytes(std::string_view text) {
  for (const std::string_view group : {"AB", "A", "B", "O"}) {
    if (!text.starts_with(group)) continue;
    for (const std::string_view sign :
         {std::string_view("+"), std::string_view("-"), kMinus}) {
      const std::size_t end = group.size() + sign.size();
      if (text.substr(group.size()).starts_with(sign) &&
          IsRunEnd(text, static_cast<std::uint32_t>(end))) {
        return static_cast<std::uint32_t>(end);
      }
    }
  }
  return 0;
}

// "O+", "O-"
bool HasSign(std::string_view name) {
  return name.ends_with('+') || name.ends_with('-') || name.ends_with(kMinus);
}

}  // namespace

// Digits with an "s" are a decade: "1990s".
std::uint32_t DesignationBytes(std::string_view text) noexcept {
  const std::uint32_t letters = EndOfRun(text, 0, kLetterByte);
  if (letters == 0) {  // "12A"
    const std::uint32_t digits = EndOfRun(text, 0, kDigitByte);
    const bool is_short = digits > 0 && digits <= kMostDigits;
    const bool has_letter = digits < text.size() &&
                            Is(text[digits], kLetterByte) &&
                            ToLowerAscii(text[digits]) != 's';
    return is_short && has_letter && IsRunEnd(text, digits + 1) ? digits + 1
                                                                : 0;
  }
  if (const std::uint32_t group = BloodGroupBytes(text); group > 0)
    return group;
  if (!MayPrecedeDigits(text.substr(0, letters))) return 0;
  const bool is_hyphenated =
      letters < text.size() && text[letters] == '-' && Is(text[0], kUpperByte);
  const std::uint32_t begin = letters + (is_hyphenated ? 1 : 0);
  const std::uint32_t digits = EndOfRun(text, begin, kDigitByte);
  if (digits == begin || digits - begin > kMostDigits) return 0;
  const std::uint32_t end = EndOfRun(text, digits, kLetterByte | kDigitByte);
  return end <= kMaxDesignationBytes && IsRunEnd(text, end) ? end : 0;
}

Designation PlainDesignation(std::string_view written) noexcept {
  const bool is_negative = HasSign(written) && !written.ends_with('+');
  Designation plain;
  const auto add = [&](char c) {
    if (plain.size < kMaxDesignationBytes) plain.bytes[plain.size++] = c;
  };
  // Two names of one test.
  if (written == "HbA1c" || written == "HbA1C") written.remove_prefix(2);
  for (const char c : written) {
    if (Is(c, kLetterByte | kDigitByte) || c == '+') add(ToLowerAscii(c));
  }
  if (is_negative) add('-');
  return plain;
}

bool NamesOneOf(std::string_view stem) noexcept {
  return kKinds.Find(stem).has_value();
}

// A shorter form is no contradiction: the text may be brief where the context
// is exact.
bool MayBeShort(std::string_view a, std::string_view b) noexcept {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.empty() || a.size() == b.size() || !Is(a.back(), kLetterByte)) {
    return false;
  }
  // "Room A" and "Room 12A"
  const std::string_view before = b.substr(0, b.size() - a.size());
  if (b.ends_with(a) && EndOfRun(before, 0, kDigitByte) == before.size()) {
    return true;
  }
  const std::string_view rest = b.substr(a.size());
  const bool is_initial =
      a.size() == 1 && Is(a[0], kUpperByte) && Is(rest[0], kLowerByte);
  const bool goes_on =
      Is(rest[0], kLetterByte) ||
      (Is(rest[0], kNonAsciiByte) && !rest.starts_with(kMinus));
  return (!goes_on || is_initial) &&
         std::ranges::equal(a, b.substr(0, a.size()), {}, ToLowerAscii,
                            ToLowerAscii);
}

// Blanks, hyphens and case are a matter of style. Signs are not: "O+" is not
// "O-".
bool AreSameLetters(std::string_view a, std::string_view b) noexcept {
  if (HasSign(a) || HasSign(b)) return false;
  std::size_t in_b = 0;
  const auto skip = [](std::string_view text, std::size_t at) {
    while (at < text.size() && !Is(text[at], kLetterByte | kDigitByte)) ++at;
    return at;
  };
  for (std::size_t in_a = skip(a, 0); in_a < a.size();
       in_a = skip(a, in_a + 1), ++in_b) {
    in_b = skip(b, in_b);
    if (in_b == b.size() || ToLowerAscii(a[in_a]) != ToLowerAscii(b[in_b])) {
      return false;
    }
  }
  return skip(b, in_b) == b.size();
}

bool IsLetterName(std::string_view text, std::uint32_t at,
                  std::string_view before, TermNormalizer& normalizer) {
  if (NamesOneOf(before)) return true;
  if (text[at] != 'A') return false;
  // Something else than a stop word follows an article.
  const std::string_view rest = text.substr(at + 1);
  Tokenizer tokens(Profile::kDefault, rest);
  const auto next = tokens.Next();
  if (!next || next->kind == TokenKind::kPunctuation) return true;
  return !normalizer.HasTerm(Slice(rest, next->range), next->kind);
}

}  // namespace answerbox::engine
