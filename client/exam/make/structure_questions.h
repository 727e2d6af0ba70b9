// Questions from what a document's layout says: headings, lists, tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

// A title as a topic that can stand in a question: "What I need to know about
// Lactose Intolerance" is "lactose intolerance". Empty if it can't.
[[nodiscard]] std::string TopicOf(std::string_view title,
                                  const SmallWords& small_words);

// The question that a heading asks or that its section answers, such as "What
// are the symptoms of asthma?" for "Symptoms".
//   body   the section's words: they must speak of what is asked
[[nodiscard]] std::optional<Candidate> AskOfHeading(
    std::string_view heading, std::string_view topic, std::string_view body,
    const SmallWords& small_words);

// The question that a lead-in introduces the answer of, such as "Signs of shock
// include:".
[[nodiscard]] std::optional<std::string> AskOfLeadIn(
    std::string_view lead_in, std::string_view topic,
    const SmallWords& small_words);

// "Symptoms are - Fever - Cough": the items of a list that stands in a line of
// text, and what introduces it.
struct InlineList {
  std::string lead_in;
  std::vector<std::string> items;
};
[[nodiscard]] std::optional<InlineList> ReadInlineList(
    std::string_view sentence);

// "What is the number for Reception?" for a cell. `first_column` heads the
// column of `row`: numbers alone are named by it ("drawer 1").
[[nodiscard]] std::optional<std::string> AskOfCell(
    std::string_view column, std::string_view first_column,
    std::string_view row, const SmallWords& small_words);

}  // namespace answerbox::client
