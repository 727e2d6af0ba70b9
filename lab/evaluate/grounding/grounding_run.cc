#include "lab/evaluate/grounding/grounding_run.h"

#include <string>

#include "engine/grounding/consens/consens.h"
#include "lab/evaluate/grounding/simple_evaluators.h"
#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kArenaBytes = std::size_t{12} << 20;

Failure GroundingFailure(const engine::Error& error) {
  return Rejected(std::string("grounding: ") + engine::Describe(error.code) +
                  " (" + error.field + ")");
}

std::size_t CasesOf(const GroundingCorpus& corpus) {
  std::size_t cases = 0;
  for (const GroundingSet& set : corpus.sets) cases += set.cases.size();
  return cases;
}

}  // namespace

Outcome<std::vector<std::vector<GroundingOutcome>>> ScoreGrounding(
    const GroundingCorpus& corpus, const GroundingProgress& progress) {
  MemoryIndex collection(engine::Profile::kDefault, {});
  for (std::size_t i = 0; i < corpus.texts.size(); ++i) {
    const auto added = collection.Add(std::to_string(i), corpus.texts[i]);
    if (!added) return GroundingFailure(added.error());
  }
  if (const auto open = collection.Open(); !open)
    return GroundingFailure(open.error());
  const engine::LiveSegment segment = collection.live();
  const engine::CollectionCounts counts({&segment, 1});
  engine::Workspace workspace(kArenaBytes);
  SimpleEvaluators simple(corpus.texts);
  const std::size_t all = CasesOf(corpus);
  std::size_t done = 0;
  std::vector<std::vector<GroundingOutcome>> outcomes;
  for (const GroundingSet& set : corpus.sets) {
    auto& its = outcomes.emplace_back();
    for (const GroundingCase& one : set.cases) {
      const std::vector<std::string_view> context(one.context.begin(),
                                                  one.context.end());
      const auto start = Clock::now();
      const auto consens = engine::ScoreConsens(
          {context, one.question, one.answer}, &counts, workspace);
      const auto time = Clock::now() - start;
      if (!consens) return GroundingFailure(consens.error());
      const SimpleScores scores = simple.Score(one);
      its.push_back({one.document,
                     one.is_grounded,
                     {consens->geometric.ToDouble(), consens->paper.ToDouble(),
                      scores.share, scores.cosine, scores.unigram},
                     time});
      progress(++done, all);
    }
  }
  return outcomes;
}

}  // namespace answerbox::lab
