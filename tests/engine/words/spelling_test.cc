#include "engine/words/spelling.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class SpellingTest : public testing::Test {
 protected:
  Spelling Read(std::string_view question, const IndexInMemory& index,
                std::uint64_t english = 0) {
    const LiveSegment segments[] = {index.live()};
    const auto terms = AnalyzeQuestion(question, normalizer_, *arena_);
    const auto lookup = TermLookup::Find(segments, terms, *arena_);
    EXPECT_TRUE(lookup);
    const auto spelling = ReadSpelling(question, segments, terms, *lookup,
                                       english, normalizer_, *arena_);
    EXPECT_TRUE(spelling);
    return *spelling;
  }
  std::string Respelt(std::string_view question) {
    return std::string(Read(question, index_).text);
  }

 private:
  TermNormalizer normalizer_{Profile::kDefault};
  TestArena arena_;
  IndexInMemory index_{
      {"The symptoms of influenza are fever and chills. Vaccination protects "
       "patients of the hospital. The ward with COPD patients is shut."}};
};

TEST_F(SpellingTest, WordsThatNoDocumentHasAreTakenForTheNearest) {
  EXPECT_EQ(Respelt("What are the symtoms of influensa?"),
            "What are the symptoms of influenza?");
}

TEST_F(SpellingTest, TellsWhichWordsWereReplaced) {
  const IndexInMemory index({"The symptoms of influenza."});
  const Spelling spelling = Read("Symtoms of influensa", index);
  ASSERT_EQ(spelling.respelt.size(), 2u);
  EXPECT_EQ(spelling.respelt[0].word, "Symtoms");
  EXPECT_EQ(spelling.respelt[0].taken_for, "Symptoms");
  EXPECT_EQ(spelling.respelt[1].word, "influensa");
  EXPECT_EQ(spelling.respelt[1].taken_for, "influenza");
}

TEST_F(SpellingTest, KeepsCapitals) {
  EXPECT_EQ(Respelt("Hosptial ward"), "Hospital ward");
  EXPECT_EQ(Respelt("WHICH HOSPTIAL?"), "WHICH HOSPITAL?");
}

TEST_F(SpellingTest, KnownWordsStayEvenInAnotherForm) {
  EXPECT_EQ(Respelt("symptom of a patient"), "symptom of a patient");
}

TEST_F(SpellingTest, ShortWordsNumbersAndAbbreviationsStay) {
  for (const char* question :
       {"wad", "feber5", "5mgg fever", "Who has COPT?"}) {
    EXPECT_EQ(Respelt(question), question);
  }
}

TEST_F(SpellingTest, LongerWordsMayHaveTwoEdits) {
  EXPECT_EQ(Respelt("faver"), "fever");
  EXPECT_EQ(Respelt("fovar"), "fovar");
  EXPECT_EQ(Respelt("vacinaton"), "vaccination");
  EXPECT_EQ(Respelt("vacinatn"), "vacinatn");
}

TEST_F(SpellingTest, AWordStandsInALiveDocumentAsItIsShown) {
  EXPECT_EQ(Respelt("hospitel"), "hospital");
  EXPECT_EQ(Respelt("protecs"), "protects");
  // Only the ending differs.
  EXPECT_EQ(Respelt("influensas"), "influenza");
  IndexInMemory index({"The vaccines.", "The vaccine.", "The vaccination."});
  EXPECT_EQ(Read("vacine", index).text, "vaccine");
  index.Remove(1);
  EXPECT_EQ(Read("vacine", index).text, "vaccines");
}

TEST_F(SpellingTest, AWordWithAnotherEndingThanDocumentsHaveIsFurtherAway) {
  // "referal" would be a form of "refer".
  const IndexInMemory index({"She refers patients.", "The referral is sent."});
  EXPECT_EQ(Read("the refferal", index).text, "the referral");
}

TEST_F(SpellingTest, AnEndingThatTheWordCannotHaveIsNotMadeUp) {
  // "aprones" would be as near as "approves".
  const IndexInMemory index({"She approves of aprons."});
  EXPECT_EQ(Read("who aproves", index).text, "who approves");
}

