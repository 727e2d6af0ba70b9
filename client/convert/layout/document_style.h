// What is usual in a document: its body font, how often each style occurs, how
// far lines are apart. Headings stand out from it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>

#include "client/convert/layout/lines/lines.h"

namespace answerbox::client::layout {

// Distances of neighbouring lines of one paragraph, by size of their font.
class LinePitches {
 public:
  // Counts the distance if `next` continues the sentence of `line`.
  void Add(const Line& line, const Line& next);

  // The commonest distance for a size; of distances about as common, the
  // largest. 0 with fewer than `least` counted.
  [[nodiscard]] Length Commonest(Length size, std::uint32_t least) const;

 private:
  // Counts by distance in whole pixels.
  std::map<Length, std::map<Length, std::uint32_t>> counts_;
};

struct DocumentStyle {
  Length body_size = 0;
  std::uint32_t body_family = 0;
  std::uint32_t body_typeface = 0;
  Color body_color = 0;
  bool is_body_bold = false;
  std::uint64_t characters = 0;
  LinePitches pitches;
  // WordKey of the titles in the outline and in the contents.
  std::unordered_set<std::string> titles;

  // Of all characters, how many have the style of `line`.
  [[nodiscard]] std::uint64_t CharactersLike(const Line& line) const;

  // Size, family, colour, bold, italic.
  using Style = std::tuple<Length, std::uint32_t, Color, bool, bool>;
  std::map<Style, std::uint64_t> styles;
};

// Preconditions: running lines and contents are marked in `pages`.
[[nodiscard]] DocumentStyle FindStyle(std::span<const LinePage> pages,
                                      std::span<const std::string> outline);

}  // namespace answerbox::client::layout
