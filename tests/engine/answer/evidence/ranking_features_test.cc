#include "engine/answer/evidence/ranking_features.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/marked_text.h"
#include "tests/engine/answer/opened_related_words.h"
#include "tests/engine/answer/small_lexicon.h"

namespace answerbox::engine {
namespace {

using enum SentenceFeature;

// The features of all chunks of the segments, in their order.
class Features {
 public:
  Features(std::string_view question, std::vector<LiveSegment> segments,
           std::vector<AnsweringChunk> chunks,
           const RelatedWords& related = RelatedWords())
      : asked_(question, std::move(segments), lexicon_.get()),
        chunks_(std::move(chunks)),
        evidence_(asked_.Gather(chunks_, related)),
        features_(evidence_, asked_.terms(), asked_.words(), chunks_,
                  asked_.arena()) {}
  Features(std::string_view question, const IndexInMemory& index,
           const RelatedWords& related = RelatedWords())
      : Features(question, {index.live()}, {{0, 0, 160}}, related) {}

  [[nodiscard]] std::int16_t Of(std::size_t candidate,
                                SentenceFeature feature) const {
    std::array<std::int16_t, kSentenceFeatures> row;
    row.fill(-9999);
    features_.Fill(candidate, row);
    return row[static_cast<std::size_t>(feature)];
  }
  [[nodiscard]] const RankingFeatures& get() const { return features_; }
  [[nodiscard]] const CandidateEvidence& evidence() const { return evidence_; }

