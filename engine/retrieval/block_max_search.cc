#include "engine/retrieval/block_max_search.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace answerbox::engine {
namespace {

// Chunks of a window: their scores fit the fastest memory of a small processor.
constexpr std::uint32_t kWindowChunks = 4096;

// That are looked up in the weak lists together.
constexpr std::uint32_t kCandidates = 256;

}  // namespace

BlockMaxSearch::BlockMaxSearch(const TermLookup& lookup,
                               std::span<const Score> idf,
                               std::uint32_t most_chunks,
                               TopChunks<FixedArithmetic>& top, Arena& arena)
    : lookup_(&lookup),
      idf_(idf),
      top_(&top),
      weights_(lookup, arena),
      lists_(MakeSpan<WeightedList>(arena, lookup.term_count())),
      present_(MakeSpan<Present>(arena, lookup.term_count())),
      scores_(MakeSpan<Score>(arena, std::min(most_chunks, kWindowChunks))),
      matched_(MakeSpan<std::uint64_t>(arena, (scores_.size() + 63) / 64)),
      candidates_(
          MakeSpan<Candidate>(arena, std::min(most_chunks, kCandidates))) {
  assert(top.capacity() > 0);
}

Result<void> BlockMaxSearch::Search(const LiveSegment& segment,
                                    std::size_t segment_index) {
  segment_ = segment;
  segment_index_ = static_cast<std::uint32_t>(segment_index);
  if (auto opened = OpenLists(); !opened) return opened;
  const std::uint32_t chunks = segment.reader->counts().chunks;
  for (ChunkNumber begin = 0; begin < chunks && list_count_ != 0;) {
    const ChunkNumber end = begin + std::min(chunks - begin, kWindowChunks);
    if (auto searched = SearchWindow(begin, end); !searched) return searched;
    begin = end;
  }
  return {};
}

Result<void> BlockMaxSearch::OpenLists() {
  list_count_ = 0;
  for (std::size_t t = 0; t < lookup_->term_count(); ++t) {
    const auto& entry = lookup_->entry(segment_index_, t);
    if (!entry) continue;
    const auto list = segment_.reader->Postings(*entry);
    if (!list) return list.error();
    lists_[list_count_++].Open(*list, *segment_.reader, idf_[t]);
  }
  return {};
}

Result<void> BlockMaxSearch::SearchWindow(ChunkNumber begin, ChunkNumber end) {
  const auto found = FindPresent(begin, end);
  if (!found) return found.error();
  if (!*found) return {};
  walked_ = top_->is_full() ? OrderByBound() : 0;
  for (std::size_t i = walked_; i < present_count_; ++i) {
    auto added = lists_[present_[i].list].ForEachInWindow(
        weights_, [this, begin](ChunkNumber chunk, Score weight) {
          const std::size_t at = chunk - begin;
          scores_[at] += weight;
          matched_[at / 64] |= std::uint64_t{1} << (at % 64);
        });
    if (!added) return added;
  }
  return walked_ == present_count_ ? Result<void>() : OfferWindow(begin);
}

// False if no list reaches into the window.
Result<bool> BlockMaxSearch::FindPresent(ChunkNumber begin, ChunkNumber end) {
  present_count_ = 0;
  for (std::uint32_t i = 0; i < list_count_; ++i) {
    const auto entered = lists_[i].EnterWindow(begin, end);
    if (!entered) return entered.error();
    if (*entered) present_[present_count_++].list = i;
  }
  return present_count_ != 0;
}

// The number of the first list that has to be walked.
std::size_t BlockMaxSearch::OrderByBound() {
  const auto present = present_.first(present_count_);
  for (Present& list : present) {
    list.bound = lists_[list.list].WindowBound(weights_);
  }
  std::sort(present.begin(), present.end(),
            [](const Present& a, const Present& b) {
              return a.bound != b.bound ? a.bound < b.bound : a.list < b.list;
            });
  Score sum;
  std::size_t weak = 0;
  for (Present& list : present) {
    list.bounds = sum += list.bound;
    weak += sum <= top_->worst_score() ? 1 : 0;
  }
  return weak;
}

// Goes through the chunks that the walked lists hold, and clears the window.
Result<void> BlockMaxSearch::OfferWindow(ChunkNumber begin) {
  for (std::size_t word = 0; word < matched_.size(); ++word) {
    for (std::uint64_t bits = matched_[word]; bits != 0; bits &= bits - 1) {
      const std::size_t at =
          word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      const Score score = std::exchange(scores_[at], Score{});
      const Score most =
          walked_ == 0 ? score : score + present_[walked_ - 1].bounds;
      if (top_->is_full() && most <= top_->worst_score()) continue;
      candidates_[candidate_count_++] = {begin + static_cast<ChunkNumber>(at),
                                         score};
      if (candidate_count_ < candidates_.size()) continue;
      if (auto offered = OfferCandidates(); !offered) return offered;
    }
    matched_[word] = 0;
  }
  return OfferCandidates();
}

// Reads nothing where no document is removed.
Result<bool> BlockMaxSearch::IsRemoved(ChunkNumber chunk) const {
  if (segment_.removed->size() == 0) return false;
  const auto document = segment_.reader->DocumentOfChunk(chunk);
  if (!document) return document.error();
  return segment_.removed->Contains(*document);
}

// Adds what the weak lists hold, the strongest first, to those that may still
// be among the best, and offers what is left.
Result<void> BlockMaxSearch::OfferCandidates() {
  std::size_t count = std::exchange(candidate_count_, 0);
  for (std::size_t i = walked_; i-- > 0 && count != 0;) {
    const Score weaker = i == 0 ? Score{} : present_[i - 1].bounds;
    const auto kept = lists_[present_[i].list].AddTo(
        candidates_.first(count), weaker, top_->worst_score(), weights_);
    if (!kept) return kept.error();
    count = *kept;
  }
  for (const Candidate& candidate : candidates_.first(count)) {
    if (top_->is_full() && candidate.score <= top_->worst_score()) continue;
    const auto is_removed = IsRemoved(candidate.chunk);
    if (!is_removed) return is_removed.error();
    if (*is_removed) continue;
    top_->Offer({segment_index_, candidate.chunk, candidate.score});
  }
  return {};
}

}  // namespace answerbox::engine
