#include "client/convert/package/open_parts.h"

#include <algorithm>

#include "client/convert/package/office_parts.h"
#include "client/convert/package/word_elements.h"
#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

bool HasWords(const OpenRow& row) {
  return std::any_of(
      row.cells.begin(), row.cells.end(),
      [](const OpenCell& cell) { return bool{cell.node.first()}; });
}

int SpanOf(XmlNode node, std::string_view attribute) {
  return std::clamp(NumberIn(node, attribute).value_or(1), 1, kMaxCellCopies);
}

class RowsReader {
 public:
  explicit RowsReader(bool with_covered) : with_covered_(with_covered) {}

  OpenTable table;

  void Read(XmlNode parent, bool is_head) {
    for (const XmlNode node : parent) {
      if (node.Is("table:table-row")) {
        ReadRow(node, is_head);
      } else if (node.Is("table:table-column")) {
        ReadColumn(node);
      } else if (node.Is("table:table-header-rows")) {
        Read(node, true);
      } else if (node.Is("table:table-rows") ||
                 node.Is("table:table-row-group") ||
                 node.Is("table:table-columns") ||
                 node.Is("table:table-column-group") ||
                 node.Is("table:table-header-columns")) {
        Read(node, is_head);
      }
    }
  }

 private:
  void ReadColumn(XmlNode node) {
    constexpr int kMaxColumns = 16'384;
    const int copies =
        std::clamp(NumberIn(node, "table:number-columns-repeated").value_or(1),
                   1, kMaxColumns);
    const std::string_view shown = node["table:visibility"];
    for (int i = 0; i < copies && column_ < kMaxColumns; ++i, ++column_) {
      if (shown == "collapse" || shown == "filter") {
        table.hidden_columns.push_back(column_);
      }
    }
  }

  void ReadRow(XmlNode node, bool is_head) {
    const std::string_view shown = node["table:visibility"];
    OpenRow row{.cells = {},
                .is_head = is_head,
                .is_hidden = shown == "collapse" || shown == "filter"};
    for (const XmlNode cell : node) {
      const bool is_covered = cell.Is("table:covered-table-cell");
      if (!is_covered && !cell.Is("table:table-cell")) continue;
      if (is_covered && !with_covered_) continue;
      row.cells.push_back(
          {.node = cell,
           .columns = SpanOf(cell, "table:number-columns-spanned"),
           .rows = SpanOf(cell, "table:number-rows-spanned"),
           .copies = SpanOf(cell, "table:number-columns-repeated"),
           .is_covered = is_covered});
    }
    if (HasWords(row)) row.copies = SpanOf(node, "table:number-rows-repeated");
    row.copies = static_cast<int>(
        std::min(static_cast<std::size_t>(row.copies), kMaxOpenRows - rows_));
    // The bound is reached. Rows without words are no loss.
    if (row.copies == 0) {
      table.is_cut = table.is_cut || HasWords(row);
      return;
    }
    rows_ += static_cast<std::size_t>(row.copies);
    table.rows.push_back(std::move(row));
  }

  bool with_covered_;
  int column_ = 0;
  std::size_t rows_ = 0;  // Including copies.
};

}  // namespace

std::string OpenTextIn(XmlNode node) {
  if (!node) return {};
  const std::string_view name = node.name();
  if (name.empty()) return std::string(node.text());
  // The author and the date of a note or change are not its text.
  if (name.starts_with("dc:") || name == "office:change-info") return {};
  if (name == "text:s" || name == "text:tab" || name == "text:line-break") {
    return " ";
  }
  std::string text;
  for (const XmlNode child : node) text += OpenTextIn(child);
  if (name == "text:p" || name == "text:h") text += ' ';
  return text;
}

OpenTable ReadOpenTable(XmlNode table, bool with_covered) {
  RowsReader reader(with_covered);
  reader.Read(table, false);
  return std::move(reader.table);
}

