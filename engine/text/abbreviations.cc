#include "engine/text/abbreviations.h"

#include <algorithm>
#include <optional>

#include "engine/text/character_class.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

// Bounds of the work on a hostile sentence: what is looked at is at most this
// many brackets, each with this much beside it.
constexpr std::size_t kMaxBrackets = 64;
// What stands in brackets, and what stands before them, is read up to here.
constexpr std::size_t kMaxReadBytes = 400;
constexpr std::size_t kMaxShortFormWords = 2;

// A half-open part of the sentence.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool empty() const { return begin >= end; }
};

Part Trimmed(std::string_view text, Part part) {
  while (!part.empty() && Is(text[part.begin], kSpaceByte)) ++part.begin;
  while (!part.empty() && Is(text[part.end - 1], kSpaceByte)) --part.end;
  return part;
}

std::string_view TextOf(const Part& part, std::string_view sentence) {
  return sentence.substr(part.begin, part.end - part.begin);
}

// What a short form is made of.
struct ShortForm {
  std::size_t letters = 0;  // And digits: |A|.
  bool is_a_name = false;   // One upper-case letter and no digit.
};

// Nothing if the text is no short form.
std::optional<ShortForm> ReadShortForm(std::string_view text) {
  if (text.empty() || text.size() > 4 * kMaxShortFormCharacters ||
      !IsWordByte(text.front())) {
    return std::nullopt;
  }
  ShortForm form;
  std::size_t characters = 0;
  std::size_t words = 1;
  std::size_t capitals = 0;
  std::size_t digits = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = Decode(text, at);
    ++characters;
    if (Is(text[at], kSpaceByte)) ++words;
    if (IsWordByte(text[at])) ++form.letters;
    if (IsUpper(character.code_point)) ++capitals;
    if (IsDigit(text[at])) ++digits;
    at += character.bytes;
  }
  // The paper's conditions on short forms. Beyond them an upper-case letter is
  // asked for: "(see below)" defines nothing.
  if (characters < kMinShortFormCharacters ||
      characters > kMaxShortFormCharacters || words > kMaxShortFormWords ||
      capitals == 0 || form.letters < kMinShortFormCharacters) {
    return std::nullopt;
  }
  form.is_a_name = capitals == 1 && digits == 0;
  return form;
}

std::size_t MostWords(const ShortForm& form) {
  // The paper's bound: a long form has few words that give no letter.
  return std::min(form.letters + 5, 2 * form.letters);
}

// The bytes of the character that ends at `end`, if it belongs to no word:
// ASCII, a no-break space, or one of the quotation marks and dashes U+2000 to
// U+207F. 0 otherwise. Precondition: end > 0.
std::size_t OtherBytesBefore(std::string_view text, std::size_t end) {
  if (!IsWordByte(text[end - 1])) return 1;
  if (end >= 2 && text.substr(end - 2, 2) == "\xC2\xA0") return 2;
  const bool is_punctuation = end >= 3 && IsContinuationByte(text[end - 1]) &&
                              (text.substr(end - 3, 2) == "\xE2\x80" ||
                               text.substr(end - 3, 2) == "\xE2\x81");
  return is_punctuation ? 3 : 0;
}

bool BeginsWord(std::string_view text, std::size_t at) {
  return at == 0 || OtherBytesBefore(text, at) != 0;
}

// Where the long form begins that ends with `text`: the letters of the short
// form are looked for from its last to its first.
std::optional<std::size_t> MatchBackwards(std::string_view short_form,
                                          bool is_a_name,
                                          std::string_view text) {
  std::size_t left = text.size();
  for (std::size_t s = short_form.size(); s-- > 0;) {
    if (!IsWordByte(short_form[s])) continue;
    const char wanted = ToLowerAscii(short_form[s]);
    // The paper asks this of the first letter alone. For a name of one capital
    // and small letters that is too little: any word with these letters in
    // order would do.
    const bool must_begin =
        s == 0 || (is_a_name && !IsContinuationByte(short_form[s]));
    for (;; --left) {
      if (left == 0) return std::nullopt;
      if (ToLowerAscii(text[left - 1]) == wanted &&
          (!must_begin || BeginsWord(text, left - 1))) {
        break;
      }
    }
    --left;
  }
  return left;
}

// Words between white space or hyphens.
std::size_t CountParts(std::string_view text) {
  std::size_t words = 0;
  bool within = false;
  for (const char c : text) {
    const bool is_word = !Is(c, kSpaceByte) && c != '-';
    words += is_word && !within ? 1 : 0;
    within = is_word;
  }
  return words;
}

// Whether `word` stands in the text as a word of its own.
bool HoldsWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (BeginsWord(text, at) &&
        (end == text.size() || !IsWordByte(text[end]))) {
      return true;
    }
  }
  return false;
}

