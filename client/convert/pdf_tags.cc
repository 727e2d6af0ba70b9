#include "client/convert/pdf_tags.h"

#include <array>
#include <cstddef>
#include <string>

#include "client/convert/pdf_program.h"
#include "client/convert/tags/use_tags.h"

namespace answerbox::client {
namespace {

// A hundred bytes an element, with all its attributes, and the text.
constexpr std::size_t kMaxPrintedTagBytes = 4u << 20;

Conversion<std::string> PrintTags(int fd, const std::string& option) {
  const std::array<std::string, 3> options = {"-enc", "UTF-8", option};
  return RunPdfProgram("pdfinfo", options, fd, kMaxPrintedTagBytes);
}

}  // namespace

void UsePdfTags(int fd, LayoutDocument& document) {
  const auto elements = PrintTags(fd, "-struct");
  if (!elements || !tags::AreWorthReading(tags::ReadTags(*elements))) return;
  const auto text = PrintTags(fd, "-struct-text");
  if (text) tags::UseTags(tags::ReadTags(*text), document);
}

}  // namespace answerbox::client
