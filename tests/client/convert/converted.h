// How tests look at a conversion.
#pragma once

#include <string>
#include <vector>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// "1:Title", "2:Part": level and words of each heading.
inline std::vector<std::string> Headings(const ConvertedDocument& document) {
  std::vector<std::string> headings;
  for (const engine::HeadingMark& mark : document.headings) {
    headings.push_back(std::to_string(mark.level) + ":" +
                       document.text.substr(mark.range.begin,
                                            mark.range.end - mark.range.begin));
  }
  return headings;
}

// "3:text of page 3" for each page mark.
inline std::vector<std::string> Pages(const ConvertedDocument& document) {
  std::vector<std::string> pages;
  for (std::size_t i = 0; i < document.pages.size(); ++i) {
    const std::size_t begin = document.pages[i].offset;
    const std::size_t end = i + 1 < document.pages.size()
                                ? document.pages[i + 1].offset
                                : document.text.size();
    pages.push_back(std::to_string(document.pages[i].number) + ":" +
                    document.text.substr(begin, end - begin));
  }
  return pages;
}

}  // namespace answerbox::client
