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
#include <utility>

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

  // The scores by chunk, to be changed. Knows where they are by itself: for all
  // that the compiler knows, writing a score might move a window.
  class ByChunk {
   public:
    [[nodiscard]] Score& operator[](ChunkNumber chunk) const noexcept {
      return scores_[chunk - begin_];
    }

   private:
    friend class WindowScores;
    ByChunk(Score* scores, ChunkNumber begin) noexcept
        : scores_(scores), begin_(begin) {}

    Score* scores_;
    ChunkNumber begin_;
  };
  // Of chunks that Touch() was told of.
  [[nodiscard]] ByChunk by_chunk() noexcept { return {scores_.data(), begin_}; }

  // Chunks of the window, ascending, are about to get scores.
  void Touch(std::span<const ChunkNumber> chunks) noexcept {
    const auto group_of = [this](ChunkNumber chunk) {
      return (chunk - begin_) / kGroupChunks;
    };
    if (chunks.size() < touched_.size()) {
      for (const ChunkNumber chunk : chunks) touched_[group_of(chunk)] = true;
      return;
    }
    // Of many, most groups from the first to the last one have some.
    std::fill(touched_.begin() + group_of(chunks.front()),
              touched_.begin() + group_of(chunks.back()) + 1, true);
  }

  // Adds the scores of another window to these, and clears them. Precondition:
  // both are of the same window.
  void Take(WindowScores& other) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!other.HasScores(group)) continue;
      Score* const sums = &scores_[group * kGroupChunks];
      Score* const added = &other.scores_[group * kGroupChunks];
      for (std::size_t i = 0; i < kGroupChunks; ++i) {
        sums[i] += std::exchange(added[i], Score{});
      }
      touched_[group] = true;
      other.touched_[group] = false;
    }
  }

  // Adds JoinScores() of both to the scores, and clears both. Precondition: all
  // three are of the same window.
  void AddJoined(WindowScores& own, WindowScores& others) noexcept {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      if (!own.HasScores(group) && !others.HasScores(group)) continue;
      Score* const sums = &scores_[group * kGroupChunks];
      Score* const a = &own.scores_[group * kGroupChunks];
      Score* const b = &others.scores_[group * kGroupChunks];
      for (std::size_t i = 0; i < kGroupChunks; ++i) {
        sums[i] += JoinScores<FixedArithmetic>(std::exchange(a[i], Score{}),
                                               std::exchange(b[i], Score{}));
      }
      touched_[group] = true;
      own.touched_[group] = others.touched_[group] = false;
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
