// A question made by a template, the reasons why templates made none, and which
// of the questions go into a bank: those that are answered by the passage they
// were made of, with keys that an exam finds again, and if there are too many,
// some of each template.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
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

enum class AnswerVerdict : std::uint8_t {
  kAnswered,   // The passage itself answers.
  kNothing,    // There is no answer at all.
  kElsewhere,  // Another place of the document answers.
  kAmbiguous,  // Another document answers as well, with other words.
};
inline constexpr std::size_t kAnswerVerdicts = 4;

// Judges whether the reply comes from the source of the question.
//   reply     result of `ask` for the question
//   document  name of the document that holds `source`
[[nodiscard]] AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                                        std::string_view document,
                                        SourceRange source);

// Whether a bank accepts the text as a key.
[[nodiscard]] bool FitsBank(std::string_view key);

// Returns the texts to try as keys, each once: every phrase, and the phrase
// without the words that a short answer leaves out at its beginning ("within 30
// days" is "30 days", "at least every day" is "day"). Phrases that no bank
// accepts are left out.
[[nodiscard]] std::vector<std::string> KeyVariants(
    const std::vector<std::string>& phrases);

// Whether the answer is part of a phrase, from the beginning of a word to the
// end of a word. False for an empty answer.
[[nodiscard]] bool LiesWithin(std::string_view answer,
                              const std::vector<std::string>& phrases);

// Returns the order in which `count` questions are considered: that of the
// text, or a random one if there is a seed. The same seed and document give the
// same order on every machine, whatever other documents there are.
[[nodiscard]] std::vector<std::size_t> OrderOfQuestions(
    std::size_t count, std::optional<std::uint64_t> seed,
    std::string_view document);

// Keeps at most `most` questions: takes from each template in turn, and within
// a template in the given order. Returns them in the order of the text.
//   order  each index of `questions` once
[[nodiscard]] std::vector<Candidate> ChosenQuestions(
    std::vector<Candidate> questions, std::size_t most,
    const std::vector<std::size_t>& order);

}  // namespace answerbox::client
