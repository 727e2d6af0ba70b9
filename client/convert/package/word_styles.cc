#include "client/convert/package/word_styles.h"

#include <algorithm>
#include <charconv>

#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = engine::ToLowerAscii(c);
  return lower;
}

// Six hexadecimal digits, none of the three colours below 0xF8.
bool IsWhite(std::string_view color) {
  if (color.size() != 6) return false;
  for (std::size_t i = 0; i < 6; i += 2) {
    unsigned part = 0;
    const char* end = color.data() + i + 2;
    if (std::from_chars(color.data() + i, end, part, 16).ptr != end) {
      return false;
    }
    if (part < 0xF8) return false;
  }
  return true;
}

template <typename T>
void TakeIfSaid(std::optional<T>& value, const std::optional<T>& nearer) {
  if (nearer) value = nearer;
}

Numerals NumeralsOf(std::string_view format) {
  if (format == "none") return Numerals::kNone;
  if (format == "decimalZero") return Numerals::kZero;
  if (format == "lowerLetter") return Numerals::kLower;
  if (format == "upperLetter") return Numerals::kUpper;
  if (format == "lowerRoman") return Numerals::kRoman;
  if (format == "upperRoman") return Numerals::kUpperRoman;
  return Numerals::kDecimal;
}

}  // namespace

std::optional<bool> Switch(XmlNode properties, std::string_view name) {
  const XmlNode node = properties.Child(name);
  if (!node) return std::nullopt;
  const std::string_view value = node["w:val"];
  return value != "0" && value != "false" && value != "off" && value != "none";
}

std::optional<int> NumberIn(XmlNode node, std::string_view attribute) {
  const std::string_view text = node[attribute];
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.empty()) return std::nullopt;
  constexpr int kMost = 1'000'000'000;
  return std::clamp(number, -kMost, kMost);
}

bool IsShaded(XmlNode shading) {
  const std::string_view fill = shading["w:fill"];
  const bool has_pattern = shading["w:val"] == "solid";
  return has_pattern || (!fill.empty() && fill != "auto" && !IsWhite(fill)) ||
         !shading["w:themeFill"].empty();
}

void RunProperties::Take(const RunProperties& nearer) {
  TakeIfSaid(bold, nearer.bold);
  TakeIfSaid(struck, nearer.struck);
  TakeIfSaid(hidden, nearer.hidden);
  TakeIfSaid(white, nearer.white);
  TakeIfSaid(shaded, nearer.shaded);
  TakeIfSaid(raised, nearer.raised);
}

RunProperties ReadRunProperties(XmlNode properties) {
  RunProperties read;
  if (!properties) return read;
  read.bold = Switch(properties, "w:b");
  read.struck = Switch(properties, "w:strike");
  if (Switch(properties, "w:dstrike").value_or(false)) read.struck = true;
  read.hidden = Switch(properties, "w:vanish");
  if (const XmlNode color = properties.Child("w:color")) {
    // A colour of the theme may be any: it is not taken for white.
    read.white = IsWhite(color["w:val"]) && color["w:themeColor"].empty();
  }
  if (const XmlNode shading = properties.Child("w:shd")) {
    read.shaded = IsShaded(shading);
  }
  if (Switch(properties, "w:highlight").value_or(false)) read.shaded = true;
  if (const XmlNode place = properties.Child("w:vertAlign")) {
    const std::string_view value = place["w:val"];
    read.raised = value == "superscript" ? 1 : value == "subscript" ? -1 : 0;
  }
  return read;
}

void ParagraphProperties::Take(const ParagraphProperties& nearer) {
  TakeIfSaid(outline, nearer.outline);
  TakeIfSaid(numbering, nearer.numbering);
  TakeIfSaid(level, nearer.level);
  TakeIfSaid(shaded, nearer.shaded);
}

