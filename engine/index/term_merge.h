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

#include "engine/index/chunk_renumbering.h"
#include "engine/index/posting_cursor.h"
#include "engine/index/scratch.h"
#include "engine/index/segment_layout.h"
#include "engine/index/segment_reader.h"
#include "engine/index/term_writer.h"
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

  [[nodiscard]] bool Later(std::size_t a, std::size_t b) const;
  [[nodiscard]] Result<void> Advance(std::size_t input);
  [[nodiscard]] Result<void> TakeSmallestTerm();
  [[nodiscard]] Result<void> OpenHolder(std::size_t holder);
  [[nodiscard]] Result<void> FillBlock();
  void SetNewNumbers(TermNumber number);

  std::span<const TermMergeInput> inputs_;
  std::vector<TermCursor> terms_;  // By input.
  std::vector<std::size_t> heap_;  // Inputs whose cursor stands on a term.
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
