#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "client/convert/document/conversion_clock.h"
#include "client/convert/layout/blocks.h"
#include "client/convert/layout/columns.h"
#include "client/convert/layout/document_style.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/drawings.h"
#include "client/convert/layout/lines/lines.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/tables.h"
#include "engine/text/document_text.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::client {
namespace {

using namespace layout;

// A document over one of these is read only up to it, as with those of runs.h.
constexpr std::size_t kMaxTextBytes = engine::kMaxDocumentBytes;
constexpr std::size_t kMaxBlocks = engine::kMaxTextBlocks;
// A document of 16 MiB has half a million lines. The bound is for files that
// place each character separately.
constexpr std::size_t kMaxLines = 1u << 20;

// The size of a page whose lines are where they are printed.
using PageSizes = std::map<std::uint32_t, std::pair<Length, Length>>;

struct LineDocument {
  TextStore store;
  std::vector<LinePage> pages;
  PageSizes sizes;
  std::vector<std::vector<RuledGrid>> tables;  // Of each page.
  std::vector<LeftOutWords> left_out;
  bool is_complete = true;
  bool are_drawings_unread = false;
};

// A separate pass over the XML: the width of a font is known only after the
// last page, and keeping all runs would take ten times the text's memory.
RunWidths LearnWidths(std::string_view xml) {
  RunWidths widths;
  RunReader reader(xml);
  RunPage page;
  for (std::size_t i = 0; i < kMaxPages && reader.ReadPage(page); ++i) {
    for (const Run& run : page.runs) widths.Learn(run);
  }
  return widths;
}

// Adds the lines of `page` to the document, and those of its ruled tables.
void AddPage(const WordPage& words, const DrawnPage& drawn,
             const RunWidths& widths, std::span<const FontFamily> families,
             RunPage& page, LineDocument& document) {
  MendRuns(words, page.runs);
  widths.Split(words, page.runs);
  const std::vector<RuledLines> tables =
      TakeRuledTables(drawn, words, families, document.store, page);
  document.tables.emplace_back();
  LinePage& made = document.pages.emplace_back();
  made = {page.number, page.width, page.height,
          MakeLines(page, families, document.store)};
  for (const RuledLines& table : tables) {
    document.tables.back().push_back(table.grid);
    made.lines.insert(made.lines.end(), table.lines.begin(), table.lines.end());
  }
}

// Reads the lines of all pages, up to the bounds. Each page's runs are freed
// once its lines are made.
void ReadLines(std::string_view xml, std::string_view words,
               const PrintedDrawings& drawings, LineDocument& document) {
  const RunWidths widths = LearnWidths(xml);
  RunReader reader(xml);
  WordReader word_reader(words);
  DrawingReader drawing_reader(drawings);
  RunPage page;
  std::size_t lines = 0;
  std::size_t bytes = 0;
  const auto add = [&](const WordPage& page_words, const DrawnPage& drawn,
                       RunPage& added) {
    AddPage(page_words, drawn, widths, reader.families(), added, document);
    lines += document.pages.back().lines.size();
    for (const Line& line : document.pages.back().lines) {
      bytes += line.text.size();
    }
  };
  while (reader.ReadPage(page)) {
    document.is_complete &= page.is_complete;
    const WordPage page_words = word_reader.ReadPage(page.width, page.height);
    const auto drawn =
        drawing_reader.ReadPage(page.number, page.width, page.height);
    bool is_known =
        drawn ? DropInvalid(*drawn, page_words, page, document.left_out)
              : page.runs.empty() && page.turned.empty();
    std::vector<TurnedPage> turned =
        TakeTurned(page_words, drawn.value_or(DrawnPage{}), page);
    for (TurnedPage& each : turned) {
      is_known &=
          DropInvalid(each.drawn, each.words, each.page, document.left_out);
    }
    document.are_drawings_unread |= !is_known;
    // The boxes of turned text are in the page as it would have to be held.
    if (turned.empty() && page.width > 0 && page.height > 0) {
      document.sizes.emplace(page.number, std::pair(page.width, page.height));
    }
    if (!page.runs.empty() || turned.empty()) {
      add(page_words, drawn.value_or(DrawnPage()), page);
    }
    for (TurnedPage& each : turned) {
      add(each.words, {}, each.page);
      if (!each.is_margin_note) continue;
      for (Line& line : document.pages.back().lines) {
        line.role = LineRole::kRunning;
      }
    }
    if (document.pages.size() >= kMaxPages || lines > kMaxLines ||
        bytes > kMaxTextBytes) {
      document.is_complete = false;
      return;
    }
  }
}

// The edges of the whole table show whether the one on the next page continues
// it (JoinBlocks).
Block TableBlock(const RuledTable& table, const WordJoiner& joiner) {
  LineRefs lines;
  for (const LineRefs& cell : table.cells) {
    lines.insert(lines.end(), cell.begin(), cell.end());
  }
  Block block = MakeBlock(engine::TextBlockKind::kTable, *lines.front(), "");
  block.last = *lines.back();
  block.grid = MakeRuledGrid(table, joiner);
  block.table_left = table.grid.left();
  block.table_right = table.grid.right();
  block.boxes = {{block.page(), table.grid.left(), table.grid.top(),
                  table.grid.right(), table.grid.bottom()}};
  return block;
}

Block TableBlock(const Flow& flow, const WordJoiner& joiner) {
  const Line& first = *flow.table_rows.front().lines.front();
  Block block = MakeBlock(engine::TextBlockKind::kTable, first, "");
  block.last = *flow.table_rows.back().lines.back();
  block.grid = MakeGrid(flow.table_rows, joiner);
  StackAbbreviations(block.grid);
  block.table_left = first.left;
  block.table_right = first.right;
  for (const Row& row : flow.table_rows) {
    for (const Line* line : row.lines) {
      block.table_left = std::min(block.table_left, line->left);
      block.table_right = std::max(block.table_right, line->right);
      Enclose(*line, block);
    }
  }
  return block;
}

// Returns a flow with one line for each row of `lines`.
Flow LineFlow(const LineRefs& lines, TextStore& store) {
  Flow flow;
  for (const Row& row : MakeRows(lines)) {
    flow.lines.push_back(MergeRow(row, store));
  }
  return flow;
}

// Returns the flows of a page with contents between other text. Stretches of
// contents are kept from ReadingOrder, as their dots and page numbers look like
// the columns of a table.
std::vector<Flow> FlowsAroundContents(const LineRefs& lines, TextStore& store) {
  std::vector<Flow> flows;
  LineRefs part;
  bool is_contents = false;
  const auto flush = [&] {
    if (is_contents) {
      flows.push_back(LineFlow(part, store));
    } else {
      std::ranges::move(ReadingOrder(part, store), std::back_inserter(flows));
    }
    part.clear();
  };
  for (const Row& row : MakeRows(lines)) {
    const bool has_contents =
        std::ranges::any_of(
            row.lines,
            [](const Line* line) { return line->contents_row > 0; }) &&
        std::ranges::find(row.lines, LineRole::kTable, &Line::role) ==
            row.lines.end();
    if (has_contents != is_contents && !part.empty()) flush();
    is_contents = has_contents;
    part.insert(part.end(), row.lines.begin(), row.lines.end());
  }
  flush();
  return flows;
}

// Returns the ruled tables of a page, except running lines.
std::vector<RuledTable> RuledTablesOf(LinePage& page,
                                      const std::vector<RuledGrid>& grids) {
  std::vector<RuledTable> tables(grids.size());
  for (std::size_t i = 0; i < grids.size(); ++i) {
    tables[i].grid = grids[i];
    tables[i].cells.resize(grids[i].cells.size());
  }
  for (Line& line : page.lines) {
    if (line.table > 0 && line.role != LineRole::kRunning) {
      tables[line.table - 1].cells[line.cell].push_back(&line);
    }
  }
  return tables;
}

// Returns lines without text that stand for ruled tables.
std::vector<Line> TablePlaces(const std::vector<RuledTable>& tables,
                              std::uint32_t page) {
  std::vector<Line> places;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (!HoldsTable(tables[i])) continue;
    const RuledGrid& grid = tables[i].grid;
    Line& line = places.emplace_back();
    line.left = line.text_left = grid.left();
    line.right = grid.right();
    line.top = grid.top();
    line.bottom = grid.bottom();
    line.page = page;
    line.role = LineRole::kTable;
    line.table = static_cast<std::uint32_t>(i + 1);
  }
  return places;
}

