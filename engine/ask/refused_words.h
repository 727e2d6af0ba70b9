// Where the words of a refused question stand: what a person wants to know who
// is told that there is no answer.
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
  kSentence,   // In the closest sentence or the headings above it; or a word
               // that begins alike.
  kDocuments,  // In the documents, but not in the closest sentence.
  kNowhere,    // In no document.
};

enum class AskedWordKind : std::uint8_t { kWord, kName, kNumber, kYear };

// The sentence that came nearest to an answer.
struct ClosestSentence {
  std::string_view text;
  std::span<const std::string_view> headings;  // Above it.
};

struct RefusedWord {
  std::string_view text;  // As the question has it.
  WordPlace place = WordPlace::kNowhere;
  AskedWordKind kind = AskedWordKind::kWord;
};

struct RefusedWords {
  std::span<const RefusedWord> words;  // In order, each term once.
  // The closest sentence has a year (a number), but none of the question.
  bool sentence_has_other_year = false;
  bool sentence_has_other_number = false;
};

// Why, in the order in which causes are looked for.
enum class RefusalCause : std::uint8_t {
  kUnknownWord,    // A word of the question is in no document.
  kOtherYear,      // The closest sentence is about another year ...
  kOtherNumber,    // ... or has another number ...
  kOtherName,      // ... or lacks a name of the question ...
  kMissingWord,    // ... or another word.
  kNoSuchMeaning,  // It has all the words.
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

// A sentence for a person, which names at most three words of a kind.
[[nodiscard]] std::string Explain(const RefusedWords& words);

}  // namespace answerbox::engine
