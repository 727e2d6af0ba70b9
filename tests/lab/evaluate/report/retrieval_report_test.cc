// Compares reports with those that trec_eval 10.0 printed, if the data folder
// is there ($ANSWERBOX_DATA, else ../shared/data beside the project).
#include "lab/evaluate/report/retrieval_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>

#include "lab/evaluate/corpus/trec_judgements.h"
#include "lab/evaluate/corpus/trec_run.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Printed {
  const char* output;
  const char* judgements;
  const char* run;
  RetrievalReport report;
  RetrievalMeasuring measuring;
};

class PrintedByTrecEval : public testing::TestWithParam<Printed> {
 protected:
  static std::filesystem::path Folder() {
    const char* named = std::getenv("ANSWERBOX_DATA");
    const std::filesystem::path data =
        named != nullptr
            ? std::filesystem::path(named)
            : std::filesystem::path(ANSWERBOX_SOURCE_DIR) / "../shared/data";
    return data / "trec_eval-test";
  }
};

TEST_P(PrintedByTrecEval, IsTheSameToTheByte) {
  const auto folder = Folder();
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  const auto judgements = ReadTrecJudgements(folder / GetParam().judgements);
  ASSERT_TRUE(judgements) << judgements.error().message;
  const auto run = ReadTrecRun(folder / GetParam().run);
  ASSERT_TRUE(run) << run.error().message;
  RetrievalReport report = GetParam().report;
  report.run_name = run->name;
  EXPECT_EQ(RetrievalReportAsText(
                MeasureRun(*run, *judgements, GetParam().measuring), report),
            tests::ReadFile(folder / GetParam().output));
}

INSTANTIATE_TEST_SUITE_P(
    Files, PrintedByTrecEval,
    testing::Values(Printed{"out.test", "qrels.test", "results.test", {}, {}},
                    Printed{"out.test.a",
                            "qrels.test",
                            "results.test",
                            {.has_all_measures = true},
                            {}},
                    Printed{"out.test.aq",
                            "qrels.test",
                            "results.test",
                            {.has_all_measures = true, .has_queries = true},
                            {}},
                    Printed{"out.test.aqc",
                            "qrels.test",
                            "results.trunc",
                            {.has_all_measures = true, .has_queries = true},
                            {.queries = MeasuredQueries::kJudged}},
                    Printed{"out.test.aql",
                            "qrels.rel_level",
                            "results.test",
                            {.has_all_measures = true,
                             .has_queries = true,
                             .grade_string_length = 20},
                            {.level = 2, .grade_string_length = 20}}),
    [](const auto& printed) {
      const std::string name = printed.param.output;
      return "Out" + name.substr(name.rfind('.') + 1);
    });

MeasuredRun Measured() {
  const RetrievalRun run{"us", {{"q", {{"a", 2}, {"b", 1}}}}};
  const RelevanceJudgements judgements{{"q", {{"b", 1}, {"c", 1}}}};
  return MeasureRun(run, judgements, {});
}

TEST(RetrievalReportTest, PrintsOfficialMeasuresUnlessAllAreWanted) {
  const std::string text =
      RetrievalReportAsText(Measured(), {.run_name = "us"});
  EXPECT_TRUE(
      text.starts_with("runid                 \tall\tus\n"
                       "num_q                 \tall\t1\n"
                       "num_ret               \tall\t2\n"))
      << text;
  EXPECT_THAT(text, HasSubstr("\nmap                   \tall\t0.2500\n"));
  EXPECT_THAT(text, Not(HasSubstr("ndcg")));
  EXPECT_THAT(RetrievalReportAsText(Measured(), {.has_all_measures = true}),
              HasSubstr("\nndcg_cut_10           \tall\t"));
}

TEST(RetrievalReportTest, TellsGradesAndNoGeometricMeanOfAQuery) {
  const std::string text = RetrievalReportAsText(
      Measured(), {.has_all_measures = true, .has_queries = true});
  EXPECT_THAT(text, HasSubstr("relstring             \tq\t'-1'\n"));
  EXPECT_THAT(text, Not(HasSubstr("gm_map                \tq")));
}

TEST(RetrievalReportTest, GivesJsonToPrograms) {
  const auto report = boost::json::parse(RetrievalReportAsJson(
      Measured(), {.run_name = "us", .has_queries = true}));
  EXPECT_EQ(report.at("run"), "us");
  EXPECT_EQ(report.at("queries"), 1);
  EXPECT_EQ(report.at("measures").at("map"), 0.25);
  EXPECT_EQ(report.at("measures").at("num_rel"), 2);
  EXPECT_EQ(report.at("by_query").at("q").at("grades"), "-1");
  EXPECT_FALSE(report.at("by_query").at("q").as_object().contains("gm_map"));
}

}  // namespace
}  // namespace answerbox::lab
