#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/table_groups.h"
#include "client/convert/document/text_charset.h"
#include "client/convert/document/written_structure.h"
#include "client/convert/markup/markdown_dialects.h"
#include "client/convert/markup/markdown_source.h"
#include "client/convert/markup/markup.h"
#include "client/convert/markup/protected_text.h"
#include "client/convert/markup/raised_signs.h"
#include "engine/text/ascii.h"
#include "engine/text/whole_number.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

constexpr int kUnordered = -1;
constexpr std::uint32_t kMaxNumber = 999'999'999;  // As of items.

std::string_view Literal(cmark_node* node) {
  const char* literal = cmark_node_get_literal(node);
  return literal == nullptr ? std::string_view() : literal;
}

// Returns the name of an inline tag in lower case: "sup" for "<sup class=x>",
// "/sup" for "</sup>".
std::string TagOf(std::string_view html) {
  std::string tag;
  for (const char c : html.substr(std::min<std::size_t>(html.size(), 1))) {
    if (!engine::IsLetter(c) && (c != '/' || !tag.empty())) break;
    tag += engine::ToLowerAscii(c);
  }
  return tag;
}

// Returns a text without the "{width=5cm}" that Pandoc has just after a
// picture.
std::string_view WithoutPictureSize(cmark_node* node) {
  const std::string_view text = Literal(node);
  cmark_node* before = cmark_node_previous(node);
  const bool has_size =
      before != nullptr && cmark_node_get_type(before) == CMARK_NODE_IMAGE &&
      (text.starts_with("{width=") || text.starts_with("{height="));
  const std::size_t end = has_size ? text.find_first_of("} ") : text.npos;
  return end == text.npos || text[end] == ' ' ? text : text.substr(end + 1);
}

bool IsLinkIntoThePage(cmark_node* node);

// Collects the words of a paragraph, heading or cell without their markup. A
// soft break becomes a newline, since a pipe table is a paragraph to cmark,
// whose lines are the rows. A hard break becomes a vertical tab.
class InlineWords {
 public:
  std::string Collect(cmark_node* block) && {
    WalkMarkdown(
        block, [this](cmark_node* node) { Enter(node); }, [](cmark_node*) {});
    return std::move(out_);
  }

 private:
  struct Raised {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string inside;
  };

  void Enter(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
        out_ += ProtectedText(WithoutPictureSize(node));
        return;
      case CMARK_NODE_CODE:
        out_ += ProtectedCode(Literal(node));
        return;
      case CMARK_NODE_SOFTBREAK:
        out_ += '\n';
        return;
      case CMARK_NODE_LINEBREAK:
        out_ += '\v';
        return;
      case CMARK_NODE_HTML_INLINE:
        return EnterTag(Literal(node));
      case CMARK_NODE_LINK:
        leads_into_page_ = leads_into_page_ || IsLinkIntoThePage(node);
        return;
      default:
        return;  // Of emphasis, links and images only the text stays.
    }
  }

  void EnterTag(std::string_view html) {
    const std::string tag = TagOf(html);
    if (tag == "br") {
      out_ += '\v';
    } else if (tag == "del" || tag == "s" || tag == "strike") {
      out_ += kStruckBegin;
    } else if (tag == "/del" || tag == "/s" || tag == "/strike") {
      out_ += kStruckEnd;
    } else if (tag == "sup" || tag == "sub") {
      begin_ = out_.size();
      leads_into_page_ = false;
    } else if (tag == "a") {
      leads_into_page_ = html.find("href=\"#") != std::string_view::npos;
    } else if (begin_ && (tag == "/sup" || tag == "/sub")) {
      tag == "/sup" ? EndRaised() : EndLowered();
      begin_.reset();
    }
  }

  void EndRaised() {
    last_ = {.begin = *begin_, .inside = out_.substr(*begin_)};
    out_.resize(*begin_);
    out_ += answerbox::client::Raised(out_, last_.inside, leads_into_page_);
    last_.end = out_.size();
  }

  // A raised number, a slash and a lowered number make a fraction.
  void EndLowered() {
    const std::string inside = out_.substr(*begin_);
    const std::string_view between =
        last_.inside.empty() || last_.end > *begin_
            ? std::string_view()
            : std::string_view(out_).substr(last_.end, *begin_ - last_.end);
    if (between == "/" || between == kFractionSlash) {
      out_.resize(last_.begin);
      out_ += Numerator(out_, last_.inside) + "/" + inside;
      last_ = {};
      return;
    }
    out_.resize(*begin_);
    out_ += Lowered(inside);
  }

  std::string out_;
  std::optional<std::size_t> begin_;  // Of the open raised or lowered words.
  Raised last_;
  bool leads_into_page_ = false;
};

