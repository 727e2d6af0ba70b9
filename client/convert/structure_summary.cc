#include "client/convert/structure_summary.h"

namespace answerbox::client {

StructureSummary Summarize(const ConvertedDocument& document) {
  StructureSummary summary;
  for (const engine::TextBlock& block : document.blocks) {
    summary.headings += block.kind == engine::TextBlockKind::kTitle ||
                        block.kind == engine::TextBlockKind::kHeading;
    summary.lists += block.kind == engine::TextBlockKind::kList;
    summary.items += block.kind == engine::TextBlockKind::kItem;
    summary.tables += block.kind == engine::TextBlockKind::kTable;
    summary.furniture += engine::IsFurniture(block.kind);
  }
  for (const engine::PageMark& page : document.pages) {
    for (std::uint32_t empty = summary.last_page + 1; empty < page.number;
         ++empty) {
      summary.pages_without_text.push_back(empty);
    }
    summary.last_page = page.number;
  }
  int confidences = 0;
  for (const RecognizedPage& page : document.recognized) {
    ++summary.recognized_pages;
    confidences += page.confidence;
    if (page.confidence < kLeastSureConfidence) {
      summary.unsure_pages.push_back(page.number);
    }
  }
  if (summary.recognized_pages > 0) {
    summary.confidence =
        confidences / static_cast<int>(summary.recognized_pages);
  }
  return summary;
}

}  // namespace answerbox::client
