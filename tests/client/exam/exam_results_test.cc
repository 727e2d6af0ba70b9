#include "client/exam/exam_results.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "client/exam/exam_overview.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// docs/exam-format.md shows these lines.
constexpr std::string_view kResults =
    R"({"exam":1,"bank":{"sha256":"ab","questions":2},"collection":"wards","snapshot":17,"k":20,"tau":4,"grader":"self","started":"2026-11-23T21:00:00Z"}
{"id":"q1","topic":"storage","question":"How warm?","weight":3,"must":true,"grade":5,"probability":0.81,"covered":true,"verified":"matches","answer":{"text":"Between 2 and 8 °C.","short":"2 and 8 °C","document":"fridge.md","page":3},"passages":[{"document":"fridge.md","chunk":"0f","offsets":{"begin":10,"end":90},"grade":5,"probability":0.81,"verified":"matches"}]}
{"id":"q2","topic":"doses","question":"How much?","weight":1,"must":false,"grade":0,"probability":0,"covered":false,"answer":null,"refusal":{"reason":"no_evidence","message":"..."},"passages":[]}
{"questions":2,"covered":1,"cover":0.75,"seconds":0.1}
)";

TEST(ExamResultsTest, ReadsTheDocumentedExample) {
  const auto read = ParseExamResults("r", kResults, ResultsPart::kWhole);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->header.collection, "wards");
  EXPECT_EQ(read->header.snapshot, 17u);
  ASSERT_EQ(read->questions.size(), 2u);
  EXPECT_EQ(read->questions[0].answer->short_answer, "2 and 8 °C");
  EXPECT_EQ(read->questions[0].passages[0].begin, 10u);
  EXPECT_EQ(read->questions[1].refusal, "no_evidence");
  const ExamOverview overview = OverviewOf(*read);
  const ExamTally& tally = overview.tally();
  EXPECT_DOUBLE_EQ(tally.cover(), 0.75);
  EXPECT_EQ(tally.must_covered(), 1u);
  EXPECT_EQ(JsonText(tally.Json()),
            R"({"questions":2,"covered":1,"cover":0.75,"must":1,)"
            R"("must_covered":1,"passages":1,"grades":[1,0,0,0,0,1],)"
            R"("verified":{"questions":1,"cover":1,"matches":1,"differs":0,)"
            R"("refuses":0,"ill_formed":0}})");
}

// Results that were cut are read up to their last whole line. They never count
// as whole.
TEST(ExamResultsTest, EveryBeginningIsReadUpToItsLastWholeLine) {
  const std::size_t header = kResults.find('\n') + 1;
  const std::size_t sums = kResults.rfind('\n', kResults.size() - 2) + 1;
  for (std::size_t n = 0; n < kResults.size(); ++n) {
    const std::string_view cut = kResults.substr(0, n);
    const auto read = ParseExamResults("r", cut, ResultsPart::kBeginning);
    ASSERT_EQ(read.has_value(), n >= header) << n;
    if (!read) continue;
    EXPECT_EQ(read->lines_bytes, cut.rfind('\n') + 1);
    if (n < sums) {
      EXPECT_FALSE(ParseExamResults("r", cut, ResultsPart::kWhole)) << n;
    }
  }
}

std::string ResultsError(const std::string& question) {
  const std::string header(kResults.substr(0, kResults.find('\n') + 1));
  const auto read =
      ParseExamResults("r", header + question, ResultsPart::kBeginning);
  return read ? "" : read.error().message;
}

