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

// What walking a list does with the scores that are there.
enum class Joining : std::uint8_t { kAdd, kRaise };

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

  // Adds weights[i] to the score of chunks[i], for each i. Precondition: the
  // chunks are in the window.
  void Add(std::span<const ChunkNumber> chunks, const Score* weights) noexcept {
    // Local copies: the compiler must otherwise assume that writing a score
    // changes the members.
    Score* const scores = scores_.data();
    const ChunkNumber begin = begin_;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const std::uint32_t at = chunks[i] - begin;
      touched_[at / kGroupChunks] = true;
      scores[at] += weights[i];
    }
  }

  // Like Add, but raises lower scores to weights[i].
  void Raise(std::span<const ChunkNumber> chunks,
             const Score* weights) noexcept {
    Score* const scores = scores_.data();
    const ChunkNumber begin = begin_;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const std::uint32_t at = chunks[i] - begin;
      touched_[at / kGroupChunks] = true;
      scores[at] = std::max(scores[at], weights[i]);
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
