// The scores of a window of chunks while the posting lists are added: an array
// by chunk, small enough for the first-level cache of a small processor. It
// remembers which groups of chunks have scores, so that a window with few
// postings is quickly searched and cleared.
//
// The score 0 stands for a chunk without postings and for one whose postings
// weigh 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/term_concepts.h"

namespace answerbox::engine {

class WindowScores {
 public:
  using Score = FixedArithmetic::Score;

  static constexpr std::uint32_t kMostChunks = 4096;
  // Number of chunks that are searched and cleared together.
  static constexpr std::uint32_t kGroupChunks = 128;
  using Group = std::span<const Score, kGroupChunks>;

  // Takes memory for windows of `chunks` chunks, at most kMostChunks, from the
  // arena. Throws std::bad_alloc past the arena.
  WindowScores(std::uint32_t chunks, Arena& arena)
      : scores_(MakeSpan<Score>(arena, (chunks + kGroupChunks - 1) /
                                           kGroupChunks * kGroupChunks)) {}

  // Begins the window at the chunk `begin`. Precondition: all groups are clear.
  void Enter(ChunkNumber begin) noexcept { begin_ = begin; }

  // The score of a chunk of the window, to be changed.
  [[nodiscard]] Score& At(ChunkNumber chunk) noexcept {
    const std::uint32_t at = chunk - begin_;
    touched_[at / kGroupChunks] = true;
    return scores_[at];
  }

  // Adds the scores of another window to these, and clears them. Precondition:
  // both are of the same window.
  void Take(WindowScores& other) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!other.HasScores(group)) continue;
      const std::size_t first = std::size_t{group} * kGroupChunks;
      for (std::size_t i = first; i < first + kGroupChunks; ++i) {
        scores_[i] += other.scores_[i];
      }
      touched_[group] = true;
      other.Clear(group);
    }
  }

  // Adds JoinScores() of both to the scores, and clears both. Precondition: all
  // three are of the same window.
  void AddJoined(WindowScores& own, WindowScores& others) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!own.HasScores(group) && !others.HasScores(group)) continue;
      const auto a = own.Scores(group);
      const auto b = others.Scores(group);
      const auto sums =
          scores_.subspan(group * kGroupChunks).first<kGroupChunks>();
      for (std::size_t i = 0; i < kGroupChunks; ++i) {
        sums[i] += JoinScores<FixedArithmetic>(a[i], b[i]);
      }
      touched_[group] = true;
      own.Clear(group);
      others.Clear(group);
    }
  }

  [[nodiscard]] std::uint32_t group_count() const noexcept {
    return static_cast<std::uint32_t>(scores_.size()) / kGroupChunks;
  }
  // Whether anything was added to a group since it was cleared.
  [[nodiscard]] bool HasScores(std::uint32_t group) const noexcept {
    return touched_[group];
  }
  [[nodiscard]] ChunkNumber FirstChunk(std::uint32_t group) const noexcept {
    return begin_ + group * kGroupChunks;
  }
  [[nodiscard]] Group Scores(std::uint32_t group) const noexcept {
    return scores_.subspan(group * kGroupChunks).first<kGroupChunks>();
  }
  void Clear(std::uint32_t group) noexcept {
    std::ranges::fill(scores_.subspan(group * kGroupChunks, kGroupChunks),
                      Score{});
    touched_[group] = false;
  }

 private:
  std::span<Score> scores_;
  std::array<bool, kMostChunks / kGroupChunks> touched_{};
  ChunkNumber begin_ = 0;
};

}  // namespace answerbox::engine
