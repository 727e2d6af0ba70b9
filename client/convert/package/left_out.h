// Counts the words that a reader leaves out, by why.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "client/convert/document/reading_notes.h"

namespace answerbox::client::package {

[[nodiscard]] std::uint32_t CountWords(std::string_view text);

class LeftOutCounter {
 public:
  void Add(LeftOut why, std::string_view text) {
    words_[static_cast<std::size_t>(why) % words_.size()] += CountWords(text);
  }

  // These formats have no pages: all are of one part.
  void Tell(ReadingNotes& notes) const;

 private:
  std::array<std::uint32_t, 16> words_{};  // By LeftOut.
};

}  // namespace answerbox::client::package
