#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/commands/ask/answer_page.h"
#include "client/rpc/message.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

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

}  // namespace answerbox::client
