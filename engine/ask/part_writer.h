// Writes a run of sentences as a person reads it (WriteParts): its parts one
// after the other, within bounds of number and bytes (PartWriter).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/answer/units/block_place.h"
#include "engine/answer/units/leaves.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/ask/answer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// The most parts of an answer, and the most bytes of its text. What is past
// them is left out.
inline constexpr std::size_t kMaxParts = 512;
inline constexpr std::size_t kMaxTextBytes = std::size_t{32} << 10;

// All functions that return a Result return kTruncated or kCorrupt for a
// damaged segment.
class PartWriter {
 public:
  // Throws std::bad_alloc past the arena. `reader` outlives this object.
  PartWriter(const SegmentReader& reader, DocumentNumber number, Arena& arena);

  // Call first.
  [[nodiscard]] Result<void> Open();
  [[nodiscard]] const DocumentRecord& document() const { return document_; }

  // Adds a sentence at its place. Sentences of one item become one part; of a
  // row, all its cells become parts, each after its column's heading. A row of
  // very many cells or bytes is shown from the cell with the sentence on. Of a
  // cell too long to be shown, its sentences are shown that are added.
  [[nodiscard]] Result<void> AddSentence(ByteRange range,
                                         const BlockPlace& place);

  // The parts with their text. Throws std::bad_alloc past the arena.
  [[nodiscard]] FormedAnswer Written() const;

  // Where the last part ends. A column's heading is never the last part.
  [[nodiscard]] std::uint32_t end() const {
    return count_ == 0 ? 0 : parts_[count_ - 1].offsets.end;
  }
  // Where what was left out ends; 0: nothing was left out. After something was
  // left out, nothing is added.
  [[nodiscard]] std::uint32_t left_out_end() const {
    return std::max(left_out_end_, row_end_);
  }

 private:
  // What stands between a part and the one before it.
  enum class Joint : std::uint8_t { kNone, kSpace, kLine, kCell, kHeader };
  static std::string_view TextOf(Joint joint);

  bool Fits(std::size_t parts, std::size_t bytes) const;
  Result<void> LeaveOut(std::uint32_t end);
  Result<void> Add(ByteRange range, PartRole role, std::uint8_t level,
                   Joint joint);
  Result<void> Lengthen(std::uint32_t end);
  Result<void> Read(ByteRange range, AnswerPart& part) const;
  bool HasBlankLine(std::uint32_t begin) const;
  Result<void> AddRow(ByteRange sentence, const BlockPlace& place);
  Result<bool> IsLong(const TextBlock& row, std::uint32_t first) const;
  Result<void> AddCell(const TextBlock& cell, ByteRange sentence,
                       const BlockPlace& place, Joint joint);
  Result<std::optional<ByteRange>> HeaderOf(const BlockPlace& place,
                                            const TextBlock& cell) const;

  const SegmentReader& reader_;
  DocumentNumber number_;
  Arena& arena_;
  DocumentRecord document_;
  std::span<AnswerPart> parts_;
  std::span<Joint> joints_;
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;  // Of the parts and what stands between, at most.
  std::uint32_t last_block_ = 0;
  std::uint32_t left_out_end_ = 0;
  std::uint32_t row_end_ = 0;  // Of a row that is not shown whole.
  bool is_in_long_cell_ = false;
};

// A part of `unit`'s document each: of a list its lead-in and items, of a row
// its cells with their column headings, otherwise sentences. A list that goes
// on after the candidates is followed to kMaxUnitWords words. `decided` is
// left empty. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the
// arena.
[[nodiscard]] Result<FormedAnswer> WriteParts(
    std::span<const LiveSegment> segments, const CandidateEvidence& evidence,
    const Leaves& leaves, const UnitSpan& unit, Arena& arena);

}  // namespace answerbox::engine
