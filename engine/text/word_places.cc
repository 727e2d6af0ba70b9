#include "engine/text/word_places.h"

#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

// The role of a punctuation mark between words.
struct Role {
  bool opens = false;
  bool opens_after_space = false;  // A straight quote closes after a word.
  bool separates = false;
  bool separates_after_space = false;  // A hyphen joins after a word.
  SentenceSigns sign = 0;
};

Role RoleOf(char32_t c) noexcept {
  switch (c) {
    // Segments store the signs, so what counts as which may change only with
    // the format's version.
    case '(':
      return {.opens = true, .sign = kRoundBracket};
    case ')':
      return {.sign = kRoundBracket};
    case '[':
    case '{':
      return {.opens = true};
    case '"':
      return {.opens_after_space = true, .sign = kQuotationMark};
    case '\'':
      return {.opens_after_space = true};
    case U'\u2018':  // Single, opening; the closing one is an apostrophe.
    case U'\u201a':
    case U'\u201c':  // Double.
    case U'\u201e':
    case U'\u00ab':  // Angle.
    case U'\u2039':
      return {.opens = true, .sign = kQuotationMark};
    case U'\u201d':
    case U'\u00bb':
    case U'\u203a':
      return {.sign = kQuotationMark};
    case '$':
    case U'\u00a3':  // Pound.
    case U'\u00a5':  // Yen.
    case U'\u20ac':  // Euro.
      return {.opens = true, .sign = kCurrencySign};
    case '%':
      return {.sign = kPercentSign};
    case ',':
    case ';':
    case ':':
    case U'\u2013':  // En and em dash.
    case U'\u2014':
      return {.separates = true};
    case '-':
      return {.separates_after_space = true};
    default:
      return {};
  }
}

}  // namespace

void WordPlaces::AddPunctuation(ByteRange token) noexcept {
  const Role role = RoleOf(Decode(sentence_, token.begin).code_point);
  // Only the place of a straight quote or a hyphen tells what it does: 'a
  // "word"', "well-known", "yes - no".
  const bool follows_word = after_word_ && token.begin == end_;
  after_opening_ = role.opens || (role.opens_after_space && !follows_word);
  const bool separates =
      role.separates || (role.separates_after_space && !follows_word);
  // A mark before the first word separates nothing.
  is_separated_ = is_separated_ || (has_words_ && separates);
  signs_ = static_cast<SentenceSigns>(signs_ | role.sign);
  is_joined_ = is_joined_ && token.begin == end_;
  after_word_ = false;
  end_ = token.end;
}

WordBefore WordPlaces::BeforeAt(std::uint32_t begin) const noexcept {
  // The strongest sign counts: a word may follow a comma and a bracket.
  if (after_opening_ && begin == end_) return WordBefore::kOpening;
  if (is_separated_) return WordBefore::kSeparator;
  return is_joined_ && begin == end_ ? WordBefore::kJoined : WordBefore::kSpace;
}

WordMark WordPlaces::AddWord(ByteRange token, WordMark mark) noexcept {
  if (HasTerm(mark)) {
    const auto before = static_cast<unsigned>(BeforeAt(token.begin));
    const bool is_capital = IsUpper(Decode(sentence_, token.begin).code_point);
    mark = static_cast<WordMark>(mark | before << kBeforeShift |
                                 (is_capital ? kCapitalMark : 0u));
    is_separated_ = false;
  }
  after_opening_ = false;
  after_word_ = true;
  has_words_ = true;
  is_joined_ = true;
  end_ = token.end;
  return mark;
}

}  // namespace answerbox::engine
