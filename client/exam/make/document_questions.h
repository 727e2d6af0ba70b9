// A document as questions are made from it, its text and its blocks; and all
// questions that templates make of it. Pure: nobody is asked yet whether they
// have an answer.
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

// What stands below one heading, up to the next heading of any level.
struct SourceSection {
  std::string heading;  // Empty before the first one.
  std::size_t level = 0;
  SourceRange body;                 // Without subsections.
  SourceRange whole;                // With its subsections.
  std::vector<std::size_t> blocks;  // Of the body, without the heading.
};

struct SourceDocument {
  std::string name;
  std::string text;
  std::vector<SourceBlock> blocks;

  [[nodiscard]] std::string_view TextOf(SourceRange range) const;
  // The title, or the first heading; empty if there is none.
  [[nodiscard]] std::string Title() const;
  [[nodiscard]] std::vector<SourceSection> Sections() const;
};

// Blocks as documents.blocks gives them. What points past `text` or to a later
// parent is left out, with what it holds.
[[nodiscard]] std::vector<SourceBlock> ReadSourceBlocks(
    const boost::json::array& blocks, std::size_t text_bytes);

struct DocumentQuestions {
  std::string topic;  // The document's, as it stands in a question, or empty.
  Candidates candidates;
};

// Linear in the document's size. The same document gives the same questions.
[[nodiscard]] DocumentQuestions AskOfDocument(const SourceDocument& document);

// The question with the document's topic before it: "Vaccine storage: to what
// temperature is the thermostat set?"
[[nodiscard]] std::string QuestionOnTopic(std::string_view topic,
                                          std::string_view question);

}  // namespace answerbox::client
