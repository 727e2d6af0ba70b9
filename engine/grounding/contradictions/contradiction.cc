#include "engine/grounding/contradictions/contradiction.h"

#include <algorithm>
#include <array>

#include "engine/grounding/contradictions/context_sentences.h"
#include "engine/grounding/contradictions/sentence_pair.h"
#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

class ContradictionFinder {
 public:
  //   read  the sentence that `compared` holds of the answer
  ContradictionFinder(const CheckedAnswer& checked, TermNormalizer& normalizer,
                      ComparedSentences& compared, ByteRange& read,
                      Arena& arena)
      : checked_(checked),
        normalizer_(normalizer),
        compared_(compared),
        answer_read_(read),
        sentences_(checked.context, normalizer_, compared_.context, arena),
        read_(sentences_.size()),
        found_(MakeBuffer<Contradiction>(arena, kMaxContradictions)),
        restated_(MakeBuffer<ByteRange>(arena, kMaxRestated)) {}

  // Compares sentence by sentence, because a claim is made in one sentence. The
  // evidence for a sentence is gathered over the whole context before any of it
  // counts: a later sentence may support what an earlier one contradicts.
  Comparison Find() {
    const auto size = static_cast<std::uint32_t>(checked_.answer.size());
    SentenceSplitter splitter(checked_.answer, {0, size}, {});
    while (const auto sentence = splitter.Next()) {
      if (count_ == found_.size()) break;
      Compare(sentence->range);
    }
    return {found_.first(count_), restated_.first(restated_count_)};
  }

 private:
  void Compare(ByteRange sentence) {
    if (answer_read_ != sentence) {
      ReadSentenceUnits(checked_.answer, sentence, normalizer_,
                        compared_.answer);
      answer_read_ = sentence;
    }
    const auto units = compared_.answer.units();
    AddRestated(units);
    sentences_.Weigh(units, compared_.weights);
    std::ranges::fill(std::span(compared_.places).first(units.size()),
                      Evidence{});
    std::ranges::fill(std::span(compared_.polarities).first(units.size()),
                      Evidence{});
    std::array<std::uint32_t, kComparedSentences> alike{};
    const std::size_t count =
        sentences_.MostAlike(units, compared_.weights, alike);
    for (const std::uint32_t other : std::span(alike).first(count)) {
      const ContextPlace& place = sentences_.Place(other);
      const std::string_view passage = checked_.context[place.passage];
      if (read_ != other + 1) {
        ReadSentenceUnits(passage, place.range, normalizer_, compared_.context);
        read_ = other + 1;
      }
      CompareSentences(compared_, checked_.answer, passage, place.passage,
                       sentences_, normalizer_);
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      // Quantities that the question names are no claims of the answer.
      if (units[i].kind == SentenceUnitKind::kQuantity &&
          compared_.IsAsked(units[i])) {
        continue;
      }
      Take(compared_.places[i]);
      Take(compared_.polarities[i]);
    }
  }

  // Compares hashes of values in base units: "0.5 g" is found as "500 mg".
  void AddRestated(std::span<const SentenceUnit> units) {
    for (const SentenceUnit& unit : units) {
      if (unit.kind != SentenceUnitKind::kQuantity ||
          !sentences_.Has(unit.hash)) {
        continue;
      }
      if (restated_count_ == restated_.size()) return;
      restated_[restated_count_++] = unit.range;
    }
  }

  void Take(const Evidence& evidence) {
    if (!evidence.IsContradicted() || count_ == found_.size()) return;
    const Finding& conflict = evidence.conflict;
    found_[count_++] = {conflict.kind, conflict.answer, conflict.context};
  }

  const CheckedAnswer& checked_;
  TermNormalizer& normalizer_;
  ComparedSentences& compared_;
  ByteRange& answer_read_;
  ContextSentences sentences_;
  // The sentence that compared_.context holds, from 1; 0: none.
  std::size_t read_;
  std::span<Contradiction> found_;
  std::size_t count_ = 0;
  std::span<ByteRange> restated_;
  std::size_t restated_count_ = 0;
};

}  // namespace

AnswerComparison::AnswerComparison(std::string_view question,
                                   std::string_view answer,
                                   TermNormalizer& normalizer, Arena& arena)
    : answer_(answer),
      normalizer_(normalizer),
      arena_(arena),
      compared_(MakeBuffer<ComparedSentences>(arena, 1).front()) {
  const auto size = static_cast<std::uint32_t>(question.size());
  ReadSentenceUnits(question, {0, size}, normalizer_, compared_.question);
}

Comparison AnswerComparison::With(std::span<const std::string_view> context) {
  return ContradictionFinder({context, {}, answer_}, normalizer_, compared_,
                             read_, arena_)
      .Find();
}

}  // namespace answerbox::engine
