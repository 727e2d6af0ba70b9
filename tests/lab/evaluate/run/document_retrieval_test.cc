#include "lab/evaluate/run/document_retrieval.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<TrecDocument> kDocuments{
    {"p1", "The pump has a rotor. The rotor of the pump is worn."},
    {"r2", "A rotor is balanced on its axle."},
    {"s3", "Seals are replaced every year."},
    {"e4", ""}};

std::vector<std::string> Ranked(const DocumentRetrieval& retrieval,
                                const std::string& query = "pump") {
  const auto run =
      RetrieveDocuments(kDocuments, {{"1", query}}, retrieval, nullptr);
  EXPECT_TRUE(run) << run.error().message;
  std::vector<std::string> names;
  if (!run || run->rankings.empty()) return names;
  double last = 1e9;
  for (const RankedDocument& each : run->rankings.front().documents) {
    EXPECT_LT(each.score, last);
    last = each.score;
    names.push_back(each.document);
  }
  return names;
}

TEST(DocumentRetrievalTest, RanksDocumentsThatHoldTheWords) {
  EXPECT_THAT(Ranked({}), ElementsAre("p1"));
  EXPECT_THAT(Ranked({.arithmetic = engine::Arithmetic::kFloat}),
              ElementsAre("p1"));
  EXPECT_THAT(Ranked({.has_bigrams = true}, "rotor axle"),
              ElementsAre("r2", "p1"));
}

TEST(DocumentRetrievalTest, FeedbackFindsDocumentsOfTheSameSubject) {
  EXPECT_THAT(Ranked({.feedback = engine::Feedback{}}),
              ElementsAre("p1", "r2"));
}

TEST(DocumentRetrievalTest, DenseVectorsRankTheirOwnDocumentFirst) {
  const auto ranked = Ranked({.dense_passes = 4}, "seals replaced");
  ASSERT_FALSE(ranked.empty());
  EXPECT_EQ(ranked.front(), "s3");
}

TEST(DocumentRetrievalTest, LikelihoodRanksTheFirstDocumentsAgain) {
  EXPECT_THAT(Ranked({.likelihood = engine::Smoothing{}}, "pump rotor"),
              ElementsAre("p1", "r2"));
}

TEST(DocumentRetrievalTest, ADocumentIsRankedOnce) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "The pump is worn. ";
  const auto run = RetrieveDocuments({{"long", text}}, {{"1", "pump"}},
                                     {.chunking = {8, 2}}, nullptr);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->rankings.front().documents.size(), 1u);
}

TEST(DocumentRetrievalTest, OrdersTopicsByTheirBytes) {
  const auto run = RetrieveDocuments(
      kDocuments, {{"2", "pump"}, {"10", "rotor"}}, {}, nullptr);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->rankings.front().query, "10");
}

TEST(DocumentRetrievalTest, SaysWhatIsNotUtf8) {
  const auto documents =
      RetrieveDocuments({{"d", "caf\xE9"}}, {{"1", "pump"}}, {}, nullptr);
  ASSERT_FALSE(documents);
  EXPECT_THAT(documents.error().message, HasSubstr("document d: "));
  EXPECT_THAT(documents.error().message, HasSubstr("at byte 3; convert"));
  const auto topics =
      RetrieveDocuments(kDocuments, {{"1", "\xFF"}}, {}, nullptr);
  ASSERT_FALSE(topics);
  EXPECT_THAT(topics.error().message, HasSubstr("topic 1: "));
}

}  // namespace
}  // namespace answerbox::lab
