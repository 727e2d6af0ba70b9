// Finds runs wider than their text: poppler prints "Bulgaria 2.3", two cells of
// a table, as one run if the file draws them together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

namespace answerbox::client::layout {

// Learns how wide each font is in this document, and splits runs that are
// wider.
class RunWidths {
 public:
  void Learn(const Run& run);

  // Replaces each run of `runs` that is much wider than its text by several.
  // The page's words show where; without them, the gaps are assumed to be equal
  // and to stand before words without letters, such as numbers.
  void Split(const WordPage& words, std::vector<Run>& runs) const;

 private:
  // A median needs no more samples than this.
  static constexpr std::size_t kMaxSamples = 1'024;

  using FontKey = std::pair<std::uint32_t, Length>;  // Family and size.

  [[nodiscard]] Length UnitOf(const Font& font) const;

  // Width per em of text (TextWidth) in each font, sampled.
  std::map<FontKey, std::vector<Length>> samples_;
};

// Returns the words that a run consists of, from left to right; empty if the
// page's words do not show them.
[[nodiscard]] std::vector<const Word*> WordsIn(const Run& run,
                                               const WordPage& words);

// Returns the estimated width of `text` in hundredths of an em, at least 30.
[[nodiscard]] Length TextWidth(std::string_view text);

}  // namespace answerbox::client::layout
