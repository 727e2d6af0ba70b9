#include "client/convert/document/block_writer.h"

#include <algorithm>
#include <utility>

#include "client/convert/document/conversion_clock.h"
#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using Kind = engine::TextBlockKind;

// Most formats mark no title. A first heading that is the only one of level 1
// is the title; two such headings are chapters.
void MarkTitle(std::vector<engine::TextBlock>& blocks) {
  engine::TextBlock* first = nullptr;
  for (engine::TextBlock& block : blocks) {
    if (block.kind == Kind::kTitle) return;
    if (block.kind != Kind::kHeading) continue;
    if (first == nullptr) {
      first = &block;
      if (block.level != 1 || block.parent_distance != 0) return;
    } else if (block.level == 1) {
      return;
    }
  }
  if (first != nullptr) first->kind = Kind::kTitle;
}

}  // namespace

void BlockWriter::Separate(Separator separator) {
  // No separator is written between a marker and its text: "- " stays with the
  // first paragraph of its item.
  if (marker_.empty()) pending_ = std::max(pending_, separator);
}

void BlockWriter::Block() {
  tree_.EndParagraph(text_end());
  Separate(Separator::kBlock);
}

void BlockWriter::BeginItem(std::string marker,
                            std::optional<std::uint32_t> number) {
  Line();
  tree_.EndParagraph(text_end());
  marker_ = std::move(marker);
  tree_.BeginMarker();
  Begin({.number = number.value_or(0),
         .kind = Kind::kItem,
         .flags = number ? engine::kNumbered : std::uint8_t{0}});
}

void BlockWriter::EndItem() {
  marker_.clear();
  End();
}

void BlockWriter::BeginMark(Kind kind, std::uint8_t level) {
  heading_level_ = level;
  heading_has_text_ = false;
  Begin({.kind = kind, .level = level});
}

void BlockWriter::BeginHeading(std::uint8_t level) {
  BeginMark(Kind::kHeading, level);
}

void BlockWriter::BeginTitle() { BeginMark(Kind::kTitle, 1); }

void BlockWriter::EndHeading() {
  const auto end = static_cast<std::uint32_t>(text_end());
  const bool fits = end - heading_begin_ <= engine::kMaxHeadingBytes;
  if (heading_has_text_ && fits) {
    document_.headings.push_back({{heading_begin_, end}, heading_level_});
  }
  heading_level_ = 0;
  // A heading that is too long loses its mark, but its words stay in the text.
  fits ? tree_.Close(end) : tree_.CloseAsParagraph(end);
}

void BlockWriter::FlushSeparator() {
  CheckConversionTime();
  // Separators are written only when text follows. So the document neither
  // begins nor ends with one, and empty elements leave no blank lines.
  std::string& text = document_.text;
  if (!text.empty()) {
    switch (pending_) {
      case Separator::kNone:
        break;
      case Separator::kSpace:
        text += ' ';
        break;
      case Separator::kLine:
        text += '\n';
        break;
      case Separator::kBlock:
        text += "\n\n";
        break;
    }
  }
  pending_ = Separator::kNone;
  // The page begins before the marker, but the heading and the item's text
  // begin after it: a page mark inside of an item would cut its marker off.
  const std::size_t marker_begin = text.size();
  text += marker_;
  marker_.clear();
  if (page_) {
    document_.pages.push_back(
        {static_cast<std::uint32_t>(marker_begin), *page_});
    page_.reset();
  }
  for (PrintedBox& box : boxes_) {
    box.box.offset = static_cast<std::uint32_t>(text.size());
    document_.boxes.push_back(box);
  }
  boxes_.clear();
  tree_.OnText(text, marker_begin, text.size());
  if (heading_level_ != 0 && !heading_has_text_) {
    heading_has_text_ = true;
    heading_begin_ = static_cast<std::uint32_t>(text.size());
  }
}

void BlockWriter::Verbatim(std::string_view text) {
  if (text.empty()) return;
  FlushSeparator();
  document_.text += text;
}

void BlockWriter::Flowing(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end =
        std::min(text.find_first_of(engine::kAsciiSpace), text.size());
    Verbatim(text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty()) return;
    Space();
    text.remove_prefix(1);
  }
}

void BlockWriter::CellSeparator() {
  Space();
  Verbatim("|");
  Space();
}

// Lists are made before sections: a list below a heading "Contents" is the
// evidence that the heading is right.
ConvertedDocument BlockWriter::Take() && {
  document_.blocks = std::move(tree_).Take(text_end());
  MarkTitle(document_.blocks);
  MakeMarkedLists(document_.text, document_.blocks);
  EncloseSections(document_.text, document_.blocks);
  LowerParts(document_.text, document_.blocks, document_.headings);
  if (!document_.text.empty()) document_.text += '\n';
  return std::move(document_);
}

}  // namespace answerbox::client
