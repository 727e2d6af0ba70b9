#include "lab/evaluate/report/ranking_trace.h"

#include <utility>

namespace answerbox::lab {

void RankingTraces::OnAsked(const AskedQuestion& asked) {
  if (!asked.observed.best()) return;
  RankingTrace trace{*asked.observed.best(), std::nullopt};
  const engine::BoostedTrees& ranker = model_.ranker();
  for (const ObservedSentence& candidate : asked.observed.candidates()) {
    if (candidate.holds &&
        (!trace.right || ranker.Score(candidate.features) >
                             ranker.Score(trace.right->features))) {
      trace.right = candidate;
    }
  }
  traces_[asked.number] = std::move(trace);
}

}  // namespace answerbox::lab
