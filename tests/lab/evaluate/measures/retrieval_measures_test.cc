#include "lab/evaluate/measures/retrieval_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace answerbox::lab {
namespace {

std::map<std::string, double> Named(const std::vector<double>& values) {
  std::map<std::string, double> named;
  const auto measures = RetrievalMeasures();
  for (std::size_t m = 0; m < measures.size(); ++m) {
    named[measures[m].name] = values[m];
  }
  return named;
}

// Four documents: grade 1, not pooled, 0 and 2. One of grade 1 is missing.
const RetrievalRun kRun{"us",
                        {{"q", {{"d", 1}, {"a", 9}, {"b", 8}, {"c", 7}}}}};
const RelevanceJudgements kJudgements{
    {"q", {{"a", 1}, {"c", 0}, {"d", 2}, {"e", 1}}}};

TEST(RetrievalMeasuresTest, GivesTheFiguresThatWereComputedByHand) {
  const auto run = MeasureRun(kRun, kJudgements, {});
  ASSERT_EQ(run.queries.size(), 1u);
  EXPECT_EQ(run.queries[0].grades, "1-02");
  const auto values = Named(run.values);
  const std::map<std::string, double> expected{
      {"num_ret", 4},
      {"num_rel", 3},
      {"num_rel_ret", 2},
      {"num_nonrel_judged_ret", 1},
      {"map", (1.0 + 2.0 / 4) / 3},
      {"gm_map", 0.5},
      {"Rprec", 1.0 / 3},
      {"bpref", 1.0 / 3},
      {"recip_rank", 1},
      {"iprec_at_recall_0.00", 1},
      {"iprec_at_recall_0.50", 0.5},
      {"iprec_at_recall_1.00", 0},
      {"11pt_avg", (5 * 1.0 + 4 * 0.5) / 11},
      {"P_5", 0.4},
      {"recall_5", 2.0 / 3},
      {"relative_P_5", 2.0 / 3},
      {"success_1", 1},
      {"unj_5", 0.2},
      {"infAP", 0.5},
      {"binG", (1 + 1 / std::log2(4.0)) / 3},
      {"G", (1 / std::log2(3.0) + 2 / std::log2(4.0)) / 4},
      {"Rprec_mult_0.20", 1},
      {"Rprec_mult_2.00", 2.0 / 6},
      {"utility", 0},
      {"set_P", 0.5},
      {"set_recall", 2.0 / 3},
      {"set_F", 4.0 / 7},
      {"set_map", 1.0 / 3},
      {"set_relative_P", 2.0 / 3},
      {"rbp", 0.1 * (0.5 + 0.729)},
      {"rbp_resid", 0.6561 + 0.1 * 0.9},
  };
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(values.contains(name)) << name;
    EXPECT_NEAR(values.at(name), value, 2e-5) << name;
  }
}

TEST(RetrievalMeasuresTest, DiscountsGainsByTheLogarithmOfTheRank) {
  const auto values = Named(MeasureRun(kRun, kJudgements, {}).values);
  const double dcg = 1 + 2 / std::log2(5.0);
  const double ideal = 2 + 1 / std::log2(3.0) + 1 / std::log2(4.0);
  EXPECT_NEAR(values.at("ndcg"), dcg / ideal, 1e-12);
  EXPECT_NEAR(values.at("ndcg_cut_5"), dcg / ideal, 1e-12);
  EXPECT_NEAR(values.at("ndcg_rel"), (0.5 + 2 * dcg / ideal) / 3, 1e-12);
  EXPECT_NEAR(values.at("Rndcg"), (0.5 + 1 / ideal) / 2, 1e-12);
}

TEST(RetrievalMeasuresTest, CountsFromTheLevelAsRelevant) {
  const auto values = Named(MeasureRun(kRun, kJudgements, {.level = 2}).values);
  EXPECT_EQ(values.at("num_rel"), 1);
  EXPECT_EQ(values.at("map"), 0.25);
  EXPECT_EQ(values.at("num_nonrel_judged_ret"), 2);
}

TEST(RetrievalMeasuresTest, RanksTheLastNameFirstAmongEqualScores) {
  const RetrievalRun run{"us", {{"q", {{"a", 1}, {"c", 1}, {"b", 1}}}}};
  const RelevanceJudgements judgements{{"q", {{"c", 1}}}};
  EXPECT_EQ(MeasureRun(run, judgements, {}).queries[0].grades, "1--");
}

TEST(RetrievalMeasuresTest, AQueryWithoutDocumentsCountsIfAllJudgedDo) {
  RelevanceJudgements judgements = kJudgements;
  judgements.push_back({"r", {{"a", 1}}});
  EXPECT_EQ(MeasureRun(kRun, judgements, {}).queries.size(), 1u);
  const auto run =
      MeasureRun(kRun, judgements, {.queries = MeasuredQueries::kJudged});
  EXPECT_EQ(run.queries.size(), 2u);
  const auto values = Named(run.values);
  EXPECT_EQ(values.at("map"), 0.25);
  EXPECT_EQ(values.at("num_rel"), 4);
  EXPECT_NEAR(values.at("gm_map"), std::sqrt(0.5 * 0.00001), 1e-12);
}

TEST(RetrievalMeasuresTest, LeavesOutQueriesWithoutJudgements) {
  const RetrievalRun run{"us", {{"x", {{"a", 1}}}}};
  EXPECT_TRUE(MeasureRun(run, kJudgements, {}).queries.empty());
}

TEST(RetrievalMeasuresTest, IsZeroWhereNothingIsRelevant) {
  const RelevanceJudgements judgements{{"q", {{"a", 0}, {"b", -1}}}};
  const auto run = MeasureRun(kRun, judgements, {});
  EXPECT_EQ(run.queries[0].grades, "0.--");
  for (const auto& [name, value] : Named(run.values)) {
    EXPECT_TRUE(std::isfinite(value)) << name;
  }
  EXPECT_EQ(Named(run.values).at("ndcg"), 0);
}

}  // namespace
}  // namespace answerbox::lab
