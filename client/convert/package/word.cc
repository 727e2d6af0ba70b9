// Reads word/document.xml and what it refers to (ECMA-376, part 1, 17). Looks
// into unknown elements, so that no text is lost, and counts what it leaves
// out.
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/package/office_parts.h"
#include "client/convert/package/package.h"
#include "client/convert/package/page_html.h"
#include "client/convert/package/word_elements.h"
#include "client/convert/package/word_numbering.h"

namespace answerbox::client::package {
namespace {

class WordReader {
 public:
  WordReader(Archive& archive, std::string part, XmlNode styles,
             XmlNode numbering)
      : archive_(archive),
        relations_(RelationsOf(archive, part)),
        by_id_(IndexOf(relations_)),
        styles_(styles),
        numbers_(numbering) {}

  Conversion<void> Read(XmlNode document);
  PageHtml& page() { return page_; }

 private:
  void Blocks(XmlNode parent);
  void Block(XmlNode node);
  void Control(XmlNode control);
  void Paragraph(XmlNode paragraph);
  void Write(Line line, const WordStyle& style,
             const ParagraphProperties& properties,
             const std::optional<WordNumbers::Item>& item);
  std::optional<WordNumbers::Item> CountItem(
      XmlNode properties, const WordStyle& style,
      const ParagraphProperties& resolved);
  void Inside(XmlNode parent, const RunLook& around, Line& line);
  void Inline(XmlNode node, const RunLook& around, Line& line);
  void Run(XmlNode run, RunLook properties, Line& line);
  void RunPart(XmlNode node, const RunLook& properties, Line& line);
  void Text(std::string_view text, const RunLook& look, Line& line);
  void Symbol(XmlNode node, const RunLook& properties, Line& line);
  void Drawing(XmlNode node);
  void WriteDrawings();
  void NoteMark(XmlNode reference, Line& line);
  void Table(XmlNode table);
  void EndContents() {
    if (!contents_.empty()) page_.Contents(std::exchange(contents_, {}));
  }
  Conversion<void> ReadNotes();
  Conversion<void> ReadEdges();
  [[nodiscard]] std::set<std::string_view> FirstPageEdges() const;
  Conversion<void> ReadComments();
  std::vector<Line> LinesOf(XmlNode parent);

