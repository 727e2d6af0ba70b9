#include <algorithm>
#include <boost/json/array.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/commands/ask/answer_page.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

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

namespace {

struct CitedParagraph {
  std::string text;
  std::vector<StyledRange> styles;  // Of the numbers.
};

struct Cited {
  std::vector<CitedParagraph> paragraphs;
  std::vector<std::string> places;  // The first has the number 1.
};

// The number of a place, from 1, which is added if it is not there yet.
std::size_t NumberOf(const std::string& place,
                     std::vector<std::string>& places) {
  const auto found = std::ranges::find(places, place);
  const auto before = static_cast<std::size_t>(found - places.begin());
  if (found == places.end()) places.push_back(place);
  return before + 1;
}

void AddNumber(std::size_t number, CitedParagraph& paragraph) {
  const std::size_t begin = paragraph.text.size() + 1;
  paragraph.text += " [" + std::to_string(number) + "]";
  paragraph.styles.push_back({{begin, paragraph.text.size()}, Style::kDim});
}

// A number follows the last of several sentences from one place: one after each
// would break up what reads as a whole. Sentences of another document begin a
// paragraph.
Cited Cite(const json::array& sentences, std::string_view separator) {
  Cited cited;
  std::string document;
  std::size_t number = 0;  // Of the sentence before; 0: there is none.
  for (const json::value& value : sentences) {
    const json::object& sentence = AsObject(value);
    const std::string place =
        PlaceText(sentence, separator) + AlsoInText(sentence);
    const std::size_t its_number = NumberOf(place, cited.places);
    if (number != 0 && its_number != number) {
      AddNumber(number, cited.paragraphs.back());
    }
    number = its_number;
    if (cited.paragraphs.empty() || TextAt(sentence, "document") != document) {
      document = TextAt(sentence, "document");
      cited.paragraphs.emplace_back();
    }
    std::string& text = cited.paragraphs.back().text;
    if (!text.empty()) text += ' ';
    text += OneLine(TextAt(sentence, "text"));
  }
  if (number != 0) AddNumber(number, cited.paragraphs.back());
  return cited;
}

}  // namespace

bool IsLongAnswer(const json::object& answer) {
  return TextAt(answer, "form") == "long";
}

std::string CitedPage(const json::array& sentences, const Terminal& terminal) {
  const Cited cited = Cite(sentences, kSectionArrow);
  const std::size_t columns = AnswerColumns(terminal);
  std::string out;
  for (const CitedParagraph& paragraph : cited.paragraphs) {
    for (const TextRange line :
         WrapLines(paragraph.text, columns, LineEnds::kJoin)) {
      out += std::string(kAnswerIndent) +
             RenderLine(terminal, paragraph.text, line, paragraph.styles) +
             "\n";
    }
    out += "\n";
  }
  for (std::size_t i = 0; i < cited.places.size(); ++i) {
    const std::string head = "[" + std::to_string(i + 1) + "] ";
    const std::string margin(head.size(), ' ');
    const std::string& place = cited.places[i];
    bool is_first = true;
    for (const TextRange line :
         WrapLines(place, columns - head.size(), LineEnds::kJoin)) {
      out += std::string(kAnswerIndent) +
             Styled(terminal, Style::kDim,
                    (is_first ? head : margin) +
                        place.substr(line.begin, line.end - line.begin)) +
             "\n";
      is_first = false;
    }
  }
  return out;
}

std::string CitedLines(const json::array& sentences, const Terminal& terminal) {
  const Cited cited = Cite(sentences, " > ");
  std::string out;
  for (const CitedParagraph& paragraph : cited.paragraphs) {
    out += RenderLine(terminal, paragraph.text, {0, paragraph.text.size()},
                      paragraph.styles) +
           "\n";
  }
  for (std::size_t i = 0; i < cited.places.size(); ++i) {
    out += Styled(terminal, Style::kDim,
                  "[" + std::to_string(i + 1) + "] " + cited.places[i]) +
           "\n";
  }
  return out;
}

namespace {

const json::object& GeneratedIn(const json::object& reply) {
  return ObjectAt(reply, "generated");
}

// "Generated by tiny, not the documents' own words. Checked: ConSens 0.91."
std::string Title(const json::object& generated) {
  const std::string name =
      BlankedOut(TextAt(ObjectAt(generated, "model"), "name"));
  return "Generated by " + (name.empty() ? "a language model" : name) +
         ", not the documents' own words. Checked: ConSens " +
         TwoDecimals(
             RealAt(ObjectAt(generated, "check"), "consens_geometric")) +
         ".";
}

}  // namespace

bool HasGenerated(const json::object& reply) {
  return TextAt(GeneratedIn(reply), "status") == "given";
}

std::string GeneratedText(const json::object& reply, const Terminal& terminal) {
  if (!HasGenerated(reply)) return {};
  const json::object& generated = GeneratedIn(reply);
  const json::array& sentences = ArrayAt(generated, "sentences");
  const std::string title =
      Styled(terminal, Style::kBold, Title(generated)) + "\n";
  if (!terminal.is_terminal) return title + CitedLines(sentences, terminal);
  return SentenceLines(terminal, Title(generated)) + "\n" +
         CitedPage(sentences, terminal) + "\n";
}

std::string GeneratedNote(const json::object& reply, const Terminal& terminal) {
  const json::object& generated = GeneratedIn(reply);
  if (generated.empty() || HasGenerated(reply)) return {};
  return SentenceLines(terminal,
                       "No generated answer: " + TextAt(generated, "message"));
}

}  // namespace answerbox::client
