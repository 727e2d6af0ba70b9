// The numbers that Word counts for the items of its lists (ECMA-376, part 1,
// 17.9).
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/package/labels.h"
#include "client/convert/package/page_html.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Counts the items of all lists as Word does.
class WordNumbers {
 public:
  explicit WordNumbers(XmlNode root);

  struct Item {
    int list = 0;  // The list that it belongs to.
    ItemLabel label;
    bool is_bullet = false;
  };

  // Counts the next item of a list, on a level from 0. Nothing if there is no
  // such list, or it shows no label.
  [[nodiscard]] std::optional<Item> Next(int numbering, int level);

  // Returns the level that a paragraph style has in a list.
  [[nodiscard]] int LevelOfStyle(int numbering, std::string_view style) const;

  static constexpr std::size_t kLevels = 9;

 private:
  struct Level {
    int start = 1;
    Numerals numerals = Numerals::kDecimal;
    bool is_bullet = false;
    bool is_legal = false;  // Shows all numbers as decimals.
    bool restarts = true;
    std::string text;  // "%1.%2": the numbers of the levels.
    std::string style;
  };
  struct List {
    std::array<Level, kLevels> levels;
    std::array<std::optional<int>, kLevels> counters;
  };
  struct Numbering {
    int list = 0;
    // The number from which its items start again, once.
    std::array<std::optional<int>, kLevels> starts;
  };

  void ReadList(XmlNode node);
  void ReadNumbering(XmlNode node);
  static Level ReadLevel(XmlNode node);
  [[nodiscard]] static std::string LabelOf(const List& list, std::size_t level);

  std::map<int, List> lists_;
  std::map<int, Numbering> numberings_;
};

}  // namespace answerbox::client::package
