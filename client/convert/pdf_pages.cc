#include "client/convert/pdf_pages.h"

#include <algorithm>

#include "client/convert/layout/bounds.h"
#include "client/convert/layout/runs.h"

namespace answerbox::client {

std::vector<PdfPage> ListPages(std::string_view xml) {
  layout::RunReader reader(xml);
  layout::RunPage page;
  std::vector<PdfPage> pages;
  while (pages.size() < layout::kMaxPages && reader.ReadPage(page)) {
    pages.push_back({.number = page.number,
                     .width = page.width / 100.0,
                     .height = page.height / 100.0,
                     .has_text = !page.runs.empty()});
  }
  return pages;
}

std::string ReplacePages(std::string_view xml, std::string_view tag,
                         std::span<const PageReplacement> replacements) {
  std::string replaced;
  std::size_t copied = 0;
  std::size_t begin = xml.find(tag);
  for (std::size_t index = 0; begin != std::string_view::npos; ++index) {
    const std::size_t next = xml.find(tag, begin + 1);
    if (replacements.empty()) break;
    if (replacements.front().index == index) {
      replaced += xml.substr(copied, begin - copied);
      replaced += replacements.front().xml;
      replacements = replacements.subspan(1);
      // After the last page the outline may stand.
      copied = std::min({next, xml.find("<outline>", begin), xml.size()});
    }
    begin = next;
  }
  replaced += xml.substr(copied);
  return replaced;
}

}  // namespace answerbox::client
