// A document with headings, in the form in which people write them: "# Title",
// "## Part".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document_text.h"

namespace answerbox::engine {

class MarkedText {
 public:
  // Lines, each with its end. The text does not contain the hashes and the
  // space after them.
  explicit MarkedText(std::string_view lines) {
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n') + 1);
      lines.remove_prefix(line.size());
      Add(line);
    }
  }

  // Points into this object.
  [[nodiscard]] DocumentText document() const { return {text_, {}, headings_}; }

 private:
  void Add(std::string_view line) {
    const std::size_t level = line.find_first_not_of('#');
    if (level > 0) {
      line.remove_prefix(level + 1);
      const auto begin = static_cast<std::uint32_t>(text_.size());
      const auto end = begin + static_cast<std::uint32_t>(line.size()) - 1;
      headings_.push_back({{begin, end}, static_cast<std::uint8_t>(level)});
    }
    text_ += line;
  }

  std::string text_;
  std::vector<HeadingMark> headings_;
};

}  // namespace answerbox::engine
