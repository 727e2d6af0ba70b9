#include <algorithm>

#include "engine/ask/stages.h"
#include "engine/gathering/relevance.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kLikelyAnswers = 8;

// Returns what is added to a relevance of at most 1: half for the best
// sentence, less for the following ones. Chosen on the tuning half.
Q16 BonusOfRank(std::size_t rank) {
  return Q16::FromRatio(5, 10 + 3 * static_cast<std::int64_t>(rank));
}

// Returns an empty list if no word of the question is in the documents.
Result<std::span<const ScoredSentence<FixedArithmetic>>> LikelyAnswers(
    const Inquiry& inquiry) {
  using A = FixedArithmetic;
  const auto chunks = Retrieve<A>(inquiry);
  if (!chunks) return chunks.error();
  if (chunks->empty()) return std::span<const ScoredSentence<A>>();
  const auto candidates = GatherCandidates<A>(inquiry, *chunks);
  if (!candidates) return candidates.error();
  return Rank<A>(inquiry, *candidates, SentencesWanted(kLikelyAnswers, 0));
}

// Adds a bonus to the relevance of a sentence if it is in the pool and has any
// relevance to the question. A sentence without any word of the question stays
// out: the ranker only knows that it looks like an answer.
void Raise(const SentencePool& pool, std::uint32_t segment,
           SentenceNumber number, Q16 bonus, const Relevance& relevance) {
  const auto found =
      std::ranges::find_if(pool.sentences, [&](const PooledSentence& sentence) {
        return sentence.sentence == number && sentence.segment == segment;
      });
  if (found == pool.sentences.end()) return;
  const auto i = static_cast<std::size_t>(found - pool.sentences.begin());
  if (relevance.scores[i] == Q16()) return;
  if (bonus > relevance.scores[i]) relevance.causes[i] = ChosenFor::kAnswer;
  relevance.scores[i] += bonus;
}

}  // namespace

Result<void> RaiseLikelyAnswers(const Inquiry& inquiry,
                                const SentencePool& pool,
                                const Relevance& relevance) {
  if (inquiry.profile == Profile::kPaper) return {};
  const auto answers = LikelyAnswers(inquiry);
  if (!answers) return answers.error();
  for (std::size_t rank = 0; rank < answers->size(); ++rank) {
    const auto& answer = (*answers)[rank];
    const Q16 bonus = BonusOfRank(rank);
    Raise(pool, answer.segment, answer.sentence, bonus, relevance);
    // Which of several equal sentences is shown depends on their places, so all
    // get the bonus.
    for (const SentencePlace& same : answer.also_in) {
      Raise(pool, same.segment, same.sentence, bonus, relevance);
    }
  }
  Q16 greatest = Q16::FromInteger(1);
  for (const Q16 score : relevance.scores) greatest = std::max(greatest, score);
  for (Q16& score : relevance.scores) score = score / greatest;
  return {};
}

}  // namespace answerbox::engine
