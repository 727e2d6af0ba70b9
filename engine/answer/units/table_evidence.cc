#include "engine/answer/units/table_evidence.h"

#include <algorithm>

namespace answerbox::engine {
namespace {

void Raise(std::span<Similarity> to, std::span<const Similarity> from) {
  for (std::size_t t = 0; t < to.size(); ++t) to[t] = std::max(to[t], from[t]);
}

bool HasAny(std::span<const Similarity> found) {
  return std::ranges::any_of(found, [](Similarity s) { return s > 0; });
}

}  // namespace

TableReader::TableReader(SectionReader& sections,
                         const QuestionWeights& weights, Arena& arena)
    : sections_(sections),
      weights_(weights),
      heads_(MakeSpan<Head>(arena, kMaxHeads)),
      head_words_(MakeSpan<Similarity>(arena, kMaxHeads * weights.size())),
      under_(MakeSpan<Similarity>(arena, weights.size())),
      key_(MakeSpan<Similarity>(arena, weights.size())),
      group_(MakeSpan<Similarity>(arena, weights.size())),
      all_(MakeSpan<Similarity>(arena, weights.size())) {}

// The cells that follow the row's block are its own. Only the first two are
// read: those after them hold values.
Result<RowEvidence> TableReader::Read(const SegmentReader& reader,
                                      DocumentNumber number,
                                      const DocumentRecord& document,
                                      const BlockPlace& place) {
  if (place.table == 0 || place.kind != PlaceKind::kRow) return RowEvidence{};
  if (reader_ != &reader || number_ != number || table_ != place.table) {
    auto read = ReadTable(reader, number, document, place.table);
    if (!read) return read.error();
  }
  for (auto row : {under_, key_, group_}) std::ranges::fill(row, Similarity{0});
  const auto block = reader.Block(number, place.block - 1);
  if (!block) return block.error();
  std::size_t cells = 0;
  for (std::uint32_t n = place.block;
       n < document.text_block_count && cells < kMaxCells; ++n) {
    const auto cell = reader.Block(number, n);
    if (!cell) return cell.error();
    if (cell->range.begin >= block->range.end) break;
    if (cell->kind == TextBlockKind::kRow) break;
    if (cell->kind != TextBlockKind::kCell) continue;
    if ((cell->flags & kHeadsColumn) != 0) return RowEvidence{};
    if (cells < 2) {
      const auto text = reader.Text(document, cell->range);
      if (!text) return text.error();
      sections_.Match(*text, cells == 0 ? key_ : group_);
    } else if (!any_head_) {
      break;
    }
    if (any_head_) RaiseByHeads(*cell);
    ++cells;
  }
  return Evidence();
}

// Heads and caption stand before the first row that heads no column.
Result<void> TableReader::ReadTable(const SegmentReader& reader,
                                    DocumentNumber number,
                                    const DocumentRecord& document,
                                    std::uint32_t table) {
  reader_ = &reader;
  number_ = number;
  table_ = table;
  head_count_ = 0;
  any_head_ = false;
  caption_ = 0;
  const auto whole = reader.Block(number, table - 1);
  if (!whole) return whole.error();
  std::size_t cells = 0;
  for (std::uint32_t n = table;
       n < document.text_block_count && cells < kMaxHeads; ++n) {
    const auto block = reader.Block(number, n);
    if (!block) return block.error();
    if (block->range.begin >= whole->range.end) break;
    const auto text = reader.Text(document, block->range);
    if (!text) return text.error();
    if (block->kind == TextBlockKind::kCaption) {
      std::ranges::fill(all_, Similarity{0});
      sections_.Match(*text, all_);
      caption_ = static_cast<std::int16_t>(weights_.Exact(all_));
    }
    if (block->kind != TextBlockKind::kCell) continue;
    ++cells;
    if ((block->flags & kHeadsColumn) == 0) {
      if ((block->flags & kHeadsRow) == 0) break;
      continue;
    }
    const auto words =
        head_words_.subspan(head_count_ * weights_.size(), weights_.size());
    std::ranges::fill(words, Similarity{0});
    sections_.Match(*text, words);
    const auto columns = std::max<std::uint32_t>(block->column_span, 1);
    heads_[head_count_++] = {block->column, block->column + columns,
                             HasAny(words)};
    any_head_ = any_head_ || HasAny(words);
  }
  return {};
}

// A head of two rows heads a column twice; both count.
void TableReader::RaiseByHeads(const TextBlock& cell) {
  for (std::size_t h = 0; h < head_count_; ++h) {
    const Head& head = heads_[h];
    if (!head.matches || cell.column < head.column || cell.column >= head.end) {
      continue;
    }
    Raise(under_, head_words_.subspan(h * weights_.size(), weights_.size()));
  }
}

RowEvidence TableReader::Evidence() const {
  const auto share = [this](std::span<const Similarity> found) {
    return static_cast<std::int16_t>(weights_.Exact(found));
  };
  RowEvidence row;
  row.heads = share(under_);
  row.key = share(key_);
  row.caption = caption_;
  std::ranges::copy(key_, all_.begin());
  Raise(all_, group_);
  row.group_and_key = share(all_);
  Raise(all_, under_);
  const std::int16_t both = share(all_);
  if (both > row.heads && both > row.group_and_key) row.key_and_head = both;
  return row;
}

}  // namespace answerbox::engine
