// Renders replies of `ask`, `search`, `select` and `summarize` for a terminal
// and for a pipe.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Whether a page shows the runners-up of an answer. It shows those of a refusal
// in either case.
enum class RunnersUpChoice : std::uint8_t { kHidden, kShown };

// For people: the answer in its form, what was left out of it, where it stands,
// how sure that is, and what else was found. `reply` is the result of the
// method `ask`.
[[nodiscard]] std::string AnswerPage(const boost::json::object& reply,
                                     const Terminal& terminal,
                                     RunnersUpChoice choice);

// For pipes: the text of each answer, and on a line where it stands. A blank
// line stands between two answers. `terminal` says whether they are styled.
[[nodiscard]] std::string AnswerLines(const boost::json::object& reply,
                                      const Terminal& terminal);

// How the question was read: a line for what a message asks, and one for each
// word that was taken for another.
[[nodiscard]] std::string ReadingLines(const boost::json::object& reply);

// Says which words of a refused question may be misspelt, and what may be
// meant: " For 'firm', did you mean 'farm' or 'form'?".
[[nodiscard]] std::string OfferedWords(const boost::json::object& refusal);

// Says why there is no answer, and what to try.
[[nodiscard]] std::string RefusalAdvice(const boost::json::object& reply);

// The best answer of a reply of `ask`, on lines for a terminal: a sentence in
// its paragraph with the matching words set off, any other form by itself. What
// decided is in bold, the short answer in green, or between marks where the
// terminal has no styles.
[[nodiscard]] std::string AnswerText(const boost::json::object& reply,
                                     const Terminal& terminal);

// The text of one answer for pipes, with a line for each paragraph, item and
// row. The short answer is set off as above.
[[nodiscard]] std::string AnswerTextLines(const boost::json::object& answer,
                                          const Terminal& terminal);

// Whether a reply of `ask` has an answer that a language model made of the
// documents and that has passed its checks. Its text is always marked as such.
[[nodiscard]] bool HasGenerated(const boost::json::object& reply);

// For people and for pipes: the generated answer with its citations. Empty if
// there is none.
[[nodiscard]] std::string GeneratedText(const boost::json::object& reply,
                                        const Terminal& terminal);

// Why there is no generated answer, as a line. Empty if no model was asked or
// its answer is given.
[[nodiscard]] std::string GeneratedNote(const boost::json::object& reply,
                                        const Terminal& terminal);

// Whether the parts of an answer have places of their own. It is then shown as
// sentences with numbered citations, and so is a summary.
[[nodiscard]] bool IsLongAnswer(const boost::json::object& answer);

// For people: the sentences in paragraphs, one for each document, with the
// number of its place after each run of sentences of one place; then the
// places.
//   sentences  objects with `text`, and members as PlaceText reads them
[[nodiscard]] std::string CitedPage(const boost::json::array& sentences,
                                    const Terminal& terminal);

// For pipes: the same with a line for each paragraph and each place, however
// wide. `terminal` says whether they are styled.
[[nodiscard]] std::string CitedLines(const boost::json::array& sentences,
                                     const Terminal& terminal);

// The units of a context. For pipes: each unit as it stands in its document,
// after a line with its place in brackets. A blank line stands between two.
[[nodiscard]] std::string UnitsText(const boost::json::array& units);

// Markdown: a heading for each document, and each unit as a quotation, with its
// page and section below.
[[nodiscard]] std::string UnitsMarkdown(const boost::json::array& units);

// For people: each unit, wrapped, and on the next line its place.
[[nodiscard]] std::string UnitsPage(const boost::json::array& units,
                                    const Terminal& terminal);

// How the question was read, and why a reply of `select` or `summarize` has
// nothing, on lines.
[[nodiscard]] std::string NothingFoundLines(const boost::json::object& reply,
                                            const Terminal& terminal);

}  // namespace answerbox::client
