// What the abbreviations that documents define change.
#include <gtest/gtest.h>

#include <string>

#include "engine/ask/ask.h"
#include "engine/ask/inquiry.h"
#include "engine/ask/search.h"
#include "tests/engine/ask/owned_answer.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class AskingWithAbbreviations : public testing::Test {
 protected:
  OwnedAnswer Ask(std::string_view text, bool with_abbreviations = true) {
    return Ask(index_,
               {.text = text, .with_abbreviations = with_abbreviations});
  }
  OwnedAnswer Ask(const IndexInMemory& index, const Question& question) {
    const LiveSegment segments[] = {index.live()};
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }
  std::string Best(const OwnedAnswer& owned) {
    const auto citations = owned.answer().citations;
    return citations.empty() ? "" : std::string(citations.front().sentence);
  }

  IndexInMemory index_{{
      "The village health team (VHT) is chosen by its neighbours.",
      "VHTs visit each home twice a year. The nurse visits the school.",
      "Hearing aids are tested on Monday. Health is a right of the village.",
      "People with acquired immunodeficiency syndrome (AIDS) are treated.",
      "AIDS clinics open on Tuesday.",
  }};
  Workspace workspace_;
};

TEST_F(AskingWithAbbreviations, TheLongFormFindsTheShortOne) {
  constexpr std::string_view kLong =
      "How often does the village health team visit a home?";
  const auto asked = Ask(kLong);
  EXPECT_EQ(Best(asked), "VHTs visit each home twice a year.");
  EXPECT_GT(asked.answer().confidence, Ask(kLong, false).answer().confidence);
  ASSERT_EQ(asked.answer().abbreviations.size(), 1u);
  EXPECT_EQ(asked.answer().abbreviations[0].words, "village health team");
  EXPECT_EQ(asked.answer().abbreviations[0].also, "VHT");
  EXPECT_TRUE(Ask(kLong, false).answer().abbreviations.empty());
}

TEST_F(AskingWithAbbreviations, TheShortFormFindsTheLongOne) {
  const IndexInMemory index({"Ask the village health team (VHT).",
                             "The village health team visits twice a year.",
                             "The village pays the nurse every year."});
  const auto asked = Ask(index, {.text = "How often does a VHT visit?",
                                 .with_abbreviations = true});
  EXPECT_EQ(Best(asked), "The village health team visits twice a year.");
  ASSERT_EQ(asked.answer().abbreviations.size(), 1u);
  EXPECT_EQ(asked.answer().abbreviations[0].also, "village health team");
}

TEST_F(AskingWithAbbreviations, AnEnglishWordIsNoAbbreviation) {
  const auto aids = Ask("When are hearing aids tested?");
  EXPECT_EQ(Best(aids), "Hearing aids are tested on Monday.");
  EXPECT_TRUE(aids.answer().abbreviations.empty());
  EXPECT_TRUE(Ask("Aids for hearing?").answer().abbreviations.empty());
  EXPECT_EQ(Ask("When do AIDS clinics open?").answer().abbreviations.size(),
            1u);
  EXPECT_EQ(Ask("What does the vht do?").answer().abbreviations.size(), 1u);
  const auto syndrome =
      Ask("When do acquired immunodeficiency syndrome clinics open?");
  EXPECT_EQ(Best(syndrome), "AIDS clinics open on Tuesday.");
}

TEST_F(AskingWithAbbreviations, AreThoseOfTheAskedDocuments) {
  const std::string_view patterns[] = {"document-1"};
  const auto one = Ask(index_, {.text = "Who is the village health team?",
                                .documents = patterns,
                                .with_abbreviations = true});
  EXPECT_TRUE(one.answer().abbreviations.empty());
}

TEST_F(AskingWithAbbreviations, AWrongPatternIsAnErrorAsEver) {
  const LiveSegment segments[] = {index_.live()};
  const std::string_view patterns[] = {"nothing"};
  Question question{.text = "Who is in the VHT?", .documents = patterns};
  question.with_abbreviations = true;
  const auto none = engine::Ask(segments, question, workspace_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNoSuchDocument);
  question.text = "of the";
  EXPECT_EQ(engine::Ask(segments, question, workspace_)->refusal,
            RefusalReason::kEmptyQuestion);
}

TEST_F(AskingWithAbbreviations, ASearchFindsThemToo) {
  const LiveSegment segments[] = {index_.live()};
  PassageQuery query{.words = "village health team", .with_thesaurus = false};
  const auto holds_short = [&] {
    const auto list = Search(segments, query, workspace_);
    EXPECT_TRUE(list);
    return std::ranges::any_of(list->passages, [](const Passage& passage) {
      return passage.text.starts_with("VHTs");
    });
  };
  EXPECT_FALSE(holds_short());
  query.with_abbreviations = true;
  EXPECT_TRUE(holds_short());
}

TEST_F(AskingWithAbbreviations, OtherQuestionsGetTheSameBytes) {
  const auto with = Ask("Where does the nurse work?");
  const auto without = Ask("Where does the nurse work?", false);
  EXPECT_EQ(with.answer().confidence, without.answer().confidence);
  EXPECT_EQ(with.answer().citations[0].score_bits,
            without.answer().citations[0].score_bits);
}

TEST_F(AskingWithAbbreviations, ComeAfterTheSynonymsOfTheCollection) {
  TermNormalizer normalizer(Profile::kDefault);
  const Synonyms synonyms(std::get<0>(ReadSynonymFile("VHT => health worker")),
                          normalizer);
  const LiveSegment segments[] = {index_.live()};
  Question question{.text = "VHT", .synonyms = &synonyms};
  question.with_abbreviations = true;
  const auto inquiry = Analyze(segments, question, workspace_);
  ASSERT_TRUE(inquiry);
  ASSERT_EQ(inquiry->terms.synonyms.size(), 3u);
  EXPECT_EQ(inquiry->terms.synonyms[0].terms.size(), 2u);
  EXPECT_EQ(inquiry->terms.synonyms[1].terms.size(), 3u);
  EXPECT_EQ(inquiry->terms.synonyms[2].terms.front(), "vhts");
}

}  // namespace
}  // namespace answerbox::engine
