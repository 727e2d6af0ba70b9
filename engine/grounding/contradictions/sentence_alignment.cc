#include "engine/grounding/contradictions/sentence_alignment.h"

#include <algorithm>
#include <cstdlib>

namespace answerbox::engine {

void SentenceAlignment::Join(std::size_t answer, std::size_t context) {
  to_context_[answer] = static_cast<std::int16_t>(context);
  to_answer_[context] = static_cast<std::int16_t>(answer);
}

// A single equal unit says little, and runs of marks and stop words say
// nothing.
void SentenceAlignment::Add(std::size_t answer_end, std::size_t context_end,
                            std::size_t size, const UnitWeights& weights) {
  if (size < 2 || run_count_ == kMaxRuns) return;
  std::uint32_t weight = 0;
  bool has_content = false;
  for (std::size_t i = answer_end - size; i < answer_end; ++i) {
    weight += weights[i];
    has_content = has_content || answer_[i].IsContent();
  }
  if (!has_content) return;
  runs_[run_count_++] = {static_cast<std::uint16_t>(answer_end),
                         static_cast<std::uint16_t>(context_end),
                         static_cast<std::uint16_t>(size), weight};
}

// The dynamic programme of the longest common substring, in one row. It goes
// backwards, so that sizes[j] still belongs to the unit before.
void SentenceAlignment::FindRuns(const UnitWeights& weights) {
  // sizes[j]: the run that ends before the answer's unit and before unit j.
  std::array<std::uint16_t, kMaxSentenceUnits + 1> sizes{};
  run_count_ = 0;
  for (std::size_t i = 0; i < answer_.size(); ++i) {
    for (std::size_t j = context_.size(); j-- > 0;) {
      if (answer_[i].hash == context_[j].hash) {
        sizes[j + 1] = static_cast<std::uint16_t>(sizes[j] + 1);
      } else {
        sizes[j + 1] = 0;
      }
      const bool goes_on = i + 1 < answer_.size() && j + 1 < context_.size() &&
                           answer_[i + 1].hash == context_[j + 1].hash;
      if (sizes[j + 1] > 0 && !goes_on) {
        Add(i + 1, j + 1, sizes[j + 1], weights);
      }
    }
    sizes[0] = 0;
  }
}

// The heaviest runs come first, so that the most significant clauses are joined
// correctly. Equal runs have a fixed order, so that the result does not depend
// on the sort.
void SentenceAlignment::TakeRuns() {
  std::ranges::sort(
      std::span(runs_).first(run_count_), [](const Run& a, const Run& b) {
        if (a.weight != b.weight) return a.weight > b.weight;
        const int offset_a = std::abs(a.answer_end - a.context_end);
        const int offset_b = std::abs(b.answer_end - b.context_end);
        if (offset_a != offset_b) return offset_a < offset_b;
        if (a.answer_end != b.answer_end) {
          return a.answer_end < b.answer_end;
        }
        return a.context_end < b.context_end;
      });
  for (const Run& run : std::span(runs_).first(run_count_)) {
    std::size_t begin = 0;
    std::size_t end = run.size;
    const auto is_taken = [&](std::size_t i) {
      return to_context_[run.answer_end - run.size + i] != kUnaligned ||
             to_answer_[run.context_end - run.size + i] != kUnaligned;
    };
    while (begin < end && is_taken(begin)) ++begin;
    while (begin < end && is_taken(end - 1)) --end;
    bool has_content = false;
    bool is_free = end - begin >= 2;
    for (std::size_t i = begin; i < end && is_free; ++i) {
      is_free = !is_taken(i);
      has_content =
          has_content || answer_[run.answer_end - run.size + i].IsContent();
    }
    if (!is_free || !has_content) continue;
    for (std::size_t i = begin; i < end; ++i) {
      Join(run.answer_end - run.size + i, run.context_end - run.size + i);
    }
  }
}

// Between two aligned units that are neighbours on both sides, aligns equal
// units in order.
void SentenceAlignment::FillGaps() {
  std::size_t begin = 0;
  std::size_t context_begin = 0;
  for (std::size_t i = 0; i <= answer_.size(); ++i) {
    if (i < answer_.size() && to_context_[i] == kUnaligned) continue;
    const std::size_t context_end =
        i < answer_.size() ? static_cast<std::size_t>(to_context_[i])
                           : context_.size();
    if (context_begin <= context_end) {
      std::size_t next = context_begin;
      for (std::size_t a = begin; a < i; ++a) {
        for (std::size_t c = next; c < context_end; ++c) {
          if (to_answer_[c] == kUnaligned &&
              answer_[a].hash == context_[c].hash) {
            Join(a, c);
            next = c + 1;
            break;
          }
        }
      }
    }
    begin = i + 1;
    context_begin = context_end + 1;
  }
}

// The remaining words may have moved: each is joined with the nearest free
// equal word.
void SentenceAlignment::AlignSingles() {
  for (std::size_t a = 0; a < answer_.size(); ++a) {
    if (to_context_[a] != kUnaligned ||
        (answer_[a].kind != SentenceUnitKind::kWord &&
         answer_[a].kind != SentenceUnitKind::kName)) {
      continue;
    }
    std::size_t best = context_.size();
    for (std::size_t c = 0; c < context_.size(); ++c) {
      if (to_answer_[c] != kUnaligned || answer_[a].hash != context_[c].hash) {
        continue;
      }
      const auto distance = [&](std::size_t other) {
        return other > a ? other - a : a - other;
      };
      if (best == context_.size() || distance(c) < distance(best)) best = c;
    }
    if (best < context_.size()) Join(a, best);
  }
}

// Gaps are filled twice, because aligned single words make new gaps.
void SentenceAlignment::Align(std::span<const SentenceUnit> answer,
                              std::span<const SentenceUnit> context,
                              const UnitWeights& weights) {
  answer_ = answer;
  context_ = context;
  std::ranges::fill(std::span(to_context_).first(answer.size()), kUnaligned);
  std::ranges::fill(std::span(to_answer_).first(context.size()), kUnaligned);
  FindRuns(weights);
  TakeRuns();
  FillGaps();
  AlignSingles();
  FillGaps();
}

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
