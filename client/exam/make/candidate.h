// A question made by a template, and the reasons why templates made none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

enum class QuestionTemplate : std::uint8_t {
  kHeading,     // The heading is a question, or names what its section says.
  kDefinition,  // "X is a ...": What is X?
  kValue,       // "The aim of X is ...": What is the aim of X?
  kFact,        // "X is caused by ...": What causes X?
  kTime,        // How often, how long, at what time?
  kTemperature,
  kDose,
  kShare,   // "10 % of X have ...": What percentage of X have ...?
  kPlace,   // Where is X kept?
  kPerson,  // Who does X?
  kList,
  kRow,
};
inline constexpr std::size_t kQuestionTemplates = 12;
// The name that programs read, such as "heading" or "definition".
[[nodiscard]] std::string_view NameOf(QuestionTemplate made_by);

// A stretch of a document's text, in bytes.
struct SourceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Candidate {
  QuestionTemplate made_by = QuestionTemplate::kFact;
  std::string question;
  std::vector<std::string> keys;  // Right answers; may be empty.
  std::string section;            // Heading of the section; may be empty.
  SourceRange source;             // The passage that answers.
  // The question means something only together with the document's title.
  bool needs_title = false;
};

// Why no question was made of a part of the document.
enum class Leftover : std::uint8_t {
  kPronoun,       // A sentence that refers to another one: "It is ..."
  kVagueSubject,  // "Some people ...", "The disease ..."
  kAdverbial,     // A sentence that begins with "In ...", "If ..."
  kNegation,      // "... is not ..."
  kLongSentence,  // Longer than templates can read.
  kNoTemplate,    // A sentence of another form.
  kHeading,       // A section whose heading fits no template.
  kListWithoutLeadIn,
  kListOfOtherForm,  // A lead-in that fits no template.
  kTableWithoutHeadings,
  kRow,    // A row without a name, or a column that is no noun.
  kTwice,  // The same question came from two places of a document.
};
inline constexpr std::size_t kLeftovers = 12;
// The name that programs read, such as "pronoun", and the words that people
// read, such as "sentences with pronouns".
[[nodiscard]] std::string_view NameOf(Leftover leftover);
[[nodiscard]] std::string_view DescriptionOf(Leftover leftover);

using LeftoverCounts = std::array<std::size_t, kLeftovers>;

struct Candidates {
  std::vector<Candidate> questions;  // In the order of the text.
  LeftoverCounts leftovers{};

  void Leave(Leftover why) { ++leftovers[static_cast<std::size_t>(why)]; }
};

}  // namespace answerbox::client
