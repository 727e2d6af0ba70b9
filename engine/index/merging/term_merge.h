// The terms of several segments as those of one segment: a k-way merge of their
// sorted dictionaries. Chunks are renumbered; those of removed documents are
// left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/index/terms/term_writer.h"
#include "engine/result.h"

namespace answerbox::engine {

// New numbers for the chunks of an input of a merge. Chunks of removed
// documents have no new number; the others keep their order, without gaps.
class ChunkRenumbering {
 public:
  // The `count` chunks from `first` on get the numbers from `new_first` on.
  // Precondition: `first` and `new_first` are past all chunks of earlier calls.
  void Keep(std::uint32_t first, std::uint32_t count, std::uint32_t new_first) {
    if (count == 0) return;
    if (!runs_.empty()) {
      Run& last = runs_.back();
      if (last.end == first &&
          last.new_begin + (first - last.begin) == new_first) {
        last.end += count;
        return;
      }
    }
    runs_.push_back({first, first + count, new_first});
  }

  // Memory of a run. There is at most one run more than there are gaps.
  static constexpr std::size_t kRunBytes = 12;

 private:
  friend class RenumberingCursor;

  struct Run {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t new_begin = 0;
  };
  static_assert(sizeof(Run) == kRunBytes);

  std::vector<Run> runs_;
};

// Maps chunks to their new numbers; the chunks must ascend from call to call.
class RenumberingCursor {
 public:
  // Maps nothing.
  RenumberingCursor() = default;
  // `renumbering` outlives the cursor.
  explicit RenumberingCursor(const ChunkRenumbering& renumbering) noexcept
      : run_(renumbering.runs_.data()), end_(run_ + renumbering.runs_.size()) {}

  // Nothing for a chunk of a removed document.
  [[nodiscard]] std::optional<std::uint32_t> Map(std::uint32_t chunk) noexcept {
    while (run_ != end_ && run_->end <= chunk) ++run_;
    if (run_ == end_ || chunk < run_->begin) return std::nullopt;
    return run_->new_begin + (chunk - run_->begin);
  }

 private:
  const ChunkRenumbering::Run* run_ = nullptr;
  const ChunkRenumbering::Run* end_ = nullptr;
};

struct TermMergeInput {
  const SegmentReader* segment = nullptr;
  ChunkRenumbering chunks;
};

class TermMerge final : public TermSource {
 public:
  // New chunk numbers ascend from input to input. `inputs` outlives the merge.
  explicit TermMerge(std::span<const TermMergeInput> inputs);

  // Takes memory for the new term numbers. Call first. Errors: those of
  // `scratch`.
  [[nodiscard]] Result<void> Prepare(Scratch& scratch);

  // The sum of the inputs' terms: an upper bound of the result's.
  [[nodiscard]] std::uint64_t most_terms() const noexcept;

  [[nodiscard]] Result<void> Rewind() override;
  [[nodiscard]] Result<bool> NextTerm() override;
  [[nodiscard]] std::string_view term() const override { return term_; }
  [[nodiscard]] Result<std::span<const Posting>> NextPostings() override;

  // The number of an input's term in the result; nothing if no chunk of the
  // result holds it. Call after all terms were walked.
  [[nodiscard]] std::optional<TermNumber> NewNumber(std::size_t input,
                                                    TermNumber term) const;

 private:
  struct Holder {
    std::size_t input = 0;
    TermEntry entry;
  };

  // An input whose cursor stands on a term; `prefix` is PrefixOf the term.
  struct Head {
    std::uint64_t prefix = 0;
    std::size_t input = 0;
  };

  [[nodiscard]] bool Before(const Head& a, const Head& b) const;
  void SiftDown(std::size_t place);
  // Moves the cursor on; false at its end.
  [[nodiscard]] Result<bool> Advance(Head& head);
  [[nodiscard]] Result<void> TakeSmallestTerm();
  [[nodiscard]] Result<void> OpenHolder(std::size_t holder);
  [[nodiscard]] Result<void> FillBlock();
  void SetNewNumbers(TermNumber number);

  std::span<const TermMergeInput> inputs_;
  std::vector<TermCursor> terms_;  // By input.
  std::vector<Head> heap_;  // A heap: the smallest term first; with equal
                            // terms, the earlier input.
  std::vector<std::span<TermNumber>> new_numbers_;  // By input, then term.

  TermNumber next_number_ = 0;
  std::string term_;
  std::vector<Holder> holders_;  // Inputs that have the current term, in order.
  std::size_t holder_ =
      0;  // Index of the holder whose postings are being read.
  PostingCursor postings_;
  RenumberingCursor chunks_;
  std::array<Posting, kPostingsPerBlock> block_;
  std::size_t block_size_ = 0;
  bool block_given_ = false;
};

}  // namespace answerbox::engine
