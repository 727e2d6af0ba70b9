#include "engine/ask/work_budget.h"

#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {
namespace {

// A bit for each term of the question; kMaxQuestionTerms fit.
using TakenTerms = std::uint64_t;

// The rarest term that is not taken yet, the first of equally rare ones.
// Precondition: there is one.
std::size_t RarestOf(const TermLookup& lookup, TakenTerms taken) {
  std::size_t rarest = lookup.term_count();
  for (std::size_t t = 0; t < lookup.term_count(); ++t) {
    if ((taken >> t & 1u) != 0) continue;
    if (rarest == lookup.term_count() ||
        lookup.chunk_frequency(t) < lookup.chunk_frequency(rarest)) {
      rarest = t;
    }
  }
  return rarest;
}

}  // namespace

// Rare terms tell most and cost least. Postings are counted before any is read,
// so a term is never read in part.
void WorkBudget::TakePostings(TermLookup& lookup) noexcept {
  if (!max_work_) return;
  for (std::size_t t = 0; t < lookup.term_count(); ++t) {
    work_ += lookup.chunk_frequency(t);
  }
  if (!is_exceeded()) return;
  TakenTerms taken = 0;
  std::uint64_t left = *max_work_;
  for (std::size_t i = 0; i < lookup.term_count(); ++i) {
    const std::size_t term = RarestOf(lookup, taken);
    taken |= TakenTerms{1} << term;
    if (lookup.chunk_frequency(term) <= left) {
      left -= lookup.chunk_frequency(term);
    } else {
      lookup.LeaveOut(term);
    }
  }
}

}  // namespace answerbox::engine
