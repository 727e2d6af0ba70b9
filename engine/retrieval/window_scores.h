// The scores of a window of chunks while lists are walked into it: an array by
// chunk, small enough for the fastest memory of a small processor. The parts of
// it that were walked into are remembered, so that a window with few postings
// costs little to look through and to clear.
//
// A chunk without a posting and one whose postings weigh nothing both stand at
// zero.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {

class WindowScores {
 public:
  using Score = FixedArithmetic::Score;

  static constexpr std::uint32_t kMostChunks = 4096;
  // Chunks that are looked through and cleared together.
  static constexpr std::uint32_t kGroupChunks = 128;
  using Group = std::span<const Score, kGroupChunks>;

  // Takes room for windows of `chunks`, at most kMostChunks, from the arena.
  // Throws std::bad_alloc past it.
  WindowScores(std::uint32_t chunks, Arena& arena)
      : scores_(MakeSpan<Score>(arena, (chunks + kGroupChunks - 1) /
                                           kGroupChunks * kGroupChunks)) {}

  // Moves to the chunks from `begin` on. Precondition: all groups are clear.
  void Enter(ChunkNumber begin) noexcept { begin_ = begin; }

  // Adds weights[i] to the score of chunks[i], for each of them. Precondition:
  // they are chunks of the window.
  void Add(std::span<const ChunkNumber> chunks, const Score* weights) noexcept {
    // Copies, as for all the compiler knows, what is written might be these.
    Score* const scores = scores_.data();
    const ChunkNumber begin = begin_;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const std::uint32_t at = chunks[i] - begin;
      touched_[at / kGroupChunks] = true;
      scores[at] += weights[i];
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
