#include "engine/exam/key_verification.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/grounding/quantities/quantity.h"
#include "engine/text/ascii.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

constexpr std::array<std::string_view, 8> kRefusals = {
    "unanswerable",    "no",
    "no answer",       "not enough information",
    "unknown",         "it is not possible to tell",
    "it does not say", "no relevant information"};

constexpr std::array<std::string_view, 10> kUnits = {
    "", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"};

constexpr std::string_view kAround = " \t\n\v\f\r\"'`.!?,;:";

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::ranges::equal(text, lower, {}, ToLowerAscii);
}

bool IsRomanNumeral(std::string_view text) {
  std::size_t tens = 0;
  while (tens < text.size() && tens < 3 && ToLowerAscii(text[tens]) == 'x') {
    ++tens;
  }
  // "ix" begins with no ten, but "xix" does.
  return std::ranges::any_of(kUnits, [&](std::string_view unit) {
    return EqualsIgnoringCase(text.substr(tens), unit);
  });
}

// A model that copies without reading may return the label of an item in a
// table or list.
bool IsItemLabel(std::string_view text) {
  const bool opens = text.starts_with('(') || text.starts_with('[');
  if (opens) text.remove_prefix(1);
  const std::size_t end = text.find_last_not_of(".)]");
  if (end == std::string_view::npos) return false;
  const bool closes = end + 1 < text.size();
  if (!opens && !closes) return false;  // "I", "C" and "IV" may be answers.
  text = text.substr(0, end + 1);
  return (text.size() == 1 && IsLetter(text.front())) || IsRomanNumeral(text);
}

// Whether the text holds a word or number.
bool HasWord(std::string_view text) {
  Tokenizer tokenizer(Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    if (token->kind != TokenKind::kPunctuation) return true;
  }
  return false;
}

// Returns the character at `at` and moves `at` past it. Keys come from outside,
// so bytes that are not UTF-8 must count as characters, too; these are above
// U+10FFFF and equal no character of valid text.
char32_t TakeCharacter(std::string_view text, std::size_t& at) {
  constexpr char32_t kNotUtf8 = 0x110000;
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  const std::size_t length = SequenceLength(text, at);
  if (length == 0) {
    ++at;
    return kNotUtf8 + lead;
  }
  char32_t character = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    character =
        character << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
  }
  at += length;
  return character;
}

}  // namespace

std::string_view ToString(Verification verification) noexcept {
  switch (verification) {
    case Verification::kMatches:
      return "matches";
    case Verification::kDiffers:
      return "differs";
    case Verification::kRefuses:
      return "refuses";
    case Verification::kIllFormed:
      return "ill_formed";
  }
  return "";
}

bool IsRefusal(std::string_view answer) noexcept {
  const std::string_view said = Trim(answer, kAround);
  return std::ranges::any_of(kRefusals, [said](std::string_view refusal) {
    return EqualsIgnoringCase(said, refusal);
  });
}

bool IsIllFormed(std::string_view answer) noexcept {
  return IsItemLabel(Trim(answer, kAsciiSpace)) || !HasWord(answer);
}

KeyVerifier::KeyVerifier(TermNormalizer& normalizer, Arena& arena)
    : normalizer_(normalizer),
      answer_units_(MakeBuffer<SentenceUnits>(arena, 1).front()),
      key_units_(MakeBuffer<SentenceUnits>(arena, 1).front()),
      answer_(MakeBuffer<char32_t>(arena, kMaxVerifiedCharacters)),
      key_(MakeBuffer<char32_t>(arena, kMaxVerifiedCharacters)),
      row_(MakeBuffer<std::uint32_t>(arena, kMaxVerifiedCharacters + 1)) {
  assert(normalizer.profile() == Profile::kDefault);
}

