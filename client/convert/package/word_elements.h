// Reads Word's styles, and interprets its single elements.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/package/page_html.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

[[nodiscard]] RunLook ReadRunLook(XmlNode properties);

// Whether a switch such as w:vanish is on; nothing if it is absent.
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
  RunLook run = {};
  ParagraphProperties paragraph = {};
  // Whether a style of tables sets the first row in bold or on a ground, and
  // whether it gives cells a ground.
  bool heads_first_row = false;
  bool shades_cells = false;
};

class WordStyles {
 public:
  explicit WordStyles(XmlNode root);

  // Returns a style with what it inherits. An undefined one has its id as name.
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

// Whether a style, named in lower case, is that of contents.
[[nodiscard]] bool IsContentsStyle(std::string_view name);

// Returns the level of a heading from 1, or 0: by the outline, or by the
// style's name.
[[nodiscard]] int HeadingLevelOf(const ParagraphProperties& properties,
                                 std::string_view style);

// Returns the text inside, with lines separated. Of alternatives, takes the
// choice's.
[[nodiscard]] std::string WordTextIn(XmlNode node);

// Returns the choice of `alternatives`. Writers put new features into the
// choice, and what older programs show instead beside it: the same text twice.
[[nodiscard]] XmlNode ChoiceOf(XmlNode alternatives);

// Whether the words of a control are a placeholder.
[[nodiscard]] bool IsPlaceholder(XmlNode control);

// Returns the sign of a check box of an old form; empty for other fields.
[[nodiscard]] std::string_view CheckSignOf(XmlNode field);

// A cell of a table, and how many rows and columns it spans.
struct TableCell {
  XmlNode node;
  int column = 0;
  int columns = 1;
  int rows = 1;
  bool is_shaded = false;
};

struct TableRow {
  std::vector<TableCell> cells;
  bool is_head = false;  // Marked as heading the table.
};

// Returns the rows, without those that a tracked change removed.
[[nodiscard]] std::vector<TableRow> ReadRows(XmlNode table);

[[nodiscard]] bool IsDeletedRow(XmlNode row);

// Counts the first rows that head the table: those marked so, or else the first
// one if it alone looks like a head.
//   properties  of the table
[[nodiscard]] std::size_t HeadRows(const std::vector<TableRow>& rows,
                                   XmlNode properties, WordStyles& styles);

}  // namespace answerbox::client::package