ParagraphProperties ReadParagraphProperties(XmlNode properties) {
  ParagraphProperties read;
  read.outline = NumberIn(properties.Child("w:outlineLvl"), "w:val");
  const XmlNode numbering = properties.Child("w:numPr");
  read.numbering = NumberIn(numbering.Child("w:numId"), "w:val");
  read.level = NumberIn(numbering.Child("w:ilvl"), "w:val");
  if (const XmlNode shading = properties.Child("w:shd")) {
    read.shaded = IsShaded(shading);
  }
  return read;
}

WordStyles::WordStyles(XmlNode root) {
  for (const XmlNode node : root) {
    if (!node.Is("w:style")) continue;
    const std::string_view id = node["w:styleId"];
    nodes_.emplace(id, node);
    if (node["w:type"] == "paragraph" &&
        (node["w:default"] == "1" || node["w:default"] == "true")) {
      default_paragraph_ = id;
    }
  }
}

const WordStyle& WordStyles::Of(std::string_view id) {
  const auto found = resolved_.find(id);
  if (found != resolved_.end()) return found->second;
  return resolved_.emplace(id, Resolve(id, 0)).first->second;
}

WordStyle WordStyles::Resolve(std::string_view id, int depth) const {
  constexpr int kMaxDepth = 20;  // A file may base a style on itself.
  const auto found = nodes_.find(id);
  if (found == nodes_.end() || depth == kMaxDepth) {
    return {.id = std::string(id), .name = Lower(id)};
  }
  const XmlNode node = found->second;
  WordStyle style;
  if (const XmlNode base = node.Child("w:basedOn")) {
    style = Resolve(base["w:val"], depth + 1);
  }
  style.id = id;
  style.name = Lower(node.Child("w:name")["w:val"]);
  style.run.Take(ReadRunProperties(node.Child("w:rPr")));
  style.paragraph.Take(ReadParagraphProperties(node.Child("w:pPr")));
  if (IsShaded(node.Child("w:tcPr").Child("w:shd"))) style.shades_cells = true;
  for (const XmlNode part : node) {
    if (!part.Is("w:tblStylePr")) continue;
    const bool is_shaded = IsShaded(part.Child("w:tcPr").Child("w:shd"));
    style.shades_cells = style.shades_cells || is_shaded;
    if (part["w:type"] != "firstRow") continue;
    style.heads_first_row =
        is_shaded ||
        ReadRunProperties(part.Child("w:rPr")).bold.value_or(false);
  }
  return style;
}

WordNumbers::Level WordNumbers::ReadLevel(XmlNode node) {
  Level level;
  const std::string_view format = node.Child("w:numFmt")["w:val"];
  level.is_bullet = format == "bullet";
  level.numerals = NumeralsOf(format);
  level.start = NumberIn(node.Child("w:start"), "w:val").value_or(1);
  level.text = node.Child("w:lvlText")["w:val"];
  level.is_legal = Switch(node, "w:isLgl").value_or(false);
  level.restarts = NumberIn(node.Child("w:lvlRestart"), "w:val") != 0;
  level.style = node.Child("w:pStyle")["w:val"];
  return level;
}

void WordNumbers::ReadList(XmlNode node) {
  const auto id = NumberIn(node, "w:abstractNumId");
  if (!id) return;
  List& list = lists_[*id];
  for (const XmlNode level : node) {
    const auto number = NumberIn(level, "w:ilvl");
    if (!level.Is("w:lvl") || !number || *number < 0) continue;
    const auto at = static_cast<std::size_t>(*number);
    if (at < kLevels) list.levels[at] = ReadLevel(level);
  }
}

void WordNumbers::ReadNumbering(XmlNode node) {
  const auto id = NumberIn(node, "w:numId");
  const auto list = NumberIn(node.Child("w:abstractNumId"), "w:val");
  if (!id || !list) return;
  Numbering& numbering = numberings_[*id];
  numbering.list = *list;
  for (const XmlNode change : node) {
    const auto level = NumberIn(change, "w:ilvl");
    if (!change.Is("w:lvlOverride") || !level || *level < 0) continue;
    const auto at = static_cast<std::size_t>(*level);
    if (at >= kLevels) continue;
    numbering.starts[at] = NumberIn(change.Child("w:startOverride"), "w:val");
    // A list of its own, as another would show these labels.
    if (const XmlNode own = change.Child("w:lvl")) {
      const int copy = -1 - *id;
      lists_.try_emplace(copy, lists_[numbering.list]);
      numbering.list = copy;
      lists_[copy].levels[at] = ReadLevel(own);
    }
  }
}

