// Reads the words that `pdftotext -bbox` prints, each with its box. If a run of
// poppler holds several cells of a table, the words show where the cells are.
// They also have what pdftohtml lacks: text that a file gives in place of what
// is drawn, the true height of raised letters, and the length of turned text.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {

struct Word {
  Length left = 0;
  Length right = 0;
  Length top = 0;
  Length bottom = 0;
  Length middle = 0;  // Of its height.
  std::string text;   // Well-formed UTF-8, not empty.
};

class WordPage {
 public:
  WordPage() = default;
  explicit WordPage(std::vector<Word> words);

  // Returns the words whose middles are in a box, from left to right; nothing
  // if they have more than `most_bytes`, where the search stops.
  [[nodiscard]] std::vector<const Word*> In(Length left, Length right,
                                            Length top, Length bottom,
                                            std::size_t most_bytes) const;

  [[nodiscard]] const std::vector<Word>& words() const noexcept {
    return words_;
  }

 private:
  static constexpr int kStripe = 8;

  std::vector<Word> words_;  // By stripe, then from left to right.
  std::map<Length, std::size_t> first_of_stripe_;
};

// Reads page after page. Any bytes are allowed; what is no word is skipped.
class WordReader {
 public:
  // `xml` must outlive the object. Empty: no page has words.
  explicit WordReader(std::string_view xml) : rest_(xml) {}

  // Returns the next page, in the units of runs.
  //   page_width, page_height  of the same page in pdftohtml's output
  [[nodiscard]] WordPage ReadPage(Length page_width, Length page_height);

 private:
  std::string_view rest_;
};

}  // namespace answerbox::client::layout