// The long form at the end of `near`.
std::optional<Part> FindLongForm(std::string_view sentence,
                                 std::string_view short_form,
                                 const ShortForm& form, Part near) {
  // Without the quotation mark of: "village health team" (VHT).
  while (!near.empty()) {
    const std::size_t others = OtherBytesBefore(sentence, near.end);
    if (others == 0) break;
    near.end -= std::min(others, near.end - near.begin);
  }
  const std::string_view text = TextOf(near, sentence);
  auto begin = MatchBackwards(short_form, form.is_a_name, text);
  // The "s" of a plural needs no letter in the long form: "VHTs (village health
  // team)".
  if (!begin && short_form.size() > kMinShortFormCharacters &&
      short_form.back() == 's') {
    begin = MatchBackwards(short_form.substr(0, short_form.size() - 1),
                           form.is_a_name, text);
  }
  if (!begin) return std::nullopt;
  // "low-dose ..." rather than "dose ...".
  while (*begin >= 2 && text[*begin - 1] == '-' &&
         IsWordByte(text[*begin - 2])) {
    --*begin;
    while (*begin > 0 && IsWordByte(text[*begin - 1])) --*begin;
  }
  const std::string_view found = text.substr(*begin);
  // A long form that holds the short form explains nothing: "the VHT members
  // (VHT)".
  if (found.size() <= short_form.size() || HoldsWord(found, short_form) ||
      CountParts(found) > MostWords(form)) {
    return std::nullopt;
  }
  return Part{near.begin + *begin, near.end};
}

// The last words before `end`: as many as a long form may have.
Part WordsBefore(std::string_view sentence, std::size_t end, std::size_t most) {
  std::size_t begin = end;
  std::size_t words = 0;
  while (begin > 0 && end - begin < kMaxReadBytes) {
    const bool begins = Is(sentence[begin - 1], kSpaceByte) && begin < end &&
                        !Is(sentence[begin], kSpaceByte);
    words += begins ? 1 : 0;
    if (words == most) break;
    --begin;
  }
  // Not within a character.
  while (begin < end && IsContinuationByte(sentence[begin])) ++begin;
  return {begin, end};
}

// What stands in the brackets that open at `open`, up to a comma or semicolon.
std::optional<Part> InBrackets(std::string_view sentence, std::size_t open) {
  const std::size_t most = std::min(sentence.size(), open + 1 + kMaxReadBytes);
  std::size_t first_end = 0;
  for (std::size_t at = open + 1; at < most; ++at) {
    const char c = sentence[at];
    // A definition has no brackets inside.
    if (c == '(') return std::nullopt;
    if (c == ')') {
      const std::size_t end = first_end != 0 ? first_end : at;
      return Trimmed(sentence, {open + 1, end});
    }
    const bool ends = (c == ',' || c == ';') && at + 1 < most &&
                      Is(sentence[at + 1], kSpaceByte);
    // What comes after it is a remark: "(VHT, see page 4)".
    if (ends && first_end == 0) first_end = at;
  }
  return std::nullopt;
}

ByteRange RangeOf(const Part& part) {
  return {static_cast<std::uint32_t>(part.begin),
          static_cast<std::uint32_t>(part.end)};
}

// "VHT" of "VHTs".
Part Singular(std::string_view sentence, Part short_form) {
  const std::size_t bytes = short_form.end - short_form.begin;
  if (bytes > kMinShortFormCharacters && sentence[short_form.end - 1] == 's' &&
      Is(sentence[short_form.end - 2], kUpperByte)) {
    --short_form.end;
  }
  return short_form;
}

// "long form (SHORT)".
std::optional<AbbreviationDefinition> LongFormFirst(std::string_view sentence,
                                                    std::size_t open,
                                                    const Part& inside) {
  const std::string_view short_form = TextOf(inside, sentence);
  const auto form = ReadShortForm(short_form);
  if (!form) return std::nullopt;
  const auto found =
      FindLongForm(sentence, short_form, *form,
                   WordsBefore(sentence, open, MostWords(*form)));
  if (!found) return std::nullopt;
  return AbbreviationDefinition{RangeOf(Singular(sentence, inside)),
                                RangeOf(*found)};
}

// "SHORT (long form)".
std::optional<AbbreviationDefinition> ShortFormFirst(std::string_view sentence,
                                                     std::size_t open,
                                                     const Part& inside) {
  Part before = Trimmed(sentence, WordsBefore(sentence, open, 1));
  while (!before.empty() && !IsWordByte(sentence[before.begin])) ++before.begin;
  while (!before.empty() && !IsWordByte(sentence[before.end - 1])) {
    --before.end;
  }
  const std::string_view short_form = TextOf(before, sentence);
  const auto form = ReadShortForm(short_form);
  if (!form) return std::nullopt;
  const auto found = FindLongForm(sentence, short_form, *form, inside);
  if (!found) return std::nullopt;
  return AbbreviationDefinition{RangeOf(Singular(sentence, before)),
                                RangeOf(*found)};
}

}  // namespace

std::span<const AbbreviationDefinition> FindAbbreviations(
    std::string_view sentence,
    std::span<AbbreviationDefinition, kMaxSentenceAbbreviations> out) noexcept {
  std::size_t count = 0;
  std::size_t brackets = 0;
  for (std::size_t open = sentence.find('(');
       open != std::string_view::npos && count < out.size() &&
       brackets < kMaxBrackets;
       open = sentence.find('(', open + 1), ++brackets) {
    const auto inside = InBrackets(sentence, open);
    if (!inside || inside->empty()) continue;
    auto found = LongFormFirst(sentence, open, *inside);
    // Texts mostly write the long form first, so that is tried first.
    if (!found) found = ShortFormFirst(sentence, open, *inside);
    if (found) out[count++] = *found;
  }
  return out.first(count);
}

}  // namespace answerbox::engine