std::string WordsOf(cmark_node* block) { return InlineWords().Collect(block); }

// Lines end with one of `ends`: newlines or vertical tabs.
std::vector<std::string> LinesOf(std::string_view words,
                                 std::string_view ends) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = words.find_first_of(ends);
    lines.emplace_back(words.substr(0, end));
    if (end == std::string_view::npos) return lines;
    words.remove_prefix(end + 1);
  }
}

// Writes words; hard breaks begin new lines.
void WriteWords(std::string_view words, BlockWriter& writer) {
  bool is_first = true;
  for (const std::string& line : LinesOf(words, "\v")) {
    if (!std::exchange(is_first, false)) writer.Line();
    writer.Flowing(line);
  }
}

// Whether the line begins with a bullet that CommonMark does not have.
bool BeginsWithBullet(std::string_view line) {
  for (const std::string_view bullet :
       {"\xE2\x80\xA2 ", "\xE2\x96\xAA ", "\xE2\x97\x8F ", "\xE2\x80\x93 ",
        "\xC2\xB7 ", "\xE2\x97\xA6 "}) {
    if (line.starts_with(bullet)) return true;
  }
  return false;
}

constexpr std::string_view kDefines = ": ";

bool IsParagraph(cmark_node* node) {
  return node != nullptr && cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH;
}

// Whether the paragraph consists of one piece in bold.
bool IsBold(cmark_node* paragraph) {
  cmark_node* child = cmark_node_first_child(paragraph);
  return child != nullptr && cmark_node_next(child) == nullptr &&
         cmark_node_get_type(child) == CMARK_NODE_STRONG;
}

// Whether words begin with a number, as "Article IV. Pumps" and "2. Taps" do.
bool IsNumberedTitle(std::string_view words) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t end = words.find_first_not_of(kDigits);
  if (end != 0)
    return words.substr(std::min(end, words.size())).starts_with(". ");
  for (const std::string_view name :
       {"Article ", "Section ", "Chapter ", "Part ", "Annex ", "Appendix "}) {
    if (!words.starts_with(name)) continue;
    words.remove_prefix(name.size());
    const std::string_view number =
        words.substr(0, words.find_first_of(" .:,"));
    return !number.empty() &&
           (number.find_first_not_of(kDigits) == std::string_view::npos ||
            number.find_first_not_of("IVXLC") == std::string_view::npos);
  }
  return false;
}

// Whether this is a short paragraph in bold before one that is not, as many
// people write headings. Sentences do not count, nor paragraphs before a list,
// which they introduce unless they have a number.
bool IsBoldHeading(cmark_node* node, std::string_view words) {
  constexpr std::size_t kMaxBytes = 100;
  cmark_node* next = cmark_node_next(node);
  if (next == nullptr || words.empty()) return false;
  const bool is_above_text =
      IsParagraph(next) ? !IsBold(next)
                        : cmark_node_get_type(next) == CMARK_NODE_LIST &&
                              IsNumberedTitle(words);
  return cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_DOCUMENT &&
         IsBold(node) && is_above_text && words.size() <= kMaxBytes &&
         !engine::IsOneOf(words.back(), ".!?:;,") &&
         words.find('\v') == std::string_view::npos &&
         std::ranges::any_of(words, engine::IsLetter);
}

bool IsLinkIntoThePage(cmark_node* node) {
  if (cmark_node_get_type(node) != CMARK_NODE_LINK) return false;
  const char* url = cmark_node_get_url(node);
  return url != nullptr && *url == '#';
}