 private:
  const SmallLexicon lexicon_;
  AskedQuestion asked_;
  std::vector<AnsweringChunk> chunks_;
  CandidateEvidence evidence_;
  RankingFeatures features_;
};

// Rarity: pump 512, valve 256, drill 256; 1024 in all. Two of the three
// sentences hold pump, one holds valve, none drill. So the local weights are
// ln(4 / 2.5) = 120 / 256, ln(4 / 1.5) = 251 / 256 and ln(4 / 0.5) = 532 / 256;
// 903 in all.
class SmallExample : public testing::Test {
 protected:
  const IndexInMemory index_{
      {"The pump leaks. The valve and pump ran. Nothing else."}};
  const Features features_{"pump valve drill", index_};
};

TEST_F(SmallExample, SharesTheRarityOfTheQuestion) {
  EXPECT_EQ(features_.Of(0, kCoverage), 512);
  EXPECT_EQ(features_.Of(1, kCoverage), 768);
  EXPECT_EQ(features_.Of(2, kCoverage), 0);
  EXPECT_EQ(features_.Of(1, kSoftCoverage), 768);
  EXPECT_EQ(features_.Of(0, kOnlyHere), 0);
  EXPECT_EQ(features_.Of(1, kOnlyHere), 256);  // Valve.
}

TEST_F(SmallExample, SharesTheLocalWeights) {
  EXPECT_EQ(features_.Of(0, kLocalCoverage), 120 * 1024 / 903);
  EXPECT_EQ(features_.Of(1, kLocalCoverage), (120 + 251) * 1024 / 903);
  EXPECT_EQ(features_.Of(1, kSoftLocalCoverage), (120 + 251) * 1024 / 903);
  EXPECT_EQ(features_.Of(0, kLocalMissing), 532);
}

TEST_F(SmallExample, SharesTermsWordsAndTheirOrder) {
  EXPECT_EQ(features_.Of(0, kTermShare), 341);  // 1 of 3.
  EXPECT_EQ(features_.Of(1, kWordShare), 682);
  EXPECT_EQ(features_.Of(1, kPairShare), 0);  // Valve is before pump.
  EXPECT_EQ(features_.Of(1, kRunShare), 341);
  EXPECT_EQ(features_.Of(1, kSubsequenceShare), 341);
  EXPECT_EQ(features_.Of(1, kDensity), 2 * 1024 / 5);
}

TEST_F(SmallExample, WeighsCoverageByTheWindow) {
  EXPECT_EQ(features_.Of(0, kProximity), 0);            // Only one term.
  EXPECT_EQ(features_.Of(1, kProximity), 2 * 768 / 3);  // Valve and pump.
}

TEST_F(SmallExample, TakesSentenceAndNeighbourTogether) {
  EXPECT_EQ(features_.Of(0, kWithPrevious), 512);
  EXPECT_EQ(features_.Of(2, kWithPrevious), 768);
  EXPECT_EQ(features_.Of(0, kWithNext), (120 + 251) * 1024 / 903);
  EXPECT_EQ(features_.Of(2, kWithNext), 0);
  EXPECT_EQ(features_.Of(2, kWithBoth), (120 + 251) * 1024 / 903);
  EXPECT_EQ(features_.Of(1, kPreviousCoverage), 512);
  EXPECT_EQ(features_.Of(1, kNextCoverage), 0);
  EXPECT_EQ(features_.Of(2, kPreviousSoft), (120 + 251) * 1024 / 903);
  EXPECT_EQ(features_.Of(0, kNextSoft), (120 + 251) * 1024 / 903);
}

TEST_F(SmallExample, LeadsByTheGreatestOfTheOthers) {
  EXPECT_EQ(features_.Of(1, kCoverageLead), 768 - 512);
  EXPECT_EQ(features_.Of(0, kCoverageLead), 512 - 768);
  EXPECT_EQ(features_.Of(2, kCoverageLead), 0 - 768);
  EXPECT_EQ(features_.Of(0, kRunShareLead), 0);  // Both are equal.
  EXPECT_EQ(features_.Of(1, kAboveByCoverage), 0);
  EXPECT_EQ(features_.Of(0, kAboveByCoverage), 1);
  EXPECT_EQ(features_.Of(2, kAboveBySoft), 2);
}

TEST_F(SmallExample, KnowsThePlaceInTheRun) {
  EXPECT_EQ(features_.Of(1, kPlace), 1);
  EXPECT_EQ(features_.Of(1, kPlaceFromEnd), 1);
  EXPECT_EQ(features_.Of(1, kPlaceShare), 341);
  EXPECT_EQ(features_.Of(0, kRunSentences), 3);
}

TEST_F(SmallExample, WeighsWhatIsMissing) {
  EXPECT_EQ(features_.Of(0, kRarestFound), 512);
  EXPECT_EQ(features_.Of(0, kRarityMissing), 512);
  EXPECT_EQ(features_.Of(0, kRarestMissing), 256);
  EXPECT_EQ(features_.Of(2, kRarityMissing), 1024);
  EXPECT_EQ(features_.Of(2, kRarestMissing), 512);
  EXPECT_EQ(features_.Of(0, kFirstTerm), 1);
  EXPECT_EQ(features_.Of(2, kFirstTerm), 0);
  EXPECT_EQ(features_.Of(0, kLastTerm), 0);
}

TEST_F(SmallExample, WeighsTheRunAsAWhole) {
  EXPECT_EQ(features_.Of(2, kRunCoverage), 768);
  EXPECT_EQ(features_.Of(2, kRunSoft), 768);
}

TEST_F(SmallExample, CarriesTheQuestionAndTheChunk) {
  EXPECT_EQ(features_.Of(0, kQuestionTerms), 3);
  EXPECT_EQ(features_.Of(0, kQuestionWords), 3);
  EXPECT_EQ(features_.Of(0, kQuestionType),
            static_cast<int>(QuestionType::kOther));
  EXPECT_EQ(features_.Of(0, kFocus), 512);
  EXPECT_EQ(features_.Of(0, kVerbShare), 512);
  EXPECT_EQ(features_.Of(0, kChunkScore), 10);  // 160 / 256 in 1/16.
  EXPECT_EQ(features_.Of(0, kChunkGap), 0);
  EXPECT_EQ(features_.get().sentence_count(), 3u);
}

// The same question, with related words: pump goes with motors, valve and drill
// go with leaks.
class RelatedExample : public testing::Test {
 protected:
  const IndexInMemory index_{
      {"The pump leaks. The valve and pump ran. The motor stops."}};
  const OpenedRelatedWords related_{{"pump", "motor", 200},
                                    {"valv", "leak", 128},
                                    {"drill", "leak", 64},
                                    {"drill", "sink", 204}};
  const Features features_{"pump valve drill", index_, related_.get()};
};

TEST_F(RelatedExample, SharesTheRarityOfWhatIsRelatedByItsCloseness) {
  EXPECT_EQ(features_.Of(0, kRelatedCoverage), 512 + 256 / 2 + 256 / 4);
  EXPECT_EQ(features_.Of(1, kRelatedCoverage), 768);
  EXPECT_EQ(features_.Of(2, kRelatedCoverage), 512 * 200 / 256);
  EXPECT_EQ(features_.Of(0, kRelatedCoverageLead), 704 - 768);
  EXPECT_EQ(features_.Of(1, kRelatedCoverageLead), 768 - 704);
  EXPECT_EQ(features_.Of(2, kRelatedCoverageLead), 400 - 768);
}

TEST_F(RelatedExample, CountsTermsByARelatedWordAlone) {
  EXPECT_EQ(features_.Of(0, kOnlyRelated), 2);
  EXPECT_EQ(features_.Of(0, kClosestRelated), 128);
  EXPECT_EQ(features_.Of(1, kOnlyRelated), 0);
  EXPECT_EQ(features_.Of(1, kClosestRelated), 0);
  EXPECT_EQ(features_.Of(2, kOnlyRelated), 1);
  EXPECT_EQ(features_.Of(2, kClosestRelated), 200);
}

TEST_F(RelatedExample, ChangesNothingElse) {
  const Features without("pump valve drill", index_);
  for (std::size_t f = 0; f < kSentenceFeatures; ++f) {
    const auto feature = static_cast<SentenceFeature>(f);
    if (ToString(feature).find("Related") != std::string_view::npos) continue;
    for (const std::size_t candidate : {0u, 1u, 2u}) {
      EXPECT_EQ(features_.Of(candidate, feature),
                without.Of(candidate, feature))
          << ToString(feature);
    }
  }
}

TEST(RankingFeatures, TakeTheCloserOfAlikeAndRelated) {
  const IndexInMemory index({"Medics use a drug."});
  const auto of = [&](std::uint8_t closeness, SentenceFeature feature) {
    const OpenedRelatedWords related{{"medicin", "drug", closeness}};
    return Features("medicines", index, related.get()).Of(0, feature);
  };
  EXPECT_EQ(of(128, kSoftCoverage), 1024 * 5 / 7);  // medic(in)
  EXPECT_EQ(of(128, kRelatedCoverage), 1024 * 5 / 7);
  EXPECT_EQ(of(200, kRelatedCoverage), 1024 * 200 / 256);
  EXPECT_EQ(of(200, kOnlyRelated), 0);
  EXPECT_EQ(of(200, kClosestRelated), 0);
}

TEST(RankingFeatures, LeadByAllOfItWithoutAnOther) {
  const IndexInMemory index({"The pump leaks."});
  const Features features("pump valve drill", index);
  EXPECT_EQ(features.Of(0, kCoverageLead), 512);
}

TEST(RankingFeatures, FindTheTypesWords) {
  const IndexInMemory index({"It was so. In June Maria Lopez led 20 men."});
  const auto fits = [&](std::string_view question, std::size_t candidate) {
    return Features(question, index).Of(candidate, kFitsType);
  };
  for (const char* question :
       {"Who ran it, pump?", "When did the pump run?", "Where is the pump?",
        "How many pumps?", "Why did the pump run?"}) {
    EXPECT_EQ(fits(question, 0), 0) << question;
    EXPECT_EQ(fits(question, 1), 1) << question;
  }
  EXPECT_EQ(fits("What is a pump?", 0), 1);
  EXPECT_EQ(Features("Who is it, pump?", index).Of(1, kWhoCandidates), 3);
  EXPECT_EQ(Features("How many pumps?", index).Of(1, kNumberCandidates), 1);
  EXPECT_EQ(Features("Who is it, pump?", index).Of(1, kNumberCandidates), 0);
}

TEST(RankingFeatures, CompareNegations) {
  const IndexInMemory index({"The pump ran. The pump is not on."});
  const Features negated("Which pump is not on?", index);
  EXPECT_EQ(negated.Of(0, kNegationDiffers), 1);
  EXPECT_EQ(negated.Of(1, kNegationDiffers), 0);
  EXPECT_EQ(Features("Which pump?", index).Of(1, kNegationDiffers), -1);
}

TEST(RankingFeatures, SetNamesAndNumbersApart) {
  const IndexInMemory index({"Maria Lopez ran. Nobody had 20 of it."});
  const Features features("Did Maria Lopez run 20 or 30?", index);
  EXPECT_EQ(features.Of(0, kNameShare), 1024);
  EXPECT_EQ(features.Of(0, kNamesMissing), 0);
  EXPECT_EQ(features.Of(0, kNumbersMissing), 2);
  EXPECT_EQ(features.Of(1, kNumbersFound), 1);
  EXPECT_EQ(features.Of(1, kNamesMissing), 2);
  EXPECT_EQ(features.Of(1, kRunNamesMissing), 0);
  EXPECT_EQ(features.Of(1, kRunNumbersMissing), 1);
}

TEST(RankingFeatures, BorrowThePreviousForAPronoun) {
  const IndexInMemory index({"The pump leaks. It is old. So it is."});
  const Features features("pump valve drill", index);
  EXPECT_EQ(features.Of(1, kPronoun), 1);
  EXPECT_EQ(features.Of(1, kPronounPrevious), 512);
  EXPECT_EQ(features.Of(2, kPronounPrevious), 0);
}

TEST(RankingFeatures, HaveNoNeighbourAcrossAHeading) {
  const MarkedText text("The pump leaks.\n# Valves\nNothing else.\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  const Features features("pump valve drill", index);
  ASSERT_TRUE(features.evidence().sentences()[1].record.is_heading);
  ASSERT_EQ(features.evidence().runs().size(), 1u);
  EXPECT_EQ(features.Of(2, kPreviousCoverage), 0);
  EXPECT_EQ(features.Of(2, kWithPrevious), 0);
  EXPECT_EQ(features.Of(2, kWithBoth), 0);
  EXPECT_EQ(features.Of(0, kNextCoverage), 0);
  EXPECT_EQ(features.Of(0, kWithNext), features.Of(0, kSoftLocalCoverage));
}

TEST(RankingFeatures, CountHeadingsForNothingButWhatStandsUnderThem) {
  const MarkedText text("# Valves\nNothing else.\nThe pump leaks.\n");
  const DocumentText documents[] = {text.document()};
  const IndexInMemory index(documents);
  const Features features("pump valve drill", index);
  // Two sentences: pump ln(3 / 1.5) = 177, valve and drill ln(3 / .5) = 458.
  EXPECT_EQ(features.get().sentence_count(), 2u);
  EXPECT_EQ(features.Of(1, kHeadingCoverage), 458 * 1024 / 1093);
  EXPECT_EQ(features.Of(2, kWithHeadings), (177 + 458) * 1024 / 1093);
  // The heading's is 256.
  EXPECT_EQ(features.Of(1, kCoverageLead), -512);
  EXPECT_EQ(features.Of(1, kRunCoverage), 768);
}

TEST(RankingFeatures, HaveNoNeighbourAcrossDocumentsOrGaps) {
  const IndexInMemory index({"The pump leaks.", "Nothing else."});
  const Features documents("pump valve drill", {index.live()},
                           {{0, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(documents.Of(1, kPreviousCoverage), 0);
  EXPECT_EQ(documents.Of(1, kWithBoth), 0);
  EXPECT_EQ(documents.Of(1, kRunCoverage), 0);
  EXPECT_EQ(documents.Of(1, kPlace), 0);

  const IndexInMemory long_one(
      {"The pump leaks all day and night. It is as it has to be, sadly. "
       "Nothing else is to be said now."},
      Profile::kDefault, {8, 0});
  ASSERT_EQ(long_one.reader().counts().chunks, 3u);
  const Features gap("pump valve drill", {long_one.live()},
                     {{0, 0, 0}, {0, 2, 0}});
  EXPECT_EQ(gap.evidence().sentences().size(), 2u);
  EXPECT_EQ(gap.Of(1, kPreviousCoverage), 0);
}

TEST(RankingFeatures, RankByTheBestChunksScore) {
  const IndexInMemory index({"The pump leaks.", "Nothing else."});
  const Features features("pump", {index.live()}, {{0, 1, 2560}, {0, 0, 512}});
  EXPECT_EQ(features.Of(1, kChunkScore), 160);
  EXPECT_EQ(features.Of(0, kChunkScore), 32);
  EXPECT_EQ(features.Of(0, kChunkGap), 8 * 64);
  EXPECT_EQ(features.Of(0, kChunkRank), 1);
}

TEST(RankingFeatures, AreCutToSixteenBits) {
  const IndexInMemory index({"The pump leaks.", "Nothing else."});
  std::string question = "pump";
  for (char c = 'a'; c <= 'p'; ++c) question += std::string(" zz") + c + 'q';
  const Features features(question, {index.live()},
                          {{0, 0, 0}, {0, 1, 0x7FFFFFFF}});
  EXPECT_EQ(features.Of(1, kChunkScore), 32767);
  EXPECT_EQ(features.Of(1, kChunkGap), -32768);
  // Sixteen unknown terms of 3840 / 256 each.
  EXPECT_EQ(features.Of(0, kRarityMissing), 32767);
}

TEST(RankingFeatures, HaveTheirNames) {
  EXPECT_EQ(ToString(kCoverage), "Coverage");
  EXPECT_EQ(ToString(kCoverageLead), "CoverageLead");
  EXPECT_EQ(ToString(kRelatedCoverageLead), "RelatedCoverageLead");
  EXPECT_EQ(ToString(kWithHeadingsLead), "WithHeadingsLead");
  EXPECT_EQ(ToString(kDensity), "Density");
  EXPECT_EQ(ToString(kHeadingCoverage), "HeadingCoverage");
}

}  // namespace
}  // namespace answerbox::engine
