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

}  // namespace answerbox::engine