Conversion<OpenParts> OpenParts::Open(int fd, std::uint64_t size,
                                      std::string_view what) {
  Conversion<Archive> archive = Archive::Open(fd, size, what);
  if (!archive) return archive.error();
  const auto manifest = ReadOptionalXml(*archive, "META-INF/manifest.xml");
  if (manifest) {
    for (const XmlNode entry : manifest->root()) {
      if (entry.Child("manifest:encryption-data")) {
        return Rejection{RejectionReason::kEncrypted,
                         "the file is encrypted: save a copy without a "
                         "password"};
      }
    }
  }
  auto content = ReadXml(*archive, "content.xml");
  if (!content) return content.error();
  auto styles = ReadOptionalXml(*archive, "styles.xml");
  if (!styles) return styles.error();
  // A damaged part is no error here, as only the title would be missing.
  const auto meta = ReadOptionalXml(*archive, "meta.xml");
  std::string title =
      meta ? meta->root().Child("office:meta").Child("dc:title").AllText()
           : std::string();
  return OpenParts{*std::move(archive), *std::move(content), *std::move(styles),
                   std::move(title)};
}

namespace {

std::string LowerName(std::string_view text) {
  std::string lower;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("_20_")) {  // A blank in a style's name.
      lower += ' ';
      i += 3;
    } else {
      lower += engine::ToLowerAscii(text[i]);
    }
  }
  return lower;
}

bool IsWhiteColor(std::string_view color) {
  return color.starts_with('#') && IsWhite(color.substr(1));
}

// White is no ground of its own: white text on it is unseen.
bool IsGround(std::string_view color) {
  return !color.empty() && color != "transparent" && !IsWhiteColor(color);
}

// Reads positions such as "super 58%" or "-33% 58%".
std::optional<int> RaisedBy(std::string_view position) {
  if (position.empty()) return std::nullopt;
  if (position.starts_with("super")) return 1;
  if (position.starts_with("sub") || position.starts_with('-')) return -1;
  return position.starts_with('0') ? 0 : 1;
}

void ReadText(XmlNode text, RunLook& look) {
  if (!text) return;
  if (const std::string_view weight = text["fo:font-weight"]; !weight.empty()) {
    look.bold = weight == "bold" || (weight.size() == 3 && weight >= "600");
  }
  for (const std::string_view name :
       {"style:text-line-through-style", "style:text-line-through-type"}) {
    if (text.Has(name)) look.struck = text[name] != "none";
  }
  if (text.Has("text:display")) look.hidden = text["text:display"] == "none";
  if (text.Has("fo:color")) look.white = IsWhiteColor(text["fo:color"]);
  if (text.Has("fo:background-color")) {
    look.shaded = IsGround(text["fo:background-color"]);
  }
  if (const auto raised = RaisedBy(text["style:text-position"])) {
    look.raised = raised;
  }
}

Numerals NumeralsOfOpen(std::string_view format) {
  if (format == "1") return Numerals::kDecimal;
  if (format == "a") return Numerals::kLower;
  if (format == "A") return Numerals::kUpper;
  if (format == "i") return Numerals::kRoman;
  if (format == "I") return Numerals::kUpperRoman;
  return Numerals::kNone;
}

// Reads the levels of a style of lists or of the outline.
void ReadLevels(XmlNode node, OpenLevels& levels) {
  for (const XmlNode part : node) {
    const auto number = NumberIn(part, "text:level");
    if (!number || *number < 1) continue;
    const auto at = static_cast<std::size_t>(*number - 1);
    if (at >= OpenCounter::kLevels) continue;
    OpenLevel& level = levels[at];
    level.is_bullet = !part.Is("text:list-level-style-number") &&
                      !part.Is("text:outline-level-style");
    level.numerals = NumeralsOfOpen(part["style:num-format"]);
    level.prefix = LabelPart(part["style:num-prefix"]);
    level.suffix = LabelPart(part["style:num-suffix"]);
    level.shown_levels = NumberIn(part, "text:display-levels").value_or(1);
    level.start = NumberIn(part, "text:start-value").value_or(1);
  }
}

}  // namespace

