// Digests of a few sentences, computed by hand.
// sentence_digest_property_test.cc has many random ones.
#include "engine/answer/evidence/sentence_digest.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/opened_related_words.h"

namespace answerbox::engine {
namespace {

class SentenceDigestTest : public testing::Test {
 protected:
  // The digest of the sentence, which is the only one of its document.
  SentenceDigest Read(std::string_view question, std::string_view sentence,
                      const RelatedWords& related = RelatedWords()) {
    const IndexInMemory index({sentence});
    AskedQuestion asked(question, {index.live()});
    const auto matches = *SoftMatches::Find(
        asked.segments()[0], 0, asked.terms(), asked.lookup(),
        asked.Wanted(related), asked.arena());
    std::vector<SentenceWord> words(kMaxSentenceTerms);
    std::vector<FoundWord> found(kMaxSentenceTerms);
    similarities_.assign(asked.terms().distinct.size(), 0);
    related_.assign(asked.terms().distinct.size(), 0);
    all_related_ = related_;
    EXPECT_EQ(index.reader().counts().sentences, 1u);
    return DigestReader(asked.words(), matches,
                        std::span(found).first<kMaxSentenceTerms>())
        .Read(*index.reader().SentenceWords(
                  0, std::span(words).first<kMaxSentenceTerms>()),
              {similarities_, related_, all_related_});
  }

