// What the heads of a table and the first cells of its rows have in common with
// the question.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/units/block_place.h"
#include "engine/answer/units/question_weights.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

// Shares of the question, in 1/1024. Words count as they do in headings: those
// that are alike, not those that are related.
struct RowEvidence {
  // By the heads of columns in which the row has a cell.
  std::int16_t heads = 0;
  // By its first cell, if it heads no column; with its second cell, as the name
  // of a group stands before what the row is about.
  std::int16_t key = 0;
  std::int16_t group_and_key = 0;
  // By these two cells and the heads together, if both have something of their
  // own; else 0.
  std::int16_t key_and_head = 0;
  // By the caption of its table.
  std::int16_t caption = 0;
};

// Reads the rows of one question's tables. Keeps the heads of the last table,
// as rows come in the order of documents.
class TableReader {
 public:
  // Both outlive the object. Throws std::bad_alloc past the arena.
  TableReader(SectionReader& sections, const QuestionWeights& weights,
              Arena& arena);

  // The evidence of the row at a place; zeros outside tables. A row's cells
  // past kMaxCells, and heads past kMaxHeads, are not looked at. Errors:
  // kTruncated, kCorrupt.
  [[nodiscard]] Result<RowEvidence> Read(const SegmentReader& reader,
                                         DocumentNumber number,
                                         const DocumentRecord& document,
                                         const BlockPlace& place);

  static constexpr std::size_t kMaxHeads = 64;
  static constexpr std::size_t kMaxCells = 64;

 private:
  struct Head {
    std::uint32_t column = 0;
    std::uint32_t end = 0;  // One past the last column that it heads.
    bool matches = false;
  };

  [[nodiscard]] Result<void> ReadTable(const SegmentReader& reader,
                                       DocumentNumber number,
                                       const DocumentRecord& document,
                                       std::uint32_t table);
  void RaiseByHeads(const TextBlock& cell);
  [[nodiscard]] RowEvidence Evidence() const;

  SectionReader& sections_;
  const QuestionWeights& weights_;
  // The table that heads_ and caption_ are of; its block's number plus one.
  const SegmentReader* reader_ = nullptr;
  DocumentNumber number_ = 0;
  std::uint32_t table_ = 0;
  std::size_t head_count_ = 0;
  bool any_head_ = false;  // One matches.
  std::int16_t caption_ = 0;
  std::span<Head> heads_;
  std::span<Similarity> head_words_;  // [head][term]
  // Working memory, by term.
  std::span<Similarity> under_;  // By the heads over the row's cells.
  std::span<Similarity> key_;
  std::span<Similarity> group_;
  std::span<Similarity> all_;
};

}  // namespace answerbox::engine
