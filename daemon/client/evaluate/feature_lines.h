// What the ranker saw of a question, as lines of text: what it is trained from,
// and what an analysis of its errors reads. docs/evaluation.md, "Features".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/answer/learned_sentences.h"
#include "engine/index/live_segment.h"

namespace answerbox::client {

// In order; those of the best sentence are the sentence's and then these.
[[nodiscard]] std::vector<std::string_view> SentenceFeatureNames();
[[nodiscard]] std::vector<std::string_view> AnswerFeatureNames();

// The line of column names that a file of features begins with.
[[nodiscard]] std::string FeatureHeader();

// Makes a line of each candidate of a question, and one of the best.
class FeatureLines final : public engine::RankingObserver {
 public:
  //   prefix  first columns of every line
  //   gold    answers that people marked; none: the question has no answer
  //   own     the document that the question was asked of: the same words in
  //           another one are no answer
  //   lines   appended to
  FeatureLines(std::string prefix, std::span<const std::string> gold,
               engine::DocumentNumber own,
               std::span<const engine::LiveSegment> segments,
               std::string& lines)
      : prefix_(std::move(prefix)),
        gold_(gold),
        own_(own),
        segments_(segments),
        lines_(lines) {}

  void OnCandidate(const engine::CandidateSentence& candidate,
                   std::span<const std::int16_t, engine::kSentenceFeatures>
                       features) override;
  void OnBest(
      const engine::CandidateSentence& candidate,
      std::span<const std::int16_t, engine::kAnswerFeatures> features) override;

 private:
  void AddLine(char kind, const engine::CandidateSentence& candidate,
               std::span<const std::int16_t> features);
  [[nodiscard]] bool HoldsAnswer(
      const engine::CandidateSentence& candidate) const;

  std::string prefix_;
  std::span<const std::string> gold_;
  engine::DocumentNumber own_;
  std::span<const engine::LiveSegment> segments_;
  std::string& lines_;
};

}  // namespace answerbox::client
