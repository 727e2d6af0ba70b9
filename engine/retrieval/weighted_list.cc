#include "engine/retrieval/weighted_list.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace answerbox::engine {
namespace {

constexpr std::uint32_t kNoBlock = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void WeightedList::Open(const PostingList& list, const ChunkLengths& lengths,
                        Score idf) noexcept {
  cursor_.Reset(list);
  lengths_ = lengths;
  idf_ = idf;
  is_on_posting_ = false;
  is_at_end_ = false;
  block_ = 0;
  bound_block_ = kNoBlock;
}

Result<bool> WeightedList::Seek(ChunkNumber chunk) noexcept {
  const auto moved = cursor_.SeekTo(chunk);
  is_on_posting_ = moved && *moved;
  is_at_end_ = !is_on_posting_;
  return moved;
}

Result<bool> WeightedList::EnterWindow(ChunkNumber begin,
                                       ChunkNumber end) noexcept {
  begin_ = begin;
  end_ = end;
  if (is_at_end_) return false;
  const PostingList& list = cursor_.list();
  // A list of one block has no skip entry. It is decoded at once, which also
  // tells exactly whether it has a posting here.
  if (list.block_count() == 1) {
    const auto moved = Seek(begin);
    return moved && *moved ? Result<bool>(cursor_.chunk() < end) : moved;
  }
  // The cursor was moved past the window before, so nothing need be looked for.
  if (is_on_posting_ && cursor_.chunk() >= begin) {
    block_ = cursor_.block();
    return cursor_.chunk() < end;
  }
  block_ = list.FindBlock(block_, begin);
  is_at_end_ = block_ == list.block_count();
  return !is_at_end_ && (block_ == 0 || list.LastChunk(block_ - 1) < end - 1);
}

WeightedList::Score WeightedList::BlockBound(std::uint32_t block,
                                             Bm25Weights& weights) noexcept {
  if (block == bound_block_) return bound_;
  Score most;
  for (const Impact& impact : cursor_.list().BlockImpacts(block)) {
    if (impact.frequency == 0) break;
    most = std::max(most, weights(impact.frequency, impact.length));
  }
  // Ratios of very large numbers lose low bits, which may change the rounding
  // by one.
  bound_ = idf_ * (most + Score::FromRaw(1));
  bound_block_ = block;
  return bound_;
}

WeightedList::Score WeightedList::WindowBound(Bm25Weights& weights) noexcept {
  const PostingList& list = cursor_.list();
  if (list.block_count() == 1) {
    // The block is decoded, so the rest of it gives the exact bound.
    if (bound_block_ == 0) return bound_;
    bound_block_ = 0;
    bound_ = Score{};
    const auto chunks = cursor_.chunks();
    const auto frequencies = cursor_.frequencies();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      bound_ =
          std::max(bound_, idf_ * weights(frequencies[i], lengths_[chunks[i]]));
    }
    return bound_;
  }
  Score bound = BlockBound(block_, weights);
  for (std::uint32_t block = block_ + 1;
       block < list.block_count() && list.LastChunk(block - 1) < end_ - 1;
       ++block) {
    bound = std::max(bound, BlockBound(block, weights));
  }
  return bound;
}

template <typename Take>
void WeightedList::WalkRun(const PostingBlock& block, std::uint32_t begin,
                           std::uint32_t end, Bm25Weights& weights,
                           Take take) const noexcept {
  // Local copies: writing a score might change the members, for all that the
  // compiler knows.
  const Score idf = idf_;
  const ChunkLengths lengths = lengths_;
  const Bm25Weights::Table table = weights.table();
  // The inner loop calls no function, so that its variables stay in registers.
  for (std::size_t i = begin; i < end; ++i) {
    for (; i < end; ++i) {
      const ChunkNumber chunk = block.chunks[i];
      const Score known = table.Known(block.frequencies[i], lengths[chunk]);
      if (known == Score{}) break;
      take(chunk, Score::MultiplyPositive(idf, known));
    }
    if (i == end) break;
    const ChunkNumber chunk = block.chunks[i];
    take(chunk, Score::MultiplyPositive(
                    idf, weights(block.frequencies[i], lengths[chunk])));
  }
}