void OpenCounter::Count(std::size_t level, std::optional<int> start,
                        int usual_start) {
  std::optional<int>& number = numbers_[level];
  number = start ? *start : number ? *number + 1 : usual_start;
  for (std::size_t i = level + 1; i < kLevels; ++i) numbers_[i].reset();
}

ItemLabel LabelOf(const OpenLevels& levels, const OpenCounter& counter,
                  std::size_t level) {
  const OpenLevel& own = levels[level];
  if (own.numerals == Numerals::kNone) return {};
  const auto shown = static_cast<std::size_t>(
      std::clamp(own.shown_levels, 1, static_cast<int>(level) + 1));
  std::string numbers;
  for (std::size_t i = level + 1 - shown; i <= level; ++i) {
    const std::string number = Numeral(counter.At(i), levels[i].numerals);
    if (number.empty()) continue;
    if (!numbers.empty()) numbers += '.';
    numbers += number;
  }
  ItemLabel label{.text = own.prefix + numbers + own.suffix, .number = {}};
  if (label.text.size() > kMaxLabelBytes) return {};
  if (own.prefix.empty() && numbers == std::to_string(counter.At(level)) &&
      (own.suffix.empty() || own.suffix == "." || own.suffix == ")")) {
    label.number = counter.At(level);
  }
  return label;
}

void OpenStyles::Add(XmlNode root) {
  for (const XmlNode group : root) {
    const bool is_named = group.Is("office:styles");
    if (!is_named && !group.Is("office:automatic-styles")) continue;
    for (const XmlNode node : group) {
      if (node.Is("style:style")) {
        sources_.try_emplace(Key(node["style:family"], node["style:name"]),
                             Source{node, is_named});
      } else if (node.Is("text:list-style")) {
        ReadLevels(node, lists_[std::string(node["style:name"])]);
      } else if (node.Is("text:outline-style")) {
        ReadLevels(node, outline_);
      }
    }
  }
}

const OpenStyle& OpenStyles::Of(std::string_view family,
                                std::string_view name) {
  Key key(family, name);
  const auto found = resolved_.find(key);
  if (found != resolved_.end()) return found->second;
  OpenStyle style = Resolve(key, 0);
  return resolved_.emplace(std::move(key), std::move(style)).first->second;
}

OpenStyle OpenStyles::Resolve(const Key& key, int depth) const {
  constexpr int kMaxDepth = 20;  // A file may base a style on itself.
  const auto found = sources_.find(key);
  if (found == sources_.end() || depth == kMaxDepth) {
    return {.name = LowerName(key.second)};
  }
  const XmlNode node = found->second.node;
  OpenStyle style;
  if (node.Has("style:parent-style-name")) {
    style = Resolve(Key(key.first, node["style:parent-style-name"]), depth + 1);
  }
  // Programs number automatic styles ("P1"), so for these the name of the style
  // that they are based on counts.
  if (found->second.is_named || style.name.empty()) {
    style.name =
        LowerName(node.Has("style:display-name") ? node["style:display-name"]
                                                 : node["style:name"]);
  }
  style.is_caption = style.is_caption || style.name == "caption";
  style.is_title = style.is_title || style.name == "title";
  if (node.Has("style:list-style-name")) {
    style.list_style = node["style:list-style-name"];
  }
  ReadText(node.Child("style:text-properties"), style.look);
  if (node.Child("style:table-properties")["table:display"] == "false") {
    style.look.hidden = true;
  }
  for (const std::string_view name :
       {"style:paragraph-properties", "style:table-cell-properties"}) {
    const XmlNode properties = node.Child(name);
    if (properties && properties.Has("fo:background-color")) {
      style.look.shaded = IsGround(properties["fo:background-color"]);
    }
  }
  return style;
}

const OpenLevels& OpenStyles::LevelsOf(std::string_view list_style) const {
  static const OpenLevels kBullets;
  const auto found = lists_.find(list_style);
  return found == lists_.end() ? kBullets : found->second;
}

}  // namespace answerbox::client::package