  std::vector<Similarity> similarities_;
  std::vector<Similarity> related_;
  std::vector<Similarity> all_related_;
};

TEST_F(SentenceDigestTest, TellsNewNamesNumbersAndYearsApart) {
  const auto digest = Read("When did the pump stop?",
                           "In May 1914 Maria Lopez let 20 pumps run.");
  // maria lopez let run 1914 20; "may" is a stop word.
  EXPECT_EQ(digest.new_terms, 6);
  EXPECT_EQ(digest.new_names, 2);
  EXPECT_EQ(digest.new_numbers, 2);
  EXPECT_EQ(digest.new_years, 1);
  EXPECT_EQ(digest.terms, 7);
  EXPECT_EQ(digest.words, 9);
}

TEST_F(SentenceDigestTest, KnowsTheTermsThatASentenceBeginsWith) {
  const auto opening = [this](std::string_view sentence) {
    return Read("What are free sugars?", sentence).opening;
  };
  EXPECT_EQ(opening("Free sugars are all that cooks add."), 0b11u);
  EXPECT_EQ(opening("The sugars are sweet and free."), 0b10u);
  EXPECT_EQ(opening("Cooks add free sugars."), 0u);
}

TEST_F(SentenceDigestTest, CountsMonthsCausesUnitsAndNegations) {
  const auto digest =
      Read("pump",
           "In June and July it did not run due to two litres, nor on Monday.");
  EXPECT_EQ(digest.months, 2);
  EXPECT_EQ(digest.causes, 1);
  EXPECT_EQ(digest.units, 2);
  EXPECT_EQ(digest.negations, 2);
  EXPECT_EQ(digest.new_numbers, 1);
  EXPECT_EQ(digest.new_years, 0);
}

TEST_F(SentenceDigestTest, TakesAFirstWordForANameOnlyBeforeAnother) {
  EXPECT_EQ(Read("pump", "Lopez ran.").new_names, 0);
  EXPECT_EQ(Read("pump", "Maria Lopez ran.").new_names, 2);
  EXPECT_EQ(Read("lopez", "Maria Lopez ran.").new_names, 1);
}

TEST_F(SentenceDigestTest, CountsNothingNewOfTheQuestionsOwn) {
  const auto digest = Read("Did Lopez stop 20 pumps?", "So Lopez stops 20.");
  EXPECT_EQ(digest.new_terms, 0);
  EXPECT_EQ(digest.new_names, 0);
  EXPECT_EQ(digest.new_numbers, 0);
}

TEST_F(SentenceDigestTest, GivesTheClosestWordOfEachTerm) {
  const auto digest = Read("medicines pump drill", "A medic had a pump.");
  EXPECT_EQ(similarities_[0], kSame * 5 / 7);  // medic(in)
  EXPECT_EQ(similarities_[1], kSame);
  EXPECT_EQ(similarities_[2], 0);
  EXPECT_EQ(digest.same, 0b010u);
  EXPECT_EQ(digest.new_terms, 1);
}

TEST_F(SentenceDigestTest, SeesOpposites) {
  const auto digest = Read("Is the pump open?", "The pump is closed.");
  EXPECT_EQ(digest.opposed, 0b10u);
  EXPECT_EQ(digest.same, 0b01u);
  EXPECT_EQ(similarities_[1], 0);
}

TEST_F(SentenceDigestTest, GivesTheClosestRelatedWordOfEachTerm) {
  const OpenedRelatedWords related{{"pump", "motor", 64},
                                   {"pump", "belt", 128},
                                   {"pump", "valv", 200},
                                   {"drill", "motor", 32}};
  const auto digest =
      Read("pump drill sink", "A belt, a motor, a belt.", related.get());
  EXPECT_EQ(related_, (std::vector<Similarity>{kSame / 2, kSame / 8, 0}));
  EXPECT_EQ(similarities_, (std::vector<Similarity>{0, 0, 0}));
  EXPECT_EQ(digest.same, 0u);
  EXPECT_EQ(digest.positions, 0u);
  EXPECT_EQ(digest.new_terms, 3);  // But these terms are new.
}

TEST_F(SentenceDigestTest, KeepsRelatedWordsApartFromTheTermItself) {
  const OpenedRelatedWords related{{"pump", "motor", 255},
                                   {"autumn", "spring", 64}};
  Read("pump", "A motor drives a pump.", related.get());
  EXPECT_EQ(similarities_[0], kSame);
  EXPECT_EQ(related_[0], 255 * 128);
  const auto digest = Read("autumn", "It was in spring.", related.get());
  EXPECT_EQ(digest.opposed, 1u);
  EXPECT_EQ(similarities_[0], 0);
  EXPECT_EQ(related_[0], kSame / 4);
}

TEST_F(SentenceDigestTest, SeesAPronounAtTheBeginningAlone) {
  EXPECT_TRUE(Read("pump", "It ran.").begins_with_pronoun);
  EXPECT_FALSE(Read("pump", "So it ran.").begins_with_pronoun);
  EXPECT_FALSE(Read("pump", "The pump ran.").begins_with_pronoun);
}

TEST_F(SentenceDigestTest, MeasuresFromTheNearestNewNameAndNumber) {
  // Places: 0 Pumps, 1 of, 2 7, 3 men, 4 in, 5 Lima.
  const auto digest = Read("pump", "Pumps of 7 men in Lima");
  EXPECT_EQ(digest.number_distance, 2);
  EXPECT_EQ(digest.name_distance, 5);
  EXPECT_EQ(Read("pump", "Pumps ran.").name_distance, SentenceDigest::kFarAway);
  EXPECT_EQ(Read("drill", "It ran in Lima.").name_distance,
            SentenceDigest::kFarAway);
}

TEST_F(SentenceDigestTest, FindsOneTermInThePlaceOfAnother) {
  // Terms of the question: dose 0, heparin 1, infant 2.
  const std::string_view question = "dose of heparin for infants";
  EXPECT_EQ(Read(question, "dose of warfarin for infants").bridged, 0b010u);
  EXPECT_EQ(Read(question, "dose infants").bridged, 0u);  // No word between.
  EXPECT_EQ(Read(question, "dose x infants").bridged, 0b010u);
  EXPECT_EQ(Read(question, "dose x x x infants").bridged, 0b010u);
  EXPECT_EQ(Read(question, "dose x x x x infants").bridged, 0u);
}

TEST_F(SentenceDigestTest, CountsUpTo255) {
  std::string sentence = "pump";
  for (int i = 0; i < 300; ++i) sentence += " not 7";
  const auto digest = Read("pump", sentence);
  EXPECT_EQ(digest.negations, 255);
  EXPECT_EQ(digest.new_numbers, 255);
  EXPECT_EQ(digest.words, 601);
}

TEST_F(SentenceDigestTest, ReadsTheLongestSentence) {
  std::string sentence;
  for (std::size_t i = 0; i < kMaxSentenceTerms; i += 2) sentence += "7 a ";
  const auto digest = Read("7 a", sentence);
  EXPECT_EQ(digest.words, kMaxSentenceTerms);
  EXPECT_EQ(digest.longest_run, 2);
  EXPECT_EQ(digest.window, 1);
}

TEST_F(SentenceDigestTest, HoldsARunOfSixtyFourWords) {
  std::string words;
  for (const char second : std::string_view("bcdfgklmn")) {
    for (const char third : std::string_view("bcdfgklmn")) {
      words += {'q', second, third, 'k', ' '};
    }
  }
  const auto digest = Read(words, words);
  EXPECT_EQ(digest.longest_run, 64);
  EXPECT_EQ(digest.common_terms, 64);
  EXPECT_EQ(digest.positions, ~PositionMask{0});
  EXPECT_EQ(digest.pairs, ~PositionMask{1});
}

}  // namespace
}  // namespace answerbox::engine
