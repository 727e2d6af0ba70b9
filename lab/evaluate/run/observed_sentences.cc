#include "lab/evaluate/run/observed_sentences.h"

#include <algorithm>

#include "lab/evaluate/run/answer_text.h"

namespace answerbox::lab {

template <typename Observed, typename Features>
Observed ObservedSentences::Observe(const engine::CandidateSentence& candidate,
                                    Features features) const {
  Observed observed;
  std::ranges::copy(features, observed.features.begin());
  const auto document =
      segments_[candidate.segment].reader->Document(candidate.document);
  if (!document) return observed;
  const auto text = segments_[candidate.segment].reader->Text(
      *document, candidate.record.range);
  if (!text) return observed;
  observed.text = *text;
  observed.holds = candidate.document == own_ && Contains(observed.text, gold_);
  return observed;
}

void ObservedSentences::OnCandidate(
    const engine::CandidateSentence& candidate,
    std::span<const std::int16_t, engine::kSentenceFeatures> features) {
  candidates_.push_back(Observe<ObservedSentence>(candidate, features));
}

void ObservedSentences::OnBest(
    const engine::CandidateSentence& candidate,
    std::span<const std::int16_t, engine::kAnswerFeatures> features) {
  best_ = Observe<ObservedBest>(candidate, features);
}

}  // namespace answerbox::lab
