#include "engine/retrieval/concept_list.h"

#include <algorithm>
#include <optional>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {

ConceptList::ConceptList(const WeighedConcept<FixedArithmetic>& terms,
                         Arena& arena)
    : own_(terms.own),
      others_(terms.others),
      lists_(MakeSpan<WeightedList>(arena,
                                    terms.own.size() + terms.others.size())),
      present_(MakeSpan<std::uint32_t>(arena, lists_.size())) {}

Result<bool> ConceptList::Open(const LiveSegment& segment,
                               std::size_t segment_index,
                               const TermLookup& lookup,
                               const ChunkLengths& lengths) {
  list_count_ = 0;
  size_ = 0;
  const auto open =
      [&](const WeighedTerm<FixedArithmetic>& term) -> Result<void> {
    const PostingList* list = lookup.phrase_list(segment_index, term.term);
    std::optional<PostingList> read;
    if (const auto& entry = lookup.entry(segment_index, term.term)) {
      const auto postings = segment.reader->Postings(*entry);
      if (!postings) return postings.error();
      read = *postings;
      list = &*read;
    }
    if (list == nullptr) return {};
    lists_[list_count_++].Open(*list, lengths, term.weight);
    size_ += list->size();
    return {};
  };
  for (const auto& term : own_) {
    if (auto opened = open(term); !opened) return opened.error();
  }
  own_count_ = list_count_;
  for (const auto& term : others_) {
    if (auto opened = open(term); !opened) return opened.error();
  }
  return list_count_ != 0;
}

Result<bool> ConceptList::EnterWindow(ChunkNumber begin, ChunkNumber end) {
  present_count_ = 0;
  present_own_count_ = 0;
  for (std::uint32_t i = 0; i < list_count_; ++i) {
    const auto entered = lists_[i].EnterWindow(begin, end);
    if (!entered) return entered.error();
    if (!*entered) continue;
    present_[present_count_++] = i;
    if (i < own_count_) present_own_count_ = present_count_;
  }
  return present_count_ != 0;
}

ConceptList::Score ConceptList::WindowBound(Bm25Weights& weights) {
  Score own;
  Score other;
  for (std::size_t i = 0; i < present_count_; ++i) {
    const Score bound = list(i).WindowBound(weights);
    if (is_own(i)) {
      own += bound;
    } else {
      other = std::max(other, bound);
    }
  }
  return bound_ = JoinScores<FixedArithmetic>(own, other);
}

Result<std::size_t> ConceptList::Walk(WindowScores& window, ConceptScores* room,
                                      Bm25Weights& weights) {
  const bool is_alone =
      present_count_ == present_own_count_ || present_count_ == 1;
  // A single own list can join the others as it is walked.
  const bool joins_at_once = present_own_count_ <= 1;
  std::size_t walked = 0;
  for (std::size_t i = present_count_; i-- > 0;) {
    const auto each = is_alone     ? list(i).WalkAdding(window, weights)
                      : !is_own(i) ? list(i).WalkRaising(room->others, weights)
                      : joins_at_once
                          ? list(i).WalkJoining(window, room->others, weights)
                          : list(i).WalkAdding(room->own, weights);
    if (!each) return each;
    walked += *each;
  }
  if (is_alone) return walked;
  if (joins_at_once) {
    window.Take(room->others);
  } else {
    window.AddJoined(room->own, room->others);
  }
  return walked;
}

Result<ConceptList::Score> ConceptList::WeightAt(ChunkNumber chunk,
                                                 Bm25Weights& weights) {
  Score own;
  Score other;
  for (std::size_t i = 0; i < present_count_; ++i) {
    const auto weight = list(i).WeightAt(chunk, weights);
    if (!weight) return weight;
    if (is_own(i)) {
      own += *weight;
    } else {
      other = std::max(other, *weight);
    }
  }
  return JoinScores<FixedArithmetic>(own, other);
}

Result<std::size_t> ConceptList::LookUp(std::span<Candidate> candidates,
                                        Score others, Score least,
                                        Bm25Weights& weights) {
  // A single list knows bounds of its blocks, which are tighter.
  if (present_count_ == 1) {
    return list(0).LookUp(candidates, others, least, weights);
  }
  std::size_t kept = 0;
  for (Candidate candidate : candidates) {
    if (candidate.score + bound_ + others <= least) continue;
    const auto weight = WeightAt(candidate.chunk, weights);
    if (!weight) return weight.error();
    candidate.score += *weight;
    candidates[kept++] = candidate;
  }
  return kept;
}

}  // namespace answerbox::engine
