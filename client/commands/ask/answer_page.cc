#include "client/commands/ask/answer_page.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/convert/document/converted_document.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kAlso = "also: ";
constexpr std::uint64_t kBytesOfAWord = 6;  // With the blank after it.

std::string Confidence(const json::object& reply) {
  return "confidence " + TwoDecimals(RealAt(reply, "confidence")) +
         ", threshold " + TwoDecimals(RealAt(reply, "theta"));
}

// A paragraph in one style.
std::string Paragraph(const Terminal& terminal, Style style,
                      std::string_view text) {
  return StyledLines(terminal, style, text, AnswerColumns(terminal),
                     kAnswerIndent);
}

// Where the answer stands, in bold, and where else.
std::string PlaceParagraph(const Terminal& terminal,
                           const json::object& answer) {
  const std::string place = PlaceText(answer, kSectionArrow);
  const std::string text = place + AlsoInText(answer);
  const StyledRange styles[] = {{{0, place.size()}, Style::kBold},
                                {{place.size(), text.size()}, Style::kDim}};
  std::string out;
  for (const TextRange line :
       WrapLines(text, AnswerColumns(terminal), LineEnds::kJoin)) {
    out += std::string(kAnswerIndent) +
           RenderLine(terminal, text, line, styles) + "\n";
  }
  return out;
}

// Writes a sentence shortened to one line after `head`, and on the next line
// where it stands.
std::string ShortEntry(const json::object& answer, std::string_view sentence,
                       const Terminal& terminal, std::string_view head) {
  const std::size_t margin = DisplayWidth(head);
  const std::size_t columns = AnswerColumns(terminal) - margin;
  std::string out;
  out += kAnswerIndent;
  out += head;
  out += Shortened(sentence, columns) + "\n";
  out += kAnswerIndent;
  out += std::string(margin, ' ') +
         Styled(terminal, Style::kDim,
                Shortened(PlaceText(answer, kSectionArrow) + AlsoInText(answer),
                          columns));
  return out + "\n";
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

// The warning about the page that an answer cites. A long answer cites several
// pages, and each may have a warning.
std::vector<std::string> ScanWarnings(const json::object& answer) {
  std::vector<std::string> warnings;
  const auto warn = [&warnings](const json::object& placed) {
    const std::string warning = ScanWarning(placed);
    if (!warning.empty() &&
        std::ranges::find(warnings, warning) == warnings.end()) {
      warnings.push_back(warning);
    }
  };
  if (!IsLongAnswer(answer)) {
    warn(answer);
    return warnings;
  }
  for (const json::value& part : ArrayAt(answer, "parts")) {
    warn(AsObject(part));
  }
  return warnings;
}

std::string RunnersUp(const json::object& reply, const Terminal& terminal,
                      const char* title) {
  const json::array& runners_up = ArrayAt(reply, "runners_up");
  if (runners_up.empty()) return {};
  std::string out = "\n" + Paragraph(terminal, Style::kDim, title);
  for (const json::value& runner_up : runners_up) {
    const json::object& answer = AsObject(runner_up);
    out += ShortEntry(answer, OneLine(TextAt(answer, "sentence")), terminal,
                      "\xC2\xB7 ");
  }
  return out;
}

// The lines with a dot between them, but for the first after a lead-in.
std::string LinesInOne(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  std::string line;
  for (const char c : lines) {
    if (c != '\n') {
      line += c;
    } else if (line.ends_with(':')) {
      line += ' ';
    } else {
      line += " \xC2\xB7 ";
    }
  }
  return line;
}

// What a text says, however it is set: its letters and digits alone, those of
// ASCII in lower case.
std::string Said(const json::object& answer) {
  std::string said;
  for (const char c : TextAt(answer, "text")) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_lower = c >= 'a' && c <= 'z';
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    if (is_upper) said += static_cast<char>(c - 'A' + 'a');
    if (is_lower || is_digit || !is_ascii) said += c;
  }
  return said;
}

constexpr std::string_view kChoices = "These places may answer:";

// The answers are choices, or give different values: all are shown.
bool ShowsAll(const json::object& reply) {
  return FlagAt(reply, "choices") || !ArrayAt(reply, "differ").empty();
}

// Says that documents give different values, and which; empty if they do not.
std::string DifferenceText(const json::object& reply) {
  std::string text;
  for (const json::value& value : ArrayAt(reply, "differ")) {
    const json::object& place = AsObject(value);
    const std::string date = TextAt(place, "date");
    text += (text.empty() ? "The documents differ: \"" : ", \"") +
            OneLine(TextAt(place, "text")) + "\" in " +
            BlankedOut(TextAt(place, "document")) +
            (date.empty() ? "" : " (" + date + ")");
  }
  return text.empty() ? text : text + ".";
}

