// What was recognised in a document, in numbers: so that a person sees whether
// the machine understood it before trusting it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/convert/converted_document.h"

namespace answerbox::client {

struct StructureSummary {
  std::size_t headings = 0;  // The title included.
  std::size_t lists = 0;     // Lists in lists included.
  std::size_t items = 0;
  std::size_t tables = 0;
  std::size_t furniture = 0;    // Running lines, contents, references and such.
  std::uint32_t last_page = 0;  // The last one with text; 0: no pages.
  // Pages before it that have no text of their own: a picture, or a scan.
  std::vector<std::uint32_t> pages_without_text = {};
  // Pages that were read by text recognition, the mean of their confidences in
  // percent, and the pages below kLeastSureConfidence.
  std::size_t recognized_pages = 0;
  int confidence = 0;
  std::vector<std::uint32_t> unsure_pages = {};
};

[[nodiscard]] StructureSummary Summarize(const ConvertedDocument& document);

}  // namespace answerbox::client
