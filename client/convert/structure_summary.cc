#include "client/convert/structure_summary.h"

namespace answerbox::client {

StructureSummary Summarize(const ConvertedDocument& document) {
  using Kind = engine::TextBlockKind;
  StructureSummary summary;
  for (const engine::TextBlock& block : document.blocks) {
    summary.headings +=
        block.kind == Kind::kTitle || block.kind == Kind::kHeading;
    summary.lists += block.kind == Kind::kList;
    summary.items += block.kind == Kind::kItem;
    summary.tables += block.kind == Kind::kTable;
    summary.furniture += engine::IsFurniture(block.kind);
  }
  for (const engine::PageMark& page : document.pages) {
    for (std::uint32_t empty = summary.last_page + 1; empty < page.number;
         ++empty) {
      summary.pages_without_text.push_back(empty);
    }
    summary.last_page = page.number;
  }
  return summary;
}

}  // namespace answerbox::client
