#include "protocol/reply/answer_parts.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <optional>

#include "protocol/reply/json_fields.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

// What may stand between two parts.
constexpr std::string_view kJoints = " \n:|";

bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::size_t SkipBlanks(std::string_view text, std::size_t at) {
  while (at < text.size() && IsBlank(text[at])) ++at;
  return at;
}

// Where the words that begin at `at` end; nothing if others stand there. Any
// blanks are equal to any others.
std::optional<std::size_t> EndOfWords(std::string_view text, std::size_t at,
                                      std::string_view words) {
  for (std::size_t i = 0; i < words.size();) {
    if (at == text.size()) return std::nullopt;
    if (IsBlank(words[i]) && IsBlank(text[at])) {
      i = SkipBlanks(words, i);
      at = SkipBlanks(text, at);
    } else if (words[i++] != text[at++]) {
      return std::nullopt;
    }
  }
  return at;
}

// The next place of the words, after nothing but joints.
std::optional<TextRange> NextWords(std::string_view text, std::size_t at,
                                   std::string_view words) {
  for (; at < text.size(); ++at) {
    if (const auto end = EndOfWords(text, at, words))
      return TextRange{at, *end};
    // Other letters between two parts would be lost on the page.
    if (kJoints.find(text[at]) == std::string_view::npos) break;
  }
  return std::nullopt;
}

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
  // Each begins a block, even where two stand on one line.
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
    const auto place = NextWords(text, at, words);
    // Parts that are not in the text, in their order, are those of a daemon of
    // another version. The text alone is shown then.
    if (!place) return {};
    at = place->end;
    parts.push_back({TextAt(part, "role"),
                     static_cast<std::size_t>(NumberAt(part, "level")), *place,
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

TextRange ShortInParts(const json::object& answer,
                       const std::vector<LocatedPart>& parts,
                       std::string_view text) {
  const json::object& found = ObjectAt(answer, "short");
  const std::string shown = TextAt(found, "text");
  if (shown.empty()) return {};
  const auto sentence =
      static_cast<std::size_t>(NumberAt(ObjectAt(answer, "offsets"), "begin"));
  const auto begin = static_cast<std::size_t>(NumberAt(found, "begin"));
  const auto ranges =
      InText(parts, {sentence + begin, sentence + begin + shown.size()});
  if (ranges.size() != 1) return {};
  const TextRange range = ranges.front();
  const bool is_there =
      text.substr(range.begin, range.end - range.begin) == shown;
  return is_there ? range : TextRange{};
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

}  // namespace answerbox::protocol
