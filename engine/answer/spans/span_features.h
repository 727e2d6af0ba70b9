// The features by which short answers are ranked. They are integers, computed
// without floating point, so that they are the same on every machine, in
// training and in use.
//
// A candidate is a sequence of the sentence's words. "Before" and "after" are
// the words next to it. Classes and gaps are SpanClass and SpanGap; 0 outside
// the sentence. A word is "the question's" if the question holds it or, for
// words with a term, if PrefixSimilarity finds a similar term in the question.
// The weight of a question's term is its rarity in the lexicon. Shares are in
// 1/64, of the weight of all the question's terms or of the sentence's words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/spans/span_tallies.h"
#include "engine/answer/spans/span_words.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// What the form of a question tells about the words next to its short answer:
// the answer to "when was the pump repaired" stands after "was repaired".
struct SpanQuestion {
  std::uint32_t weight = 1;  // Sum of the weights of its terms; at least 1.
  std::size_t question_word =
      0;  // Place of the question word; 0 if there is none.
  // Positions of the word after the question word, of the word before it and,
  // if the question ends with a preposition, of that preposition.
  PositionMask after_question_word = 0;
  PositionMask before_question_word = 0;
  // The classes of the two words after the question word, and of the last word.
  SpanClass auxiliary = SpanClass::kNone;
  SpanClass second_auxiliary = SpanClass::kNone;
  SpanClass last = SpanClass::kNone;
  bool ends_with_link = false;  // "... what is it made of".
};

[[nodiscard]] SpanQuestion ReadSpanQuestion(
    const QuestionTerms& terms, const QuestionWords& question) noexcept;

// Name, definition, range.
#define ANSWERBOX_SPAN_FEATURES(X)                                          \
  X(Words, "its words, 1 to 10")                                            \
  X(Bytes, "its bytes, to 127")                                             \
  X(Begin, "words before it, a share of the sentence's, 0 to 64")           \
  X(End, "words after it, a share of the sentence's, 0 to 64")              \
  X(SentenceWords, "the sentence's words, 1 to 160")                        \
  X(ClassTwoBefore, "class of the second word before, 0 to 34")             \
  X(ClassBefore, "class of the word before, 0 to 34")                       \
  X(ClassFirst, "class of its first word, 1 to 34")                         \
  X(ClassLast, "class of its last word, 1 to 34")                           \
  X(ClassAfter, "class of the word after, 0 to 34")                         \
  X(ClassTwoAfter, "class of the second word after, 0 to 34")               \
  X(GapBefore, "gap before it, 0 to 9")                                     \
  X(GapAfter, "gap after it, 0 to 9")                                       \
  X(Capitals, "capitalised words, 0 to 10")                                 \
  X(Numbers, "numbers in digits, 0 to 10")                                  \
  X(Years, "years, 0 to 10")                                                \
  X(Months, "names of months, 0 to 10")                                     \
  X(Units, "units, and days of the week, 0 to 10")                          \
  X(NumberWords, "numbers in words, 0 to 10")                               \
  X(StopWords, "stop words, 0 to 10")                                       \
  X(Plain, "other words with a term, in lower case, 0 to 10")               \
  X(Verbs, "words that end like a form of a verb, 0 to 10")                 \
  X(Auxiliaries, "forms of be, have and do, and modal verbs, 0 to 10")      \
  X(Links, "prepositions, 0 to 10")                                         \
  X(Clauses, "\"that\", \"which\" and the like, 0 to 10")                   \
  X(Ands, "\"and\", 0 to 10")                                               \
  X(Gaps, "gaps within it that are not spaces or joints, 0 to 9")           \
  X(Commas, "commas within it, 0 to 9")                                     \
  X(InBrackets, "1: its first word stands in brackets")                     \
  X(PerCent, "1: its last word is a percentage")                            \
  X(Currency, "1: a sum of money in it")                                    \
  X(NameRun, "0: some term is no name; 1: all are; 2: and none beside it")  \
  X(Cuts, "sum of 1: a noun or name before it without a gap; 2: after it")  \
  X(Shared, "the question's words in it, stop words left out, 0 to 10")     \
  X(SharedStops, "the question's stop words in it, 0 to 10")                \
  X(SharedWeight, "weight of the question's terms in it, 0 to 64")          \
  X(SharedPart, "Shared over its words with terms, 0 to 64")                \
  X(FirstShared, "similarity of its first word to the question's, 0 to 64") \
  X(LastShared, "similarity of its last word to the question's, 0 to 64")   \
  X(RarityFirst, "rarity of its first word, 0 to 255")                      \
  X(RarityLast, "rarity of its last word, 0 to 255")                        \
  X(RarityMost, "greatest rarity of its words, 0 to 255")                   \
  X(DistanceBefore, "words back to one of the question's terms; 15: none")  \
  X(DistanceAfter, "words on to one of the question's terms; 15: none")     \
  X(TermBefore,                                                             \
    "that term's part, 0 to 5: none, other, first, last, verb, "            \
    "kind asked for")                                                       \
  X(TermAfter, "the same of the term after")                                \
  X(PlaceBefore, "that term's place less the question word's; 31: none")    \
  X(PlaceAfter, "the same of the term after")                               \
  X(GapsBefore, "gaps on the way to that term before, 0 to 7")              \
  X(GapsAfter, "the same to the term after")                                \
  X(VerbsBefore, "verbs and auxiliaries on the way before, to 14")          \
  X(VerbsAfter, "the same after")                                           \
  X(LinksBefore, "prepositions on the way before, 0 to 7")                  \
  X(LinksAfter, "the same after")                                           \
  X(NearBefore, "weight before it, less by a fifth a word, to 255")         \
  X(NearAfter, "weight after it, less by a fifth a word, to 255")           \
  X(AllBefore, "weight of all terms before it, to 127")                     \
  X(AllAfter, "weight of all terms after it, to 127")                       \
  X(RunBefore, "the question's words in a row right before it, 0 to 9")     \
  X(RunAfter, "the question's words in a row right after it, 0 to 9")       \
  X(FollowsAsQuestion,                                                      \
    "2: the word after the question word is right after  "                  \
    "it; 1: second; 0: neither")                                            \
  X(PrecedesAsQuestion,                                                     \
    "1: the word before it is the one before the "                          \
    "question word, or the question's last")                                \
  X(FocusPlace,                                                             \
    "the kind asked for: 0 none; 1 not in the sentence; 2 last "            \
    "in it; 3 in it; 4 right before; 5 right after; 6 near "                \
    "before; 7 near after; 8 before; 9 after")                              \
  X(FocusRarity, "rarity of the kind asked for, 0 to 255")                  \
  X(FirstTermPlace,                                                         \
    "words to the question's first term, -31 to 31; 32: "                   \
    "not there")                                                            \
  X(LastTermPlace, "words to the question's last term, -31 to 31; 32")      \
  X(VerbPlace, "words to a verb of the question, -31 to 31; 32")            \
  X(SecondAuxiliary, "class of the second word after the question word")    \
  X(QuestionEnd, "class of the question's last word")                       \
  X(QuestionType, "QuestionType, 0 to 8")                                   \
  X(Auxiliary, "class of the word after the question word, 0 to 34")        \
  X(QuestionTerms, "the question's terms, 1 to 64")                         \
  X(QuestionWordPlace, "words before the question word, 0 to 63")           \
  X(EndsWithLink, "1: the question ends with a preposition")                \
  X(TypeFit, "0: not what the type asks for; 1: perhaps; 2: it is")         \
  X(OtherNumbers, "new numbers of the sentence elsewhere, 0 to 15")         \
  X(OtherNames, "new capitalised words of the sentence elsewhere, 0 to 15") \
  X(Kind, "SpanType, 0 to 8")

