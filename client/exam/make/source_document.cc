#include <algorithm>
#include <limits>

#include "client/exam/make/document_questions.h"
#include "client/rpc/json_fields.h"
#include "engine/text/text_block.h"

namespace answerbox::client {
namespace {

using engine::TextBlockKind;

bool IsHeading(TextBlockKind kind) {
  return kind == TextBlockKind::kTitle || kind == TextBlockKind::kHeading;
}

// Headings in PDFs may run over several lines.
std::string OnOneLine(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

std::string_view SourceDocument::TextOf(SourceRange range) const {
  return std::string_view(text).substr(range.begin, range.end - range.begin);
}

// Many documents have no title, but their first heading serves as one.
std::string SourceDocument::Title() const {
  const auto found = std::ranges::find_if(
      blocks, [](const SourceBlock& block) { return IsHeading(block.kind); });
  return found == blocks.end() ? std::string()
                               : OnOneLine(TextOf(found->range));
}

// A section ends, with its subsections, at the next heading of the same or a
// higher level. All sections that are open at that heading and not above it end
// there.
std::vector<SourceSection> SourceDocument::Sections() const {
  std::vector<SourceSection> sections(1);
  sections.front().whole.end = text.size();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const SourceBlock& block = blocks[i];
    if (!IsHeading(block.kind)) {
      sections.back().blocks.push_back(i);
      continue;
    }
    sections.back().body.end = block.range.begin;
    SourceSection section;
    section.heading = OnOneLine(TextOf(block.range));
    section.level = block.kind == TextBlockKind::kTitle ? 1 : block.level;
    section.body.begin = section.whole.begin = block.range.end;
    section.whole.end = text.size();
    for (SourceSection& open : sections) {
      if (open.level >= section.level && open.whole.end == text.size()) {
        open.whole.end = block.range.begin;
      }
    }
    sections.push_back(std::move(section));
  }
  sections.back().body.end = text.size();
  return sections;
}

std::vector<SourceBlock> ReadSourceBlocks(const boost::json::array& blocks,
                                          std::size_t text_bytes) {
  constexpr std::size_t kLeftOut = std::numeric_limits<std::size_t>::max();
  std::vector<SourceBlock> read;
  // A reply is checked like any foreign input: a range past the text, or a
  // parent that comes later, would be used as an index.
  // Index in `read` of each block, or kLeftOut.
  std::vector<std::size_t> places;
  for (const boost::json::value& value : blocks) {
    const boost::json::object& object = AsObject(value);
    const auto kind = engine::TextBlockKindOf(TextAt(object, "kind"));
    const std::uint64_t begin = NumberAt(object, "begin");
    const std::uint64_t end = NumberAt(object, "end");
    SourceBlock block;
    bool is_sound = kind && !engine::IsFurniture(*kind) && begin <= end &&
                    end <= text_bytes;
    if (object.contains("parent")) {
      const std::uint64_t parent = NumberAt(object, "parent");
      is_sound = is_sound && parent < places.size() &&
                 places[static_cast<std::size_t>(parent)] != kLeftOut;
      if (is_sound) block.parent = places[static_cast<std::size_t>(parent)];
    }
    places.push_back(is_sound ? read.size() : kLeftOut);
    if (!is_sound) continue;
    block.kind = *kind;
    block.range = {static_cast<std::size_t>(begin),
                   static_cast<std::size_t>(end)};
    block.level = static_cast<std::size_t>(
        std::max<std::uint64_t>(NumberAt(object, "level"), 1));
    block.row = static_cast<std::size_t>(NumberAt(object, "row"));
    block.column = static_cast<std::size_t>(NumberAt(object, "column"));
    const std::string header = TextAt(object, "header");
    block.heads_column = header == "column" || header == "both";
    read.push_back(block);
  }
  return read;
}

}  // namespace answerbox::client
