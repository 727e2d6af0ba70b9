// Reads content.xml of an OpenDocument text, and the headers and footers in
// styles.xml (ODF 1.3, part 3, 4 to 9).
#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "client/convert/package/office_parts.h"
#include "client/convert/package/open_parts.h"
#include "client/convert/package/package.h"
#include "client/convert/package/page_html.h"
#include "client/convert/package/word_elements.h"

namespace answerbox::client::package {
namespace {

// Whether an element, such as declarations, has no text on a page.
bool IsNoText(std::string_view name) {
  return name.ends_with("-decls") || name == "office:forms" ||
         name == "text:script" || name == "office:binary-data" ||
         name == "svg:title" || name == "svg:desc" ||
         name == "text:placeholder" || name == "table:shapes";
}

bool IsContents(std::string_view name) {
  return name == "text:table-of-content" || name == "text:illustration-index" ||
         name == "text:table-index" || name == "text:object-index" ||
         name == "text:user-index";
}

class OpenReader {
 public:
  OpenReader(Archive& archive, OpenStyles styles)
      : archive_(archive), styles_(std::move(styles)) {}

  void Read(XmlNode text, std::string_view title);
  void ReadEdges(XmlNode styles);
  PageHtml& page() { return page_; }
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  struct List {
    int number = 0;
    OpenCounter counter;
  };

  void Blocks(XmlNode parent);
  void Block(XmlNode node);
  void Paragraph(XmlNode node);
  void CountedHeading(XmlNode node);
  void Deletions(XmlNode changes);
  void Heading(XmlNode node, const ItemLabel& label);
  Line LineOf(XmlNode paragraph);
  void WriteLists(XmlNode list, std::string_view style, List& counted,
                  std::size_t level);
  void WriteItem(XmlNode item, const OpenLevels& levels, List& counted,
                 std::string_view style, std::size_t level);
  List& ListOf(XmlNode node, std::string_view style);
  void Inside(XmlNode parent, const RunLook& around, Line& line);
  void Inline(XmlNode node, const RunLook& around, Line& line);
  void Text(std::string_view text, const RunLook& look, Line& line);
  void NoteMark(XmlNode note, Line& line);
  void Drawing(XmlNode node, Line* line);
  void Object(std::string_view target, Line& line);
  void WriteBoxes();
  void Table(XmlNode table);
  void WriteRow(const OpenRow& row, const std::string& tag);
  bool IsAllBold(XmlNode node, bool is_bold);
  bool HasHeadLook(const OpenRow& row);
  bool IsShadedCell(XmlNode cell) {
    return styles_.Of("table-cell", cell["table:style-name"])
        .look.shaded.value_or(false);
  }
  std::vector<Line> LinesOf(XmlNode parent);

