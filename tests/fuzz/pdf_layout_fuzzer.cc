// Any bytes as the XML of a PDF's runs and, each after a zero byte, of its
// words and what its pages draw: the blocks that are read of them are well
// formed and within their bounds, and what is kept of the drawings does not
// depend on how they come in pieces.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/condensed_drawings.h"
#include "engine/text/utf8.h"

namespace {

using namespace answerbox;
using Kind = engine::TextBlockKind;

void Check(bool condition) {
  if (!condition) std::abort();
}

void CheckText(std::string_view text) {
  Check(text.empty() || engine::ValidateUtf8(text).has_value());
  for (const char c : text) {
    Check(static_cast<unsigned char>(c) >= ' ' && c != 0x7f);
  }
}

void CheckTable(const client::LayoutBlock& block) {
  Check(block.header_rows <= block.rows.size());
  for (const client::LayoutRow& row : block.rows) {
    Check(!row.empty() && row.size() <= 128);
    for (const client::LayoutCell& cell : row) {
      CheckText(cell.text);
      Check(cell.column_span >= 1 && cell.row_span >= 1);
    }
  }
}

void CheckBlock(const client::LayoutBlock& block) {
  CheckText(block.text);
  CheckText(block.mark);
  Check(block.level <= engine::kMaxTextBlockDepth);
  if (block.kind == Kind::kTable) CheckTable(block);
  if (block.kind == Kind::kHeading) Check(block.level >= 1 && block.level <= 6);
  std::size_t last = 0;
  for (const client::LayoutPageStart& start : block.page_starts) {
    Check(start.offset >= last && start.offset <= block.text.size());
    last = start.offset;
  }
}

std::string Condensed(std::string_view printed, std::size_t cut) {
  client::layout::DrawingCondenser condenser;
  std::string kept(printed.substr(0, cut));
  condenser.Condense(kept);
  kept += printed.substr(cut);
  condenser.Condense(kept);
  return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto next = [&bytes] {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    const std::string_view part = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    return part;
  };
  const std::string_view runs = next();
  const std::string_view words = next();
  const std::string_view printed = next();
  const std::string drawings = Condensed(printed, printed.size());
  Check(Condensed(printed, size % (printed.size() + 1)) == drawings);
  const client::LayoutDocument document =
      client::ReadLayout(runs, words, {.condensed = drawings});
  for (const client::LayoutBlock& block : document.blocks) CheckBlock(block);
  return 0;
}
