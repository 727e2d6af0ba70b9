// Keeps what the ranker saw of one question, for training and for the analysis
// of errors.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/answer/ranking/learned_sentences.h"
#include "engine/index/reading/live_segment.h"

namespace answerbox::lab {

struct ObservedSentence {
  std::array<std::int16_t, engine::kSentenceFeatures> features;
  std::string text;
  bool holds = false;  // A gold answer, in the document that was asked about.
};

struct ObservedBest {
  std::array<std::int16_t, engine::kAnswerFeatures> features;
  std::string text;
  bool holds = false;
};

class ObservedSentences final : public engine::RankingObserver {
 public:
  //   gold  answers that people marked; none: the question has no answer
  //   own   the document asked about; the same words elsewhere are no answer
  ObservedSentences(std::span<const std::string> gold,
                    engine::DocumentNumber own,
                    std::span<const engine::LiveSegment> segments)
      : gold_(gold), own_(own), segments_(segments) {}

  void OnCandidate(const engine::CandidateSentence& candidate,
                   std::span<const std::int16_t, engine::kSentenceFeatures>
                       features) override;
  void OnBest(
      const engine::CandidateSentence& candidate,
      std::span<const std::int16_t, engine::kAnswerFeatures> features) override;

  // In document order.
  [[nodiscard]] const std::vector<ObservedSentence>& candidates() const {
    return candidates_;
  }
  // Nothing when there was no sentence to choose from.
  [[nodiscard]] const std::optional<ObservedBest>& best() const {
    return best_;
  }

 private:
  template <typename Observed, typename Features>
  [[nodiscard]] Observed Observe(const engine::CandidateSentence& candidate,
                                 Features features) const;

  std::span<const std::string> gold_;
  engine::DocumentNumber own_;
  std::span<const engine::LiveSegment> segments_;
  std::vector<ObservedSentence> candidates_;
  std::optional<ObservedBest> best_;
};

}  // namespace answerbox::lab
