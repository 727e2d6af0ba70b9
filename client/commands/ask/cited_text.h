// Sentences from several places, with numbered citations: long answers and
// summaries.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Whether the parts of an answer have places of their own.
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

}  // namespace answerbox::client
