// Reads what Word's styles define for paragraphs and runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/package/run_look.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

[[nodiscard]] RunLook ReadRunLook(XmlNode properties);

// Whether w:shd sets a ground other than white.
[[nodiscard]] bool IsShaded(XmlNode shading);

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

}  // namespace answerbox::client::package
