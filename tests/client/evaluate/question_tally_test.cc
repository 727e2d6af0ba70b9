#include "client/evaluate/question_tally.h"

#include <gtest/gtest.h>

#include <deque>

namespace answerbox::client {
namespace {

class QuestionTallyTest : public testing::Test {
 protected:
  void Add(const char* kind, double confidence, bool is_right) {
    KnownQuestion question;
    question.kind = kind;
    question.is_answerable = question.kind != "unanswerable";
    question.text = "Why?";
    question.id = std::to_string(questions_.size());
    Judgement judgement;
    judgement.shown = "so it is";
    judgement.words = 3;
    judgement.share = is_right ? 1.0 : 0.5;
    judgement.confidence = confidence;
    judgement.is_right = is_right;
    judgement.is_page_right = is_right;
    judged_.push_back({questions_.emplace_back(question), judgement});
  }
  // Right are those that are sure, with one exception.
  void AddSome() {
    Add("sentence", 0.9, true);
    Add("sentence", 0.5, false);
    Add("list", 0.6, true);
    Add("list", 0.2, true);
    Add("unanswerable", 0.4, false);
    Add("unanswerable", 0.1, false);
  }

  std::deque<KnownQuestion> questions_;
  std::vector<JudgedQuestion> judged_;
};

TEST_F(QuestionTallyTest, CountsByKindAtAThreshold) {
  AddSome();
  const QuestionTallies all = TallyAt(judged_, 0);
  EXPECT_EQ(all.answered(), 6u);
  EXPECT_EQ(all.answerable.right, 3u);
  EXPECT_EQ(all.unanswerable.right, 0u);
  EXPECT_EQ(all.answerable.share, 3.5);
  EXPECT_EQ(all.answerable.words, 12u);
  const QuestionTallies sure = TallyAt(judged_, 0.5);
  EXPECT_EQ(sure.answered(), 3u);
  EXPECT_EQ(sure.answerable.refused(), 1u);
  EXPECT_EQ(sure.unanswerable.right, 2u);
  ASSERT_EQ(sure.kinds.size(), 2u);
  EXPECT_EQ(sure.kinds[1].first, "list");
  EXPECT_EQ(sure.kinds[1].second.questions, 2u);
  EXPECT_EQ(sure.kinds[1].second.right, 1u);
}

TEST_F(QuestionTallyTest, TakesTheLowestThresholdThatIsRightEnough) {
  AddSome();
  EXPECT_EQ(ThetaForPrecision(judged_, 0.5), 0.0);    // 3 of 6.
  EXPECT_EQ(ThetaForPrecision(judged_, 0.6), 0.11);   // 3 of 5.
  EXPECT_EQ(ThetaForPrecision(judged_, 0.65), 0.41);  // 2 of 3.
  EXPECT_EQ(ThetaForPrecision(judged_, 1), 0.51);     // 2 of 2.
  judged_.pop_back();
  for (JudgedQuestion& each : judged_) each.judgement.is_right = false;
  EXPECT_FALSE(ThetaForPrecision(judged_, 0.1));
}

TEST_F(QuestionTallyTest, TakesTheLowestThresholdThatRefusesEnough) {
  AddSome();
  EXPECT_EQ(ThetaForRefusal(judged_, 0.5), 0.11);
  EXPECT_EQ(ThetaForRefusal(judged_, 1), 0.41);
  judged_.pop_back();
  judged_.pop_back();
  EXPECT_FALSE(ThetaForRefusal(judged_, 0.5));  // None is unanswerable.
}

TEST_F(QuestionTallyTest, MissesAreWrongAnswersAndWrongRefusals) {
  AddSome();
  std::string missed;
  for (const JudgedQuestion& each : judged_) {
    if (IsMiss(each, 0.3)) missed += each.question.id;
  }
  EXPECT_EQ(missed, "134");  // Wrong; refused; not refused.
  const auto report = QuestionReport(judged_, 0.3);
  EXPECT_EQ(report.at("misses").as_array().size(), 3u);
  EXPECT_EQ(report.at("precision").at("count"), 2);
  EXPECT_EQ(report.at("precision").at("of"), 4);
  EXPECT_EQ(report.at("refused_unanswerable").at("share"), 0.5);
  EXPECT_EQ(report.at("kinds").at("list").at("right"), 0.5);
}

TEST_F(QuestionTallyTest, AReportOfFewQuestionsSaysHowUncertainItIs) {
  AddSome();
  const std::string table = QuestionReportTable(judged_, 0.3, {});
  EXPECT_NE(table.find("2 of 4 = 50.0 % (95 % interval: 15.0 to 85.0 %)"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("wanted  a refusal"), std::string::npos) << table;
}

// Values of Brown, Cai and DasGupta 2001 and of R's prop.test.
TEST(WilsonInterval, HasKnownValues) {
  const auto near = [](std::array<double, 2> interval, double low,
                       double high) {
    EXPECT_NEAR(interval[0], low, 1e-4);
    EXPECT_NEAR(interval[1], high, 1e-4);
  };
  near(WilsonInterval(0, 20), 0, 0.1611);
  near(WilsonInterval(20, 20), 0.8389, 1);
  near(WilsonInterval(5, 10), 0.2366, 0.7634);
  near(WilsonInterval(48, 120), 0.3167, 0.4894);
}

}  // namespace
}  // namespace answerbox::client
