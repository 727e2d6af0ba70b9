#include "engine/answer/spans/span_tallies.h"

#include <algorithm>

namespace answerbox::engine {
namespace {

void CountIf(bool is, std::uint8_t& count) {
  count = static_cast<std::uint8_t>(count + (is ? 1 : 0));
}

// Weights of 160 words may pass 16 bits.
std::uint16_t Saturate(std::uint32_t value) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(value, 0xFFFF));
}

// Any word that looks like a verb may stand for the question's verb in another
// form.
bool Is(SpanLandmark landmark, const SpanWord& word,
        const QuestionWords& question) {
  switch (landmark) {
    case kFocus:
      return question.focus == word.term;
    case kFirstTerm:
      return question.first_term == word.term;
    case kLastTerm:
      return question.last_term == word.term;
    case kVerb:
      return word.LooksLikeVerb() || (question.verbs >> word.term & 1) != 0;
  }
  return false;
}

// Forward for what stands before a gap, backward for what stands after it.
void TallyForward(std::span<const SpanWord> words,
                  const QuestionWords& question, std::span<SpanTally> tallies) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    const SpanWord& word = words[w];
    const SpanTally& was = tallies[w];
    SpanTally& now = tallies[w + 1];
    now = was;
    const bool is_new = !word.IsQuestions();
    now.weight = Saturate(std::uint32_t{was.weight} + word.weight);
    now.near_before =
        Saturate(std::uint32_t{was.near_before} * 4 / 5 + word.weight);
    CountIf(word.is_capital, now.capitals);
    CountIf(word.IsNumber(), now.numbers);
    CountIf(word.kind == WordKind::kYear, now.years);
    CountIf(word.kind == WordKind::kMonth, now.months);
    CountIf(word.kind == WordKind::kUnit, now.units);
    CountIf(word.kind == WordKind::kNumberWord, now.number_words);
    CountIf(word.is_stop, now.stops);
    CountIf(!word.is_stop && !word.is_capital && !word.IsNumber(), now.plain);
    CountIf(word.LooksLikeVerb(), now.verbs);
    CountIf(IsAuxiliary(word.looks), now.auxiliaries);
    CountIf(IsLink(word.looks), now.links);
    CountIf(word.looks == SpanClass::kAnd, now.ands);
    CountIf(word.looks == SpanClass::kThat || word.looks == SpanClass::kWhich,
            now.clauses);
    CountIf(word.gap > SpanGap::kGlued, now.gaps);
    CountIf(word.gap == SpanGap::kComma, now.commas);
    CountIf(word.is_currency, now.currencies);
    CountIf(!word.is_stop && !is_new, now.shared);
    CountIf(word.is_stop && !is_new, now.shared_stops);
    CountIf(word.IsNumber() && is_new, now.new_numbers);
    CountIf(word.is_capital && !word.is_stop && is_new, now.new_names);
    now.run_before = is_new ? std::uint8_t{0}
                            : static_cast<std::uint8_t>(was.run_before + 1);
    if (word.similarity == 0) continue;
    now.match_before = static_cast<std::uint8_t>(w);
    for (std::size_t k = 0; k < kSpanLandmarks; ++k) {
      if (Is(static_cast<SpanLandmark>(k), word, question))
        now.before[k] = now.match_before;
    }
  }
}

void TallyBackward(std::span<const SpanWord> words,
                   const QuestionWords& question,
                   std::span<SpanTally> tallies) {
  for (std::size_t w = words.size(); w-- > 0;) {
    const SpanWord& word = words[w];
    const SpanTally& was = tallies[w + 1];
    SpanTally& now = tallies[w];
    now.near_after =
        Saturate(std::uint32_t{was.near_after} * 4 / 5 + word.weight);
    now.run_after = word.IsQuestions()
                        ? static_cast<std::uint8_t>(was.run_after + 1)
                        : std::uint8_t{0};
    now.match_after = was.match_after;
    now.after = was.after;
    if (word.similarity == 0) continue;
    now.match_after = static_cast<std::uint8_t>(w);
    for (std::size_t k = 0; k < kSpanLandmarks; ++k) {
      if (Is(static_cast<SpanLandmark>(k), word, question))
        now.after[k] = now.match_after;
    }
  }
}

}  // namespace

std::span<const SpanTally> TallySpanWords(std::span<const SpanWord> words,
                                          const QuestionWords& question,
                                          Arena& arena) {
  const auto tallies = MakeSpan<SpanTally>(arena, words.size() + 1);
  TallyForward(words, question, tallies);
  TallyBackward(words, question, tallies);
  return tallies;
}

}  // namespace answerbox::engine
