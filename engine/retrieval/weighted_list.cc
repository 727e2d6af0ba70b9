#include "engine/retrieval/weighted_list.h"

#include <limits>
#include <optional>

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
Result<void> WeightedList::Walk(Bm25Weights& weights, const Touch& touch,
                                Take take) noexcept {
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
    if (count < chunks.size()) {
      cursor_.Skip(count);
      return {};
    }
    // The whole block was of this window, and the next one begins after it.
    moved = Seek(chunks.back() + 1);
  }
  if (!moved) return moved.error();
  return {};
}

Result<void> WeightedList::WalkAdding(WindowScores& window,
                                      Bm25Weights& weights) noexcept {
  return Walk(
      weights, [&](auto chunks) { window.Touch(chunks); },
      [scores = window.by_chunk()](ChunkNumber chunk, Score weight) {
        scores[chunk] += weight;
      });
}

Result<void> WeightedList::WalkRaising(WindowScores& window,
                                       Bm25Weights& weights) noexcept {
  return Walk(
      weights, [&](auto chunks) { window.Touch(chunks); },
      [scores = window.by_chunk()](ChunkNumber chunk, Score weight) {
        scores[chunk] = std::max(scores[chunk], weight);
      });
}

Result<void> WeightedList::WalkJoining(WindowScores& window,
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

Result<void> ConceptList::Walk(WindowScores& window, ConceptScores* room,
                               Bm25Weights& weights) {
  const bool is_alone =
      present_count_ == present_own_count_ || present_count_ == 1;
  // A single own list can join the others as it is walked.
  const bool joins_at_once = present_own_count_ <= 1;
  for (std::size_t i = present_count_; i-- > 0;) {
    auto walked = is_alone     ? list(i).WalkAdding(window, weights)
                  : !is_own(i) ? list(i).WalkRaising(room->others, weights)
                  : joins_at_once
                      ? list(i).WalkJoining(window, room->others, weights)
                      : list(i).WalkAdding(room->own, weights);
    if (!walked) return walked;
  }
  if (is_alone) return {};
  if (joins_at_once) {
    window.Take(room->others);
  } else {
    window.AddJoined(room->own, room->others);
  }
  return {};
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
