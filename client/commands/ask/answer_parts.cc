#include "client/commands/ask/answer_parts.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
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

namespace {

namespace json = boost::json;

TextRange RangeAt(const json::object& range, std::size_t size) {
  const std::uint64_t begin =
      std::min<std::uint64_t>(NumberAt(range, "begin"), size);
  const std::uint64_t end =
      std::clamp<std::uint64_t>(NumberAt(range, "end"), begin, size);
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

// Where the short answer stands in `text`. The sentence begins at `sentence`.
// Empty when the answer has no short answer.
TextRange ShortAt(const json::object& answer, std::size_t sentence,
                  std::string_view text) {
  const json::object& found = ObjectAt(answer, "short");
  const TextRange range = RangeAt(found, text.size() - sentence);
  const TextRange moved{sentence + range.begin, sentence + range.end};
  const std::string shown = TextAt(found, "text");
  // Offsets that do not lead to the text are ignored.
  if (text.substr(moved.begin, moved.end - moved.begin) != shown) return {};
  return moved;
}

// The paragraph around the sentence; the sentence alone if there is none.
std::string SentenceInContext(const json::object& reply,
                              const Terminal& terminal) {
  const json::object& answer = ObjectAt(reply, "answer");
  const json::object& context = ObjectAt(reply, "context");
  std::string text = TextAt(context, "text");
  std::vector<StyledRange> styles;
  std::size_t begin = 0;
  if (text.empty()) {
    text = TextAt(answer, "sentence");
    styles.push_back({{0, text.size()}, Style::kBold});
  } else {
    const TextRange sentence =
        RangeAt(ObjectAt(context, "sentence"), text.size());
    begin = sentence.begin;
    styles.push_back({sentence, Style::kBold});
    for (const json::value& match : ArrayAt(context, "matches")) {
      styles.push_back(
          {RangeAt(AsObject(match), text.size()), Style::kUnderlined});
    }
  }
  const TextRange found = ShortAt(answer, begin, text);
  if (terminal.styled) {
    styles.push_back({found, Style::kGood});
  } else {
    text = Marked(std::move(text), found);
  }
  std::string lines;
  for (const TextRange line :
       WrapLines(text, AnswerColumns(terminal), LineEnds::kJoin)) {
    if (line.begin != line.end) {
      lines +=
          std::string(kAnswerIndent) + RenderLine(terminal, text, line, styles);
    }
    lines += "\n";
  }
  return lines;
}

bool IsSentence(const json::object& answer) {
  const std::string form = TextAt(answer, "form");
  return form.empty() || form == "sentence";
}

std::string SentenceLine(const json::object& answer, const Terminal& terminal) {
  const std::string sentence = TextAt(answer, "sentence");
  const TextRange found = ShortAt(answer, 0, sentence);
  if (!terminal.styled) return OneLine(Marked(sentence, found)) + "\n";
  return Styled(terminal, Style::kBold,
                OneLine(sentence.substr(0, found.begin))) +
         Styled(
             terminal, Style::kBold | Style::kGood,
             OneLine(sentence.substr(found.begin, found.end - found.begin))) +
         Styled(terminal, Style::kBold, OneLine(sentence.substr(found.end))) +
         "\n";
}

}  // namespace

std::string AnswerText(const json::object& reply, const Terminal& terminal) {
  const json::object& answer = ObjectAt(reply, "answer");
  return IsSentence(answer) ? SentenceInContext(reply, terminal)
                            : FormedLines(answer, terminal);
}

std::string AnswerTextLines(const json::object& answer,
                            const Terminal& terminal) {
  return IsSentence(answer) ? SentenceLine(answer, terminal)
                            : FormedTextLines(answer, terminal);
}

}  // namespace answerbox::client
