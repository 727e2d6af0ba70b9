#include "engine/grounding/contradictions/aligned_sentences.h"

#include <algorithm>

namespace answerbox::engine {
namespace {

// How many units on each side of a place its likeness is taken from.
constexpr std::size_t kSurroundings = 5;

// Two sentences are compared by the units that only one of them has, if the
// rest of them is alike enough: in the number of words in common, in the share
// of the answer's words by weight, and in the share of the context's words.
constexpr std::size_t kLeastJoined = 3;
constexpr Likeness kLeastLikenessOfRest = 620;
constexpr std::size_t kLeastContextPercent = 45;

// Returns the only run of units for which `counts` holds. If there are several
// runs, it is unknown which corresponds to which.
template <typename Counts>
std::optional<Gap> OnlyRun(std::size_t size, Counts&& counts) {
  std::optional<Gap> run;
  for (std::size_t i = 0; i < size; ++i) {
    if (!counts(i)) continue;
    if (run && run->end != i) return std::nullopt;
    if (!run) run = Gap{i, i};
    run->end = i + 1;
  }
  return run;
}

}  // namespace

AlignedSentences::AlignedSentences(std::span<const SentenceUnit> answer,
                                   std::span<const SentenceUnit> context,
                                   std::string_view context_text,
                                   const SentenceAlignment& alignment,
                                   const UnitWeights& weights)
    : answer_(answer),
      context_(context),
      context_text_(context_text),
      alignment_(alignment),
      weights_(weights) {
  std::uint32_t all = 0;
  std::uint32_t aligned = 0;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    all += WeightAgainst(i);
    if (alignment_.ToContext(i) != kUnaligned) aligned += weights_[i];
  }
  share_ = all == 0 ? 0 : kFullLikeness * aligned / all;
}

// Returns a unit's weight in the whole sentence. Where one dose was replaced,
// the next may be too, so a quantity that the other side lacks says little.
std::uint32_t AlignedSentences::WeightAgainst(std::size_t i) const {
  const std::uint32_t weight = weights_[i];
  const bool is_replaced = answer_[i].kind == SentenceUnitKind::kQuantity &&
                           alignment_.ToContext(i) == kUnaligned;
  return is_replaced ? weight / 3 : weight;
}

// The gap itself does not count, because its content is what is compared. Near
// words show whether the places correspond; the whole sentence shows whether
// the two are about the same thing.
Likeness AlignedSentences::LikenessAt(Gap gap) const {
  std::uint32_t all = 0;
  std::uint32_t aligned = 0;
  const auto count = [&](std::size_t i) {
    all += WeightAgainst(i);
    if (alignment_.ToContext(i) != kUnaligned) aligned += weights_[i];
  };
  const std::size_t first =
      gap.begin > kSurroundings ? gap.begin - kSurroundings : 0;
  const std::size_t last = std::min(gap.end + kSurroundings, answer_.size());
  for (std::size_t i = first; i < gap.begin; ++i) count(i);
  for (std::size_t i = gap.end; i < last; ++i) count(i);
  const Likeness near = all == 0 ? 0 : kFullLikeness * aligned / all;
  return (6 * near + 4 * share_) / 10;
}

// If both neighbours are joined in order, they bound the place exactly.
// Otherwise clauses have moved, and only one neighbour shows where to look.
std::optional<Gap> AlignedSentences::FindCounterpart(Gap gap) const {
  const std::ptrdiff_t left =
      gap.begin == 0 ? -1 : alignment_.ToContext(gap.begin - 1);
  const auto size = static_cast<std::ptrdiff_t>(context_.size());
  const std::ptrdiff_t right =
      gap.end == answer_.size() ? size : alignment_.ToContext(gap.end);
  const auto most = static_cast<std::ptrdiff_t>(gap.size() + 4);
  if (left < right && right - left - 1 <= most) {
    return Gap{static_cast<std::size_t>(left + 1),
               static_cast<std::size_t>(right)};
  }
  // There is nothing to compare past an edge of the answer's sentence.
  const bool has_left = gap.begin > 0;
  const bool has_right = gap.end < answer_.size();
  const auto reach = static_cast<std::ptrdiff_t>(gap.size() + 1);
  if (has_left) {
    Gap found{static_cast<std::size_t>(left + 1),
              static_cast<std::size_t>(left + 1)};
    while (found.end < context_.size() &&
           alignment_.ToAnswer(found.end) == kUnaligned &&
           static_cast<std::ptrdiff_t>(found.size()) < reach) {
      ++found.end;
    }
    if (found.size() > 0) return found;
  }
  if (has_right) {
    Gap found{static_cast<std::size_t>(right), static_cast<std::size_t>(right)};
    while (found.begin > 0 &&
           alignment_.ToAnswer(found.begin - 1) == kUnaligned &&
           static_cast<std::ptrdiff_t>(found.size()) < reach) {
      --found.begin;
    }
    if (found.size() > 0) return found;
  }
  return std::nullopt;
}

// No place is compared here, so the sentences must be alike as a whole, and on
// both sides: a long sentence of the context contains all words of many short
// answers.
std::optional<PlacePair> AlignedSentences::LeftoverPair(
    bool (*counts)(const SentenceUnit&)) const {
  const auto ours = OnlyRun(answer_.size(), [&](std::size_t i) {
    return alignment_.ToContext(i) == kUnaligned && counts(answer_[i]);
  });
  if (!ours) return std::nullopt;
  const auto theirs = OnlyRun(context_.size(), [&](std::size_t c) {
    return alignment_.ToAnswer(c) == kUnaligned && counts(context_[c]);
  });
  if (!theirs) return std::nullopt;
  std::uint32_t all = 0;
  std::uint32_t aligned = 0;
  std::size_t joined = 0;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    if (i >= ours->begin && i < ours->end) continue;
    all += weights_[i];
    if (alignment_.ToContext(i) == kUnaligned) continue;
    aligned += weights_[i];
    if (answer_[i].IsContent()) ++joined;
  }
  const auto their_words = static_cast<std::size_t>(
      std::ranges::count_if(context_, &SentenceUnit::IsContent));
  const std::size_t their_rest = their_words - theirs->size();
  const Likeness likeness = all == 0 ? 0 : kFullLikeness * aligned / all;
  if (joined < kLeastJoined || likeness < kLeastLikenessOfRest ||
      100 * joined < kLeastContextPercent * their_rest) {
    return std::nullopt;
  }
  return PlacePair{*ours, *theirs, likeness};
}

// Words after such a mark do not correspond to words before it: they belong to
// another cell of a table, or to another speaker.
bool AlignedSentences::HasEdge(Gap counterpart) const {
  constexpr std::string_view kEdges = "|;\"?!";
  for (std::size_t c = counterpart.begin; c < counterpart.end; ++c) {
    if (kEdges.find(context_text_[context_[c].range.begin]) !=
            std::string_view::npos &&
        alignment_.ToAnswer(c) == kUnaligned) {
      return true;
    }
  }
  return false;
}

std::optional<Gap> AlignedSentences::CounterpartOf(Gap gap) const {
  const auto found = FindCounterpart(gap);
  if (!found || HasEdge(*found)) return std::nullopt;
  return found;
}

}  // namespace answerbox::engine