TEST(ExamResultsTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(ResultsError("{\"topic\":\"t\"}\n"),
            "r, line 2, column 1: \"id\" is missing");
  const std::string begin = R"({"id":"1","topic":"t","question":"Q?",)";
  EXPECT_EQ(ResultsError(begin + "\"grade\":6}\n"),
            "r, line 2, column 39: \"grade\" should be a whole number from 0 "
            "to 5");
  EXPECT_EQ(ResultsError(begin + "\"weight\":0}\n"),
            "r, line 2, column 39: \"weight\" should be above 0, at most "
            "1000000");
  EXPECT_EQ(ResultsError(begin + "\"covered\":1}\n"),
            "r, line 2, column 39: \"covered\" should be true or false");
  EXPECT_EQ(ResultsError(begin + "\"verified\":\"so\"}\n"),
            "r, line 2, column 39: \"verified\" should be matches, differs, "
            "refuses or ill_formed");
  EXPECT_EQ(ResultsError(begin + "\"answer\":[]}\n"),
            "r, line 2, column 39: \"answer\" should be an object or null");
  EXPECT_EQ(ResultsError(begin + "\"passages\":[{\"grade\":1}]}\n"),
            "r, line 2, column 39: \"passages\" should hold objects with "
            "\"id\" or \"document\", and a grade from 0 to 5");
  const std::string whole = begin + "\"grade\":1}\n";
  EXPECT_EQ(ResultsError(whole + whole),
            "r, line 3, column 2: \"id\" is that of an earlier line");
  EXPECT_EQ(ResultsError(whole + "{\"questions\":2,\"cover\":1}\n"),
            "r, line 3, column 2: \"questions\" is not the number of the lines "
            "before: 1");
  EXPECT_EQ(ResultsError("{\"questions\":0,\"cover\":0}\n" + whole),
            "r, line 3, column 2: \"id\" follows the line of sums, which is "
            "the last");
}

TEST(ExamResultsTest, RefusesAnotherFirstLine) {
  const auto error = [](std::string_view line) {
    const auto read = ParseExamResults("r", line, ResultsPart::kWhole);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error(""), "r holds no results");
  EXPECT_EQ(error("{\"exam\":2}"),
            "r, line 1, column 2: \"exam\" should be 1 in the first line of an "
            "exam's results");
  EXPECT_EQ(error("{\"exam\":1,\"grader\":\"self\"}"),
            "r, line 1, column 1: \"collection\" or \"run\" should say what "
            "was examined");
  EXPECT_EQ(error("{\"exam\":1,\"run\":\"x\",\"grader\":\"we\"}"),
            "r, line 1, column 21: \"grader\" should be self, key, auto or "
            "model");
  EXPECT_EQ(error("{\"exam\":1,\"run\":\"x\",\"grader\":\"self\"}\n"),
            "r holds the results of an exam that was cut after 0 questions; "
            "run it again with the same -o, and it goes on there");
}

// A passage whose answer matches the key, though the engine is not sure of it.
json::object Graded() {
  return json::parse(R"({"id":"q","grade":3,"probability":0.3,
      "verified":"matches","answer":{"text":"A."},
      "passages":[{"id":"p","grade":3,"probability":0.3,"verified":"matches"},
                  {"id":"r","grade":5,"probability":0.2,"verified":"differs"}]
      })")
      .as_object();
}

ResultQuestion GradedBy(ExamGrader grader, std::vector<std::string> keys) {
  const protocol::BankQuestion question{
      .id = "q", .topic = "t", .question = "Q?", .keys = std::move(keys)};
  ExamHeader header;
  header.grader = grader;
  header.tau = grader == ExamGrader::kKey ? 1 : 4;
  json::object graded = Graded();
  graded["passages"].as_array()[1].as_object()["grade"] = 2;
  return ToResultQuestion(ResultLine(header, question, graded));
}

TEST(ExamResultsTest, TheGraderDecidesWhatIsCovered) {
  const ResultQuestion self = GradedBy(ExamGrader::kSelf, {"A"});
  EXPECT_EQ(self.grade, 3u);
  EXPECT_FALSE(self.covered);
  const ResultQuestion by_key = GradedBy(ExamGrader::kKey, {"A"});
  EXPECT_EQ(by_key.grade, 1u);
  EXPECT_TRUE(by_key.covered);
  EXPECT_EQ(by_key.passages[1].grade, 0u);
  EXPECT_TRUE(GradedBy(ExamGrader::kAuto, {"A"}).covered);
  EXPECT_FALSE(GradedBy(ExamGrader::kAuto, {}).covered);
}