enum class SpanFeature : std::uint8_t {
#define ANSWERBOX_ENUMERATE(name, definition) k##name,
  ANSWERBOX_SPAN_FEATURES(ANSWERBOX_ENUMERATE)
#undef ANSWERBOX_ENUMERATE
};

#define ANSWERBOX_COUNT(name, definition) +1
inline constexpr std::size_t kSpanFeatures =
    0 ANSWERBOX_SPAN_FEATURES(ANSWERBOX_COUNT);
#undef ANSWERBOX_COUNT

[[nodiscard]] std::string_view ToString(SpanFeature feature) noexcept;

using SpanFeatureRow = std::array<std::int16_t, kSpanFeatures>;

// A range of a sentence's words, half-open.
struct WordSpan {
  std::uint8_t begin = 0;
  std::uint8_t end = 0;

  bool operator==(const WordSpan&) const = default;
};
static_assert(kMaxSpanWords <= 255);

// Computes the features of the candidates of one sentence. What they share is
// computed once.
class SpanFeatures {
 public:
  // All arguments except `terms` outlive this object. Throws std::bad_alloc
  // past the arena.
  SpanFeatures(std::string_view sentence, std::span<const SpanWord> words,
               const QuestionTerms& terms, const QuestionWords& question,
               Arena& arena);

  // Precondition: `candidate` is a range of the sentence's words.
  void Fill(WordSpan candidate, SpanFeatureRow& row) const noexcept;

 private:
  void FillShape(WordSpan c, SpanFeatureRow& row) const noexcept;
  void FillCounts(WordSpan c, SpanFeatureRow& row) const noexcept;
  void FillShared(WordSpan c, SpanFeatureRow& row) const noexcept;
  void FillWays(WordSpan c, SpanFeatureRow& row) const noexcept;
  void FillAround(WordSpan c, SpanFeatureRow& row) const noexcept;
  void FillQuestion(WordSpan c, SpanFeatureRow& row) const noexcept;
  [[nodiscard]] std::int16_t PartOf(std::uint8_t word) const noexcept;
  [[nodiscard]] std::int16_t PlaceOf(std::uint8_t word) const noexcept;
  [[nodiscard]] std::int16_t DistanceTo(SpanLandmark landmark,
                                        WordSpan c) const noexcept;
  [[nodiscard]] std::int16_t FocusPlace(WordSpan c) const noexcept;
  [[nodiscard]] SpanClass ClassAt(std::ptrdiff_t word) const noexcept;

  std::string_view sentence_;
  std::span<const SpanWord> words_;
  const QuestionWords& question_;
  SpanQuestion form_;
  std::span<const SpanTally> tallies_;  // [words + 1]
};

}  // namespace answerbox::engine
