// What names one thing in a question: medicines, codes, numbers or letters of
// one of a kind ("room 12"), dates, and names that no document has. A place
// that names another one of the kind is no answer, however well its other words
// fit (name_places.h): prednisolone is not prednisone, nor room 12B room 12.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

enum class AskedNameKind : std::uint8_t {
  kMedicine,
  kCode,       // "AB-1234/5"
  kOneOfKind,  // "room 12", "hepatitis B"
  kModel,      // "Lifepak 15": a name and a number.
  kDate,       // "6 June 2027", "in 2018"
  kAmount,     // "500 mg"
  kDistinct,   // "the green bin", "the second dose": DistinctionOf().
  kUnknown     // A word that no document has: "Celexa".
};

// Views into the question and the arena.
struct AskedName {
  AskedNameKind kind = AskedNameKind::kCode;
  std::string_view text;  // As it stands in the question.
  // Without its kind: "12". A medicine or a word in lower case.
  std::string_view name;
  // The term of a word, or of what the number or colour belongs to: "room".
  // Else empty.
  std::string_view of;
  // What may stand in its place: terms for a medicine or an unknown word, and a
  // code or the number of a model with what may be its variant ("kx90 plus").
  std::span<const std::string_view> also = {};
  bool is_english = false;  // An unknown word that the lexicon has.
  // An unknown word that is surely a name: no place without it answers.
  bool must_be_said = false;
  // Where something is, at the question's end: "... collected in Leeds?". What
  // is asked there need not say it, if it names no other place.
  bool is_where = false;
  // Of one of a kind. "All rooms but 12" answers "Has room 12 a window?".
  bool is_asked_whether = false;
};

// Further names of a question are not looked at.
inline constexpr std::size_t kMaxAskedNames = 8;

// The question's words, and where they are looked up. All outlive a call.
struct AskedWords {
  std::string_view question;
  const QuestionTerms& terms;
  const TermLookup& lookup;  // With synonyms and other ways to write a word.
  const Lexicon& lexicon;
  const Thesaurus* thesaurus;  // Null: no words mean the same.
  // Misspelt words were replaced. Else a word that no document has may be one.
  bool is_spelt = false;
};

// Throws std::bad_alloc past the arena.
//   normalizer  of profile default
[[nodiscard]] std::span<const AskedName> FindAskedNames(
    const AskedWords& asked, TermNormalizer& normalizer, Arena& arena);

}  // namespace answerbox::engine