TEST(ExamResultsTest, ALanguageModelsGradesHaveNoProbabilities) {
  const protocol::BankQuestion question{
      .id = "q", .topic = "t", .question = "Q?", .keys = {"A"}};
  ExamHeader header;
  header.grader = ExamGrader::kModel;
  json::object graded = Graded();
  graded["passages"].as_array()[0].as_object()["grade"] = 0;
  graded["passages"].as_array()[0].as_object()["ill_formed"] = true;
  const json::object line = ResultLine(header, question, graded);
  EXPECT_FALSE(line.contains("probability"));
  EXPECT_FALSE(line.at("passages").at(0).as_object().contains("probability"));
  const ResultQuestion read = ToResultQuestion(line);
  EXPECT_EQ(read.grade, 5u);
  EXPECT_TRUE(read.covered);  // By the grade, whatever the key says.
  EXPECT_EQ(read.ill_formed, 1u);
  ExamTally tally;
  tally.Add(read);
  EXPECT_EQ(tally.ill_formed(), 1u);
  EXPECT_EQ(tally.Json().at("ill_formed"), 1u);
}

TEST(ExamResultsTest, TheHeaderNamesTheLanguageModel) {
  ExamHeader header{.bank_sha256 = "ab", .questions = 0, .run = "x"};
  header.grader = ExamGrader::kModel;
  for (const GradingModel& model :
       {GradingModel{"tiny", "0f"}, GradingModel{"tiny", ""},
        GradingModel{"", "0f"}, GradingModel{"", ""}}) {
    header.model = model;
    const auto read =
        ParseExamResults("r", HeaderLine(header), ResultsPart::kBeginning);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->header.grader, ExamGrader::kModel);
    ASSERT_TRUE(read->header.model);
    EXPECT_EQ(read->header.model->name, model.name);
    EXPECT_EQ(read->header.model->sha256, model.sha256);
  }
  for (const char* const line :
       {R"({"exam":1,"run":"x","grader":"self","model":{"name":"tiny"}})",
        R"({"exam":1,"run":"x","grader":"model","model":"tiny"})"}) {
    const auto read = ParseExamResults("r", line, ResultsPart::kWhole);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("\"model\" should be an object"),
              std::string::npos);
  }
}

TEST(ExamResultsTest, OneGraderIsOneLanguageModelAsFarAsItIsKnown) {
  const auto are_one = [](const GradingModel& a, const GradingModel& b) {
    ExamHeader first;
    first.grader = ExamGrader::kModel;
    ExamHeader second = first;
    first.model = a;
    second.model = b;
    return HaveOneGrader(first, second);
  };
  EXPECT_TRUE(are_one({"a", "1"}, {"a", "1"}));
  EXPECT_TRUE(are_one({"a", "1"}, {"a", ""}));
  EXPECT_TRUE(are_one({"a", "1"}, {"", "1"}));
  EXPECT_FALSE(are_one({"a", "1"}, {"b", "1"}));
  EXPECT_FALSE(are_one({"a", "1"}, {"a", "2"}));
  ExamHeader self;
  ExamHeader model;
  model.grader = ExamGrader::kModel;
  EXPECT_TRUE(HaveOneGrader(model, model));
  EXPECT_FALSE(HaveOneGrader(self, model));
}

TEST(ExamResultsTest, AKeyWithoutAPassageIsNotAnswered) {
  const protocol::BankQuestion question{
      .id = "q", .topic = "t", .question = "Q?", .keys = {"A"}};
  ExamHeader header;
  header.tau = 0;
  const ResultQuestion read = ToResultQuestion(
      ResultLine(header, question, json::object{{"passages", json::array{}}}));
  EXPECT_EQ(read.verified, "refuses");
  EXPECT_FALSE(read.covered);
}

}  // namespace
}  // namespace answerbox::client
