#include "engine/answer/evidence/question_words.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

// Each word once, because a word that is repeated at once counts once.
constexpr const char* kSixtyTwoStopWords =
    "a about above after again all also am an and any are as at be "
    "been before being below between both but by can could d did do "
    "does done down during each few for from further had has have "
    "having he her here him his how i if in into is it its just may me "
    "might more most must my ";

TEST(QuestionWords, GivesEachWordItsPlace) {
  // what=0 dose=1 of=2 the=3 drug=4 is=5 the=6 right=7; a term counts once.
  const AskedQuestion asked("What dose of the drug is the right dose?");
  const QuestionWords& words = asked.words();
  EXPECT_EQ(words.words, 8u);
  EXPECT_EQ(words.stop_positions[kStopWhat], 0b00000001u);
  EXPECT_EQ(words.stop_positions[kStopThe], 0b01001000u);
  EXPECT_EQ(words.stop_positions[kStopNot], 0u);
  EXPECT_EQ(words.word_positions[asked.Term("dose")], 0b00000010u);
  EXPECT_EQ(words.word_positions[asked.Term("drug")], 0b00010000u);
}

TEST(QuestionWords, GivesEachTermItsPlaceAmongTerms) {
  // dose=0 drug=1 right=2
  const AskedQuestion asked("What dose of the drug is the right dose?");
  const QuestionWords& words = asked.words();
  EXPECT_EQ(words.terms, 3u);
  EXPECT_EQ(words.term_positions[asked.Term("dose")], 0b001u);
  EXPECT_EQ(words.term_positions[asked.Term("drug")], 0b010u);
  EXPECT_EQ(words.term_positions[asked.Term("right")], 0b100u);
  EXPECT_EQ(words.first_term, asked.Term("dose"));
  EXPECT_EQ(words.last_term, asked.Term("right"));
}

TEST(QuestionWords, TakesCapitalsForNamesButAtTheStart) {
  const AskedQuestion asked("Clinics that Maria Lopez led in Lima");
  const TermMask expected = TermMask{1} << asked.Term("maria") |
                            TermMask{1} << asked.Term("lopez") |
                            TermMask{1} << asked.Term("lima");
  EXPECT_EQ(asked.words().names, expected);
  // Maria is word 2, Lopez word 3.
  EXPECT_EQ(asked.words().name_pairs, 0b1000u);
}

TEST(QuestionWords, SetsNumbersAndVerbsApart) {
  const AskedQuestion asked("How was 1914 celebrated in Reding after 20?");
  EXPECT_EQ(asked.words().numbers, TermMask{1} << asked.Term("1914") |
                                       TermMask{1} << asked.Term("20"));
  EXPECT_EQ(asked.words().verbs, TermMask{1} << asked.Term("celebr"));
}

TEST(QuestionWords, CountsNegations) {
  EXPECT_EQ(AskedQuestion("Which pump is not on?").words().negations, 1u);
  EXPECT_EQ(AskedQuestion("Why isn't no pump on?").words().negations, 2u);
  EXPECT_EQ(AskedQuestion("Which pump is on?").words().negations, 0u);
}

TEST(QuestionWords, LooksTermsAndStopWordsUp) {
  std::vector<WrittenTerm> terms = {{LexiconHash("pump"), {33, 4, -5}},
                                    {StopWordHash(kStopWhich), {0, -7, 0}},
                                    {StopWordHash(kStopThe), {0, 2, 0}}};
  std::ranges::sort(terms, {}, &WrittenTerm::hash);
  const auto bytes = EncodeLexicon(terms);
  const AskedQuestion asked("Which of the pumps broke the drill?",
                            *Lexicon::Open(bytes, 99));
  const LexiconEntry pump = asked.words().lexicon[asked.Term("pump")];
  EXPECT_EQ(pump.rarity, 33);
  EXPECT_EQ(pump.blame, -5);
  EXPECT_EQ(asked.words().lexicon[asked.Term("drill")].rarity, 99);
  EXPECT_EQ(asked.words().stop_doubt, -7 + 2 * 2);
}

TEST(QuestionWords, HaveNoPlacePastTheSixtyFourth) {
  const std::string question = kSixtyTwoStopWords;
  const AskedQuestion asked(question + "pump drill clinic Lopez 20 not");
  const QuestionWords& words = asked.words();
  EXPECT_EQ(words.words, 64u);
  EXPECT_EQ(words.terms, 2u);
  EXPECT_EQ(words.word_positions[asked.Term("drill")], PositionMask{1} << 63);
  EXPECT_EQ(words.word_positions[asked.Term("clinic")], 0u);
  EXPECT_EQ(words.last_term, asked.Term("drill"));
  EXPECT_EQ(words.names, 0u);
  EXPECT_EQ(words.numbers, 0u);
  EXPECT_EQ(words.negations, 0u);
}

TEST(QuestionWords, AreSoundWithoutATermAmongThoseWithAPlace) {
  const std::string question = kSixtyTwoStopWords;
  const AskedQuestion asked(question + "the own pump");
  EXPECT_EQ(asked.words().words, 64u);
  EXPECT_EQ(asked.words().terms, 0u);
  EXPECT_EQ(asked.words().first_term, 0u);
  EXPECT_EQ(asked.words().stop_positions[kStopThe], PositionMask{1} << 62);
}

}  // namespace
}  // namespace answerbox::engine