// Whether all items of a list, and of the lists in it, are links to places in
// the same file, and there are several: editors and GitHub write such tables of
// contents. Any word outside of a link in a paragraph makes it an ordinary
// list.
bool IsContents(cmark_node* list) {
  constexpr std::size_t kFewestLinks = 3;
  std::size_t links = 0;
  bool is_contents = true;
  WalkMarkdown(
      list,
      [&links, &is_contents](cmark_node* node) {
        const cmark_node_type type = cmark_node_get_type(node);
        cmark_node* parent = cmark_node_parent(node);
        if (type == CMARK_NODE_LINK && IsLinkIntoThePage(node)) {
          ++links;
        } else if (cmark_node_get_type(parent) == CMARK_NODE_PARAGRAPH) {
          is_contents = is_contents && type == CMARK_NODE_SOFTBREAK;
        } else if (type == CMARK_NODE_HEADING ||
                   type == CMARK_NODE_CODE_BLOCK ||
                   type == CMARK_NODE_HTML_BLOCK) {
          is_contents = false;
        }
      },
      [](cmark_node*) {});
  return is_contents && links >= kFewestLinks;
}

bool IsInItem(cmark_node* node) {
  return cmark_node_get_type(cmark_node_parent(node)) == CMARK_NODE_ITEM;
}

// Writes blocks as they are entered and left.
class TreeWriter {
 public:
  TreeWriter(const PreparedMarkdown& prepared, ParserBudget& budget)
      : prepared_(prepared), budget_(budget) {}

  void Enter(cmark_node* node);
  void Leave(cmark_node* node);
  // Errors: kTooComplex if HTML in the file exceeded the budget.
  [[nodiscard]] Conversion<ConvertedDocument> Take(
      std::string guessed_charset) && {
    if (rejection_) return *std::move(rejection_);
    ConvertedDocument document = std::move(writer_).Take();
    MakeTypedLists(document.text, document.blocks);
    document.notes = std::move(notes_);
    document.notes.guessed_charset = std::move(guessed_charset);
    return Finish(std::move(document));
  }

 private:
  void WriteHtml(cmark_node* node);
  void WriteCode(cmark_node* node);
  void WriteHeading(cmark_node* node);
  void WriteParagraph(cmark_node* node);
  void WriteLines(std::string_view words);
  void WriteNote(const MarkdownNote& note);
  bool WriteDefinitions(cmark_node* node, std::string_view words);
  void WriteTable(std::span<const std::string> lines);
  TableRow RowOf(std::string_view line, std::uint8_t flags);
  void EnterList(cmark_node* list);
  void EnterItem(cmark_node* item);
  std::string FinishedWords(std::string words, bool is_cell = false) {
    return Finished(std::move(words), prepared_, is_cell, notes_);
  }

  const PreparedMarkdown& prepared_;
  ParserBudget& budget_;
  BlockWriter writer_;
  ReadingNotes notes_;
  std::optional<Rejection> rejection_;
  // For each open list: its next number, or kUnordered.
  std::vector<int> numbers_;
  int last_level_ = 0;        // Of the last heading.
  bool is_defining_ = false;  // Within a list of definitions.
};

TableRow TreeWriter::RowOf(std::string_view line, std::uint8_t flags) {
  TableRow row;
  for (const std::string_view cell : CellsOf(line)) {
    row.push_back({.text = FinishedWords(std::string(cell), true),
                   .column = row.size(),
                   .flags = flags});
  }
  return row;
}

// Writes the head row, skips the delimiter row after it, and writes the others.
void TreeWriter::WriteTable(std::span<const std::string> lines) {
  std::vector<TableRow> rows;
  // "| | |" is the head of tables whose first row is data.
  if (lines[0].find_first_not_of("| \t") != std::string::npos) {
    rows.push_back(RowOf(lines[0], engine::kHeadsColumn));
  }
  for (const std::string& line : lines.subspan(2)) {
    rows.push_back(RowOf(line, 0));
  }
  RepeatGroups(rows);
  writer_.Line();
  writer_.Begin(Kind::kTable);
  WriteTableRows(rows, writer_);
  writer_.End();
}