std::vector<Flow> FlowsOf(LinePage& page, const std::vector<RuledTable>& tables,
                          TextStore& store) {
  std::vector<Line> places = TablePlaces(tables, page.number);
  std::vector<bool> are_tables(tables.size() + 1);
  LineRefs text;
  for (Line& place : places) {
    are_tables[place.table] = true;
    text.push_back(&place);
  }
  std::size_t contents = 0;
  for (Line& line : page.lines) {
    if (line.role == LineRole::kRunning || are_tables[line.table]) continue;
    text.push_back(&line);
    if (line.contents_row > 0) ++contents;
  }
  // On a page of contents nothing is a table, not even the headings.
  if (contents * 2 > text.size() && places.empty()) {
    return {LineFlow(text, store)};
  }
  if (contents > 0) return FlowsAroundContents(text, store);
  return ReadingOrder(text, store);
}

std::vector<Block> MakeBlocks(LineDocument& document,
                              const DocumentStyle& style,
                              const WordJoiner& joiner) {
  const DocumentContext context{style, joiner, document.store};
  std::vector<Block> blocks;
  std::vector<std::int32_t> last_places;
  for (std::size_t i = 0; i < document.pages.size(); ++i) {
    LinePage& page = document.pages[i];
    if (blocks.size() > kMaxBlocks) {
      document.is_complete = false;
      break;
    }
    // Running lines come first on their page, wherever they stand, so that they
    // divide no block.
    for (const Line& line : page.lines) {
      if (line.role != LineRole::kRunning) continue;
      blocks.push_back(
          MakeBlock(engine::TextBlockKind::kRunningLine, line, line.text));
    }
    const std::vector<RuledTable> tables =
        RuledTablesOf(page, document.tables[i]);
    for (Flow& flow : FlowsOf(page, tables, document.store)) {
      CheckConversionTime();
      if (flow.ruled_table > 0) {
        blocks.push_back(TableBlock(tables[flow.ruled_table - 1], joiner));
      } else if (flow.is_table()) {
        blocks.push_back(TableBlock(flow, joiner));
      } else {
        AppendFlow(std::move(flow.lines), page.height, context, last_places,
                   blocks);
      }
    }
  }
  return blocks;
}

