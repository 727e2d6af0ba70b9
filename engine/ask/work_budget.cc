#include "engine/ask/work_budget.h"

#include <bitset>

namespace answerbox::engine {
namespace {

// A bit for each term that retrieval looks for.
using TakenTerms = std::bitset<kMaxRetrievedTerms>;

// The rarest term that is not taken yet, the first of equally rare ones.
// Precondition: there is one.
std::size_t RarestOf(const TermLookup& lookup, const TakenTerms& taken) {
  std::size_t rarest = lookup.term_count();
  for (std::size_t t = 0; t < lookup.term_count(); ++t) {
    if (taken[t]) continue;
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
  TakenTerms taken;
  std::uint64_t left = *max_work_;
  for (std::size_t i = 0; i < lookup.term_count(); ++i) {
    const std::size_t term = RarestOf(lookup, taken);
    taken.set(term);
    if (lookup.chunk_frequency(term) <= left) {
      left -= lookup.chunk_frequency(term);
    } else {
      lookup.LeaveOut(term);
    }
  }
}

}  // namespace answerbox::engine
