#include "client/convert/package/left_out.h"

#include <algorithm>

namespace answerbox::client::package {

std::uint32_t CountWords(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::uint32_t words = 0;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return words;
    ++words;
    text.remove_prefix(std::min(text.find_first_of(kBlanks), text.size()));
  }
}

void LeftOutCounter::Tell(ReadingNotes& notes) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (words_[i] == 0) continue;
    notes.left_out.push_back(
        {.page = 0, .why = static_cast<LeftOut>(i), .words = words_[i]});
  }
}

}  // namespace answerbox::client::package
