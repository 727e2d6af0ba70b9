#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/commands/ask/answer_page.h"
#include "client/rpc/message.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
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