std::int32_t PartOf(Length place, Length side) {
  const std::int64_t part = std::int64_t{place} * protocol::kPageParts / side;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(part, 0, protocol::kPageParts));
}

// Measures boxes by their page. Drops those of pages without a size, and what
// lies outside of its page.
void MeasureBoxes(const PageSizes& sizes, std::vector<LayoutBlock>& blocks) {
  for (LayoutBlock& block : blocks) {
    std::erase_if(block.boxes, [&](LayoutBox& box) {
      const auto size = sizes.find(box.page);
      if (size == sizes.end()) return true;
      const auto [width, height] = size->second;
      box = {box.page, PartOf(box.left, width), PartOf(box.top, height),
             PartOf(box.right, width), PartOf(box.bottom, height)};
      return box.left >= box.right || box.top >= box.bottom;
    });
    std::ranges::stable_sort(block.boxes, {}, &LayoutBox::page);
  }
}

}  // namespace

LayoutDocument ReadLayout(std::string_view xml, std::string_view words,
                          const PrintedDrawings& drawings) {
  // The order of the passes matters. Running lines and contents come first, as
  // they must not count for the body's style or for columns. Joins come before
  // levels, as a heading is judged by the text after it.
  LineDocument document;
  ReadLines(xml, words, drawings, document);
  for (LinePage& page : document.pages) {
    SetLineNumbersApart(page, document.store);
  }
  MarkRunningLines(document.pages);
  WordJoiner joiner;
  for (LinePage& page : document.pages) {
    MarkContents(page, document.pages.size());
    for (const Line& line : page.lines) joiner.Learn(line.text);
  }
  const DocumentStyle style =
      FindStyle(document.pages, RunReader(xml).ReadOutline());
  std::vector<Block> blocks = JoinBlocks(MakeBlocks(document, style, joiner),
                                         joiner, document.left_out);
  FindUnmarkedItems(blocks);
  JoinCutSentences(style, blocks);
  CheckHeadings(style, blocks);
  SetRepeatedHeadingsApart(blocks);
  LayoutDocument result;
  result.blocks = FinishBlocks(style, std::move(blocks));
  MeasureBoxes(document.sizes, result.blocks);
  result.is_complete = document.is_complete;
  result.left_out = std::move(document.left_out);
  result.are_drawings_unread = document.are_drawings_unread;
  return result;
}

}  // namespace answerbox::client