// Joins source lines with spaces, except those that begin with bullets.
void TreeWriter::WriteLines(std::string_view words) {
  for (const std::string& line : LinesOf(words, "\n")) {
    BeginsWithBullet(line) ? writer_.Line() : writer_.Space();
    WriteWords(line, writer_);
  }
}

// Writes a note as a single list item, so that the mark before it is no word of
// the note.
void TreeWriter::WriteNote(const MarkdownNote& note) {
  const std::string label = FinishedWords(std::string(note.label));
  const auto number = engine::WholeNumber<std::uint32_t>(label);
  const bool is_numbered = number && *number <= kMaxNumber;
  writer_.Block();
  writer_.BeginItem("[" + label + "] ");
  writer_.Begin({.number = is_numbered ? *number : 0,
                 .kind = Kind::kFootnote,
                 .flags = is_numbered ? engine::kNumbered : std::uint8_t{0}});
  WriteLines(FinishedWords(std::string(note.words)));
  writer_.End();
  writer_.EndItem();
  writer_.Block();
}

// Writes terms, each on a line of its own, and their definitions, which begin
// with a colon, in this paragraph or in those that follow (PHP Markdown Extra).
bool TreeWriter::WriteDefinitions(cmark_node* node, std::string_view words) {
  const std::vector<std::string> lines = LinesOf(words, "\n");
  const auto defines = [](const std::string& line) {
    return line.starts_with(kDefines);
  };
  cmark_node* next = cmark_node_next(node);
  const bool has_more = IsParagraph(next) && defines(WordsOf(next));
  const bool is_term = std::ranges::any_of(lines, defines) || has_more;
  if (!is_term || (defines(lines[0]) && !is_defining_)) return false;
  if (!is_defining_) {
    writer_.Block();
    writer_.Begin(Kind::kList);
  }
  bool is_open = false;
  bool in_definition = false;
  for (const std::string& line : lines) {
    const bool begins = defines(line);
    // A line without a colon continues a definition, or is a term.
    if (begins || !in_definition) {
      if (is_open) writer_.End();
      writer_.Line();
      writer_.Begin(begins ? Kind::kDefinition : Kind::kTerm);
      is_open = true;
    }
    in_definition = in_definition || begins;
    writer_.Space();
    WriteWords(std::string_view(line).substr(begins ? kDefines.size() : 0),
               writer_);
  }
  if (is_open) writer_.End();
  is_defining_ = has_more;
  if (!is_defining_) {
    writer_.End();
    writer_.Block();
  }
  return true;
}

void TreeWriter::WriteParagraph(cmark_node* node) {
  std::string words = WordsOf(node);
  if (const auto note = NoteOf(words)) return WriteNote(*note);
  cmark_node* parent = cmark_node_parent(node);
  const bool is_first = cmark_node_previous(node) == nullptr;
  if (is_first && IsInItem(node)) (void)TakeCheckBox(words);
  std::string before;
  if (is_first && cmark_node_get_type(parent) == CMARK_NODE_BLOCK_QUOTE) {
    before = TakeAlert(words).value_or("");
  }
  const std::vector<std::string> lines = LinesOf(words, "\n");
  if (const auto table = FindTable(lines)) {
    if (std::exchange(is_defining_, false)) writer_.End();
    writer_.Block();
    for (const std::string& line : std::span(lines).first(*table)) {
      writer_.Space();
      WriteWords(FinishedWords(line), writer_);
    }
    return WriteTable(std::span(lines).subspan(*table));
  }
  // The place where kramdown puts a table of contents.
  if (words.find("{:toc") != std::string::npos) return;
  words = FinishedWords(std::move(words));
  if (WriteDefinitions(node, words)) return;
  writer_.Block();
  if (IsBoldHeading(node, words)) {
    constexpr int kDeepest = 6;
    const int level =
        last_level_ == 0 ? 2 : std::min(last_level_ + 1, kDeepest);
    writer_.BeginHeading(static_cast<std::uint8_t>(level));
    WriteWords(words, writer_);
    return writer_.EndHeading();
  }
  writer_.Flowing(before);
  if (before.ends_with('\n')) writer_.Block();
  WriteLines(words);
}

