#include "lab/exam/qrels.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "client/exam/exam_comparison.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_judgements.h"
#include "tests/client/exam/exam_of.h"

namespace answerbox::lab {
namespace {

std::string Text(const ExamResults& results, GradedUnit unit) {
  const ExamResults* const pointer = &results;
  const auto qrels = MakeExamQrels({&pointer, 1}, unit);
  return qrels ? QrelsText(qrels->judgements) : qrels.error().message;
}

// What is made of three exams, whose headers were changed.
std::string TextOfThree(const std::function<void(ExamHeader*)>& change) {
  std::vector<ExamResults> three;
  for (const char* const run : {"a", "b", "c"}) {
    three.push_back(ExamOf(run, {AskedQuestion("1", "t", {GradedAs("p", 1)})}));
  }
  ExamHeader headers[3];
  for (std::size_t i = 0; i < 3; ++i) headers[i] = three[i].header;
  change(headers);
  for (std::size_t i = 0; i < 3; ++i) three[i].header = headers[i];
  const ExamResults* const all[] = {&three[0], &three[1], &three[2]};
  const auto qrels = MakeExamQrels(all, GradedUnit::kPassage);
  return qrels ? QrelsText(qrels->judgements) : qrels.error().message;
}

TEST(ExamQrelsTest, MixNoGraders) {
  EXPECT_EQ(TextOfThree([](ExamHeader* headers) {
              headers[1].grader = ExamGrader::kAuto;
            }),
            "t 0 p 1\n");
  EXPECT_EQ(TextOfThree([](ExamHeader* headers) {
              headers[2].grader = ExamGrader::kKey;
            }),
            "a.jsonl was graded by self, c.jsonl by key: their grades are no "
            "common scale; make qrels of each");
  EXPECT_EQ(TextOfThree([](ExamHeader* headers) {
              for (int i = 0; i < 3; ++i) {
                headers[i].grader = ExamGrader::kModel;
              }
              headers[0].model = GradingModel{"tiny", ""};
              headers[1].model = GradingModel{"tiny", std::string(64, 'a')};
              headers[2].model = GradingModel{"tiny", std::string(64, 'b')};
            }),
            "b.jsonl was graded by tiny (aaaaaaaaaaaa), c.jsonl by tiny "
            "(bbbbbbbbbbbb): their grades are no common scale; make qrels of "
            "each");
}

TEST(ExamQrelsTest, MixNoCollections) {
  EXPECT_EQ(TextOfThree([](ExamHeader* headers) {
              // The first one is of a run, whose passages have ids.
              headers[1].collection = headers[2].collection = "wards";
            }),
            "t 0 p 1\n");
  EXPECT_EQ(TextOfThree([](ExamHeader* headers) {
              headers[1].collection = "wards";
              headers[2].collection = "theatre";
            }),
            "b.jsonl is of collection wards, c.jsonl of theatre: their "
            "documents may have the same names; make qrels of each");
}

TEST(ExamQrelsTest, TakeTheGreatestGradeOfATopic) {
  const ExamResults results = ExamOf(
      "r", {AskedQuestion("1", "t", {GradedAs("p", 2), GradedAs("o", 0)}),
            AskedQuestion("2", "t", {GradedAs("p", 5), GradedAs("o", 0)}),
            AskedQuestion("3", "s", {GradedAs("p", 1)})});
  EXPECT_EQ(Text(results, GradedUnit::kPassage), "s 0 p 1\nt 0 o 0\nt 0 p 5\n");
}

TEST(ExamQrelsTest, NamePassagesOfACollectionByTheirPlace) {
  const ExamResults results = ExamOf(
      "",
      {AskedQuestion(
          "1", "my topic",
          {{.id = "", .document = "a b.md", .begin = 10, .end = 90, .grade = 3},
           {.id = "",
            .document = "a b.md",
            .begin = 70,
            .end = 99,
            .grade = 4}})});
  EXPECT_EQ(Text(results, GradedUnit::kPassage),
            "my%20topic 0 a%20b.md#10 3\nmy%20topic 0 a%20b.md#70 4\n");
  EXPECT_EQ(Text(results, GradedUnit::kDocument), "my%20topic 0 a%20b.md 4\n");
}

TEST(ExamQrelsTest, RefuseTwoNamesThatBecomeOne) {
  const ExamResults results = ExamOf(
      "r", {AskedQuestion("1", "a b", {}), AskedQuestion("2", "a%20b", {})});
  EXPECT_EQ(
      Text(results, GradedUnit::kPassage),
      "two names, one of them \"a%20b\", are the same once white space is "
      "written as in URLs; rename one of them");
}

TEST(ExamQrelsTest, AreReadBackByTheReaderOfJudgements) {
  const ExamResults results =
      ExamOf("r", {AskedQuestion("1", "#t", {GradedAs("#p", 2)}),
                   AskedQuestion("2", "u", {GradedAs("o", 0)})});
  const std::string text = Text(results, GradedUnit::kPassage);
  const auto read = ParseTrecJudgements("q", text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(QrelsText(*read), text);
}

}  // namespace
}  // namespace answerbox::lab
