#include "client/convert/tags/tags.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "client/convert/tags/tagged_blocks.h"
#include "engine/text/ascii.h"

namespace answerbox::client::tags {
namespace {

// ISO 32000-1, 14.8.4, without H1 to H6.
constexpr std::string_view kRoles[] = {
    "Annot",     "Art",      "BibEntry", "BlockQuote", "Caption", "Code",
    "Div",       "Document", "Figure",   "Form",       "Formula", "H",
    "Index",     "L",        "LBody",    "LI",         "Lbl",     "Link",
    "NonStruct", "Note",     "P",        "Part",       "Private", "Quote",
    "RB",        "RP",       "RT",       "Reference",  "Ruby",    "Sect",
    "Span",      "TBody",    "TD",       "TFoot",      "TH",      "THead",
    "TOC",       "TOCI",     "TR",       "Table",      "WP",      "WT",
    "Warichu"};

struct Element {
  std::size_t indent = 0;
  std::uint32_t number = 0;
  // The heading or item that the text belongs to, or 0; and its role.
  std::uint32_t owner = 0;
  TagRole role = TagRole::kOther;
  std::uint8_t level = 0;
  std::uint8_t lists = 0;  // The lists around it.
};

bool IsHeading(std::string_view name) {
  return name.size() == 2 && name[0] == 'H' && name[1] >= '1' && name[1] <= '6';
}

bool IsRole(std::string_view name) {
  return IsHeading(name) || std::find(std::begin(kRoles), std::end(kRoles),
                                      name) != std::end(kRoles);
}

std::string_view LeadingWord(std::string_view line) {
  return {line.begin(), std::ranges::find_if_not(line, [](char c) {
            return engine::Is(c, engine::kLetterByte | engine::kDigitByte);
          })};
}

// Returns an element called `name` within `around`. It takes the role of the
// element around it: a span in an item is text of the item. In a table
// everything belongs to the table, since its rows are read by layout.
Element Inside(const Element& around, std::string_view name) {
  Element element = around;
  if (name == "L" && element.lists < std::numeric_limits<std::uint8_t>::max()) {
    ++element.lists;
  }
  if (around.role == TagRole::kTable || name == "Table") {
    element.role = TagRole::kTable;
    element.owner = 0;
    element.level = 0;
  } else if (IsHeading(name)) {
    element.role = TagRole::kHeading;
    element.level = static_cast<std::uint8_t>(name[1] - '0');
  } else if (name == "LI" && element.lists > 0) {
    element.role = TagRole::kItem;
    element.level = element.lists;
  }
  return element;
}

class Reader {
 public:
  void ReadLine(std::string_view line) {
    const std::size_t indent =
        std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(indent);
    if (line.empty()) return;
    const std::string_view name = LeadingWord(line);
    const bool is_text = line.front() == '"';
    // Text may hold line ends, so lines without a known role are ignored.
    if (!is_text && !IsRole(name)) return;
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
    is_text ? AddText(line.substr(1)) : Open(name, indent);
  }

  [[nodiscard]] TagText Take() && { return std::move(result_); }

 private:
  void Open(std::string_view name, std::size_t indent) {
    const Element around = open_.empty() ? Element{} : open_.back();
    Element element = Inside(around, name);
    element.indent = indent;
    element.number = ++result_.elements;
    if (IsHeading(name)) ++result_.headings;
    // Text belongs to the open heading or item, not to the paragraph or span
    // within it.
    const bool owns = element.role == TagRole::kHeading
                          ? IsHeading(name)
                          : element.role == TagRole::kItem && name == "LI";
    if (owns) element.owner = element.number;
    if (open_.size() < kMaxDepth) open_.push_back(element);
  }

  void AddText(std::string_view text) {
    if (text.ends_with('"')) text.remove_suffix(1);
    if (text.empty()) return;
    TaggedText& added = result_.texts.emplace_back();
    added.text = text;
    if (open_.empty()) return;
    const Element& element = open_.back();
    added.role = element.role;
    added.level = element.level;
    added.element = element.owner != 0 ? element.owner : element.number;
  }

  TagText result_;
  std::vector<Element> open_;
};

}  // namespace

TagText ReadTags(std::string_view printed) {
  Reader reader;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    reader.ReadLine(printed.substr(0, end));
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  return std::move(reader).Take();
}

namespace {

using Kind = engine::TextBlockKind;

std::size_t BytesOf(const TagText& tags, const LayoutDocument& document) {
  std::size_t bytes = 0;
  for (const TaggedText& text : tags.texts) bytes += text.text.size();
  for (const LayoutBlock& block : document.blocks) {
    for (const std::string_view piece : PiecesOf(block)) bytes += piece.size();
  }
  return bytes;
}

// Whether the tags have the text that the layout shows, in the same order.
// Running lines may be untagged, as they are no content (ISO 32000-1,
// 14.8.2.2).
bool AreSound(const TaggedBlocks& tagged, const LayoutDocument& document) {
  constexpr std::size_t kFound = 90;  // Of 100 letters.
  constexpr std::size_t kTagged = 80;
  std::size_t letters = 0;
  std::size_t tagged_letters = 0;
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    if (document.blocks[i].kind == Kind::kRunningLine) continue;
    letters += tagged[i].letters;
    tagged_letters += tagged[i].tagged_letters;
  }
  return tagged.letters() > 0 &&
         tagged.found_letters() * 100 >= tagged.letters() * kFound &&
         tagged_letters * 100 >= letters * kTagged &&
         tagged.steps_back() * 5 <= tagged.elements().size();
}

}  // namespace

bool AreWorthReading(const TagText& elements) noexcept {
  return elements.headings > 0 && elements.elements <= kMaxElements;
}

bool UseTags(const TagText& tags, LayoutDocument& document) {
  if (!AreWorthReading(tags) || BytesOf(tags, document) > kMaxTaggedBytes) {
    return false;
  }
  const TaggedBlocks tagged(tags, document.blocks);
  if (!AreSound(tagged, document)) return false;
  if (AreHeadingsSound(tagged, document.blocks))
    UseHeadings(tagged, document.blocks);
  if (AreItemsSound(tagged)) {
    document.blocks = UseItems(tagged, std::move(document.blocks));
  }
  return true;
}

}  // namespace answerbox::client::tags
