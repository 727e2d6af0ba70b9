// Where the words of a refused question occur, so that a refusal can say what
// is missing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

enum class WordPlace : std::uint8_t {
  kSentence,   // It, or a word that begins alike, is in the closest sentence or
               // the headings above it.
  kDocuments,  // In the documents, but not in the closest sentence.
  kNowhere,    // In no document.
};

enum class AskedWordKind : std::uint8_t { kWord, kName, kNumber, kYear };

// The best-ranked sentence of a refused question.
struct ClosestSentence {
  std::string_view text;
  std::span<const std::string_view> headings;  // Above it.
};

struct RefusedWord {
  std::string_view text;  // As written in the question.
  WordPlace place = WordPlace::kNowhere;
  AskedWordKind kind = AskedWordKind::kWord;
};

// What names one thing in the question, and the closest place does not name.
struct MissingName {
  std::string_view asked;  // As written in the question.
  // Another one of the kind, as the place has it: a part of its sentence.
  std::string_view instead;
};

struct RefusedWords {
  std::span<const RefusedWord>
      words;  // In the order of the question, each term once.
  // The closest sentence has years (numbers), but none of the question's.
  bool sentence_has_other_year = false;
  bool sentence_has_other_number = false;
  std::span<const MissingName> missing = {};
};

// Why the question was refused. The first cause that applies, in this order.
enum class RefusalCause : std::uint8_t {
  kOtherThing,     // The closest sentence names another thing of the kind.
  kUnknownWord,    // A word of the question is in no document.
  kOtherYear,      // The closest sentence has another year.
  kOtherNumber,    // It has another number.
  kOtherName,      // It lacks a name of the question.
  kMissingWord,    // It lacks another word of the question.
  kNoSuchMeaning,  // It has all words of the question.
};

// The protocol's names, e.g. "documents", "year", "unknown_word".
[[nodiscard]] std::string_view ToString(WordPlace place) noexcept;
[[nodiscard]] std::string_view ToString(AskedWordKind kind) noexcept;
[[nodiscard]] std::string_view ToString(RefusalCause cause) noexcept;

// `terms` is what AnalyzeQuestion made of `question` in profile default. Views
// into the question and the arena. Throws std::bad_alloc past the arena.
[[nodiscard]] RefusedWords PlaceWords(std::string_view question,
                                      const QuestionTerms& terms,
                                      const TermLookup& lookup,
                                      const ClosestSentence& closest,
                                      TermNormalizer& normalizer, Arena& arena);

[[nodiscard]] RefusalCause CauseOf(const RefusedWords& words) noexcept;

// The cause as a sentence for people. Names at most three words of a kind.
[[nodiscard]] std::string Explain(const RefusedWords& words);

}  // namespace answerbox::engine