void TreeWriter::WriteHeading(cmark_node* node) {
  last_level_ = cmark_node_get_heading_level(node);
  writer_.Block();
  writer_.BeginHeading(static_cast<std::uint8_t>(last_level_));
  writer_.Flowing(FinishedWords(std::string(WithoutAttributes(WordsOf(node)))));
  writer_.EndHeading();
}

void TreeWriter::WriteCode(cmark_node* node) {
  const std::string literal = AsWritten(Literal(node));
  std::string_view code = literal;
  while (code.ends_with('\n')) code.remove_suffix(1);
  writer_.Block();
  writer_.Begin(Kind::kCode);
  writer_.Verbatim(code);
  writer_.End();
}

void TreeWriter::EnterList(cmark_node* list) {
  // Items are numbered from the list's first number, as in CommonMark: many
  // people write "1." before each item.
  const bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
  numbers_.push_back(ordered ? cmark_node_get_list_start(list) : kUnordered);
  IsInItem(list) ? writer_.Line() : writer_.Block();
  // Lists in items were already checked with the list around them.
  const bool is_contents = !IsInItem(list) && IsContents(list);
  writer_.Begin(is_contents ? Kind::kContents : Kind::kList);
}

void TreeWriter::EnterItem(cmark_node* item) {
  if (numbers_.back() == kUnordered) {
    cmark_node* first = cmark_node_first_child(item);
    std::string words = IsParagraph(first) ? WordsOf(first) : std::string();
    const std::string box = TakeCheckBox(words);
    return writer_.BeginItem(box.empty() ? "- " : "- " + box + " ");
  }
  const int number = numbers_.back()++;
  writer_.BeginItem(std::to_string(number) + ". ",
                    static_cast<std::uint32_t>(number));
}

void TreeWriter::WriteHtml(cmark_node* node) {
  // The walk can't be left in the middle: after a failure it goes on, but
  // parses nothing.
  if (rejection_) return;
  // HTML in the file uses the file's budget: otherwise many small fragments
  // could each use a whole one.
  const auto written =
      WriteHtmlFragment(AsWritten(Literal(node)), budget_, writer_, notes_);
  if (!written) rejection_ = written.error();
}

void TreeWriter::Enter(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH:
      return WriteParagraph(node);
    case CMARK_NODE_HEADING:
      return WriteHeading(node);
    case CMARK_NODE_CODE_BLOCK:
      return WriteCode(node);
    case CMARK_NODE_HTML_BLOCK:
      return WriteHtml(node);
    case CMARK_NODE_LIST:
      return EnterList(node);
    case CMARK_NODE_ITEM:
      return EnterItem(node);
    case CMARK_NODE_BLOCK_QUOTE:
      writer_.Block();
      return writer_.Begin(Kind::kQuote);
    case CMARK_NODE_THEMATIC_BREAK:
      return writer_.Block();
    default:
      return;  // The document; and inlines, written by their block.
  }
}

void TreeWriter::Leave(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_ITEM:
      return writer_.EndItem();
    case CMARK_NODE_LIST:
      numbers_.pop_back();
      return writer_.End();
    case CMARK_NODE_BLOCK_QUOTE:
      return writer_.End();
    default:
      return;
  }
}

}  // namespace

Conversion<ConvertedDocument> ConvertMarkdown(std::string bytes) {
  Conversion<DecodedText> decoded = DecodeText(std::move(bytes));
  if (!decoded) return decoded.error();
  const PreparedMarkdown prepared =
      PrepareMarkdown(WithoutFrontMatter(decoded->text));
  ParserBudget budget;
  const Conversion<MarkdownTree> tree =
      MarkdownTree::Parse(prepared.text, budget);
  if (!tree) return tree.error();
  TreeWriter writer(prepared, budget);
  WalkMarkdown(
      tree->root(), [&writer](cmark_node* node) { writer.Enter(node); },
      [&writer](cmark_node* node) { writer.Leave(node); });
  return std::move(writer).Take(std::move(decoded->guessed_charset));
}

}  // namespace answerbox::client
