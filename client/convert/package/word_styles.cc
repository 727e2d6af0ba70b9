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

RunLook ReadRunLook(XmlNode properties) {
  RunLook read;
  if (!properties) return read;
  read.bold = Switch(properties, "w:b");
  read.struck = Switch(properties, "w:strike");
  if (Switch(properties, "w:dstrike").value_or(false)) read.struck = true;
  read.hidden = Switch(properties, "w:vanish");
  if (const XmlNode color = properties.Child("w:color")) {
    // A theme's colour may be any colour, so it does not count as white.
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
    // The identifier is compared for each paragraph without a style.
    constexpr std::size_t kMaxIdBytes = 1'024;
    if (id.size() > kMaxIdBytes) continue;
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
  style.run.Take(ReadRunLook(node.Child("w:rPr")));
  style.paragraph.Take(ReadParagraphProperties(node.Child("w:pPr")));
  if (IsShaded(node.Child("w:tcPr").Child("w:shd"))) style.shades_cells = true;
  for (const XmlNode part : node) {
    if (!part.Is("w:tblStylePr")) continue;
    const bool is_shaded = IsShaded(part.Child("w:tcPr").Child("w:shd"));
    style.shades_cells = style.shades_cells || is_shaded;
    if (part["w:type"] != "firstRow") continue;
    style.heads_first_row =
        is_shaded || ReadRunLook(part.Child("w:rPr")).bold.value_or(false);
  }
  return style;
}

bool IsContentsStyle(std::string_view name) {
  return name.starts_with("toc ") || name == "tocheading" ||
         name == "table of figures" ||
         (name.size() == 4 && name.starts_with("toc"));
}

int HeadingLevelOf(const ParagraphProperties& properties,
                   std::string_view style) {
  constexpr std::string_view kHeading = "heading ";
  constexpr int kText = 9;
  if (properties.outline) {
    const int outline = *properties.outline;
    return outline >= 0 && outline < kText ? outline + 1 : 0;
  }
  // Files in any language have the English names of built-in styles.
  if (!style.starts_with(kHeading) || style.size() != kHeading.size() + 1) {
    return 0;
  }
  const char digit = style.back();
  return digit >= '1' && digit <= '9' ? digit - '0' : 0;
}

}  // namespace answerbox::client::package
