#include "engine/retrieval/block_max_search.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

namespace answerbox::engine {
namespace {

// Room for candidates that are looked up in the weak lists together: at least
// for those of a group and one more, which GatherCandidates may write.
constexpr std::uint32_t kCandidates = 2 * WindowScores::kGroupChunks;

// Number of scores that are compared at once, before single scores are.
constexpr std::uint32_t kCompared = 16;

// Cost of looking a chunk up in a list, in postings walked.
constexpr std::uint64_t kLookUpCost = 8;

// Until enough chunks are found to compare others with, windows have so many.
constexpr std::uint32_t kFirstChunks = 1024;
static_assert(kFirstChunks % WindowScores::kGroupChunks == 0);

// Four scores in a register, if the processor has such registers.
using FourScores = std::int32_t __attribute__((vector_size(16)));
using TwoPairs = std::int64_t __attribute__((vector_size(16)));

bool AnyAbove(std::span<const Q16, kCompared> scores, Q16 least) noexcept {
  FourScores above = {};
  for (std::size_t i = 0; i < kCompared; i += 4) {
    const FourScores four = {scores[i].raw(), scores[i + 1].raw(),
                             scores[i + 2].raw(), scores[i + 3].raw()};
    // Comparing gives all bits of a lane or none. The four comparisons are
    // joined and asked once: nearly always no score is above.
    above |= four > least.raw();
  }
  const auto pairs = reinterpret_cast<TwoPairs>(above);
  return (pairs[0] | pairs[1]) != 0;
}

}  // namespace

BlockMaxSearch::BlockMaxSearch(
    const TermLookup& lookup,
    std::span<const WeighedConcept<FixedArithmetic>> concepts,
    std::uint32_t most_chunks, TopChunks<FixedArithmetic>& top, Arena& arena)
    : lookup_(&lookup),
      top_(&top),
      weights_(lookup, arena),
      lists_(MakeSpan<ConceptList>(arena, concepts.size())),
      open_(MakeSpan<std::uint32_t>(arena, concepts.size())),
      present_(MakeSpan<Present>(arena, concepts.size())),
      window_(std::min(most_chunks, WindowScores::kMostChunks), arena),
      candidates_(MakeSpan<Candidate>(arena, kCandidates)) {
  assert(top.capacity() > 0);
  for (std::size_t i = 0; i < concepts.size(); ++i) {
    lists_[i] = ConceptList(concepts[i], arena);
    if (concepts[i].others.empty() || room_ != nullptr) continue;
    const std::uint32_t chunks =
        std::min(most_chunks, WindowScores::kMostChunks);
    room_ = MakeBuffer<ConceptScores>(arena, 1).data();
    std::construct_at(room_, ConceptScores{WindowScores(chunks, arena),
                                           WindowScores(chunks, arena)});
  }
}

Result<void> BlockMaxSearch::Search(const LiveSegment& segment,
                                    std::size_t segment_index) {
  segment_ = segment;
  segment_index_ = static_cast<std::uint32_t>(segment_index);
  if (auto opened = OpenLists(); !opened) return opened;
  const std::uint32_t chunks = segment.reader->counts().chunks;
  for (ChunkNumber begin = 0; begin < chunks && open_count_ != 0;) {
    // A segment of fewer chunks is one window.
    const ChunkNumber end =
        begin + std::min(chunks - begin, top_->is_full()
                                             ? WindowScores::kMostChunks
                                             : kFirstChunks);
    if (auto searched = SearchWindow(begin, end); !searched) return searched;
    begin = end;
  }
  return {};
}

Result<void> BlockMaxSearch::OpenLists() {
  open_count_ = 0;
  const auto lengths = segment_.reader->AllChunkLengths();
  if (!lengths) return lengths.error();
  for (std::uint32_t i = 0; i < lists_.size(); ++i) {
    const auto opened =
        lists_[i].Open(segment_, segment_index_, *lookup_, *lengths);
    if (!opened) return opened.error();
    if (*opened) open_[open_count_++] = i;
  }
  return {};
}

Result<void> BlockMaxSearch::SearchWindow(ChunkNumber begin, ChunkNumber end) {
  const auto found = FindPresent(begin, end);
  if (!found) return found.error();
  if (!*found) return {};
  // Until the result is full every match is kept, so no list is weak and bounds
  // need not be computed.
  weak_count_ = top_->is_full() ? OrderByBound() : 0;
  if (weak_count_ == present_count_) return {};
  if (auto walked = WalkLists(begin, end); !walked) return walked;
  return OfferWindow();
}

// Walks the strong lists. Then walks weak lists too, the strongest first, while
// walking a list costs less than looking up in it the chunks that could still
// be kept.
Result<void> BlockMaxSearch::WalkLists(ChunkNumber begin, ChunkNumber end) {
  const std::uint64_t chunks = segment_.reader->counts().chunks;
  // The postings in this window, if they are spread evenly, against the chunks
  // that would be looked up in each list. Either way the result is the same.
  const auto is_cheap = [&](const ConceptList& list, Score others) {
    const std::uint64_t postings = list.size() * (end - begin) / chunks;
    return HasMore(postings / (kLookUpCost * list.present()), Least() - others);
  };
  window_.Enter(begin);
  if (room_ != nullptr) {
    room_->own.Enter(begin);
    room_->others.Enter(begin);
  }
  for (std::size_t i = present_count_; i-- > 0;) {
    ConceptList& list = lists_[present_[i].list];
    if (i < weak_count_) {
      if (!is_cheap(list, present_[i].bounds)) return {};
      weak_count_ = i;
    }
    auto walked = list.Walk(window_, room_, weights_);
    if (!walked) return walked;
  }
  return {};
}

// Whether more chunks of the window than `count` have a score above `least`.
bool BlockMaxSearch::HasMore(std::uint64_t count, Score least) const {
  for (std::uint32_t group = 0; group < window_.group_count(); ++group) {
    if (!window_.HasScores(group)) continue;
    const auto scores = window_.Scores(group);
    for (std::uint32_t at = 0; at < scores.size(); at += kCompared) {
      const auto some = scores.subspan(at).first<kCompared>();
      if (!AnyAbove(some, least)) continue;
      const auto above = static_cast<std::uint64_t>(std::ranges::count_if(
          some, [least](Score score) { return score > least; }));
      if (above > count) return true;
      count -= above;
    }
  }
  return false;
}

// False if no list reaches into the window.
Result<bool> BlockMaxSearch::FindPresent(ChunkNumber begin, ChunkNumber end) {
  present_count_ = 0;
  for (const std::uint32_t i : open_.first(open_count_)) {
    const auto entered = lists_[i].EnterWindow(begin, end);
    if (!entered) return entered.error();
    if (*entered) present_[present_count_++].list = i;
  }
  return present_count_ != 0;
}

// A chunk may be kept only if its score is above this, which is one below the
// worst kept score: a chunk with an equal score replaces the worst one if its
// document comes first. Precondition: top_ is full.
BlockMaxSearch::Score BlockMaxSearch::Least() const {
  return top_->worst_score() - Score::FromRaw(1);
}

// Sorts the lists by bound; returns how many are weak.
std::size_t BlockMaxSearch::OrderByBound() {
  const auto present = present_.first(present_count_);
  for (Present& list : present) {
    list.bound = lists_[list.list].WindowBound(weights_);
  }
  std::sort(present.begin(), present.end(),
            [](const Present& a, const Present& b) {
              // A total order, so that the work is the same on every machine.
              // The result does not depend on it.
              return a.bound != b.bound ? a.bound < b.bound : a.list < b.list;
            });
  const Score least = Least();
  Score sum;
  std::size_t weak = 0;
  for (Present& list : present) {
    // Bounds ascend, so the weak lists are the first ones: together they cannot
    // lift a chunk to the worst kept score.
    list.bounds = sum += list.bound;
    weak += sum <= least ? 1 : 0;
  }
  return weak;
}

// Offers the chunks that the walked lists hold, and clears the window.
Result<void> BlockMaxSearch::OfferWindow() {
  for (std::uint32_t group = 0; group < window_.group_count(); ++group) {
    if (!window_.HasScores(group)) continue;
    GatherCandidates(group);
    window_.Clear(group);
    // Candidates of several groups are looked up together, because each list is
    // then passed through once.
    if (candidates_.size() - candidate_count_ > WindowScores::kGroupChunks) {
      continue;
    }
    if (auto offered = OfferCandidates(); !offered) return offered;
  }
  return OfferCandidates();
}

// Gathers those chunks of a group that could be kept if the weak lists add the
// most that they can.
void BlockMaxSearch::GatherCandidates(std::uint32_t group) {
  const auto scores = window_.Scores(group);
  const ChunkNumber first = window_.FirstChunk(group);
  Score least = top_->is_full() ? Least() : Score{};
  if (weak_count_ != 0) least -= present_[weak_count_ - 1].bounds;
  std::size_t count = candidate_count_;
  for (std::uint32_t at = 0; at < scores.size(); at += kCompared) {
    if (!AnyAbove(scores.subspan(at).first<kCompared>(), least)) continue;
    for (std::uint32_t i = at; i < at + kCompared; ++i) {
      // Always written, then kept or not, so that there is no branch that the
      // processor would predict wrongly.
      candidates_[count] = {first + i, scores[i]};
      count += scores[i] > least ? 1 : 0;
    }
  }
  candidate_count_ = count;
}

// Adds the weights of the weak lists, the strongest first, to the candidates
// that could still be kept, and offers the remaining candidates.
Result<void> BlockMaxSearch::OfferCandidates() {
  std::size_t count = std::exchange(candidate_count_, 0);
  for (std::size_t i = weak_count_; i-- > 0 && count != 0;) {
    const Score weaker = i == 0 ? Score{} : present_[i - 1].bounds;
    const auto kept = lists_[present_[i].list].LookUp(
        candidates_.first(count), weaker, Least(), weights_);
    if (!kept) return kept.error();
    count = *kept;
  }
  for (const Candidate& candidate : candidates_.first(count)) {
    // Compared again, as the worst kept score has risen since the candidate was
    // gathered. Whether a document is hidden is asked last, since that reads
    // the file.
    if (top_->is_full() && candidate.score <= Least()) continue;
    const auto is_hidden = segment_.HidesChunk(candidate.chunk);
    if (!is_hidden) return is_hidden.error();
    if (*is_hidden) continue;
    top_->Offer({{segment_index_, candidate.chunk}, candidate.score});
  }
  return {};
}

}  // namespace answerbox::engine