template <typename Touch, typename Take>
Result<std::size_t> WeightedList::Walk(Bm25Weights& weights, const Touch& touch,
                                       Take take) noexcept {
  std::size_t walked = 0;
  auto moved = Seek(begin_);
  while (moved && *moved && cursor_.chunk() < end_) {
    const auto chunks = cursor_.chunks();
    const auto count = static_cast<std::uint32_t>(
        chunks.back() < end_
            ? chunks.size()
            : static_cast<std::size_t>(
                  std::lower_bound(chunks.begin(), chunks.end(), end_) -
                  chunks.begin()));
    touch(chunks.first(count));
    WalkRun(cursor_.postings(), cursor_.place(), cursor_.place() + count,
            weights, take);
    walked += count;
    if (count < chunks.size()) {
      cursor_.Skip(count);
      return walked;
    }
    // The whole block was of this window, and the next one begins after it.
    moved = Seek(chunks.back() + 1);
  }
  if (!moved) return moved.error();
  return walked;
}

Result<std::size_t> WeightedList::WalkAdding(WindowScores& window,
                                             Bm25Weights& weights) noexcept {
  return Walk(
      weights, [&](auto chunks) { window.Touch(chunks); },
      [scores = window.by_chunk()](ChunkNumber chunk, Score weight) {
        scores[chunk] += weight;
      });
}

Result<std::size_t> WeightedList::WalkRaising(WindowScores& window,
                                              Bm25Weights& weights) noexcept {
  return Walk(
      weights, [&](auto chunks) { window.Touch(chunks); },
      [scores = window.by_chunk()](ChunkNumber chunk, Score weight) {
        scores[chunk] = std::max(scores[chunk], weight);
      });
}

Result<std::size_t> WeightedList::WalkJoining(WindowScores& window,
                                              WindowScores& others,
                                              Bm25Weights& weights) noexcept {
  return Walk(
      weights, [&](auto chunks) { window.Touch(chunks); },
      [scores = window.by_chunk(), other_scores = others.by_chunk()](
          ChunkNumber chunk, Score weight) {
        scores[chunk] += JoinScores<FixedArithmetic>(
            weight, std::exchange(other_scores[chunk], Score{}));
      });
}

Result<WeightedList::Score> WeightedList::WeightAt(
    ChunkNumber chunk, Bm25Weights& weights) noexcept {
  if (is_at_end_) return Score{};
  const auto moved = Seek(chunk);
  if (!moved) return moved.error();
  if (!*moved || cursor_.chunk() != chunk) return Score{};
  return idf_ * weights(cursor_.frequency(), lengths_[chunk]);
}

Result<std::size_t> WeightedList::LookUp(std::span<Candidate> candidates,
                                         Score others, Score least,
                                         Bm25Weights& weights) noexcept {
  const PostingList& list = cursor_.list();
  const bool is_one_block = list.block_count() == 1;
  // The bound of the chunks up to `last`.
  Score bound = is_one_block ? WindowBound(weights) : Score{};
  ChunkNumber last = end_ - 1;
  bool is_bound_known = is_one_block;
  std::size_t kept = 0;
  for (Candidate candidate : candidates) {
    if (!is_bound_known || candidate.chunk > last) {
      block_ = list.FindBlock(block_, candidate.chunk);
      const bool is_past_all = block_ == list.block_count();
      last = is_past_all ? end_ - 1 : list.LastChunk(block_);
      bound = is_past_all ? Score{} : BlockBound(block_, weights);
      is_bound_known = true;
    }
    // Dropped before the list is read: it and the weaker ones together cannot
    // lift the chunk far enough.
    if (candidate.score + bound + others <= least) continue;
    const auto weight = WeightAt(candidate.chunk, weights);
    if (!weight) return weight.error();
    candidate.score += *weight;
    candidates[kept++] = candidate;
  }
  return kept;
}

}  // namespace answerbox::engine
