#include "client/commands/answer_parts.h"

#include <algorithm>
#include <boost/json/array.hpp>

#include "client/rpc/json_fields.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// What may stand between two parts.
constexpr std::string_view kJoints = " \n:|";

TextRange DocumentRange(const json::object& offsets) {
  const auto begin = static_cast<std::size_t>(NumberAt(offsets, "begin"));
  const auto end = static_cast<std::size_t>(NumberAt(offsets, "end"));
  return {begin, std::max(begin, end)};
}

BlockKind BlockKindOf(const LocatedPart& part) {
  if (part.role == "item") return BlockKind::kItem;
  if (part.role == "heading") return BlockKind::kHeading;
  if (part.role == "header" || part.role == "cell") return BlockKind::kRow;
  return BlockKind::kParagraph;
}

// Whether the part goes on in the block before it: a sentence of the same
// paragraph, or a cell of the same row.
bool Continues(const AnswerBlock& block, const LocatedPart& part,
               std::string_view text) {
  if (block.kind != BlockKindOf(part)) return false;
  if (part.role == "item" || part.role == "heading") return false;
  const std::size_t end = block.range.end;
  return text.substr(end, part.in_text.begin - end).find('\n') ==
         std::string_view::npos;
}

}  // namespace

std::vector<LocatedPart> LocateParts(const json::object& answer,
                                     std::string_view text) {
  std::vector<LocatedPart> parts;
  std::size_t at = 0;
  for (const json::value& value : ArrayAt(answer, "parts")) {
    const json::object& part = AsObject(value);
    const std::string words = TextAt(part, "text");
    if (words.empty()) continue;
    const std::size_t begin = text.find(words, at);
    if (begin == std::string_view::npos ||
        text.substr(at, begin - at).find_first_not_of(kJoints) !=
            std::string_view::npos) {
      return {};
    }
    at = begin + words.size();
    parts.push_back({TextAt(part, "role"),
                     static_cast<std::size_t>(NumberAt(part, "level")),
                     {begin, at},
                     DocumentRange(ObjectAt(part, "offsets"))});
  }
  if (at != text.size()) return {};
  return parts;
}

std::vector<TextRange> InText(const std::vector<LocatedPart>& parts,
                              TextRange in_document) {
  std::vector<TextRange> ranges;
  for (const LocatedPart& part : parts) {
    const TextRange& stored = part.in_document;
    const std::size_t begin = std::max(stored.begin, in_document.begin);
    const std::size_t end = std::min(stored.end, in_document.end);
    if (begin >= end) continue;
    // A part of another length than its bytes is marked as a whole.
    const bool is_exact =
        stored.end - stored.begin == part.in_text.end - part.in_text.begin;
    ranges.push_back(
        is_exact ? TextRange{part.in_text.begin + (begin - stored.begin),
                             part.in_text.begin + (end - stored.begin)}
                 : part.in_text);
  }
  return ranges;
}

std::vector<AnswerBlock> BlocksOf(const std::vector<LocatedPart>& parts,
                                  std::string_view text) {
  std::vector<AnswerBlock> blocks;
  bool has_heading = false;  // The part before is the heading of a cell.
  for (const LocatedPart& part : parts) {
    if (blocks.empty() || !Continues(blocks.back(), part, text)) {
      blocks.push_back({BlockKindOf(part), part.level, part.in_text, {}});
    }
    AnswerBlock& block = blocks.back();
    block.range.end = part.in_text.end;
    if (block.kind != BlockKind::kRow) continue;
    if (has_heading && !block.cells.empty()) {
      block.cells.back().end = part.in_text.end;
    } else {
      block.cells.push_back(part.in_text);
    }
    has_heading = part.role == "header";
  }
  return blocks;
}

}  // namespace answerbox::client
