#include "engine/answer/spans/span_gaps.h"

#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

// Whether the sign joins the words on both sides if no white space is around
// it.
bool Joins(char32_t c) {
  switch (c) {
    case '-':
    case '.':
    case ':':
    case '/':
    case '\'':
    case '&':
    case '@':
    case U'\u00b7':  // Middle dot.
    case U'\u2010':  // Hyphens and the en dash.
    case U'\u2011':
    case U'\u2013':
    case U'\u2019':
      return true;
    default:
      return false;
  }
}

SpanGap GapOf(char32_t c) {
  switch (c) {
    case ',':
      return SpanGap::kComma;
    case ':':
    case ';':
      return SpanGap::kColon;
    case '-':
    case U'\u2013':
    case U'\u2014':
      return SpanGap::kDash;
    case '(':
    case '[':
      return SpanGap::kOpening;
    case ')':
    case ']':
      return SpanGap::kClosing;
    case '"':
    case '\'':
    case U'\u2018':
    case U'\u2019':
    case U'\u201c':
    case U'\u201d':
    case U'\u00ab':
    case U'\u00bb':
      return SpanGap::kQuote;
    default:
      return SpanGap::kPoint;
  }
}

bool IsCurrency(char32_t c) {
  return c == '$' || c == U'\u00a3' || c == U'\u00a5' || c == U'\u20ac';
}

}  // namespace

// Signs that belong to a number become part of it; all others part phrases, the
// strongest counts.
void SpanGaps::AddPunctuation(ByteRange token,
                              std::span<SpanWord> before) noexcept {
  const char32_t c = Decode(sentence_, token.begin).code_point;
  const bool is_after_space = token.begin != end_;
  is_space_free_ = is_space_free_ && !is_after_space;
  has_prefix_ = false;
  end_ = token.end;
  if (c == '%' && !before.empty() && before.back().IsNumber()) {
    before.back().is_per_cent = true;
    before.back().range.end = token.end;
    before.back().bare_end = token.end;
    return;
  }
  if (IsCurrency(c) || c == '+' || c == U'\u2212') {
    has_prefix_ = true;
    is_currency_ = IsCurrency(c);
    prefix_ = token.begin;
    return;
  }
  if (c == U'\u00b0') {
    is_degree_ = true;
    return;
  }
  only_joins_ = only_joins_ && Joins(c);
  if (c == '(' || c == '[') ++brackets_;
  if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
  Part(GapOf(c));
}

// Numbers with a blank between them are one: telephone numbers and thousands.
bool SpanGaps::IsJoined(const SpanWord& before,
                        const SpanWord& word) const noexcept {
  if (is_degree_) return true;
  const bool are_numbers = before.IsNumber() && word.IsNumber();
  const bool is_plain = gap_ == SpanGap::kSpace || gap_ == SpanGap::kDash;
  if (are_numbers && is_plain && only_joins_) return true;
  if (are_numbers && gap_ == SpanGap::kClosing) return true;  // "(020) 7946".
  return is_space_free_ && only_joins_ && word.range.begin == end_;
}

void SpanGaps::AddWord(std::span<const SpanWord> before,
                       SpanWord& word) noexcept {
  if (has_prefix_ && word.IsNumber() && word.range.begin == end_) {
    word.range.begin = prefix_;
    word.is_currency = is_currency_;
    end_ = prefix_;
  }
  if (before.empty()) {
    gap_ = SpanGap::kEdge;
  } else {
    word.is_joined = IsJoined(before.back(), word);
    if (word.is_joined) gap_ = SpanGap::kGlued;
  }
  word.gap = gap_;
  word.in_brackets = brackets_ > 0;
  gap_ = SpanGap::kSpace;
  end_ = word.range.end;
  has_prefix_ = is_degree_ = false;
  is_space_free_ = only_joins_ = true;
}

}  // namespace answerbox::engine
