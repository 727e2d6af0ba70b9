#include "lab/exam/leaderboard.h"

#include <gtest/gtest.h>

#include "tests/client/exam/exam_of.h"

namespace answerbox::lab {
namespace {

// Three systems over three topics; "good" finds what answers, "bad" finds
// little, "half" is between.
std::vector<ExamResults> Exams() {
  const auto exam = [](const std::string& name, std::uint64_t a,
                       std::uint64_t b, std::uint64_t c) {
    return ExamOf(
        name,
        {AskedQuestion("1", "t1", {GradedAs("x" + std::to_string(a), a)}),
         AskedQuestion("2", "t2", {GradedAs("y" + std::to_string(b), b)}),
         AskedQuestion("3", "t3", {GradedAs("z" + std::to_string(c), c)})});
  };
  return {exam("bad", 0, 1, 2), exam("good", 5, 4, 4), exam("half", 5, 1, 0)};
}

TEST(LeaderboardTest, RanksSystemsByCover) {
  const std::vector<ExamResults> exams = Exams();
  const auto leaderboard = MakeLeaderboard(exams, {});
  ASSERT_TRUE(leaderboard) << leaderboard.error().message;
  EXPECT_EQ(leaderboard->topics, 3u);
  ASSERT_EQ(leaderboard->systems.size(), 3u);
  EXPECT_EQ(leaderboard->systems[0].name, "good");
  EXPECT_DOUBLE_EQ(leaderboard->systems[0].scores[0], 1.0);
  EXPECT_EQ(leaderboard->systems[1].name, "half");
  EXPECT_DOUBLE_EQ(leaderboard->systems[1].scores[0], 1.0 / 3.0);
  // Passages that only another system found are relevant too: each topic has
  // one of grade 4 or more.
  EXPECT_DOUBLE_EQ(leaderboard->systems[0].scores[1], 1.0);
  EXPECT_DOUBLE_EQ(leaderboard->systems[1].scores[1], 1.0 / 3.0);
  EXPECT_TRUE(leaderboard->agreements.empty());
}

TEST(LeaderboardTest, AgreesWithScoresAndLabels) {
  const std::vector<ExamResults> exams = Exams();
  TrustedJudgements trusted;
  trusted.scores = SystemScores{{"bad", 0.1}, {"half", 0.2}, {"good", 0.9}};
  trusted.labels =
      RelevanceJudgements{{"t1", {{"x0", 0}, {"x5", 1}, {"x7", 1}}},
                          {"t2", {{"y1", 0}, {"y4", 1}}}};
  const auto leaderboard = MakeLeaderboard(exams, trusted);
  ASSERT_TRUE(leaderboard) << leaderboard.error().message;
  ASSERT_EQ(leaderboard->agreements.size(), kLeaderboardMeasures.size());
  EXPECT_DOUBLE_EQ(leaderboard->agreements[0].spearman, 1.0);
  EXPECT_DOUBLE_EQ(leaderboard->agreements[0].kendall, 1.0);
  ASSERT_TRUE(leaderboard->labels);
  EXPECT_EQ(leaderboard->labels->pairs, 4u);
  EXPECT_DOUBLE_EQ(leaderboard->labels->kappa, 1.0);
}

TEST(LeaderboardTest, RefusesWhatIsNoLeaderboard) {
  const auto error = [](std::vector<ExamResults> exams) {
    const auto made = MakeLeaderboard(exams, {});
    return made ? "" : made.error().message;
  };
  std::vector<ExamResults> exams = Exams();
  exams[1].header.bank_sha256 = "other";
  EXPECT_EQ(error(exams), "bad.jsonl and good.jsonl are of different banks");
  exams = Exams();
  exams[2].header.k = 5;
  EXPECT_EQ(error(exams),
            "bad.jsonl and half.jsonl have another k, tau or grader");
  exams = Exams();
  for (ExamResults& exam : exams) exam.header.grader = ExamGrader::kModel;
  exams[0].header.model = GradingModel{"tiny", ""};
  exams[1].header.model = GradingModel{"tiny", "0f"};
  EXPECT_EQ(error(exams), "");
  // The first does not tell the others apart.
  exams[2].header.model = GradingModel{"tiny", "1f"};
  EXPECT_EQ(error(exams),
            "good.jsonl and half.jsonl were graded by two language models");
  exams = Exams();
  exams[2].header.run = "bad";
  EXPECT_EQ(error(exams), "two systems have the name \"bad\"");
  exams = Exams();
  exams[2].header.run.clear();
  exams[2].header.collection = "c";
  EXPECT_EQ(error(exams),
            "bad.jsonl and half.jsonl are of a run and of a collection");
  EXPECT_EQ(error({}), "a leaderboard needs the results of an exam");
  TrustedJudgements trusted;
  trusted.scores = SystemScores{{"bad", 1.0}, {"good", 1.0}};
  const std::vector<ExamResults> all = Exams();
  EXPECT_EQ(MakeLeaderboard(all, trusted).error().message,
            "the scores have none of the system \"half\"");
}

TEST(SystemScoresTest, NamesThePlaceOfAFault) {
  const auto error = [](std::string_view contents) {
    const auto read = ParseSystemScores("s", contents);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error("a 1\n b\n"),
            "s, line 2, column 3: the line ends after 1 field; a line is "
            "\"system score\"");
  EXPECT_EQ(error("a one\n"),
            "s, line 1, column 3: the score \"one\" is not a number");
  EXPECT_EQ(error("a 1\na 2\n"),
            "s, line 2, column 1: the system \"a\" comes a second time");
  EXPECT_EQ(error("\n"), "s has no score");
  const auto read = ParseSystemScores("s", "a 0.5 and more\nb -1e-3\n");
  ASSERT_TRUE(read);
  EXPECT_DOUBLE_EQ(read->at("b"), -0.001);
}

}  // namespace
}  // namespace answerbox::lab
