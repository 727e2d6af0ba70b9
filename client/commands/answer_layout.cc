#include "client/commands/answer_layout.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "client/rpc/message.h"
#include "client/terminal/printable.h"
#include "protocol/reply/answer_parts.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

using protocol::AnswerBlock;
using protocol::BlockKind;
using protocol::LocatedPart;

// These marks surround a short answer where no style can highlight it.
constexpr std::string_view kOpenMark = "\xC2\xAB";
constexpr std::string_view kCloseMark = "\xC2\xBB";
constexpr std::string_view kBullet = "\xE2\x80\xA2 ";
constexpr std::size_t kBulletColumns = 2;
constexpr std::size_t kLevelColumns = 2;
constexpr std::size_t kMaxTextColumns = 100;  // Longer lines are hard to read.
constexpr std::size_t kMinItemColumns = 8;
// Blanks before a cell's further lines.
constexpr std::size_t kCellColumns = 2;

// Replaces each run of blanks by one blank.
std::string WithSingleBlanks(std::string line) {
  line.erase(std::unique(line.begin(), line.end(),
                         [](char a, char b) { return a == ' ' && b == ' '; }),
             line.end());
  return line;
}

// Adjusts `range` to a text that got marks around `marked`. A range that holds
// all of `marked` then holds the marks, too.
void MakeRoomForMarks(TextRange& range, TextRange marked) {
  if (marked.begin == marked.end) return;
  constexpr std::size_t kBoth = kOpenMark.size() + kCloseMark.size();
  if (range.begin >= marked.end) range.begin += kBoth;
  if (range.end >= marked.end) range.end += kBoth;
}

// The text of an answer, and the blocks that it is divided into.
struct LaidOut {
  std::string text;
  std::vector<StyledRange> styles;
  std::vector<AnswerBlock> blocks;
};

// Returns one block for each line of a text whose parts are not known. The
// lines follow each other without blank lines, as rows do.
std::vector<AnswerBlock> PlainBlocks(std::string_view text) {
  std::vector<AnswerBlock> blocks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) {
      blocks.push_back({BlockKind::kRow, 0, {at, end}, {{at, end}}});
    }
    at = end + 1;
  }
  return blocks;
}

LaidOut LayOut(const json::object& answer, const Terminal& terminal) {
  LaidOut out{TextAt(answer, "text"), {}, {}};
  const auto parts = protocol::LocateParts(answer, out.text);
  if (parts.empty()) {
    out.blocks = PlainBlocks(out.text);
    return out;
  }
  out.blocks = protocol::BlocksOf(parts, out.text);
  const TextRange found = protocol::ShortInParts(answer, parts, out.text);
  if (!terminal.styled) {
    out.text = Marked(std::move(out.text), found);
    for (AnswerBlock& block : out.blocks) {
      MakeRoomForMarks(block.range, found);
      for (TextRange& cell : block.cells) MakeRoomForMarks(cell, found);
    }
    return out;
  }
  const json::object& offsets = ObjectAt(answer, "offsets");
  const TextRange decided{static_cast<std::size_t>(NumberAt(offsets, "begin")),
                          static_cast<std::size_t>(NumberAt(offsets, "end"))};
  for (const TextRange range : protocol::InText(parts, decided)) {
    out.styles.push_back({range, Style::kBold});
  }
  for (const LocatedPart& part : parts) {
    if (part.role == "heading") {
      out.styles.push_back({part.in_text, Style::kUnderlined});
    } else if (part.role == "header") {
      out.styles.push_back({part.in_text, Style::kDim});
    }
  }
  out.styles.push_back({found, Style::kGood});
  return out;
}

// Writes a range of the text on lines. The first line begins with `head`, at
// most `head_columns` wide, and the others with as many blanks.
std::string Lines(const LaidOut& answer, TextRange range,
                  const Terminal& terminal, std::string_view head,
                  std::size_t head_columns) {
  const std::string_view text =
      std::string_view(answer.text)
          .substr(range.begin, range.end - range.begin);
  std::string out;
  for (TextRange line : WrapLines(text, AnswerColumns(terminal) - head_columns,
                                  LineEnds::kJoin)) {
    if (line.begin == line.end) continue;  // Between paragraphs.
    line = {line.begin + range.begin, line.end + range.begin};
    out += kAnswerIndent;
    out += out.size() == kAnswerIndent.size() ? std::string(head)
                                              : std::string(head_columns, ' ');
    out += RenderLine(terminal, answer.text, line, answer.styles) + "\n";
  }
  return out;
}

