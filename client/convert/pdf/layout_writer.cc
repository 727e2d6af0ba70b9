#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/table_groups.h"
#include "client/convert/document/written_structure.h"
#include "client/convert/pdf/pdf_document.h"
#include "client/convert/tags/tags.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// An element with all its attributes takes a hundred bytes, besides its text.
constexpr std::size_t kMaxPrintedTagBytes = 4u << 20;

// The number of elements does not show how long printing their text takes: each
// may have any number of pieces, and poppler draws the page again for each. The
// document is complete without tags, so nobody should wait long for them.
const PdfProgramLimits kMaxTagTime{.processor = std::chrono::seconds(10),
                                   .wall = std::chrono::seconds(20)};

Conversion<std::string> PrintTags(const PdfInput& file,
                                  const std::string& option) {
  const std::array<std::string, 3> options = {"-enc", "UTF-8", option};
  return RunPdfProgram("pdfinfo", options, file, kMaxPrintedTagBytes,
                       kMaxTagTime);
}

}  // namespace

void UsePdfTags(const PdfInput& file, LayoutDocument& document) {
  // Printing only the elements takes hundredths of a second, and shows whether
  // their text is worth seconds.
  const auto elements = PrintTags(file, "-struct");
  if (!elements || !tags::AreWorthReading(tags::ReadTags(*elements))) return;
  const auto text = PrintTags(file, "-struct-text");
  if (text) tags::UseTags(tags::ReadTags(*text), document);
}

namespace {

using Kind = engine::TextBlockKind;

// Returns the number of "3." or "3)"; nothing for other marks.
std::optional<std::uint32_t> NumberOf(std::string_view mark) {
  std::uint32_t number = 0;
  const auto [end, error] =
      std::from_chars(mark.data(), mark.data() + mark.size(), number);
  if (error != std::errc() || end == mark.data()) return std::nullopt;
  const std::string_view rest(end, mark.data() + mark.size());
  return rest == "." || rest == ")" ? std::optional(number) : std::nullopt;
}

bool IsWritten(std::string_view mark) {
  return std::ranges::any_of(mark, [](char c) {
    return engine::Is(c, engine::kLetterByte | engine::kDigitByte);
  });
}

// Returns numbers and letters unchanged, and "- " for every bullet. A symbol
// font's bullet may be any letter or private character, without meaning as
// text. A longer "mark" is no mark.
std::string MarkerOf(std::string_view mark) {
  return IsWritten(mark) && mark.size() <= 16 ? std::string(mark) + " " : "- ";
}

class LayoutWriter {
 public:
  void Write(const LayoutDocument& layout) {
    for (const LayoutBlock& block : layout.blocks) {
      // A footer between two items must not end their list.
      if (block.kind == Kind::kRunningLine && !lists_.empty()) {
        held_.push_back(&block);
        continue;
      }
      if (block.kind != Kind::kItem) CloseLists();
      WriteBlock(block);
    }
    CloseLists();
  }

  [[nodiscard]] ConvertedDocument Take() && {
    return std::move(writer_).Take();
  }
  [[nodiscard]] bool has_text() const { return has_text_; }

 private:
  void WriteBlock(const LayoutBlock& block) {
    has_text_ = has_text_ || block.kind != Kind::kRunningLine;
    BeginPage(block.page);
    // A table does not tell where its text begins a page.
    const std::uint32_t last_page = block.page_starts.empty()
                                        ? engine::kMaxPageNumber
                                        : block.page_starts.front().page - 1;
    PlaceBoxes(block, 0, last_page);
    switch (block.kind) {
      case Kind::kTitle:
      case Kind::kHeading:
        return WriteHeading(block);
      case Kind::kItem:
        return WriteItem(block);
      case Kind::kTable:
        return WriteTable(block);
      case Kind::kContents:
        writer_.Line();
        break;
      default:
        writer_.Block();
    }
    writer_.Begin(block.kind);
    WriteText(block);
    writer_.End();
    if (block.kind != Kind::kContents) writer_.Block();
  }

  void WriteHeading(const LayoutBlock& block) {
    const auto level = std::clamp<std::uint8_t>(block.level, 1, 6);
    writer_.Block();
    block.kind == Kind::kTitle ? writer_.BeginTitle()
                               : writer_.BeginHeading(level);
    WriteText(block);
    writer_.EndHeading();
    writer_.Block();
  }

