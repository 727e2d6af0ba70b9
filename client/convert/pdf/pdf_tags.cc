#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "client/convert/pdf/pdf_document.h"
#include "client/convert/pdf/poppler.h"
#include "client/convert/tags/tags.h"

namespace answerbox::client {
namespace {

// A hundred bytes an element, with all its attributes, and the text.
constexpr std::size_t kMaxPrintedTagBytes = 4u << 20;

// Elements do not tell how long it takes to print their text: each may have any
// number of pieces, and poppler draws the page anew for each piece. The
// document is complete without them, so nobody should wait for them for long.
const PdfProgramLimits kMaxTagTime{.processor = std::chrono::seconds(10),
                                   .wall = std::chrono::seconds(20)};

Conversion<std::string> PrintTags(int fd, const std::string& option) {
  const std::array<std::string, 3> options = {"-enc", "UTF-8", option};
  return RunPdfProgram("pdfinfo", options, fd, kMaxPrintedTagBytes,
                       kMaxTagTime);
}

}  // namespace

void UsePdfTags(int fd, LayoutDocument& document) {
  // The elements alone are printed in hundredths of a second, and tell whether
  // their text is worth seconds.
  const auto elements = PrintTags(fd, "-struct");
  if (!elements || !tags::AreWorthReading(tags::ReadTags(*elements))) return;
  const auto text = PrintTags(fd, "-struct-text");
  if (text) tags::UseTags(tags::ReadTags(*text), document);
}

}  // namespace answerbox::client
