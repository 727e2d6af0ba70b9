// What Word's styles and numberings say of a paragraph and of a run.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/package/labels.h"
#include "client/convert/package/page_html.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// Of a run; nothing where it is not said.
struct RunProperties {
  std::optional<bool> bold;
  std::optional<bool> struck;
  std::optional<bool> hidden;
  std::optional<bool> white;   // Its colour is white, or all but white.
  std::optional<bool> shaded;  // It stands on a ground of its own.
  std::optional<int> raised;   // As in Look.

  // Takes what `nearer` says.
  void Take(const RunProperties& nearer);
};

[[nodiscard]] RunProperties ReadRunProperties(XmlNode properties);

// Whether w:shd gives a ground that is not white.
[[nodiscard]] bool IsShaded(XmlNode shading);

// Whether a switch such as w:vanish is on; nothing where it is not there.
[[nodiscard]] std::optional<bool> Switch(XmlNode properties,
                                         std::string_view name);

[[nodiscard]] std::optional<int> NumberIn(XmlNode node,
                                          std::string_view attribute);

struct ParagraphProperties {
  std::optional<int> outline;  // From 0; 9 is text.
  std::optional<int> numbering;
  std::optional<int> level;
  std::optional<bool> shaded;

  void Take(const ParagraphProperties& nearer);
};

[[nodiscard]] ParagraphProperties ReadParagraphProperties(XmlNode properties);

struct WordStyle {
  std::string id;
  std::string name = {};  // In lower case.
  RunProperties run = {};
  ParagraphProperties paragraph = {};
  bool heads_first_row = false;  // Of a table: it is bold or shaded.
  bool shades_cells = false;     // Of a table.
};

class WordStyles {
 public:
  explicit WordStyles(XmlNode root);

  // A style with what it inherits. One that is not defined has its id as name.
  [[nodiscard]] const WordStyle& Of(std::string_view id);
  [[nodiscard]] const std::string& default_paragraph() const {
    return default_paragraph_;
  }

 private:
  WordStyle Resolve(std::string_view id, int depth) const;

  std::map<std::string, XmlNode, std::less<>> nodes_;
  std::map<std::string, WordStyle, std::less<>> resolved_;
  std::string default_paragraph_;
};

// Counts the items of all lists as Word does.
class WordNumbers {
 public:
  explicit WordNumbers(XmlNode root);

  struct Item {
    int list = 0;  // Which one it belongs to.
    ItemLabel label;
    bool is_bullet = false;
  };

  // The next item of a list, on a level from 0. Nothing if there is no such
  // list, or it shows no label.
  [[nodiscard]] std::optional<Item> Next(int numbering, int level);

  // The level on which a paragraph style stands in a list.
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
    // Where its items begin anew, once.
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