// The answers after the first one that are as sure as the threshold wants, or
// are to be chosen from, and are not within one before them.
std::string OtherAnswers(const json::object& reply, const Terminal& terminal) {
  std::string out;
  const json::array& answers = ArrayAt(reply, "answers");
  const double theta = ShowsAll(reply) ? 0 : RealAt(reply, "theta");
  std::string said = Said(ObjectAt(reply, "answer"));
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const json::object& answer = AsObject(answers[i]);
    if (RealAt(answer, "confidence") < theta) continue;
    const std::string says = Said(answer);
    // A passage may hold the sentence that another answer is.
    if (said.find(says) != std::string::npos) continue;
    said += '\n' + says;
    const std::string head =
        ShowsAll(reply) ? std::to_string(i + 1) + ": " : std::string(kAlso);
    out += "\n" + ShortEntry(answer, LinesInOne(AnswerTextLines(answer, {})),
                             terminal, head);
  }
  return out;
}

// As a shell takes it.
// Names of documents come from whoever added them: one with a quotation mark
// must not end the quotation.
std::string Quoted(std::string_view name) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-";
  if (name.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(name);
  }
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

// What was left out of the answer, and how to read it.
std::string CutParagraph(const json::object& reply, const Terminal& terminal) {
  const json::object& answer = ObjectAt(reply, "answer");
  const json::object& cut = ObjectAt(answer, "cut");
  const std::uint64_t begin = NumberAt(cut, "begin");
  const std::uint64_t end = NumberAt(cut, "end");
  // Null, or nothing was left out.
  if (begin >= end) return {};
  const std::string collection = TextAt(reply, "collection");
  std::string command = "answerbox show ";
  // The command is to be typed, so it is as short as it can be.
  if (collection != "default" && !collection.empty()) {
    command += "-c " + Quoted(collection) + " ";
  }
  command += "--bytes " + std::to_string(begin) + "-" + std::to_string(end) +
             " " + Quoted(BlankedOut(TextAt(answer, "document")));
  const std::uint64_t words =
      std::max<std::uint64_t>((end - begin) / kBytesOfAWord, 1);
  return "\n" +
         Paragraph(terminal, Style::kDim,
                   "... about " + Counted(words, "more word") + ":") +
         Paragraph(terminal, Style::kDim, command);
}

// How the question was read, where it was not read as it stands.
std::vector<std::string> Readings(const json::object& reply) {
  std::vector<std::string> readings;
  if (const std::string asked = TextAt(reply, "asked"); !asked.empty()) {
    readings.push_back("asked: " + BlankedOut(asked));
  }
  for (const json::value& value : ArrayAt(reply, "spelling")) {
    readings.push_back("showing results for '" +
                       BlankedOut(TextAt(AsObject(value), "taken_for")) + "'");
  }
  std::string also;
  for (const json::value& value : ArrayAt(reply, "abbreviations")) {
    also += (also.empty() ? "also looked for '" : "', '") +
            BlankedOut(TextAt(AsObject(value), "also"));
  }
  if (!also.empty()) readings.push_back(also + "'");
  return readings;
}

const char* Advice(std::string_view reason) {
  if (reason == "no_evidence") {
    return "Try the words the documents use, or another --collection.";
  }
  if (reason == "budget") {
    return "Ask with fewer and rarer words, or allow more with --max-work.";
  }
  if (reason == "weak_evidence") {
    return "Ask in the documents' own words, or accept less certain answers "
           "with a lower --theta.";
  }
  return "";
}

}  // namespace

