#include "client/commands/answer_page.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <string_view>
#include <vector>

#include "client/convert/converted_document.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/text_width.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kIndent = "  ";
// Set around a short answer where no style can highlight it.
constexpr std::string_view kOpenMark = "\xC2\xAB";
constexpr std::string_view kCloseMark = "\xC2\xBB";
constexpr std::size_t kMaxTextColumns = 100;  // Longer lines are hard to read.

TextRange RangeAt(const json::object& range, std::size_t size) {
  const std::uint64_t begin =
      std::min<std::uint64_t>(NumberAt(range, "begin"), size);
  const std::uint64_t end =
      std::clamp<std::uint64_t>(NumberAt(range, "end"), begin, size);
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

// "handbook.pdf, page 3, Vaccines > Storage"
std::string Place(const json::object& answer, std::string_view separator) {
  std::string place = BlankedOut(TextAt(answer, "document"));
  if (const std::uint64_t page = NumberAt(answer, "page"); page > 0) {
    place += ", page " + std::to_string(page);
  }
  std::string section;
  for (const json::value& heading : ArrayAt(answer, "section")) {
    if (!heading.is_string()) continue;
    if (!section.empty()) section += separator;
    section += BlankedOut(heading.get_string());
  }
  return section.empty() ? place : place + ", " + section;
}

// ", also in a.md and 2 more" for sentences that say the same.
std::string AlsoIn(const json::object& answer) {
  const json::array& places = ArrayAt(answer, "also_in");
  if (places.empty()) return {};
  std::string text =
      ", also in " + BlankedOut(TextAt(AsObject(places.front()), "document"));
  if (places.size() > 1) {
    text += " and " + std::to_string(places.size() - 1) + " more";
  }
  return text;
}

std::size_t TextColumns(const Terminal& terminal) {
  return std::min(terminal.columns, kMaxTextColumns) - 2 * kIndent.size();
}

// Where the short answer stands in `text`. The sentence begins at `sentence`.
// Empty when the reply has no short answer.
TextRange ShortAt(const json::object& reply, std::size_t sentence,
                  std::string_view text) {
  const json::object& found = ObjectAt(ObjectAt(reply, "answer"), "short");
  const TextRange range = RangeAt(found, text.size() - sentence);
  const TextRange moved{sentence + range.begin, sentence + range.end};
  const std::string shown = TextAt(found, "text");
  // Offsets that do not lead to the text are ignored.
  if (text.substr(moved.begin, moved.end - moved.begin) != shown) return {};
  return moved;
}

std::string Marked(std::string text, TextRange range) {
  if (range.begin == range.end) return text;
  text.insert(range.end, kCloseMark);
  text.insert(range.begin, kOpenMark);
  return text;
}

// The paragraph around the sentence; the sentence alone if there is none.
std::string Passage(const json::object& reply, const Terminal& terminal) {
  const json::object& context = ObjectAt(reply, "context");
  std::string text = TextAt(context, "text");
  std::vector<StyledRange> styles;
  std::size_t begin = 0;
  if (text.empty()) {
    text = TextAt(ObjectAt(reply, "answer"), "sentence");
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
  const TextRange found = ShortAt(reply, begin, text);
  if (terminal.styled) {
    styles.push_back({found, Style::kGood});
  } else {
    text = Marked(text, found);
  }
  std::string out;
  for (const TextRange line :
       WrapLines(text, TextColumns(terminal), LineEnds::kJoin)) {
    if (line.begin != line.end) {
      out += std::string(kIndent) + RenderLine(terminal, text, line, styles);
    }
    out += "\n";
  }
  return out;
}

std::string Confidence(const json::object& reply) {
  return "confidence " + TwoDecimals(RealAt(reply, "confidence")) +
         ", threshold " + TwoDecimals(RealAt(reply, "theta"));
}

// A paragraph in one style.
std::string Paragraph(const Terminal& terminal, Style style,
                      std::string_view text) {
  std::string out;
  for (const TextRange line :
       WrapLines(text, TextColumns(terminal), LineEnds::kJoin)) {
    out += std::string(kIndent) +
           Styled(terminal, style,
                  text.substr(line.begin, line.end - line.begin)) +
           "\n";
  }
  return out;
}

// Where the answer stands, in bold, and where else.
std::string PlaceParagraph(const Terminal& terminal,
                           const json::object& answer) {
  const std::string place = Place(answer, " \xE2\x80\xBA ");
  const std::string text = place + AlsoIn(answer);
  const StyledRange styles[] = {{{0, place.size()}, Style::kBold},
                                {{place.size(), text.size()}, Style::kDim}};
  std::string out;
  for (const TextRange line :
       WrapLines(text, TextColumns(terminal), LineEnds::kJoin)) {
    out +=
        std::string(kIndent) + RenderLine(terminal, text, line, styles) + "\n";
  }
  return out;
}

// Words of a page that text recognition could hardly read may be wrong. Empty
// for all other pages.
std::string ScanWarning(const json::object& answer) {
  const double confidence = RealAt(answer, "scan_confidence");
  if (!answer.contains("scan_confidence") ||
      confidence * 100 >= kLeastSureConfidence) {
    return {};
  }
  return "Page " + std::to_string(NumberAt(answer, "page")) +
         " is a scan that was hard to read (confidence " +
         TwoDecimals(confidence) + "): check the words on the page itself.";
}

std::string OneLine(std::string_view text) {
  std::string line = BlankedOut(text);
  line.erase(std::unique(line.begin(), line.end(),
                         [](char a, char b) { return a == ' ' && b == ' '; }),
             line.end());
  return line;
}

// Writes a sentence shortened to one line, and on the next line where it
// stands.
std::string RunnersUp(const json::object& reply, const Terminal& terminal,
                      const char* title) {
  const json::array& runners_up = ArrayAt(reply, "runners_up");
  if (runners_up.empty()) return {};
  std::string out = "\n" + Paragraph(terminal, Style::kDim, title);
  for (const json::value& runner_up : runners_up) {
    const json::object& answer = AsObject(runner_up);
    const std::size_t columns = TextColumns(terminal) - 2;
    out += std::string(kIndent) + "\xC2\xB7 " +
           Shortened(OneLine(TextAt(answer, "sentence")), columns) + "\n";
    out += std::string(kIndent) + "  " +
           Styled(terminal, Style::kDim,
                  Shortened(Place(answer, " \xE2\x80\xBA ") + AlsoIn(answer),
                            columns)) +
           "\n";
  }
  return out;
}

const char* Advice(std::string_view reason) {
  if (reason == "no_evidence") {
    return "Try the words the documents use, or another --collection.";
  }
  if (reason == "weak_evidence") {
    return "Ask in the documents' own words, or accept less certain answers "
           "with a lower --theta.";
  }
  return "";
}

}  // namespace

std::string AnswerLines(const json::object& reply, const Terminal& terminal) {
  const json::object& answer = ObjectAt(reply, "answer");
  const std::string sentence = TextAt(answer, "sentence");
  const TextRange found = ShortAt(reply, 0, sentence);
  std::string out;
  if (terminal.styled) {
    out =
        Styled(terminal, Style::kBold,
               OneLine(sentence.substr(0, found.begin))) +
        Styled(terminal, Style::kBold | Style::kGood,
               OneLine(sentence.substr(found.begin, found.end - found.begin))) +
        Styled(terminal, Style::kBold, OneLine(sentence.substr(found.end)));
  } else {
    out = OneLine(Marked(sentence, found));
  }
  out += "\n" +
         Styled(terminal, Style::kDim,
                Place(answer, " > ") + ", confidence " +
                    TwoDecimals(RealAt(reply, "confidence"))) +
         "\n";
  const std::string warning = ScanWarning(answer);
  return warning.empty() ? out : out + warning + "\n";
}

std::string RefusalAdvice(const json::object& reply) {
  const json::object& refusal = ObjectAt(reply, "refusal");
  std::string text = "Refused: " + BlankedOut(TextAt(refusal, "message"));
  if (!text.ends_with('.')) text += '.';
  const char* advice = Advice(TextAt(refusal, "reason"));
  return *advice == '\0' ? text : text + " " + advice;
}

std::string AnswerPage(const json::object& reply, const Terminal& terminal) {
  std::string out = "\n";
  if (FlagAt(reply, "answered")) {
    out += Passage(reply, terminal) + "\n";
    out += PlaceParagraph(terminal, ObjectAt(reply, "answer")) +
           Paragraph(terminal, Style::kDim, Confidence(reply)) +
           Paragraph(terminal, Style::kPlain,
                     ScanWarning(ObjectAt(reply, "answer")));
    return out + RunnersUp(reply, terminal, "Also found") + "\n";
  }
  out += Paragraph(terminal, Style::kPlain, RefusalAdvice(reply));
  if (NumberAt(ObjectAt(ObjectAt(reply, "context"), "sentence"), "end") > 0 ||
      !ArrayAt(reply, "runners_up").empty()) {
    out += Paragraph(terminal, Style::kDim, Confidence(reply));
  }
  return out + RunnersUp(reply, terminal, "Closest, but not close enough") +
         "\n";
}

}  // namespace answerbox::client
