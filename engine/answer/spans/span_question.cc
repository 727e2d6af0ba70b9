#include "engine/answer/spans/span_question.h"

namespace answerbox::engine {

// The answer stands in the question's statement where the question word was
// moved from, so the words on both sides of that gap are what to look for in a
// sentence.
SpanQuestion ReadSpanQuestion(const QuestionTerms& terms,
                              const QuestionWords& question) noexcept {
  SpanQuestion read;
  for (const LexiconEntry& entry : question.lexicon) {
    read.weight += entry.rarity;
  }
  const std::size_t count = question.words;
  const auto class_at = [&](std::size_t w) {
    if (w >= count) return SpanClass::kNone;
    const QuestionWord& word = terms.words[w];
    if (!HasTerm(word.mark)) return ClassOfStopWord(word.mark);
    if (IsCapitalised(word.mark)) return SpanClass::kName;
    return EndsLikeVerb(word.mark) ? SpanClass::kPast : SpanClass::kPlain;
  };
  while (read.question_word < count &&
         class_at(read.question_word) != SpanClass::kWhich) {
    ++read.question_word;
  }
  if (read.question_word == count) read.question_word = 0;
  read.auxiliary = class_at(read.question_word + 1);
  read.second_auxiliary = class_at(read.question_word + 2);
  read.last = count == 0 ? SpanClass::kNone : class_at(count - 1);
  const auto positions_of = [&](std::size_t w) -> PositionMask {
    if (w >= count) return 0;
    const QuestionWord& word = terms.words[w];
    return HasTerm(word.mark) ? question.word_positions[word.term]
                              : question.stop_positions[word.mark];
  };
  read.after_question_word = positions_of(read.question_word + 1);
  if (read.question_word > 0) {
    read.before_question_word = positions_of(read.question_word - 1);
  }
  read.ends_with_link = count > 0 && IsLink(class_at(count - 1));
  if (read.ends_with_link) read.before_question_word |= positions_of(count - 1);
  return read;
}

}  // namespace answerbox::engine