  Archive& archive_;
  OpenStyles styles_;
  PageHtml page_;
  std::vector<Line>* lines_ = nullptr;  // Where paragraphs go, if not page_.
  std::vector<XmlNode> boxes_;          // In the current paragraph.
  std::vector<std::vector<Line>> notes_;
  OpenCounter headings_;
  // The lists by their styles, and by their names; each as counted last.
  std::map<std::string, std::shared_ptr<List>, std::less<>> by_style_;
  std::map<std::string, std::shared_ptr<List>, std::less<>> by_name_;
  int lists_ = 0;
  int grounds_ = 0;  // Open blocks that may have a ground of their own.
  bool has_headings_ = false;
  bool is_cut_ = false;  // Some rows of a table are missing.
};

void OpenReader::Blocks(XmlNode parent) {
  for (const XmlNode node : parent) Block(node);
}

void OpenReader::Block(XmlNode node) {
  const std::string_view name = node.name();
  if (name.empty() || IsNoText(name)) return;
  if (name == "text:p") return Paragraph(node);
  if (name == "text:h") return CountedHeading(node);
  if (name == "text:list") {
    const std::string_view style = node["text:style-name"];
    return WriteLists(node, style, ListOf(node, style), 0);
  }
  if (name == "table:table") return Table(node);
  if (name == "text:tracked-changes") return Deletions(node);
  if (name == "text:section" && node["text:display"] == "none") {
    return page_.LeaveOut(LeftOut::kHidden, OpenTextIn(node));
  }
  if (name == "office:annotation") {
    return page_.LeaveOut(LeftOut::kComment, OpenTextIn(node));
  }
  if (IsContents(name) && lines_ == nullptr) {
    return page_.Contents(LinesOf(node.Child("text:index-body")));
  }
  if (name.starts_with("draw:")) {
    Drawing(node, nullptr);
    return WriteBoxes();
  }
  if (name.ends_with("-source")) return;  // The definition of an index.
  Blocks(node);
}

void OpenReader::CountedHeading(XmlNode node) {
  const auto level = static_cast<std::size_t>(
      std::clamp(NumberIn(node, "text:outline-level").value_or(1), 1, 10) - 1);
  if (node["text:is-list-header"] == "true") return Heading(node, {});
  headings_.Count(level,
                  node["text:restart-numbering"] == "true"
                      ? NumberIn(node, "text:start-value")
                      : std::nullopt,
                  styles_.outline()[level].start);
  Heading(node, LabelOf(styles_.outline(), headings_, level));
}

void OpenReader::Deletions(XmlNode changes) {
  for (const XmlNode region : changes) {
    page_.LeaveOut(LeftOut::kDeleted,
                   OpenTextIn(region.Child("text:deletion")));
  }
}

Line OpenReader::LineOf(XmlNode paragraph) {
  const RunLook look =
      styles_.Of("paragraph", paragraph["text:style-name"]).look;
  Line line;
  Inside(paragraph, look, line);
  return line;
}

void OpenReader::Paragraph(XmlNode node) {
  Line line = LineOf(node);
  if (line.has_words()) {
    const OpenStyle& style = styles_.Of("paragraph", node["text:style-name"]);
    if (lines_ != nullptr) {
      lines_->push_back(std::move(line));
    } else if (style.is_title && !has_headings_) {
      has_headings_ = true;
      page_.Title(std::move(line));
    } else if (style.is_caption) {
      page_.Caption(std::move(line));
    } else {
      page_.Paragraph(std::move(line));
    }
  }
  WriteBoxes();
}

void OpenReader::Heading(XmlNode node, const ItemLabel& label) {
  Line words = LineOf(node);
  if (words.has_words()) {
    Line line;
    if (!label.text.empty()) line.Text(label.text + " ", {});
    line.Raw(words.Html());
    line.MarkWords();
    has_headings_ = true;
    if (lines_ != nullptr) {
      lines_->push_back(std::move(line));
    } else {
      page_.Heading(NumberIn(node, "text:outline-level").value_or(1),
                    std::move(line));
    }
  }
  WriteBoxes();
}

// Returns the list whose numbers this one continues: the list that it names, or
// the last one of its style.
OpenReader::List& OpenReader::ListOf(XmlNode node, std::string_view style) {
  std::shared_ptr<List> list;
  const auto named = by_name_.find(node["text:continue-list"]);
  const auto styled = by_style_.find(style);
  if (named != by_name_.end()) {
    list = named->second;
  } else if (node["text:continue-numbering"] == "true" &&
             styled != by_style_.end()) {
    list = styled->second;
  } else {
    list = std::make_shared<List>();
    list->number = ++lists_;
  }
  by_style_[std::string(style)] = list;
  if (node.Has("xml:id")) by_name_[std::string(node["xml:id"])] = list;
  return *list;
}

void OpenReader::WriteLists(XmlNode list, std::string_view style, List& counted,
                            std::size_t level) {
  if (list.Has("text:style-name")) style = list["text:style-name"];
  level = std::min(level, OpenCounter::kLevels - 1);
  for (const XmlNode item : list) {
    if (item.Is("text:list-header")) {
      Blocks(item);
    } else if (item.Is("text:list-item")) {
      WriteItem(item, styles_.LevelsOf(style), counted, style, level);
    }
  }
}

void OpenReader::WriteItem(XmlNode item, const OpenLevels& levels,
                           List& counted, std::string_view style,
                           std::size_t level) {
  bool is_first = true;
  for (const XmlNode node : item) {
    if (node.Is("text:list")) {
      WriteLists(node, style, counted, level + 1);
      continue;
    }
    const bool is_heading = node.Is("text:h");
    if (!is_heading && !node.Is("text:p")) {
      Block(node);
      continue;
    }
    if (is_first) {
      counted.counter.Count(level, NumberIn(item, "text:start-value"),
                            levels[level].start);
    }
    const ItemLabel label = LabelOf(levels, counted.counter, level);
    if (is_heading) {
      Heading(node, is_first ? label : ItemLabel());
    } else {
      Line line = LineOf(node);
      const bool has_mark = levels[level].is_bullet || !label.text.empty();
      if (lines_ != nullptr) {
        lines_->push_back(std::move(line));
      } else if (!is_first) {
        page_.InItem(std::move(line));
      } else if (has_mark) {
        page_.Item(static_cast<int>(level), counted.number, label,
                   std::move(line));
      } else {
        page_.Paragraph(std::move(line));
      }
      WriteBoxes();
    }
    is_first = false;
  }
}

void OpenReader::Inside(XmlNode parent, const RunLook& around, Line& line) {
  for (const XmlNode node : parent) Inline(node, around, line);
}

void OpenReader::Inline(XmlNode node, const RunLook& around, Line& line) {
  const std::string_view name = node.name();
  if (name.empty()) return Text(node.text(), around, line);
  if (IsNoText(name)) return;
  if (name == "text:span") {
    RunLook look = around;
    look.Take(styles_.Of("text", node["text:style-name"]).look);
    return Inside(node, look, line);
  }
  if (name == "text:s") return line.Text(" ", {});
  if (name == "text:tab") return line.Tab();
  if (name == "text:line-break") return line.Break();
  if (name == "text:note") return NoteMark(node, line);
  if (name == "office:annotation") {
    return page_.LeaveOut(LeftOut::kComment, OpenTextIn(node));
  }
  if (name == "text:hidden-text") {
    return page_.LeaveOut(LeftOut::kHidden, OpenTextIn(node));
  }
  if (name == "text:ruby") {
    return Inside(node.Child("text:ruby-base"), around, line);
  }
  if (name.starts_with("draw:") && name != "draw:a") {
    return Drawing(node, &line);
  }
  Inside(node, around, line);
}

void OpenReader::Text(std::string_view text, const RunLook& look, Line& line) {
  page_.Words(text, look, grounds_ > 0, line);
}

void OpenReader::NoteMark(XmlNode note, Line& line) {
  if (lines_ != nullptr) return;  // A note within a note has no place.
  const std::size_t at = notes_.size();
  notes_.emplace_back();
  notes_[at] = LinesOf(note.Child("text:note-body"));
  const std::string number = std::to_string(at + 1);
  line.Raw("<a href=\"#fn" + number + "\" role=doc-noteref><sup>" + number +
           "</sup></a>");
}

// Writes text boxes and shapes with words after the paragraph that they are
// anchored in, and formulas on its line.
void OpenReader::Drawing(XmlNode node, Line* line) {
  if (node.Is("draw:text-box") || node.Child("text:p") ||
      node.Child("text:list")) {
    boxes_.push_back(node);
    return;
  }
  if (node.Is("draw:object") && line != nullptr) {
    Object(node["xlink:href"], *line);
  }
  for (const XmlNode part : node) {
    if (part.name().starts_with("draw:")) Drawing(part, line);
  }
}

void OpenReader::Object(std::string_view target, Line& line) {
  if (target.starts_with("./")) target.remove_prefix(2);
  const auto tree =
      ReadOptionalXml(archive_, std::string(target) + "/content.xml");
  if (!tree || !tree->root().Is("math:math")) return;
  WriteMathMl(tree->root(), {}, line);
}

void OpenReader::WriteBoxes() {
  ++grounds_;
  for (const XmlNode box : std::exchange(boxes_, {})) {
    if (lines_ == nullptr) page_.Begin("details");
    Blocks(box);
    if (lines_ == nullptr) page_.End("details");
  }
  --grounds_;
}

// Whether all words inside are bold; true if there are none.
bool OpenReader::IsAllBold(XmlNode node, bool is_bold) {
  for (const XmlNode part : node) {
    const std::string_view name = part.name();
    bool is_part_bold = is_bold;
    if (name.empty()) {
      const bool is_blank =
          part.text().find_first_not_of(" \n\t\r") == std::string::npos;
      if (!is_blank && !is_bold) return false;
      continue;
    }
    if (name == "text:p" || name == "text:h" || name == "text:span") {
      is_part_bold = styles_
                         .Of(name == "text:span" ? "text" : "paragraph",
                             part["text:style-name"])
                         .look.bold.value_or(is_bold);
    }
    if (!IsAllBold(part, is_part_bold)) return false;
  }
  return true;
}

bool OpenReader::HasHeadLook(const OpenRow& row) {
  return std::all_of(
      row.cells.begin(), row.cells.end(), [this](const OpenCell& cell) {
        return IsShadedCell(cell.node) || IsAllBold(cell.node, false);
      });
}

void OpenReader::WriteRow(const OpenRow& row, const std::string& tag) {
  page_.Begin("tr");
  for (const OpenCell& cell : row.cells) {
    const bool has_ground = IsShadedCell(cell.node);
    for (int copy = 0; copy < cell.copies; ++copy) {
      page_.Begin(tag + SpansOf(cell.columns, cell.rows));
      grounds_ += has_ground ? 1 : 0;
      Blocks(cell.node);
      grounds_ -= has_ground ? 1 : 0;
      page_.End(tag);
      if (page_.is_too_large()) return;
    }
  }
  page_.End("tr");
}

void OpenReader::Table(XmlNode table) {
  const OpenTable read = ReadOpenTable(table);
  is_cut_ = is_cut_ || read.is_cut;
  if (lines_ != nullptr) {
    for (const OpenRow& row : read.rows) {
      for (const OpenCell& cell : row.cells) Blocks(cell.node);
    }
    return;
  }
  std::size_t heads = 0;
  while (heads < read.rows.size() && read.rows[heads].is_head) ++heads;
  if (heads == 0 && read.rows.size() > 1 && read.rows[0].cells.size() > 1 &&
      read.rows[0].copies == 1 && HasHeadLook(read.rows[0]) &&
      !HasHeadLook(read.rows[1])) {
    heads = 1;
  }
  page_.Table(read.rows, heads, [&](const OpenRow& row, const auto& tag) {
    for (int copy = 0; copy < row.copies && !page_.is_too_large(); ++copy) {
      WriteRow(row, tag);
    }
  });
}

std::vector<Line> OpenReader::LinesOf(XmlNode parent) {
  std::vector<Line> lines;
  std::vector<Line>* const outer = std::exchange(lines_, &lines);
  const std::vector<XmlNode> boxes = std::exchange(boxes_, {});
  Blocks(parent);
  lines_ = outer;
  boxes_ = boxes;
  return lines;
}

void OpenReader::Read(XmlNode text, std::string_view title) {
  bool has_title = false;
  for (const XmlNode node : text) {
    has_title = has_title ||
                (node.Is("text:p") &&
                 styles_.Of("paragraph", node["text:style-name"]).is_title);
  }
  if (!has_title && !title.empty()) {
    Line line;
    line.Text(title, {});
    page_.Title(std::move(line));
  }
  Blocks(text);
  page_.Notes(std::move(notes_));
}

// Most headers and footers are equal on all pages and in all page styles.
void OpenReader::ReadEdges(XmlNode styles) {
  std::set<std::string> seen;
  std::vector<Line> edges;
  for (const XmlNode page : styles.Child("office:master-styles")) {
    if (!page.Is("style:master-page")) continue;
    for (const XmlNode edge : page) {
      for (Line& line : LinesOf(edge)) {
        if (seen.insert(line.Html()).second) edges.push_back(std::move(line));
      }
    }
  }
  page_.RunningLines(std::move(edges));
}

}  // namespace

Conversion<ConvertedDocument> ConvertOpenDocument(int fd, std::uint64_t size) {
  Conversion<OpenParts> parts =
      OpenParts::Open(fd, size, "an OpenDocument text");
  if (!parts) return parts.error();
  const XmlNode text =
      parts->content.root().Child("office:body").Child("office:text");
  if (!text) {
    return Rejection{RejectionReason::kDamaged,
                     "this is not an OpenDocument text, although its name "
                     "says so"};
  }
  OpenStyles styles;
  styles.Add(parts->content.root());
  styles.Add(parts->styles.root());
  OpenReader reader(parts->archive, std::move(styles));
  reader.Read(text, parts->title);
  reader.ReadEdges(parts->styles.root());
  if (reader.is_cut()) {
    return Rejection{RejectionReason::kTooLarge,
                     "more than 200,000 rows of a table: split it into parts"};
  }
  return std::move(reader.page()).Take();
}

}  // namespace answerbox::client::package
