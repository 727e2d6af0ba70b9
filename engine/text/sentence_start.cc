#include <cstddef>

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

}  // namespace answerbox::engine