// A refusal matches no key, even the key "no": it says that the system does not
// know.
Verification KeyVerifier::Verify(std::string_view answer,
                                 std::span<const std::string_view> keys,
                                 std::string_view sentence, bool may_deny) {
  if (IsRefusal(answer)) return Verification::kRefuses;
  if (IsIllFormed(answer)) return Verification::kIllFormed;
  const auto matches = [&](std::string_view key) {
    if (!HasWords(answer, key)) return false;
    if (sentence.empty()) return Claims(answer, key, {});
    // A key may be as long as the sentence.
    const bool is_whole = HasWords(sentence, key);
    return Claims(answer, key, {.bounds = false, .own_denials = false}) &&
           Claims(sentence, key,
                  {.denials = is_whole || !may_deny, .own_denials = is_whole});
  };
  return std::ranges::any_of(keys, matches) ? Verification::kMatches
                                            : Verification::kDiffers;
}

bool KeyVerifier::Claims(std::string_view answer, std::string_view key,
                         const ClaimRules& rules) {
  if (answer == key) return true;
  return ClaimsWhatKeyClaims(ReadClaims(answer, normalizer_, answer_units_),
                             ReadClaims(key, normalizer_, key_units_), rules,
                             normalizer_);
}

// The second comparison finds quantities in other forms. What they say is
// compared later.
bool KeyVerifier::HasWords(std::string_view answer, std::string_view key) {
  const auto whole = Read(key, key_, false);
  const std::size_t size = whole.size();
  if (size == 0) return false;
  if (const auto read = Read(answer, answer_, false);
      !read.empty() && AreNear(read, whole)) {
    return true;
  }
  const auto words = Read(key, key_, true);
  return words.size() != size && AreNear(Read(answer, answer_, true), words);
}

std::span<const char32_t> KeyVerifier::Read(std::string_view text,
                                            std::span<char32_t> buffer,
                                            bool without) {
  std::size_t size = 0;
  QuantityReader quantities(text, {0, static_cast<std::uint32_t>(text.size())});
  auto quantity = without ? quantities.Next() : std::nullopt;
  Tokenizer tokenizer(Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    while (quantity && quantity->range.end <= token->range.begin) {
      quantity = quantities.Next();
    }
    if (quantity && quantity->range.begin < token->range.end) continue;
    const std::string_view term =
        normalizer_.Normalize(Slice(text, token->range), token->kind);
    if (term.empty()) continue;
    if (buffer.size() - size < term.size() + 1) return {};
    if (size != 0) buffer[size++] = ' ';
    for (std::size_t at = 0; at < term.size();) {
      buffer[size++] = TakeCharacter(term, at);
    }
  }
  return buffer.first(size);
}

// Compares with a fifth in integers, so that no rounding decides.
bool KeyVerifier::AreNear(std::span<const char32_t> answer,
                          std::span<const char32_t> key) {
  const std::size_t longer = std::max(answer.size(), key.size());
  // The greatest distance that is less than a fifth.
  const auto most =
      static_cast<std::uint32_t>(std::max<std::size_t>(longer, 1) - 1) / 5;
  return EditDistanceWithin(answer, key, most, row_).has_value();
}

// Uses Ukkonen's band: a path of cost up to `most` stays within `most` of the
// diagonal.
std::optional<std::uint32_t> EditDistanceWithin(
    std::span<const char32_t> a, std::span<const char32_t> b,
    std::uint32_t most, std::span<std::uint32_t> row) noexcept {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > most) return std::nullopt;
  const std::uint32_t above = most + 1;  // Represents all greater distances.
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j > most ? above : static_cast<std::uint32_t>(j);
  }
  // row[j] is the distance of the first i characters of a to the first j of b.
  // Cells outside of [begin, end] are above `most`.
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t begin = i > most ? i - most : 0;
    const std::size_t end = std::min(b.size(), i + most);
    std::uint32_t diagonal = begin == 0 ? row[0] : row[begin - 1];
    std::uint32_t least = above;
    if (begin == 0) {
      row[0] = static_cast<std::uint32_t>(i);
      least = row[0];
    } else {
      row[begin - 1] = above;
    }
    for (std::size_t j = std::max<std::size_t>(begin, 1); j <= end; ++j) {
      const std::uint32_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1, above});
      least = std::min(least, row[j]);
    }
    if (least > most) return std::nullopt;
  }
  if (row[b.size()] > most) return std::nullopt;
  return row[b.size()];
}

}  // namespace answerbox::engine
