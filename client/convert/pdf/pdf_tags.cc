#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "client/convert/pdf/pdf_document.h"
#include "client/convert/tags/tags.h"

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

}  // namespace answerbox::client
