// The terms of several segments as those of one: a k-way merge of their sorted
// dictionaries, with chunks renumbered and those of removed documents left out.
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
#include "engine/index/merging/chunk_renumbering.h"
#include "engine/index/postings/posting_cursor.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/index/terms/term_writer.h"
#include "engine/result.h"

namespace answerbox::engine {

struct TermMergeInput {
  const SegmentReader* segment = nullptr;
  ChunkRenumbering chunks;
};

class TermMerge final : public TermSource {
 public:
  // New chunk numbers ascend from input to input. `inputs` outlives the merge.
  explicit TermMerge(std::span<const TermMergeInput> inputs);

  // Takes room for the new numbers. Call first. Errors: those of `scratch`.
  [[nodiscard]] Result<void> Prepare(Scratch& scratch);

  // Terms of all inputs: the result has no more.
  [[nodiscard]] std::uint64_t most_terms() const noexcept;

  [[nodiscard]] Result<void> Rewind() override;
  [[nodiscard]] Result<bool> NextTerm() override;
  [[nodiscard]] std::string_view term() const override { return term_; }
  [[nodiscard]] Result<std::span<const Posting>> NextPostings() override;

  // What stands for the term in the result; nothing if no chunk that stays
  // holds it. Call after the terms have been gone through.
  [[nodiscard]] std::optional<TermNumber> NewNumber(std::size_t input,
                                                    TermNumber term) const;

 private:
  struct Holder {
    std::size_t input = 0;
    TermEntry entry;
  };

  // An input whose cursor stands on a term, which begins with `prefix`.
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
  std::vector<Head> heap_;  // The smallest term in front; of one term, the
                            // first input.
  std::vector<std::span<TermNumber>> new_numbers_;  // By input and term.

  TermNumber next_number_ = 0;
  std::string term_;
  std::vector<Holder> holders_;  // Inputs that have the current term, in order.
  std::size_t holder_ = 0;       // Whose postings are being read.
  PostingCursor postings_;
  RenumberingCursor chunks_;
  std::array<Posting, kPostingsPerBlock> block_;
  std::size_t block_size_ = 0;
  bool block_given_ = false;
};

}  // namespace answerbox::engine