WordNumbers::WordNumbers(XmlNode root) {
  for (const XmlNode node : root) {
    if (node.Is("w:abstractNum")) ReadList(node);
  }
  for (const XmlNode node : root) {
    if (node.Is("w:num")) ReadNumbering(node);
  }
  // A list may be defined by the one that a style of lists names.
  std::map<std::string, int, std::less<>> by_style;
  for (const XmlNode node : root) {
    const auto id = NumberIn(node, "w:abstractNumId");
    if (node.Is("w:abstractNum") && id && node.Child("w:styleLink")) {
      by_style.emplace(node.Child("w:styleLink")["w:val"], *id);
    }
  }
  for (const XmlNode node : root) {
    const auto id = NumberIn(node, "w:abstractNumId");
    const auto found = by_style.find(node.Child("w:numStyleLink")["w:val"]);
    if (node.Is("w:abstractNum") && id && found != by_style.end()) {
      lists_[*id].levels = lists_[found->second].levels;
    }
  }
}

int WordNumbers::LevelOfStyle(int numbering, std::string_view style) const {
  const auto found = numberings_.find(numbering);
  if (found == numberings_.end()) return 0;
  const auto list = lists_.find(found->second.list);
  if (list == lists_.end()) return 0;
  for (std::size_t i = 0; i < kLevels; ++i) {
    if (list->second.levels[i].style == style) return static_cast<int>(i);
  }
  return 0;
}

// "%2" in the text of a level stands for the number of level 2.
std::string WordNumbers::LabelOf(const List& list, std::size_t level) {
  const Level& own = list.levels[level];
  std::string label;
  for (std::size_t i = 0; i < own.text.size(); ++i) {
    const char c = own.text[i];
    const bool is_number = c == '%' && i + 1 < own.text.size() &&
                           own.text[i + 1] >= '1' && own.text[i + 1] <= '9';
    if (!is_number) {
      label += c;
      continue;
    }
    const auto at = static_cast<std::size_t>(own.text[++i] - '1');
    const Level& named = list.levels[at];
    label += Numeral(list.counters[at].value_or(named.start),
                     own.is_legal ? Numerals::kDecimal : named.numerals);
  }
  return label;
}

std::optional<WordNumbers::Item> WordNumbers::Next(int numbering, int level) {
  const auto found = numberings_.find(numbering);
  if (found == numberings_.end()) return std::nullopt;
  const auto known = lists_.find(found->second.list);
  if (known == lists_.end()) return std::nullopt;
  List& list = known->second;
  const auto at = static_cast<std::size_t>(
      std::clamp(level, 0, static_cast<int>(kLevels) - 1));
  const Level& own = list.levels[at];
  std::optional<int>& counter = list.counters[at];
  std::optional<int>& start = found->second.starts[at];
  counter = start ? *start : counter ? *counter + 1 : own.start;
  start.reset();
  for (std::size_t i = at + 1; i < kLevels; ++i) {
    if (list.levels[i].restarts) list.counters[i].reset();
  }
  Item item{
      .list = found->second.list, .label = {}, .is_bullet = own.is_bullet};
  if (own.is_bullet) return item;
  item.label.text = LabelOf(list, at);
  constexpr std::size_t kMaxLabelBytes = 60;
  if (item.label.text.empty() || item.label.text.size() > kMaxLabelBytes) {
    return std::nullopt;
  }
  const std::string bare = std::to_string(*counter);
  if (item.label.text == bare + "." || item.label.text == bare + ")" ||
      item.label.text == bare) {
    item.label.number = *counter;
  }
  return item;
}

}  // namespace answerbox::client::package
