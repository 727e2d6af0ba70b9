#include "engine/answer/spans/span_candidates.h"

namespace answerbox::engine {
namespace {

bool BeginsNothing(SpanClass looks) {
  switch (looks) {
    case SpanClass::kArticle:
    case SpanClass::kOf:
    case SpanClass::kBe:
    case SpanClass::kHave:
    case SpanClass::kModal:
    case SpanClass::kAnd:
    case SpanClass::kOr:
    case SpanClass::kThat:
    case SpanClass::kWhich:
      return true;
    default:
      return false;
  }
}

bool EndsNothing(const SpanWord& word) {
  return word.looks >= SpanClass::kOf && word.looks <= SpanClass::kWhich;
}

// Stop words such as "its", "the", "some"; but not the "S" of "U.S.".
bool NeedsNoun(const SpanWord& word) {
  return word.is_stop && !word.is_joined &&
         word.looks <= SpanClass::kDeterminer;
}

}  // namespace

bool SpanCandidates::CanBegin(std::size_t word) const noexcept {
  return !words_[word].is_joined && !BeginsNothing(words_[word].looks);
}

bool SpanCandidates::CanEnd(std::size_t end) const noexcept {
  const SpanWord& last = words_[end - 1];
  if (end < words_.size() && words_[end].is_joined) return false;
  if (EndsNothing(last) || NeedsNoun(last)) return false;
  const SpanWord& first = words_[begin_];
  if (last.in_brackets == first.in_brackets) return true;
  // "(020) 7946 0958".
  return first.in_brackets && first.IsNumber() && last.is_joined;
}

WordSpan SpanCandidates::Next() noexcept {
  for (;;) {
    const bool is_at_end =
        end_ == words_.size() || end_ - begin_ == kMaxSpanLength;
    if (end_ > begin_ && is_at_end) {
      end_ = ++begin_;
      has_term_ = false;
    }
    if (begin_ >= words_.size()) return {};
    if (end_ == begin_ && !CanBegin(begin_)) {
      end_ = ++begin_;
      continue;
    }
    has_term_ = has_term_ || !words_[end_].is_stop;
    ++end_;
    if (has_term_ && CanEnd(end_)) {
      return {static_cast<std::uint8_t>(begin_),
              static_cast<std::uint8_t>(end_)};
    }
  }
}

}  // namespace answerbox::engine
