#include "client/commands/ground/grounding_page.h"

#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>

#include "client/commands/answer_layout.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kFindingIndent = 2;
constexpr std::size_t kDetailIndent = 4;

struct Page {
  const json::object& reply;
  std::span<const std::string> labels;
  const Terminal& terminal;
};

// Returns `text` as indented lines, wrapped only for a terminal.
std::string Lines(const Page& page, std::size_t indent, std::string_view text) {
  if (page.terminal.is_terminal) {
    return Indented(BlankedOut(text), page.terminal.columns, indent,
                    indent + kFindingIndent);
  }
  return std::string(indent, ' ') + BlankedOut(text) + "\n";
}

// The daemon counts passages from 0, people count from 1.
std::string Label(const Page& page, const json::object& place) {
  const std::uint64_t passage = NumberAt(place, "passage");
  return passage < page.labels.size()
             ? page.labels[static_cast<std::size_t>(passage)]
             : "passage " + std::to_string(passage + 1);
}

std::string InQuotes(std::string_view text) {
  return "\"" + OneLine(text) + "\"";
}

std::string VerdictSentence(std::string_view verdict) {
  if (verdict == "grounded") return "Grounded: its words come from the context";
  if (verdict == "weak") return "Weak: only some of it comes from the context";
  if (verdict == "contradicted") {
    return "Contradicted: the context says something else";
  }
  return "Ungrounded: its words do not come from the context";
}

std::string Scores(const json::object& reply) {
  const std::uint64_t words = NumberAt(reply, "scored_words");
  if (words == 0) return "no word could be scored";
  return "ConSens " + TwoDecimals(RealAt(reply, "consens_geometric")) + " of " +
         Counted(words, "word");
}

std::string VerdictLines(const Page& page) {
  const std::string verdict = TextAt(page.reply, "verdict");
  const Style style = verdict == "grounded" ? Style::kGood
                      : verdict == "weak"   ? Style::kBold
                                            : Style::kBad;
  const std::string line =
      VerdictSentence(verdict) + " (" + Scores(page.reply) + ").";
  if (!page.terminal.is_terminal) return line + "\n";
  return StyledLines(page.terminal, style, line, page.terminal.columns, {});
}

std::string Title(const Page& page, std::string_view title) {
  return "\n" + Styled(page.terminal, Style::kBold, title) + "\n";
}

std::string SentencesPart(const Page& page) {
  std::string out;
  for (const json::value& value : ArrayAt(page.reply, "sentences")) {
    const json::object& sentence = AsObject(value);
    // A sentence without a word that could be scored gets a dash, because a
    // zero would mean that nothing of it comes from the context.
    const auto* score = sentence.if_contains("consens_geometric");
    const bool is_scored = score != nullptr && !score->is_null();
    out += Lines(page, kFindingIndent,
                 (is_scored ? TwoDecimals(RealAt(sentence, "consens_geometric"))
                            : std::string("-")) +
                     "  " + OneLine(TextAt(sentence, "text")));
    const json::object& support = ObjectAt(sentence, "support");
    if (support.empty()) continue;
    out +=
        Lines(page, kDetailIndent,
              Label(page, support) + ": " + InQuotes(TextAt(support, "text")));
  }
  return out.empty() ? out : Title(page, "Sentences") + out;
}

std::string ContradictedPart(const Page& page) {
  std::string out;
  for (const json::value& value : ArrayAt(page.reply, "contradicted")) {
    const json::object& found = AsObject(value);
    out +=
        Lines(page, kFindingIndent,
              TextAt(found, "kind") + ": " + InQuotes(TextAt(found, "answer")) +
                  ", but " + InQuotes(TextAt(found, "context")) + " in " +
                  Label(page, found));
  }
  return out.empty() ? out : Title(page, "Contradicted") + out;
}

std::string UnsupportedPart(const Page& page) {
  std::string out;
  for (const json::value& value : ArrayAt(page.reply, "unsupported")) {
    out +=
        Lines(page, kFindingIndent, InQuotes(TextAt(AsObject(value), "text")));
  }
  return out.empty() ? out : Title(page, "Not in the context") + out;
}

std::string LeaveOneOutPart(const Page& page) {
  std::string out;
  for (const json::value& value : ArrayAt(page.reply, "leave_one_out")) {
    const json::object& left_out = AsObject(value);
    out += Lines(page, kFindingIndent,
                 TwoDecimals(RealAt(left_out, "consens_geometric")) +
                     "  without " + Label(page, left_out));
  }
  return out.empty() ? out : Title(page, "If a passage were missing") + out;
}

std::string EvaluatorPart(const Page& page) {
  const json::object& evaluator = ObjectAt(page.reply, "evaluator");
  if (evaluator.empty()) return {};
  const bool is_scored = TextAt(evaluator, "status") == "scored";
  return Title(page, "By the language model") +
         Lines(page, kFindingIndent,
               is_scored ? Scores(evaluator) : TextAt(evaluator, "message"));
}

}  // namespace

std::string GroundingPage(const json::object& reply,
                          std::span<const std::string> labels,
                          const Terminal& terminal) {
  // What is wrong comes before what is right: a reader may stop after a few
  // lines.
  const Page page{reply, labels, terminal};
  return VerdictLines(page) + ContradictedPart(page) + UnsupportedPart(page) +
         SentencesPart(page) + LeaveOneOutPart(page) + EvaluatorPart(page);
}

}  // namespace answerbox::client
