// A document as input for questions: its text and its blocks; and the questions
// that templates make of it. Pure: whether a question has an answer is not
// asked here.
#pragma once

#include <boost/json/array.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

struct SourceBlock {
  engine::TextBlockKind kind = engine::TextBlockKind::kParagraph;
  SourceRange range;
  std::optional<std::size_t> parent;
  std::size_t level = 1;
  std::size_t row = 0;
  std::size_t column = 0;
  bool heads_column = false;
};

// The blocks below one heading, up to the next heading of any level.
struct SourceSection {
  std::string heading;  // Empty before the first one.
  std::size_t level = 0;
  SourceRange body;                 // Without its subsections.
  SourceRange whole;                // With its subsections.
  std::vector<std::size_t> blocks;  // In the body, without the heading.
};

struct SourceDocument {
  std::string name;
  std::string text;
  std::vector<SourceBlock> blocks;

  [[nodiscard]] std::string_view TextOf(SourceRange range) const;
  // Returns the title or, without one, the first heading; empty if there is
  // neither.
  [[nodiscard]] std::string Title() const;
  [[nodiscard]] std::vector<SourceSection> Sections() const;
};

// Reads blocks as documents.blocks returns them. A block that points past
// `text`, or to a later parent, is left out with everything inside it.
[[nodiscard]] std::vector<SourceBlock> ReadSourceBlocks(
    const boost::json::array& blocks, std::size_t text_bytes);

struct DocumentQuestions {
  // The document's topic in the form for questions; may be empty.
  std::string topic;
  Candidates candidates;
};

// Takes time linear in the document's size. The same document gives the same
// questions.
[[nodiscard]] DocumentQuestions AskOfDocument(const SourceDocument& document);

// Returns the question with the document's topic before it: "Vaccine storage:
// to what temperature is the thermostat set?"
[[nodiscard]] std::string QuestionOnTopic(std::string_view topic,
                                          std::string_view question);

}  // namespace answerbox::client
