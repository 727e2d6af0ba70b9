#include "engine/answer/evidence/answer_features.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/marked_text.h"
#include "tests/engine/answer/small_lexicon.h"

namespace answerbox::engine {
namespace {

using enum AnswerFeature;

// The features of the best sentence of a segment's first chunk, compared with
// another sentence.
class Judged {
 public:
  Judged(std::string_view question, const IndexInMemory& index,
         RankedCandidate best, RankedCandidate other)
      : asked_(question, {index.live()}, lexicon_.get()),
        evidence_(asked_.Gather(chunks_)),
        ranking_(evidence_, asked_.terms(), asked_.words(), chunks_,
                 asked_.arena()) {
    row_.fill(-9999);
    FillAnswerFeatures(evidence_, asked_.words(), ranking_, {best, other, 700},
                       row_);
  }
  Judged(std::string_view question, const IndexInMemory& index)
      : Judged(question, index, {}, {}) {}

  [[nodiscard]] std::int16_t Of(AnswerFeature feature) const {
    return row_[kSentenceFeatures + static_cast<std::size_t>(feature)];
  }
  [[nodiscard]] std::span<const std::int16_t, kAnswerFeatures> row() const {
    return row_;
  }

 private:
  const SmallLexicon lexicon_;
  const std::array<AnsweringChunk, 1> chunks_ = {AnsweringChunk{0, 0, 160}};
  AskedQuestion asked_;
  CandidateEvidence evidence_;
  RankingFeatures ranking_;
  std::array<std::int16_t, kAnswerFeatures> row_;
};

RankedCandidate Ranked(std::uint32_t candidate, LogOdds odds = 0) {
  RankedCandidate ranked;
  ranked.candidate = candidate;
  ranked.odds = odds;
  return ranked;
}

// Rarity in 1/256: pump is 512, valve and drill 256. Blame: 10, -3 and 7. The
// best sentence holds only pump, the next one valve, the last one no term. No
// sentence holds drill.
class SmallContest : public testing::Test {
 protected:
  const IndexInMemory index_{
      {"The pump leaks. The valve and pump ran. Nothing else."}};
  const Judged judged_{"pump valve drill", index_, Ranked(0, 8192),
                       Ranked(1, 4096)};
};

TEST_F(SmallContest, MissesWhatTheSentenceLacks) {
  EXPECT_EQ(judged_.Of(kMissingSameCount), 2);
  EXPECT_EQ(judged_.Of(kMissingSameRarity), 512);
  EXPECT_EQ(judged_.Of(kMissingSameRarest), 256);
  EXPECT_EQ(judged_.Of(kMissingSameShare), 2 * 1024 / 3);
  EXPECT_EQ(judged_.Of(kMissingSameBlame), -3 + 7);
  EXPECT_EQ(judged_.Of(kMissingSameMostBlame), 7);
  EXPECT_EQ(judged_.Of(kMissingAlikeCount), 2);
}

TEST_F(SmallContest, MissesLessWithItsNeighbourAndItsRun) {
  for (const AnswerFeature count :
       {kMissingNearbyCount, kMissingRunCount, kMissingRunAlikeCount}) {
    EXPECT_EQ(judged_.Of(count), 1) << ToString(count);
  }
  EXPECT_EQ(judged_.Of(kMissingNearbyRarity), 256);
  EXPECT_EQ(judged_.Of(kMissingRunBlame), 7);
  EXPECT_EQ(judged_.Of(kMissingRunAlikeShare), 1024 / 3);
}

TEST_F(SmallContest, ComparesWithTheOther) {
  EXPECT_EQ(judged_.Of(kRankerScore), 2 * 256);
  EXPECT_EQ(judged_.Of(kRankerLead), 256);
  EXPECT_EQ(judged_.Of(kRankerTotal), 700);
  EXPECT_EQ(judged_.Of(kSentences), 3);
  EXPECT_EQ(judged_.Of(kOtherCoverage), 768);
  EXPECT_EQ(judged_.Of(kOtherSoft), 768);
  EXPECT_EQ(judged_.Of(kOtherPairs), 0);
  EXPECT_EQ(judged_.Of(kOtherCovers), 256);  // Valve.
  EXPECT_EQ(judged_.Of(kRunCovers), 256);
}

TEST_F(SmallContest, WeighsTheQuestionItself) {
  EXPECT_EQ(judged_.Of(kQuestionRarity), 1024);
  EXPECT_EQ(judged_.Of(kDoubt), 1 - 2 + 5);
  EXPECT_EQ(judged_.Of(kMostDoubt), 5);
  EXPECT_EQ(judged_.Of(kLeastDoubt), -2);
  EXPECT_EQ(judged_.Of(kStopDoubt), 0);
}

TEST_F(SmallContest, LeavesTheSentencesFeaturesAsTheyAre) {
  for (std::size_t f = 0; f < kSentenceFeatures; ++f) {
    ASSERT_EQ(judged_.row()[f], -9999) << f;
  }
  for (std::size_t f = kSentenceFeatures; f < kAnswerFeatures; ++f) {
    ASSERT_NE(judged_.row()[f], -9999) << f;
  }
}

TEST(AnswerFeatures, DoNotCountASentenceTwoAwayAsNear) {
  const IndexInMemory index({"The pump leaks. So it is. A valve ran."});
  const Judged judged("pump valve drill", index, Ranked(0), Ranked(2));
  EXPECT_EQ(judged.Of(kMissingNearbyCount), 2);
  EXPECT_EQ(judged.Of(kMissingRunCount), 1);
}

TEST(AnswerFeatures, TellACloseWordFromNone) {
  const IndexInMemory index({"A medic ran."});
  const Judged judged("medicines pump", index);
  EXPECT_EQ(judged.Of(kMissingSameCount), 2);
  EXPECT_EQ(judged.Of(kMissingAlikeCount), 1);
  EXPECT_EQ(judged.Of(kMissingRunCount), 2);
  EXPECT_EQ(judged.Of(kMissingRunAlikeCount), 1);
}

TEST(AnswerFeatures, MissNothingThatTheHeadingsSay) {
  const MarkedText text("# Valves\n## Drilling\nPumps run.\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  const Judged judged("pump valve drill hall", index, Ranked(2), Ranked(2));
  EXPECT_EQ(judged.Of(kMissingSameCount), 1);
  EXPECT_EQ(judged.Of(kMissingAlikeCount), 1);
  EXPECT_EQ(judged.Of(kMissingNearbyCount), 1);
  EXPECT_EQ(judged.Of(kMissingRunCount), 1);
  EXPECT_EQ(judged.Of(kMissingRunAlikeCount), 1);
}

TEST(AnswerFeatures, LeadByFiveWithoutAnOther) {
  const IndexInMemory index({"The pump leaks."});
  EXPECT_EQ(Judged("pump", index).Of(kRankerLead), 5 * 256);
}

TEST(AnswerFeatures, CountMissingNamesNumbersAndVerbs) {
  const IndexInMemory index({"So it ran. Lopez had 20."});
  const Judged judged("Was 20 or 30 celebrated by Lopez in Lima?", index);
  EXPECT_EQ(judged.Of(kAlikeNames), 2);
  EXPECT_EQ(judged.Of(kAlikeNumbers), 2);
  EXPECT_EQ(judged.Of(kAlikeVerbs), 1);
  EXPECT_EQ(judged.Of(kRunNames), 1);
  EXPECT_EQ(judged.Of(kRunNumbers), 1);
  EXPECT_EQ(judged.Of(kRunVerbs), 1);
}

TEST(AnswerFeatures, SeeAnotherWordInThePlaceOfTheAsked) {
  const IndexInMemory index({"A dose of warfarin for infants."});
  const Judged judged("dose of heparin for infants", index);
  EXPECT_EQ(judged.Of(kBridged), 1);
  EXPECT_EQ(judged.Of(kInterrupted), 1);
  const IndexInMemory held({"A dose of heparin for infants."});
  EXPECT_EQ(Judged("dose of heparin for infants", held).Of(kBridged), 0);
}

TEST(AnswerFeatures, SeeOppositesOfWhatIsMissing) {
  const IndexInMemory index({"The pump is closed. So it is."});
  EXPECT_EQ(Judged("Is the pump open?", index).Of(kOpposed), 1);
  const Judged other("Is the pump open?", index, Ranked(1), Ranked(0));
  EXPECT_EQ(other.Of(kOpposed), 0);
  EXPECT_EQ(other.Of(kRunOpposed), 1);
  const IndexInMemory both({"The pump is open or closed."});
  EXPECT_EQ(Judged("Is the pump open?", both).Of(kOpposed), 0);
}

TEST(AnswerFeatures, MissTheKindOfThingThatIsAskedFor) {
  const IndexInMemory index({"The pump leaks."});
  EXPECT_EQ(Judged("Which pump is it?", index).Of(kFocusMissing), 0);
  EXPECT_EQ(Judged("Which drill is a pump?", index).Of(kFocusMissing), 1);
  EXPECT_EQ(Judged("Where is the drill?", index).Of(kFocusMissing), 0);
}

TEST(AnswerFeatures, SeeANegationWithoutAnAnswer) {
  const IndexInMemory index({"The pump is on. It is not."});
  const Judged judged("Which pump is not on?", index, Ranked(0), Ranked(1));
  EXPECT_EQ(judged.Of(kQuestionNegations), 1);
  EXPECT_EQ(judged.Of(kUnansweredNegation), 1);
  const Judged answered("Which pump is not on?", index, Ranked(1), Ranked(0));
  EXPECT_EQ(answered.Of(kUnansweredNegation), 0);
  EXPECT_EQ(Judged("Which pump is on?", index).Of(kUnansweredNegation), 0);
}

TEST(AnswerFeatures, LookForPairsOfNames) {
  const std::string_view question = "Did Maria Lopez run?";
  const IndexInMemory together({"So Maria Lopez ran."});
  EXPECT_EQ(Judged(question, together).Of(kNamePairs), 1);
  EXPECT_EQ(Judged(question, together).Of(kNamePairsMissing), 0);
  const IndexInMemory apart({"So Maria and Lopez ran."});
  EXPECT_EQ(Judged(question, apart).Of(kNamePairsMissing), 1);
}

TEST(AnswerFeatures, HoldAQuestionOfSixtyFourTerms) {
  std::string question;
  for (char a = 'a'; a < 'e'; ++a) {
    for (char b = 'a'; b < 'q'; ++b) {
      question += std::string(" zz") + a + "x" + b + "q";
    }
  }
  const IndexInMemory index({"The pump leaks."});
  const Judged judged(question, index);
  EXPECT_EQ(judged.Of(kMissingSameCount), 64);
  EXPECT_EQ(judged.Of(kMissingRunAlikeShare), 1024);
  EXPECT_EQ(judged.Of(kMissingSameRarity), 32767);
}

TEST(AnswerFeatures, HaveTheirNames) {
  EXPECT_EQ(ToString(kMissingSameCount), "MissingSameCount");
  EXPECT_EQ(ToString(kMissingRunAlikeMostBlame), "MissingRunAlikeMostBlame");
  EXPECT_EQ(ToString(kRankerScore), "RankerScore");
  EXPECT_EQ(ToString(kStopDoubt), "StopDoubt");
}

}  // namespace
}  // namespace answerbox::engine
