#include "client/convert/package/word_elements.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = engine::ToLowerAscii(c);
  return lower;
}

// Whether w:shd sets a ground other than white.
bool IsShaded(XmlNode shading) {
  const std::string_view fill = shading["w:fill"];
  const bool has_pattern = shading["w:val"] == "solid";
  return has_pattern || (!fill.empty() && fill != "auto" && !IsWhite(fill)) ||
         !shading["w:themeFill"].empty();
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

std::string WordTextIn(XmlNode node) {
  if (node.Is("w:t") || node.Is("w:delText") || node.Is("a:t")) {
    return node.AllText();
  }
  if (node.Is("mc:AlternateContent")) return WordTextIn(ChoiceOf(node));
  if (node.Is("w:tab") || node.Is("w:br") || node.Is("a:br")) return " ";
  std::string text;
  for (const XmlNode child : node) text += WordTextIn(child);
  if (node.Is("w:p") || node.Is("a:p")) text += ' ';
  return text;
}

XmlNode ChoiceOf(XmlNode alternatives) {
  const XmlNode choice = alternatives.Child("mc:Choice");
  return choice ? choice : alternatives.Child("mc:Fallback");
}

bool IsPlaceholder(XmlNode control) {
  return control.Child("w:sdtPr").Child("w:showingPlcHdr") &&
         Switch(control.Child("w:sdtPr"), "w:showingPlcHdr").value_or(false);
}

std::string_view CheckSignOf(XmlNode field) {
  const XmlNode box = field.Child("w:ffData").Child("w:checkBox");
  if (!box) return {};
  const bool is_checked =
      Switch(box, "w:checked")
          .value_or(Switch(box, "w:default").value_or(false));
  return is_checked ? "☒" : "☐";
}

namespace {

constexpr int kMaxSpan = 1000;

// Collects rows or cells, which may be within controls and tracked changes.
void Collect(XmlNode parent, std::string_view name, std::vector<XmlNode>& out) {
  for (const XmlNode node : parent) {
    if (node.Is(name)) {
      out.push_back(node);
    } else if (node.Is("w:sdt")) {
      Collect(node.Child("w:sdtContent"), name, out);
    } else if (node.Is("w:ins") || node.Is("w:customXml")) {
      Collect(node, name, out);
    }
  }
}

// Reads rows. A cell that continues the one above it becomes a part of that
// cell.
class RowReader {
 public:
  std::vector<TableRow> rows;

  void Read(XmlNode row) {
    std::vector<XmlNode> cells;
    Collect(row, "w:tc", cells);
    const XmlNode properties = row.Child("w:trPr");
    TableRow& made = rows.emplace_back();
    made.is_head = Switch(properties, "w:tblHeader").value_or(false);
    column_ = 0;
    const int before = SpanIn(properties.Child("w:gridBefore"), 0);
    if (before > 0) {
      made.cells.push_back({.node = {}, .columns = before});
      column_ = before;
    }
    for (const XmlNode cell : cells) ReadCell(cell, made);
    // Merged cells that this row did not continue have ended.
    std::erase_if(open_, [this](const auto& open) {
      const auto& [row_index, cell_index] = open.second;
      const TableCell& cell = rows[row_index].cells[cell_index];
      return row_index + static_cast<std::size_t>(cell.rows) != rows.size();
    });
  }

 private:
  static int SpanIn(XmlNode node, int least) {
    return std::clamp(NumberIn(node, "w:val").value_or(least), least, kMaxSpan);
  }

  void ReadCell(XmlNode cell, TableRow& made) {
    const XmlNode properties = cell.Child("w:tcPr");
    const int columns = SpanIn(properties.Child("w:gridSpan"), 1);
    const int column = column_;
    column_ = std::min(column_ + columns, 1 << 20);
    const XmlNode merge = properties.Child("w:vMerge");
    const bool begins = merge["w:val"] == "restart";
    if (const auto open = open_.find(column);
        merge && !begins && open != open_.end()) {
      ++rows[open->second.first].cells[open->second.second].rows;
      return;
    }
    // Cells merged to the left are the older form of w:gridSpan.
    if (properties.Child("w:hMerge") &&
        properties.Child("w:hMerge")["w:val"] != "restart" &&
        !made.cells.empty()) {
      made.cells.back().columns += columns;
      return;
    }
    made.cells.push_back({.node = cell,
                          .column = column,
                          .columns = columns,
                          .rows = 1,
                          .is_shaded = IsShaded(properties.Child("w:shd"))});
    open_.erase(column);
    if (begins) open_[column] = {rows.size() - 1, made.cells.size() - 1};
  }

  int column_ = 0;
  // Merged cells that may continue, by column: row and cell in `rows`.
  std::map<int, std::pair<std::size_t, std::size_t>> open_;
};

bool IsAllBold(XmlNode cell, WordStyles& styles) {
  bool has_words = false;
  for (const XmlNode paragraph : cell) {
    if (!paragraph.Is("w:p")) continue;
    const std::string_view named =
        paragraph.Child("w:pPr").Child("w:pStyle")["w:val"];
    const RunLook around =
        styles.Of(named.empty() ? styles.default_paragraph() : named).run;
    for (const XmlNode run : paragraph) {
      if (!run.Is("w:r") || !run.Child("w:t")) continue;
      RunLook properties = around;
      const XmlNode own = run.Child("w:rPr");
      if (const XmlNode style = own.Child("w:rStyle")) {
        properties.Take(styles.Of(style["w:val"]).run);
      }
      properties.Take(ReadRunLook(own));
      if (!properties.bold.value_or(false)) return false;
      has_words = true;
    }
  }
  return has_words;
}

bool HasHeadLook(const TableRow& row, WordStyles& styles) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [&styles](const TableCell& cell) {
                       return cell.is_shaded || IsAllBold(cell.node, styles) ||
                              WordTextIn(cell.node).find_first_not_of(' ') ==
                                  std::string::npos;
                     });
}

}  // namespace

bool IsDeletedRow(XmlNode row) {
  return row.Is("w:tr") && row.Child("w:trPr").Child("w:del");
}

std::vector<TableRow> ReadRows(XmlNode table) {
  std::vector<XmlNode> nodes;
  Collect(table, "w:tr", nodes);
  RowReader reader;
  for (const XmlNode row : nodes) {
    if (!IsDeletedRow(row)) reader.Read(row);
  }
  return std::move(reader.rows);
}

std::size_t HeadRows(const std::vector<TableRow>& rows, XmlNode properties,
                     WordStyles& styles) {
  std::size_t heads = 0;
  while (heads < rows.size() && rows[heads].is_head) ++heads;
  if (heads > 0) return heads < rows.size() ? heads : 0;
  if (rows.size() < 2 || rows.front().cells.size() < 2) return 0;
  const XmlNode look = properties.Child("w:tblLook");
  const bool uses_first_row = look["w:firstRow"] != "0";
  const WordStyle& style = styles.Of(properties.Child("w:tblStyle")["w:val"]);
  if (uses_first_row && style.heads_first_row) return 1;
  return HasHeadLook(rows[0], styles) && !HasHeadLook(rows[1], styles) ? 1 : 0;
}

}  // namespace answerbox::client::package
