#include "engine/text/written_form.h"

#include <utf8proc.h>

#include <algorithm>

#include "engine/text/ascii.h"
#include "engine/text/character_class.h"
#include "engine/text/contacts.h"

namespace answerbox::engine {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kMostJoints = 3;
// White space beyond ASCII: no-break, narrow no-break and thin.
constexpr std::array<std::string_view, 3> kWideSpaces = {"\u00a0", "\u202f",
                                                         "\u2009"};
constexpr std::string_view kMinus = "\u2212";

// Returns the number of bytes of the white-space character that begins `text`;
// 0 if none does.
std::size_t SpaceBytes(std::string_view text) noexcept {
  if (text.empty()) return 0;
  if (Is(text[0], kSpaceByte)) return 1;
  for (const std::string_view space : kWideSpaces) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

std::size_t SkipSpace(std::string_view text, std::size_t at) noexcept {
  while (const std::size_t bytes = SpaceBytes(text.substr(at))) at += bytes;
  return at;
}

std::size_t SkipJoints(std::string_view text, std::size_t at) noexcept {
  for (std::size_t n = 0; n < kMostJoints && at < text.size(); ++n) {
    if (IsOneOf(text[at], "()-./")) {
      ++at;
      continue;
    }
    const std::size_t bytes = SpaceBytes(text.substr(at));
    if (bytes == 0) break;
    at += bytes;
  }
  return at;
}

// Returns the end of the "+" or "00" at `at`, the country code after it, and
// what joins the code to the number; kNowhere if they do not stand there.
std::size_t SkipCountry(std::string_view text, std::size_t at) noexcept {
  if (text.substr(at).starts_with("00")) {
    at += 2;
  } else if (at < text.size() && text[at] == '+') {
    ++at;
  } else {
    return kNowhere;
  }
  const std::size_t digits = CountryCodeDigits(text.substr(at));
  if (digits == 0) return kNowhere;
  at = SkipJoints(text, at + digits);
  // Skips the bracketed 0 of "+44 (0)1632".
  return text.substr(at).starts_with("0)") ? SkipJoints(text, at + 1) : at;
}

// Returns the end of the form if it stands at `at`, and else kNowhere.
std::size_t EndOfForm(std::string_view text, std::size_t at,
                      std::string_view form) noexcept {
  const bool is_exact = form.starts_with('=');
  if (is_exact) form.remove_prefix(1);
  if (form.starts_with('+')) {
    form.remove_prefix(1);
    at = SkipCountry(text, at);
    if (at == kNowhere) return at;
  }
  for (const char c : form) {
    if (c == ' ') {
      at = SkipSpace(text, at);
    } else if (c == '~') {
      at = SkipJoints(text, at);
    } else if (at < text.size() &&
               (text[at] == c || (!is_exact && ToLowerAscii(text[at]) == c))) {
      ++at;
    } else {
      return kNowhere;
    }
  }
  return at;
}

bool GoesOnBefore(std::string_view text, std::size_t begin,
                  bool is_telephone) noexcept {
  const std::string_view before = text.substr(0, begin);
  if (before.empty()) return false;
  const char last = before.back();
  if (IsWordByte(last)) {
    // IsWordByte takes all bytes of wide spaces and the minus for letters.
    return !before.ends_with(kMinus) &&
           std::ranges::none_of(kWideSpaces, [&](std::string_view space) {
             return before.ends_with(space);
           });
  }
  if (IsOneOf(last, ".,/:-") && before.size() > 1 &&
      IsWordByte(before[before.size() - 2])) {
    return true;
  }
  if (!is_telephone) return false;
  const std::size_t digit = before.find_last_not_of(" ()-./");
  return digit != kNowhere && before.size() - digit <= kMostJoints &&
         IsDigit(before[digit]);
}

// Whether the text begins with "am", "a.m.", "pm" or "p.m.", in any case.
bool BeginsWithHalfOfDay(std::string_view text) noexcept {
  text.remove_prefix(SkipSpace(text, 0));
  if (text.empty() || !IsOneOf(text[0], "apAP")) return false;
  text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  text.remove_prefix(SkipSpace(text, 0));
  return !text.empty() && IsOneOf(text[0], "mM") &&
         (text.size() == 1 || !IsWordByte(text[1]));
}

bool GoesOnAfter(std::string_view text, std::size_t end,
                 std::string_view form) noexcept {
  const std::string_view after = text.substr(end);
  if (after.empty()) return false;
  const bool ends_in_word = IsWordByte(form.back());
  if (ends_in_word && IsWordByte(after[0]) && SpaceBytes(after) == 0) {
    return true;
  }
  if (!IsDigit(form.back())) return false;
  if (after.size() > 1 && IsOneOf(after[0], ".,/:-") && IsDigit(after[1])) {
    return true;
  }
  const bool is_time =
      (form.find(':') != std::string_view::npos) || form.starts_with("at ");
  return is_time && BeginsWithHalfOfDay(after);
}

}  // namespace

std::optional<ByteRange> FindWrittenForm(std::string_view text,
                                         std::string_view form,
                                         std::size_t from) noexcept {
  const bool is_telephone = form.find('~') != kNowhere;
  for (std::size_t begin = from; begin < text.size(); ++begin) {
    const std::size_t end = EndOfForm(text, begin, form);
    if (end == kNowhere || GoesOnBefore(text, begin, is_telephone) ||
        GoesOnAfter(text, end, form)) {
      continue;
    }
    return ByteRange{static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(end)};
  }
  return std::nullopt;
}

namespace {

// Ligatures and letters that Unicode does not decompose.
struct Ligature {
  char32_t letter;
  std::string_view plain;
};
constexpr Ligature kLigatures[] = {
    {U'\u00df', "ss"}, {U'\u00e6', "ae"}, {U'\u00f0', "d"}, {U'\u00f8', "o"},
    {U'\u00fe', "th"}, {U'\u0111', "d"},  {U'\u0127', "h"}, {U'\u0131', "i"},
    {U'\u0142', "l"},  {U'\u0153', "oe"},
};

std::string_view PlainOf(char32_t letter) noexcept {
  for (const Ligature& known : kLigatures) {
    if (known.letter == letter) return known.plain;
  }
  return {};
}

// Returns the first code point of the canonical decomposition if it is ASCII,
// and else `letter`. In other scripts marks distinguish letters, so they stay.
char32_t BaseOf(char32_t letter) noexcept {
  std::array<utf8proc_int32_t, 8> parts;
  const auto count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(letter), parts.data(), parts.size(),
      UTF8PROC_DECOMPOSE, nullptr);
  if (count < 1 || count > static_cast<utf8proc_ssize_t>(parts.size()) ||
      parts[0] >= 0x80) {
    return letter;
  }
  return static_cast<char32_t>(parts[0]);
}

bool IsCombiningMark(char32_t c) noexcept { return c >= 0x300 && c < 0x370; }

}  // namespace

std::string_view ToPlainLetters(std::string_view folded,
                                PlainLetters& buffer) noexcept {
  std::size_t size = 0;
  for (std::size_t at = 0; at < folded.size();) {
    const Character c = Decode(folded, at);
    std::string_view plain = folded.substr(at, c.bytes);
    at += c.bytes;
    char base = 0;
    if (c.code_point >= 0x80) {
      if (IsCombiningMark(c.code_point)) continue;
      const char32_t letter = BaseOf(c.code_point);
      if (const auto letters = PlainOf(c.code_point); !letters.empty()) {
        plain = letters;
      } else if (letter < 0x80) {
        base = static_cast<char>(letter);
        plain = {&base, 1};
      }
    }
    if (buffer.size() - size < plain.size()) break;
    std::ranges::copy(plain, buffer.begin() + size);
    size += plain.size();
  }
  return {buffer.data(), size};
}

}  // namespace answerbox::engine