TEST_F(SpellingTest, FewerEditsAreNearer) {
  const IndexInMemory index({"An injection. A junction. An infection."});
  EXPECT_EQ(Read("an injektion", index).text, "an injection");
  EXPECT_EQ(Read("an inzection", index).offers.size(), 1u);
}

TEST_F(SpellingTest, StopWordsAreInTheDictionary) {
  EXPECT_EQ(Respelt("waht is shut, teh ward?"), "what is shut, teh ward?");
  // "wait" is as near.
  const IndexInMemory index({"Patients wait in the ward."});
  EXPECT_EQ(Read("waht is in the ward", index).text, "what is in the ward");
}

TEST_F(SpellingTest, ANameIsNoStopWord) {
  EXPECT_EQ(Respelt("Did Thet see the ward?"), "Did Thet see the ward?");
}

TEST_F(SpellingTest, OfWordsAboutEquallyNearBothAreOffered) {
  const IndexInMemory index({"The farm is here. The form is there."});
  const Spelling spelling = Read("Where is the fxrm?", index);
  EXPECT_EQ(spelling.text, "Where is the fxrm?");
  EXPECT_TRUE(spelling.respelt.empty());
  ASSERT_EQ(spelling.offers.size(), 1u);
  EXPECT_EQ(spelling.offers[0].word, "fxrm");
  EXPECT_EQ(spelling.offers[0].words[0], "farm");
  EXPECT_EQ(spelling.offers[0].words[1], "form");
}

TEST_F(SpellingTest, AnEnglishWordIsNotReplacedButNearWordsAreOffered) {
  const IndexInMemory index({"Heat kills the vaccine."});
  constexpr std::uint64_t kSecond = 0b10;
  const Spelling spelling = Read("vaccine of the heart", index, kSecond);
  EXPECT_TRUE(spelling.respelt.empty());
  ASSERT_EQ(spelling.offers.size(), 1u);
  EXPECT_EQ(spelling.offers[0].word, "heart");
  ASSERT_EQ(spelling.offers[0].words.size(), 1u);
  EXPECT_EQ(spelling.offers[0].words[0], "heat");
  EXPECT_EQ(Read("vaccine of the heart", index).text, "vaccine of the heat");
}

TEST_F(SpellingTest, AWordThatIsMuchMoreFrequentIsMeant) {
  std::vector<std::string_view> texts(8, "The form is there.");
  texts.push_back("The farm is here.");
  EXPECT_EQ(Read("Where is the fxrm?", IndexInMemory(texts)).text,
            "Where is the form?");
  texts.push_back("The farm is shut.");
  EXPECT_EQ(Read("Where is the fxrm?", IndexInMemory(texts)).offers.size(), 1u);
}

TEST_F(SpellingTest, AKeyNextToTheRightOneCountsLikeTwiceTheFrequency) {
  const IndexInMemory index(std::vector<std::string_view>{
      "The form.", "The form.", "The form.", "The form.", "The farm."});
  EXPECT_EQ(Read("Where is the firm?", index).text, "Where is the form?");
}

TEST_F(SpellingTest, WordsOfRemovedDocumentsAreNotInTheDictionary) {
  IndexInMemory index({"The form is there.", "The farm is here."});
  index.Remove(1);
  EXPECT_EQ(Read("Where is the fxrm?", index).text, "Where is the form?");
  index.Remove(0);
  EXPECT_EQ(Read("Where is the fxrm?", index).text, "Where is the fxrm?");
}

TEST_F(SpellingTest, OnlySoManyWordsAreLookedUp) {
  std::string question;
  for (std::size_t i = 0; i <= kMaxRespeltWords; ++i) {
    question += i % 2 == 0 ? "symtoms and " : "influensa and ";
  }
  const std::string read = Respelt(question);
  EXPECT_TRUE(read.ends_with("influenza and symtoms and ")) << read;
}

}  // namespace
}  // namespace answerbox::engine
