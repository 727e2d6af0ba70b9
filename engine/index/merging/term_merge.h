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