  // Writes an item. Each open list but the first is in the last item of the one
  // before.
  void WriteItem(const LayoutBlock& block) {
    const std::uint8_t level = std::clamp<std::uint8_t>(
        // Each level takes two blocks, the list and its item, and the blocks
        // around them need room, too.
        block.level, 1, engine::kMaxTextBlockDepth / 4);
    while (!lists_.empty() && lists_.back() > level) CloseList();
    if (lists_.empty() || lists_.back() < level) {
      if (lists_.empty()) writer_.Block();
      writer_.Begin(Kind::kList);
      lists_.push_back(level);
    } else {
      writer_.EndItem();
    }
    writer_.BeginItem(MarkerOf(block.mark), NumberOf(block.mark));
    WriteText(block);
  }

  void CloseList() {
    writer_.EndItem();
    writer_.End();
    lists_.pop_back();
  }

  void CloseLists() {
    if (lists_.empty()) return;
    while (!lists_.empty()) CloseList();
    writer_.Block();
    for (const LayoutBlock* line : std::exchange(held_, {})) WriteBlock(*line);
  }

  void WriteTable(const LayoutBlock& block) {
    std::vector<TableRow> rows = RowsOfTable(block);
    RepeatGroups(rows);
    writer_.Block();
    writer_.Begin(Kind::kTable);
    WriteTableRows(rows, writer_);
    writer_.End();
    writer_.Block();
  }

  // Numbers the columns. LayoutRow leaves out cells covered from above, as HTML
  // does, but the engine's blocks name their columns, so cells that span rows
  // count.
  static std::vector<TableRow> RowsOfTable(const LayoutBlock& block) {
    std::vector<TableRow> rows(block.rows.size());
    TableGrid grid;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      const std::uint8_t flags =
          row < block.header_rows ? engine::kHeadsColumn : std::uint8_t{0};
      std::size_t column = 0;
      for (const LayoutCell& cell : block.rows[row]) {
        column = grid.FreeColumn(row, column);
        rows[row].push_back(
            {.text = cell.text,
             .column = column,
             .row_span = std::min(cell.row_span, engine::kMaxCellSpan),
             .column_span = std::min(cell.column_span, engine::kMaxCellSpan),
             .flags = flags});
        grid.Take(row, column, cell.row_span, cell.column_span);
        column += cell.column_span;
      }
    }
    return rows;
  }

  // Marks must ascend (engine::DocumentText), so text of an earlier page that
  // follows has no mark, such as a footnote below a paragraph that continues on
  // the next page.
  void BeginPage(std::uint32_t page) {
    if (page <= page_) return;
    page_ = page;
    writer_.BeginPage(page);
  }

  // What is written next is in the block's boxes on these pages.
  void PlaceBoxes(const LayoutBlock& block, std::uint32_t first,
                  std::uint32_t last) {
    std::vector<PrintedBox> boxes;
    for (const LayoutBox& box : block.boxes) {
      if (box.page < first || box.page > last) continue;
      boxes.push_back({box.page,
                       {0, static_cast<std::uint16_t>(box.left),
                        static_cast<std::uint16_t>(box.top),
                        static_cast<std::uint16_t>(box.right - box.left),
                        static_cast<std::uint16_t>(box.bottom - box.top)}});
    }
    writer_.SetBoxes(std::move(boxes));
  }

  void WriteText(const LayoutBlock& block) {
    std::string_view text = block.text;
    std::size_t written = 0;
    for (const LayoutPageStart& start : block.page_starts) {
      // Tags may have cut the text in which these places were counted.
      if (start.offset < written || start.offset > text.size()) continue;
      writer_.Flowing(text.substr(written, start.offset - written));
      written = start.offset;
      BeginPage(start.page);
      PlaceBoxes(block, start.page, start.page);
    }
    writer_.Flowing(text.substr(written));
  }

  BlockWriter writer_;
  std::vector<std::uint8_t> lists_;       // Levels of the open lists.
  std::vector<const LayoutBlock*> held_;  // Running lines within lists.
  std::uint32_t page_ = 0;
  bool has_text_ = false;
};

}  // namespace

Conversion<ConvertedDocument> DocumentFromLayout(const LayoutDocument& layout) {
  LayoutWriter writer;
  writer.Write(layout);
  if (!writer.has_text()) {
    return Rejection{RejectionReason::kNoText, "it holds no text"};
  }
  ConvertedDocument document = std::move(writer).Take();
  EncloseLicences(document);
  return Finish(std::move(document));
}

}  // namespace answerbox::client
