// Questions from what a document's layout says: headings, lists, tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/exam/make/english.h"

namespace answerbox::client {

// Returns a title as a topic for questions: "What I need to know about Lactose
// Intolerance" becomes "lactose intolerance". Empty if that is impossible.
[[nodiscard]] std::string TopicOf(std::string_view title,
                                  const SmallWords& small_words);

// Returns the question that a heading asks or that its section answers, such as
// "What are the symptoms of asthma?" for "Symptoms".
//   body  the section's words; they must mention what is asked
[[nodiscard]] std::optional<Candidate> AskOfHeading(
    std::string_view heading, std::string_view topic, std::string_view body,
    const SmallWords& small_words);

// Returns the question that a lead-in such as "Signs of shock include:" answers
// together with its list.
[[nodiscard]] std::optional<std::string> AskOfLeadIn(
    std::string_view lead_in, std::string_view topic,
    const SmallWords& small_words);

// The items of a list within a line of text, and its lead-in: "Symptoms are -
// Fever - Cough".
struct InlineList {
  std::string lead_in;
  std::vector<std::string> items;
};
[[nodiscard]] std::optional<InlineList> ReadInlineList(
    std::string_view sentence);

// Returns a cell's question such as "What is the number for Reception?".
// `first_column` heads the column of `row` and explains rows that are only
// numbers ("drawer 1").
[[nodiscard]] std::optional<std::string> AskOfCell(
    std::string_view column, std::string_view first_column,
    std::string_view row, const SmallWords& small_words);

}  // namespace answerbox::client
