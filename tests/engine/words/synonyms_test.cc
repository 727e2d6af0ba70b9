#include "engine/words/synonyms.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class SynonymsTest : public testing::Test {
 protected:
  Synonyms Make(std::string_view file) {
    return {std::get<0>(ReadSynonymFile(file)), normalizer_};
  }
  // "synonym=run" for each synonym of the question, with a blank after each. A
  // "+" joins the terms of a phrase.
  std::string Of(std::string_view file, std::string_view question) {
    const Synonyms synonyms = Make(file);
    const QuestionTerms terms = AnalyzeQuestion(question, normalizer_, *arena_);
    FoundSynonyms found(*arena_);
    synonyms.AddTo(found, terms);
    std::string text;
    for (const QuestionSynonym& synonym : found.all()) {
      for (const std::string_view term : synonym.terms) {
        text += std::string(term) + "+";
      }
      text.back() = '=';
      for (const std::uint8_t term : synonym.run) {
        text += std::string(terms.distinct[term].term) + "+";
      }
      text.back() = ' ';
    }
    return text;
  }

  TermNormalizer normalizer_{Profile::kDefault};
  TestArena arena_;
};

TEST_F(SynonymsTest, OfOneLineStandForEachOther) {
  EXPECT_EQ(Of("pill, tablet, capsule", "Which tablet?"),
            "pill=tablet capsul=tablet ");
  EXPECT_EQ(Of("pill, tablet", "Which capsule?"), "");
}

TEST_F(SynonymsTest, OnTheRightMeetThoseOnTheLeftAlone) {
  EXPECT_EQ(Of("tablet => pill, capsule", "tablet"),
            "pill=tablet capsul=tablet ");
  EXPECT_EQ(Of("tablet => pill", "pill"), "");
}

TEST_F(SynonymsTest, AreFoundInEveryFormOfAWord) {
  EXPECT_EQ(Of("Vaccinations, JAB", "vaccination"), "jab=vaccin ");
}

TEST_F(SynonymsTest, MayBePhrases) {
  constexpr std::string_view kFile = "heart attack, myocardial infarction, MI";
  EXPECT_EQ(Of(kFile, "signs of a heart attack"),
            "myocardi+infarct=heart+attack mi=heart+attack ");
  EXPECT_EQ(Of(kFile, "MI"), "heart+attack=mi myocardi+infarct=mi ");
  EXPECT_EQ(Of(kFile, "attack of the heart"), "");
}

TEST_F(SynonymsTest, MeetARunWhole) {
  constexpr std::string_view kFile =
      "pill box lid, cover\npill box => tray of wood and tin";
  EXPECT_EQ(Of(kFile, "pill box lid"),
            "tray+wood+tin=pill+box cover=pill+box+lid ");
  const Synonyms synonyms = Make(kFile);
  const QuestionTerms terms =
      AnalyzeQuestion("pill box lid", normalizer_, *arena_);
  FoundSynonyms synonyms_found(*arena_);
  synonyms.AddTo(synonyms_found, terms);
  const auto found = synonyms_found.all();
  ASSERT_EQ(found.size(), 2u);
  const auto met = [&](std::size_t synonym, std::size_t term) {
    const auto run = found[synonym].MetBy(term);
    return std::vector<int>(run.begin(), run.end());
  };
  EXPECT_EQ(met(0, 0), std::vector({0}));  // tray
  EXPECT_EQ(met(0, 1), std::vector({1}));
  EXPECT_EQ(met(0, 2), std::vector({1}));
  EXPECT_EQ(met(1, 0), std::vector({0, 1, 2}));  // cover
}

TEST_F(SynonymsTest, PhrasesSkipStopWords) {
  EXPECT_EQ(Of("duty of care => liability", "the duty of care"),
            "liabil=duti+care ");
}

TEST_F(SynonymsTest, OfSynonymsAreNotFollowed) {
  EXPECT_EQ(Of("pill => drug\ndrug => dose\ndose => pill", "pill"),
            "drug=pill ");
  EXPECT_EQ(Of("pill, pill => pill", "pill"), "");
}

TEST_F(SynonymsTest, OfSeveralRulesAddUpOnce) {
  EXPECT_EQ(Of("pill, tablet\ntablet => drug, pill", "tablet"),
            "pill=tablet drug=tablet ");
}

TEST_F(SynonymsTest, WithoutATermAreLeftOut) {
  EXPECT_EQ(Of("us, united states", "united states"), "");
  EXPECT_EQ(Of("us, america, united states", "america"), "unit+state=america ");
  EXPECT_EQ(Of("1 2 3 4 5 6 7 8 9, nine", "nine"), "");
}

TEST_F(SynonymsTest, HaveABoundForOneQuestion) {
  std::string line = "x";
  for (int i = 0; i < 100; ++i) line += ",y" + std::to_string(i);
  const std::string found = Of(line, "x x1");
  EXPECT_EQ(std::ranges::count(found, '='), kMaxQuestionSynonyms);
}

TEST_F(SynonymsTest, CountTheirRules) {
  EXPECT_EQ(Make("a1, b1\n\nc1 => d1").rule_count(), 2u);
  EXPECT_EQ(Make("").rule_count(), 0u);
}

}  // namespace
}  // namespace answerbox::engine
