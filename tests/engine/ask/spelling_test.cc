// What a misspelt question gets.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "engine/ask/ask.h"
#include "tests/engine/ask/owned_answer.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kPage =
    "The symptoms of influenza are fever and chills. The farm of the clinic is "
    "by the river. The form for leave lies in the office.";

class AskingMisspelt : public testing::Test {
 protected:
  OwnedAnswer Ask(const IndexInMemory& index, const Question& question) {
    const LiveSegment segments[] = {index.live()};
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }

 private:
  Workspace workspace_;
};

TEST_F(AskingMisspelt, GetsTheAnswerToTheQuestionThatIsMeant) {
  const IndexInMemory index{{kPage}};
  const auto misspelt = Ask(
      index,
      {.text = "What are the symtoms of influensa?", .with_spelling = true});
  const auto meant =
      Ask(index, {.text = "What are the symptoms of influenza?"});
  ASSERT_FALSE(misspelt.answer().refusal);
  EXPECT_EQ(misspelt.answer().citations.front().sentence,
            meant.answer().citations.front().sentence);
  EXPECT_EQ(misspelt.answer().confidence, meant.answer().confidence);
  ASSERT_EQ(misspelt.answer().respelt.size(), 2u);
  EXPECT_EQ(misspelt.answer().respelt[0].word, "symtoms");
  EXPECT_EQ(misspelt.answer().respelt[0].taken_for, "symptoms");
  EXPECT_TRUE(meant.answer().respelt.empty());
}

TEST_F(AskingMisspelt, AWordOfAnotherSyllableIsAnotherWord) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"ampicillin", "amoxicillin"},     {"prednisone", "prednisolone"},
      {"hyperglycemia", "hypoglycemia"}, {"cycloserine", "cyclosporine"},
      {"quinidine", "quinine"},          {"hyperthermia", "hypothermia"},
      {"estradiol", "estriol"},          {"nifedipine", "nimodipine"}};
  for (const auto& [asked, known] : names) {
    const std::string page =
        "The usual dose of " + std::string(known) + " is 5 mg each day.";
    const std::string_view pages[] = {page};
    const IndexInMemory index(pages);
    const std::string question = "What is the dose of " + std::string(asked);
    const auto answer = Ask(index, {.text = question, .with_spelling = true});
    EXPECT_TRUE(answer.answer().respelt.empty()) << asked;
  }
}

TEST_F(AskingMisspelt, TwoSlipsInTwoPlacesAreMended) {
  const std::string_view pages[] = {"The usual dose of amoxicillin is 5 mg."};
  const IndexInMemory index(pages);
  const auto answer =
      Ask(index, {.text = "dose of amoxycilin", .with_spelling = true});
  ASSERT_EQ(answer.answer().respelt.size(), 1u);
  EXPECT_EQ(answer.answer().respelt[0].taken_for, "amoxicillin");
}

TEST_F(AskingMisspelt, AMessageKeepsTheNamesOfItsStory) {
  const std::string_view pages[] = {
      "The usual dose of amoxicillin is 500 mg each day. The usual dose of "
      "prednisolone is 40 mg each day."};
  const IndexInMemory index(pages);
  const auto answer =
      Ask(index,
          {.text = "My mother takes amoxicillin since last week and she feels "
                   "sick in the mornings and cannot sleep at all. What is the "
                   "usual dose each day?"});
  ASSERT_FALSE(answer.answer().citations.empty());
  EXPECT_NE(answer.answer().citations.front().sentence.find("amoxicillin"),
            std::string_view::npos);
}

TEST_F(AskingMisspelt, AMessageThatAsksInNoWordsOfItsOwnIsWhole) {
  const IndexInMemory index{{kPage}};
  const auto answer = Ask(
      index, {.text = "The clinic of our town has a farm by the river and it "
                      "is there in all of the year. What does it do?"});
  ASSERT_FALSE(answer.answer().citations.empty());
  EXPECT_NE(answer.answer().citations.front().sentence.find("farm"),
            std::string_view::npos);
}

TEST_F(AskingMisspelt, IsTakenAsItStandsIfTheCallerSaysSo) {
  const IndexInMemory index{{kPage}};
  const auto asked =
      Ask(index, {.text = "symtoms", .theta = 0.0, .with_spelling = false});
  EXPECT_EQ(asked.answer().refusal, RefusalReason::kNoEvidence);
  EXPECT_TRUE(asked.answer().respelt.empty());
}

TEST_F(AskingMisspelt, ChangesNothingInProfilePaper) {
  const IndexInMemory index({kPage}, Profile::kPaper);
  const Question plain{.text = "symtoms of influenza"};
  Question spelt = plain;
  spelt.with_spelling = true;
  const auto expected = Ask(index, plain);
  const auto asked = Ask(index, spelt);
  EXPECT_EQ(asked.answer().confidence, expected.answer().confidence);
  EXPECT_TRUE(asked.answer().respelt.empty());
}

TEST_F(AskingMisspelt, IsOfferedBothWordsOnlyIfItIsRefused) {
  const IndexInMemory index{{kPage}};
  const auto refused = Ask(
      index, {.text = "Where is the fxrm?", .theta = 1, .with_spelling = true});
  ASSERT_TRUE(refused.answer().refusal);
  ASSERT_EQ(refused.answer().offers.size(), 1u);
  EXPECT_EQ(refused.answer().offers[0].word, "fxrm");
  EXPECT_EQ(refused.answer().offers[0].words[0], "farm");
  EXPECT_EQ(refused.answer().offers[0].words[1], "form");
  const auto answered =
      Ask(index, {.text = "Is there a fxrm for leave in the office?",
                  .with_spelling = true});
  EXPECT_FALSE(answered.answer().refusal);
  EXPECT_TRUE(answered.answer().offers.empty());
}

TEST_F(AskingMisspelt, NamesTheWordsThatItWasTakenForWhenItIsRefused) {
  const IndexInMemory index{{kPage}};
  const auto refused = Ask(index, {.text = "What are the symtoms of measles?",
                                   .theta = 1,
                                   .with_spelling = true});
  ASSERT_TRUE(refused.answer().refusal);
  ASSERT_EQ(refused.answer().refused_words.words.size(), 2u);
  EXPECT_EQ(refused.answer().refused_words.words[0].text, "symptoms");
  EXPECT_EQ(refused.answer().refused_words.words[1].text, "measles");
}

}  // namespace
}  // namespace answerbox::engine