  Archive& archive_;
  std::vector<Relation> relations_;
  RelationIndex by_id_;
  WordStyles styles_;
  WordNumbers numbers_;
  PageHtml page_;
  std::vector<Line>* lines_ = nullptr;  // Where paragraphs go, if not page_.
  std::vector<Line> contents_;
  std::vector<XmlNode> boxes_;     // In the current paragraph.
  std::vector<XmlNode> sections_;  // Their properties.
  std::vector<std::string> diagrams_;
  std::vector<std::pair<std::string, bool>> notes_;  // Id; is an endnote.
  int grounds_ = 0;      // Open blocks that may have a ground of their own.
  int in_contents_ = 0;  // Open controls with the contents.
  bool has_headings_ = false;
};

void WordReader::Blocks(XmlNode parent) {
  for (const XmlNode node : parent) Block(node);
}

void WordReader::Block(XmlNode node) {
  const std::string_view name = node.name();
  if (name == "w:p") return Paragraph(node);
  if (name == "w:tbl") return Table(node);
  if (name == "w:sdt") return Control(node);
  if (name == "mc:AlternateContent") return Blocks(ChoiceOf(node));
  if (name == "w:del" || name == "w:moveFrom") {
    if (name == "w:del") page_.LeaveOut(LeftOut::kDeleted, WordTextIn(node));
    return;
  }
  if (name == "m:oMathPara" || name == "m:oMath") {
    Line line;
    WriteWordMath(node, {}, line);
    return lines_ != nullptr ? lines_->push_back(std::move(line))
                             : page_.Paragraph(std::move(line));
  }
  if (name == "w:sectPr") sections_.push_back(node);
  if (!name.empty() && !name.ends_with("Pr")) Blocks(node);
}

// Writes a control, unless it is a placeholder, which only asks the person who
// fills the form in for words.
void WordReader::Control(XmlNode control) {
  if (IsPlaceholder(control)) return;
  const bool is_contents =
      control.Child("w:sdtPr")
          .Child("w:docPartObj")
          .Child("w:docPartGallery")["w:val"] == "Table of Contents";
  in_contents_ += is_contents ? 1 : 0;
  Blocks(control.Child("w:sdtContent"));
  in_contents_ -= is_contents ? 1 : 0;
}

std::optional<WordNumbers::Item> WordReader::CountItem(
    XmlNode properties, const WordStyle& style,
    const ParagraphProperties& resolved) {
  const int numbering = resolved.numbering.value_or(0);
  // A paragraph whose end was deleted shows no number.
  if (numbering == 0 || properties.Child("w:rPr").Child("w:del")) return {};
  const int level =
      resolved.level.value_or(numbers_.LevelOfStyle(numbering, style.id));
  return numbers_.Next(numbering, level);
}

void WordReader::Paragraph(XmlNode paragraph) {
  const XmlNode properties = paragraph.Child("w:pPr");
  const std::string_view named = properties.Child("w:pStyle")["w:val"];
  const WordStyle& style =
      styles_.Of(named.empty() ? styles_.default_paragraph() : named);
  ParagraphProperties resolved = style.paragraph;
  resolved.Take(ReadParagraphProperties(properties));
  const auto item = CountItem(properties, style, resolved);
  if (const XmlNode section = properties.Child("w:sectPr")) {
    sections_.push_back(section);
  }
  const bool has_ground = resolved.shaded.value_or(false);
  grounds_ += has_ground ? 1 : 0;
  Line line;
  Inside(paragraph, style.run, line);
  grounds_ -= has_ground ? 1 : 0;
  Write(std::move(line), style, resolved, item);
  WriteDrawings();
}

void WordReader::Write(Line line, const WordStyle& style,
                       const ParagraphProperties& properties,
                       const std::optional<WordNumbers::Item>& item) {
  if (!line.has_words()) return;
  if (lines_ != nullptr) return lines_->push_back(std::move(line));
  if (in_contents_ > 0 || IsContentsStyle(style.name)) {
    return contents_.push_back(std::move(line));
  }
  EndContents();
  if (const int level = HeadingLevelOf(properties, style.name); level > 0) {
    has_headings_ = true;
    Line heading;
    if (item && !item->is_bullet) heading.Text(item->label.text + " ", {});
    heading.Raw(line.Html());
    heading.MarkWords();
    return page_.Heading(level, std::move(heading));
  }
  if (style.name == "title" && !has_headings_) {
    has_headings_ = true;
    return page_.Title(std::move(line));
  }
  if (style.name == "caption") return page_.Caption(std::move(line));
  if (item) {
    return page_.Item(properties.level.value_or(0), item->list, item->label,
                      std::move(line));
  }
  page_.Paragraph(std::move(line));
}

void WordReader::Inside(XmlNode parent, const RunLook& around, Line& line) {
  for (const XmlNode node : parent) Inline(node, around, line);
}

void WordReader::Inline(XmlNode node, const RunLook& around, Line& line) {
  const std::string_view name = node.name();
  if (name == "w:r") return Run(node, around, line);
  if (name == "w:del") {
    return page_.LeaveOut(LeftOut::kDeleted, WordTextIn(node));
  }
  if (name == "w:moveFrom" || name.empty() || name.ends_with("Pr")) return;
  if (name == "w:sdt") {
    if (!IsPlaceholder(node)) Inside(node.Child("w:sdtContent"), around, line);
    return;
  }
  if (name == "m:oMath" || name == "m:oMathPara") {
    return WriteWordMath(node, {}, line);
  }
  if (name == "mc:AlternateContent") {
    return Inside(ChoiceOf(node), around, line);
  }
  Inside(node, around, line);
}

void WordReader::Run(XmlNode run, RunLook properties, Line& line) {
  const XmlNode own = run.Child("w:rPr");
  if (const XmlNode style = own.Child("w:rStyle")) {
    properties.Take(styles_.Of(style["w:val"]).run);
  }
  properties.Take(ReadRunLook(own));
  for (const XmlNode node : run) RunPart(node, properties, line);
}

void WordReader::RunPart(XmlNode node, const RunLook& properties, Line& line) {
  const std::string_view name = node.name();
  if (name == "w:t") return Text(node.AllText(), properties, line);
  if (name == "w:tab" || name == "w:ptab") return line.Tab();
  if (name == "w:br" || name == "w:cr") return line.Break();
  if (name == "w:noBreakHyphen") return Text("\u2011", properties, line);
  if (name == "w:sym") return Symbol(node, properties, line);
  if (name == "w:footnoteReference" || name == "w:endnoteReference") {
    if (!properties.hidden.value_or(false)) NoteMark(node, line);
    return;
  }
  if (name == "w:fldChar") return Text(CheckSignOf(node), properties, line);
  if (name == "w:drawing" || name == "w:pict" || name == "w:object") {
    return Drawing(node);
  }
  if (name == "mc:AlternateContent") {
    for (const XmlNode part : ChoiceOf(node)) RunPart(part, properties, line);
    return;
  }
  if (name == "w:ruby") {
    return Inside(node.Child("w:rubyBase"), properties, line);
  }
}

void WordReader::Text(std::string_view text, const RunLook& look, Line& line) {
  page_.Words(text, look, grounds_ > 0, line);
}

void WordReader::Symbol(XmlNode node, const RunLook& properties, Line& line) {
  const std::string code(node["w:char"]);
  const std::string_view sign =
      SymbolOf(node["w:font"],
               static_cast<unsigned>(std::strtoul(code.c_str(), nullptr, 16)));
  if (sign.empty()) return page_.LeaveOut(LeftOut::kUnreadable, "?");
  Text(sign, properties, line);
}

// Writes text boxes after the paragraph that they are anchored in; the words of
// charts and diagrams are in parts of their own.
void WordReader::Drawing(XmlNode node) {
  for (const XmlNode part : node) {
    const std::string_view name = part.name();
    if (name == "w:txbxContent") {
      boxes_.push_back(part);
    } else if (name == "mc:AlternateContent") {
      Drawing(ChoiceOf(part));
    } else if (name == "relIds" || name == "chart") {
      const std::string_view id = name == "chart" ? part["r:id"] : part["r:dm"];
      if (const auto found = by_id_.find(id); found != by_id_.end()) {
        diagrams_.push_back(found->second->target);
      }
    } else {
      Drawing(part);
    }
  }
}

void WordReader::WriteDrawings() {
  const std::vector<XmlNode> boxes = std::exchange(boxes_, {});
  const std::vector<std::string> diagrams = std::exchange(diagrams_, {});
  ++grounds_;
  for (const XmlNode box : boxes) {
    if (lines_ == nullptr) page_.Begin("details");
    Blocks(box);
    if (lines_ == nullptr) page_.End("details");
  }
  --grounds_;
  for (const std::string& part : diagrams) {
    const auto tree = ReadOptionalXml(archive_, part);
    if (!tree || lines_ != nullptr) continue;
    if (tree->root().Is("chartSpace")) {
      WriteChart(tree->root(), page_);
      continue;
    }
    Line line;
    line.Text(WordTextIn(tree->root()), {});
    page_.Paragraph(std::move(line));
  }
}

void WordReader::NoteMark(XmlNode reference, Line& line) {
  // A note within a note has no place.
  if (lines_ != nullptr) return;
  notes_.emplace_back(reference["w:id"], reference.Is("w:endnoteReference"));
  // If the author chose another mark, it follows.
  if (!reference["w:customMarkFollows"].empty()) return;
  const std::string number = std::to_string(notes_.size());
  line.Raw("<a href=\"#fn" + number + "\" role=doc-noteref><sup>" + number +
           "</sup></a>");
}

void WordReader::Table(XmlNode table) {
  const XmlNode properties = table.Child("w:tblPr");
  const std::vector<TableRow> rows = ReadRows(table);
  for (const XmlNode row : table) {
    if (IsDeletedRow(row)) page_.LeaveOut(LeftOut::kDeleted, WordTextIn(row));
  }
  if (lines_ != nullptr) {
    for (const TableRow& row : rows) {
      for (const TableCell& cell : row.cells) Blocks(cell.node);
    }
    return;
  }
  EndContents();
  const bool has_grounds =
      styles_.Of(properties.Child("w:tblStyle")["w:val"]).shades_cells;
  const std::size_t heads = HeadRows(rows, properties, styles_);
  page_.Table(rows, heads, [&](const TableRow& row, const std::string& tag) {
    page_.Begin("tr");
    for (const TableCell& cell : row.cells) {
      page_.Begin(tag + SpansOf(cell.columns, cell.rows));
      const bool has_ground = has_grounds || cell.is_shaded;
      grounds_ += has_ground ? 1 : 0;
      Blocks(cell.node);
      grounds_ -= has_ground ? 1 : 0;
      page_.End(tag);
    }
    page_.End("tr");
  });
}

std::vector<Line> WordReader::LinesOf(XmlNode parent) {
  std::vector<Line> lines;
  std::vector<Line>* const outer = std::exchange(lines_, &lines);
  Blocks(parent);
  lines_ = outer;
  return lines;
}

Conversion<void> WordReader::ReadNotes() {
  std::vector<std::vector<Line>> notes(notes_.size());
  for (const bool is_end : {false, true}) {
    const auto tree = ReadOptionalXml(
        archive_, is_end ? TargetOf(relations_, "endnotes", "")
                         : TargetOf(relations_, "footnotes", ""));
    if (!tree) return tree.error();
    std::map<std::string_view, XmlNode> by_id;
    for (const XmlNode note : tree->root()) by_id.emplace(note["w:id"], note);
    std::set<std::string_view> read;
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const auto found = by_id.find(notes_[i].first);
      if (notes_[i].second != is_end || found == by_id.end()) continue;
      notes[i] = LinesOf(found->second);
      read.insert(found->first);
    }
    // Notes whose mark was deleted or hidden are shown on no page.
    for (const auto& [id, note] : by_id) {
      if (!read.contains(id))
        page_.LeaveOut(LeftOut::kHidden, WordTextIn(note));
    }
  }
  page_.Notes(std::move(notes));
  return {};
}

// Returns the headers and footers that only the first page has. They are a
// letterhead, and so text, as no other page repeats them.
std::set<std::string_view> WordReader::FirstPageEdges() const {
  std::set<std::string_view> ids;
  for (const XmlNode section : sections_) {
    if (!Switch(section, "w:titlePg").value_or(false)) continue;
    for (const XmlNode reference : section) {
      if (reference["w:type"] == "first") ids.insert(reference["r:id"]);
    }
  }
  return ids;
}

// Reads headers and footers. Most of them are equal on all pages and in all
// sections.
Conversion<void> WordReader::ReadEdges() {
  const std::set<std::string_view> first_page = FirstPageEdges();
  std::set<std::string> seen;
  std::vector<Line> edges;
  for (const std::string_view kind : {"header", "footer"}) {
    for (const Relation& relation : relations_) {
      if (relation.kind != kind) continue;
      const auto tree = ReadOptionalXml(archive_, relation.target);
      if (!tree) return tree.error();
      const bool is_once = first_page.contains(relation.id);
      for (Line& line : LinesOf(tree->root())) {
        if (!seen.insert(line.Html()).second) continue;
        if (is_once) {
          page_.Paragraph(std::move(line));
        } else {
          edges.push_back(std::move(line));
        }
      }
    }
  }
  page_.RunningLines(std::move(edges));
  return {};
}

Conversion<void> WordReader::ReadComments() {
  const auto tree =
      ReadOptionalXml(archive_, TargetOf(relations_, "comments", ""));
  if (!tree) return tree.error();
  page_.LeaveOut(LeftOut::kComment, WordTextIn(tree->root()));
  return {};
}

Conversion<void> WordReader::Read(XmlNode document) {
  if (document.Child("w:background")) ++grounds_;
  Blocks(document.Child("w:body"));
  EndContents();
  if (auto read = ReadNotes(); !read) return read;
  if (auto read = ReadEdges(); !read) return read;
  return ReadComments();
}

}  // namespace

Conversion<ConvertedDocument> ConvertWord(int fd, std::uint64_t size) {
  Conversion<Archive> archive = Archive::Open(fd, size, "a Word file");
  if (!archive) return archive.error();
  const std::string part = TargetOf(RelationsOf(*archive, ""), "officeDocument",
                                    "word/document.xml");
  const std::vector<Relation> relations = RelationsOf(*archive, part);
  const auto document = ReadXml(*archive, part);
  if (!document) return document.error();
  const auto styles =
      ReadOptionalXml(*archive, TargetOf(relations, "styles", ""));
  if (!styles) return styles.error();
  const auto numbering =
      ReadOptionalXml(*archive, TargetOf(relations, "numbering", ""));
  if (!numbering) return numbering.error();
  WordReader reader(*archive, part, styles->root(), numbering->root());
  if (const auto read = reader.Read(document->root()); !read) {
    return read.error();
  }
  return std::move(reader.page()).Take();
}

}  // namespace answerbox::client::package