std::string AnswerLines(const json::object& reply, const Terminal& terminal) {
  const auto lines = [&terminal](const json::object& answer,
                                 double confidence) {
    if (IsLongAnswer(answer)) {
      return CitedLines(ArrayAt(answer, "parts"), terminal) +
             Styled(terminal, Style::kDim,
                    "confidence " + TwoDecimals(confidence)) +
             "\n";
    }
    return AnswerTextLines(answer, terminal) +
           Styled(terminal, Style::kDim,
                  PlaceText(answer, " > ") + ", confidence " +
                      TwoDecimals(confidence)) +
           "\n";
  };
  const bool is_choice = FlagAt(reply, "choices");
  const auto number = [is_choice](std::size_t i) {
    return is_choice ? std::to_string(i) + ". " : std::string();
  };
  std::string out = is_choice ? std::string(kChoices) + "\n" : std::string();
  out +=
      number(1) + lines(ObjectAt(reply, "answer"), RealAt(reply, "confidence"));
  const json::array& answers = ArrayAt(reply, "answers");
  for (std::size_t i = 1; i < answers.size(); ++i) {
    const json::object& answer = AsObject(answers[i]);
    out += "\n" + number(i + 1) + lines(answer, RealAt(answer, "confidence"));
  }
  if (const std::string differ = DifferenceText(reply); !differ.empty()) {
    out += "\n" + differ + "\n";
  }
  for (const std::string& warning : ScanWarnings(ObjectAt(reply, "answer"))) {
    out += warning + "\n";
  }
  return out;
}

std::string ReadingLines(const json::object& reply) {
  std::string lines;
  for (const std::string& reading : Readings(reply)) lines += reading + "\n";
  return lines;
}

std::string OfferedWords(const json::object& refusal) {
  std::string text;
  for (const json::value& value : ArrayAt(refusal, "offers")) {
    const json::object& offer = AsObject(value);
    std::string words;
    for (const json::value& word : ArrayAt(offer, "words")) {
      if (!word.is_string()) continue;
      if (!words.empty()) words += " or ";
      words += "'" + BlankedOut(word.get_string()) + "'";
    }
    text += " For '" + BlankedOut(TextAt(offer, "word")) + "', did you mean " +
            words + "?";
  }
  return text;
}

std::string RefusalAdvice(const json::object& reply) {
  const json::object& refusal = ObjectAt(reply, "refusal");
  std::string text = "Refused: " + BlankedOut(TextAt(refusal, "message"));
  if (!text.ends_with('.')) text += '.';
  text += OfferedWords(refusal);
  const char* advice = Advice(TextAt(refusal, "reason"));
  return *advice == '\0' ? text : text + " " + advice;
}

namespace {

std::string GivenAnswer(const json::object& reply, const Terminal& terminal,
                        RunnersUpChoice choice) {
  std::string out;
  const json::object& answer = ObjectAt(reply, "answer");
  if (IsLongAnswer(answer)) {
    out += CitedPage(ArrayAt(answer, "parts"), terminal) + "\n" +
           Paragraph(terminal, Style::kDim, Confidence(reply));
  } else {
    if (FlagAt(reply, "choices")) {
      out += Paragraph(terminal, Style::kDim, std::string(kChoices) + " 1:");
    }
    out += AnswerText(reply, terminal) + CutParagraph(reply, terminal) + "\n" +
           PlaceParagraph(terminal, answer) +
           Paragraph(terminal, Style::kDim, Confidence(reply));
  }
  for (const std::string& warning : ScanWarnings(answer)) {
    out += Paragraph(terminal, Style::kPlain, warning);
  }
  out += OtherAnswers(reply, terminal);
  if (const std::string differ = DifferenceText(reply); !differ.empty()) {
    out += "\n" + Paragraph(terminal, Style::kPlain, differ);
  }
  if (choice == RunnersUpChoice::kShown) {
    out += RunnersUp(reply, terminal, "Also found");
  }
  return out;
}

}  // namespace

std::string AnswerPage(const json::object& reply, const Terminal& terminal,
                       RunnersUpChoice choice) {
  std::string out = "\n";
  const std::vector<std::string> readings = Readings(reply);
  for (const std::string& reading : readings) {
    out += Paragraph(terminal, Style::kDim, reading);
  }
  if (!readings.empty()) out += "\n";
  if (FlagAt(reply, "answered")) {
    return out + GivenAnswer(reply, terminal, choice) + "\n";
  }
  out += Paragraph(terminal, Style::kPlain, RefusalAdvice(reply));
  // The passages come straight from retrieval.
  if (TextAt(ObjectAt(reply, "refusal"), "reason") == "budget") {
    // Nothing has a confidence.
    return out + RunnersUp(reply, terminal, "Passages that were found") + "\n";
  }
  // Without a sentence there is nothing that the confidence speaks of.
  if (NumberAt(ObjectAt(ObjectAt(reply, "context"), "sentence"), "end") > 0 ||
      !ArrayAt(reply, "runners_up").empty()) {
    out += Paragraph(terminal, Style::kDim, Confidence(reply));
  }
  return out + RunnersUp(reply, terminal, "Closest, but not close enough") +
         "\n";
}

}  // namespace answerbox::client
