// What tests ask of the blocks that a PDF's layout is read as.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/layout_document.h"
#include "pdf_xml.h"

namespace answerbox::client::layout {

// The blocks of a document, which must be complete.
[[nodiscard]] std::vector<LayoutBlock> BlocksOf(const PdfXml& xml,
                                                std::string_view words = {},
                                                std::string_view drawings = {});

[[nodiscard]] std::vector<std::string> TextsOf(
    const std::vector<LayoutBlock>& blocks, engine::TextBlockKind kind);

// The texts of the cells of each row.
[[nodiscard]] std::vector<std::vector<std::string>> CellsOf(
    const LayoutBlock& table);

// The one table of a document.
[[nodiscard]] LayoutBlock TableOf(const std::vector<LayoutBlock>& blocks);

// A page with enough body text that its font counts as the usual one.
[[nodiscard]] PdfXml BodyPage();

}  // namespace answerbox::client::layout
