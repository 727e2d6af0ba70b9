#include <algorithm>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/commands/ask/answer_page.h"
#include "client/rpc/message.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// The lines of a unit, without blanks at their ends. Nothing in them can steer
// a terminal.
std::vector<std::string> LinesOf(const json::object& unit) {
  const std::string text = TextAt(unit, "text");
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = BlankedOut(std::string_view(text).substr(at, end - at));
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

// "page 4, Vaccines > Storage", or nothing.
std::string PlaceInDocument(const json::object& unit) {
  const std::string place = PlaceText(unit, kSectionArrow);
  const std::string document = PlaceText(
      json::object{{"document", TextAt(unit, "document")}}, kSectionArrow);
  // The place begins with the document, which stands in the heading already.
  constexpr std::string_view kJoint = ", ";
  return place.size() == document.size()
             ? std::string()
             : place.substr(document.size() + kJoint.size());
}

}  // namespace

std::string UnitsText(const json::array& units) {
  std::string out;
  for (const json::value& value : units) {
    const json::object& unit = AsObject(value);
    if (!out.empty()) out += "\n";
    out += "[" + PlaceText(unit, " > ") + AlsoInText(unit) + "]\n";
    for (const std::string& line : LinesOf(unit)) out += line + "\n";
  }
  return out;
}

std::string UnitsMarkdown(const json::array& units) {
  std::string out;
  std::string document;
  for (const json::value& value : units) {
    const json::object& unit = AsObject(value);
    if (!out.empty()) out += "\n";
    if (out.empty() || TextAt(unit, "document") != document) {
      document = TextAt(unit, "document");
      out += "## " + MarkdownText(BlankedOut(document)) + "\n\n";
    }
    for (const std::string& line : LinesOf(unit)) {
      // Without the indent: Markdown takes four blanks for code.
      const std::size_t begin = line.find_first_not_of(' ');
      out += begin == std::string::npos
                 ? ">\n"
                 : "> " + MarkdownText(line.substr(begin)) + "\n";
    }
    const std::string place = PlaceInDocument(unit) + AlsoInText(unit);
    if (!place.empty()) {
      out += ">\n> \xE2\x80\x94 " +
             MarkdownText(place.substr(place.starts_with(", ") ? 2 : 0)) + "\n";
    }
  }
  return out;
}

std::string UnitsPage(const json::array& units, const Terminal& terminal) {
  const std::size_t columns = AnswerColumns(terminal);
  std::string out;
  for (const json::value& value : units) {
    const json::object& unit = AsObject(value);
    out += "\n";
    const std::string text = TextAt(unit, "text");
    for (const TextRange line : WrapLines(text, columns, LineEnds::kKeep)) {
      if (line.begin != line.end) out += kAnswerIndent;
      out += RenderLine(terminal, text, line, {}) + "\n";
    }
    const std::string place = PlaceText(unit, kSectionArrow) + AlsoInText(unit);
    out += StyledLines(terminal, Style::kDim, place, columns, kAnswerIndent);
  }
  return out;
}

std::string NothingFoundLines(const json::object& reply,
                              const Terminal& terminal) {
  const json::object& refusal = ObjectAt(reply, "refusal");
  return ReadingLines(reply) +
         SentenceLines(terminal, "Nothing found. " +
                                     BlankedOut(TextAt(refusal, "message")) +
                                     OfferedWords(refusal));
}

}  // namespace answerbox::client