std::string ItemLines(const LaidOut& answer, const AnswerBlock& item,
                      const Terminal& terminal) {
  // In a narrow terminal deep lists share one indent, so that some columns are
  // left for the words.
  const std::size_t deepest =
      AnswerColumns(terminal) - kBulletColumns - kMinItemColumns;
  const std::size_t outer_lists = std::max<std::size_t>(item.level, 1) - 1;
  const std::size_t indent =
      std::min(outer_lists, deepest / kLevelColumns) * kLevelColumns;
  return Lines(answer, item.range, terminal,
               std::string(indent, ' ') + std::string(kBullet),
               indent + kBulletColumns);
}

// Writes a row on one line or, if it is too long, each cell on a line of its
// own.
std::string RowLines(const LaidOut& answer, const AnswerBlock& row,
                     const Terminal& terminal) {
  std::string line = Lines(answer, row.range, terminal, "", 0);
  // A row that is wrapped in its middle would no longer show which cell a word
  // belongs to.
  if (std::ranges::count(line, '\n') <= 1) return line;
  std::string out;
  for (const TextRange cell : row.cells) {
    out += Lines(answer, cell, terminal, "", kCellColumns);
  }
  return out;
}

}  // namespace

std::string FormedLines(const json::object& object, const Terminal& terminal) {
  const LaidOut answer = LayOut(object, terminal);
  std::string out;
  const AnswerBlock* before = nullptr;
  for (const AnswerBlock& block : answer.blocks) {
    const bool is_text = block.kind == BlockKind::kParagraph ||
                         block.kind == BlockKind::kHeading;
    // A blank line separates paragraphs, but not a heading from its text.
    if (is_text && before != nullptr && before->kind != BlockKind::kHeading) {
      out += "\n";
    }
    before = &block;
    if (block.kind == BlockKind::kItem) {
      out += ItemLines(answer, block, terminal);
    } else if (block.kind == BlockKind::kRow) {
      out += RowLines(answer, block, terminal);
    } else {
      out += Lines(answer, block.range, terminal, "", 0);
    }
  }
  return out;
}

std::string FormedTextLines(const json::object& object,
                            const Terminal& terminal) {
  const LaidOut answer = LayOut(object, terminal);
  std::string out;
  for (const AnswerBlock& block : answer.blocks) {
    out += WithSingleBlanks(
               RenderLine(terminal, answer.text, block.range, answer.styles)) +
           "\n";
  }
  return out;
}

std::size_t AnswerColumns(const Terminal& terminal) {
  return std::min(terminal.columns, kMaxTextColumns) - 2 * kAnswerIndent.size();
}

std::string Marked(std::string text, TextRange range) {
  if (range.begin == range.end) return text;
  // The end comes first, because inserting at the beginning would move it.
  text.insert(range.end, kCloseMark);
  text.insert(range.begin, kOpenMark);
  return text;
}

std::string OneLine(std::string_view text) {
  return WithSingleBlanks(BlankedOut(text));
}

std::string PlaceText(const boost::json::object& answer,
                      std::string_view separator) {
  std::string place = BlankedOut(TextAt(answer, "document"));
  if (const std::uint64_t page = NumberAt(answer, "page"); page > 0) {
    place += ", page " + std::to_string(page);
  }
  std::string section;
  for (const boost::json::value& heading : ArrayAt(answer, "section")) {
    if (!heading.is_string()) continue;
    if (!section.empty()) section += separator;
    section += BlankedOut(heading.get_string());
  }
  return section.empty() ? place : place + ", " + section;
}

std::string AlsoInText(const boost::json::object& answer) {
  const boost::json::array& places = ArrayAt(answer, "also_in");
  if (places.empty()) return {};
  std::string text =
      ", also in " + BlankedOut(TextAt(AsObject(places.front()), "document"));
  if (places.size() > 1) {
    text += " and " + std::to_string(places.size() - 1) + " more";
  }
  return text;
}

}  // namespace answerbox::client
