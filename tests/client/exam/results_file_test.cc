#include "client/exam/results_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "client/exam/exam_run.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

protocol::Bank BankOf(std::size_t questions) {
  protocol::Bank bank;
  for (std::size_t q = 0; q < questions; ++q) {
    bank.push_back({.id = "q" + std::to_string(q),
                    .topic = "t",
                    .question = "Question " + std::to_string(q) + "?"});
  }
  return bank;
}

ExamHeader HeaderFor(const protocol::Bank& bank) {
  ExamHeader header{
      .bank_sha256 = "ab", .questions = bank.size(), .collection = "wards"};
  header.started = "2026-11-23T21:00:00Z";
  return header;
}

// Every other question is answered.
GradeBatch Grader(std::uint64_t snapshot, std::size_t& asked) {
  return [snapshot, &asked](std::size_t first,
                            std::size_t count) -> Outcome<GradedBatch> {
    GradedBatch batch;
    batch.snapshot = snapshot;
    for (std::size_t q = first; q < first + count; ++q) {
      const int grade = q % 2 == 0 ? 5 : 1;
      batch.questions.push_back(
          {{"grade", grade},
           {"probability", 0.5},
           {"passages", json::array{json::object{{"document", "a b.md"},
                                                 {"grade", grade}}}}});
      ++asked;
    }
    return batch;
  };
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Runs the exam into the file. Returns what was asked, or the failure.
std::string RunInto(const std::string& path, const protocol::Bank& bank,
                    std::uint64_t snapshot = 7,
                    ExistingResults existing = ExistingResults::kContinue,
                    ExamHeader header = {}) {
  if (header.collection.empty()) header = HeaderFor(bank);
  auto file = ResultsFile::Open(path, header, bank, existing);
  if (!file) return file.error().message;
  std::size_t asked = 0;
  double seconds = 0;
  const auto end = RunExam(
      bank, Grader(snapshot, asked), *file, [](std::size_t) { return true; },
      seconds);
  return end ? std::to_string(asked) : end.error().message;
}

// The time that it took is all that may differ.
std::string WithoutSeconds(const std::string& contents) {
  return contents.substr(0, contents.find("\"seconds\""));
}

TEST(ResultsFileTest, GoesOnWhereItWasCutAtAnyByte) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(5);
  const std::string path = (folder.path() / "r.jsonl").string();
  ASSERT_EQ(RunInto(path, bank), "5");
  const std::string whole = Contents(path);
  const std::size_t sums = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t n = 12; n < whole.size(); ++n) {
    folder.Write("r.jsonl", whole.substr(0, n));
    const std::string asked = RunInto(path, bank);
    EXPECT_EQ(WithoutSeconds(Contents(path)), WithoutSeconds(whole)) << n;
    if (n >= sums) {
      EXPECT_EQ(asked, "0");
    }
  }
}

TEST(ResultsFileTest, LeavesResultsOfAnotherExamAlone) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(3);
  const std::string path = (folder.path() / "r.jsonl").string();
  ASSERT_EQ(RunInto(path, bank), "3");
  const std::string whole = Contents(path);
  EXPECT_EQ(RunInto(path, bank),
            path +
                " holds the results of this exam already; give another "
                "file, or --overwrite to begin anew");
  const std::string cut = whole.substr(0, whole.find("{\"id\":\"q1\""));
  folder.Write("r.jsonl", cut);
  const auto with = [&](const std::string& what, auto change) {
    ExamHeader header = HeaderFor(bank);
    change(header);
    EXPECT_EQ(RunInto(path, bank, 7, ExistingResults::kContinue, header),
              path + " holds the results of an exam with another " + what +
                  "; give another file, or --overwrite to begin anew");
  };
  with("bank", [](ExamHeader& header) { header.bank_sha256 = "cd"; });
  with("collection", [](ExamHeader& header) { header.collection = "other"; });
  with("run or its passages",
       [](ExamHeader& header) { header.run_sha256 = "x"; });
  with("k", [](ExamHeader& header) { header.k = 5; });
  with("tau", [](ExamHeader& header) { header.tau = 5; });
  with("grader", [](ExamHeader& header) { header.grader = ExamGrader::kAuto; });
  EXPECT_EQ(RunInto(path, bank, 8),
            "the collection has changed since " + path +
                " was cut (snapshot 7, now 8); give another file, or "
                "--overwrite to begin anew");
  EXPECT_EQ(Contents(path), cut);
  EXPECT_EQ(RunInto(path, bank, 8, ExistingResults::kOverwrite), "3");
}

TEST(ResultsFileTest, LeavesAnyOtherFileAlone) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(1);
  for (const char* const contents : {"letter", "letter\n", "{\"id\":1}\n"}) {
    const std::string path = folder.Write("notes.txt", contents).string();
    EXPECT_TRUE(RunInto(path, bank).ends_with("--overwrite to begin anew"));
    EXPECT_EQ(Contents(path), contents);
  }
}

TEST(ExamRunTest, StopsBetweenBatchesAndGoesOn) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(150);
  const std::string path = (folder.path() / "r.jsonl").string();
  {
    auto file = ResultsFile::Open(path, HeaderFor(bank), bank,
                                  ExistingResults::kContinue);
    ASSERT_TRUE(file);
    std::size_t asked = 0;
    double seconds = 0;
    const auto end = RunExam(
        bank, Grader(7, asked), *file,
        [](std::size_t done) { return done == 0; }, seconds);
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, ExamEnd::kStopped);
    EXPECT_EQ(asked, kExamBatch);
  }
  EXPECT_EQ(RunInto(path, bank), "86");
  const auto read = ReadExamResults(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->questions.size(), 150u);
  EXPECT_EQ(OverviewOf(*read).tally().covered(), 75u);
}

// The first question has no passage, so nobody knows its model; the third is
// graded by `last`.
GradeBatch ByModels(const std::string& last, std::size_t& asked) {
  return [last, &asked](std::size_t first,
                        std::size_t count) -> Outcome<GradedBatch> {
    EXPECT_EQ(count, kExamBatchByModel);
    ++asked;
    GradedBatch batch;
    batch.snapshot = 7;
    json::array passages;
    if (first > 0) {
      batch.model = GradingModel{first < 2 ? "tiny" : last, ""};
      passages.push_back(json::object{{"document", "a.md"}, {"grade", 5}});
    }
    batch.questions.push_back({{"passages", std::move(passages)}});
    return batch;
  };
}

TEST(ExamRunTest, MixesNoLanguageModels) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(3);
  const std::string path = (folder.path() / "r.jsonl").string();
  const auto run = [&](const std::string& last, std::size_t& asked) {
    ExamHeader header = HeaderFor(bank);
    header.grader = ExamGrader::kModel;
    auto file =
        ResultsFile::Open(path, header, bank, ExistingResults::kContinue);
    if (!file) return file.error().message;
    double seconds = 0;
    const auto end = RunExam(
        bank, ByModels(last, asked), *file, [](std::size_t) { return true; },
        seconds);
    return end ? "" : end.error().message;
  };
  std::size_t asked = 0;
  EXPECT_EQ(run("other", asked),
            "the daemon's language model is now other; the questions before "
            "were graded by tiny; give another file, or --overwrite to begin "
            "anew");
  const std::string cut = Contents(path);
  EXPECT_NE(cut.find(R"("model":{"name":"tiny","sha256":null})"), cut.npos);
  EXPECT_NE(cut.find("\"q1\""), cut.npos);
  EXPECT_EQ(cut.find("\"q2\""), cut.npos);
  // Another run learns that, too, and goes on with the same model only.
  EXPECT_TRUE(run("other", asked).starts_with("the daemon's language model"));
  EXPECT_EQ(Contents(path), cut);
  EXPECT_EQ(run("tiny", asked), "");
  EXPECT_EQ(asked, 5u);
  EXPECT_EQ(Contents(path).substr(0, cut.size()), cut);
  EXPECT_TRUE(ReadExamResults(path));
}

TEST(ExamRunTest, TwoLanguageModelsWithoutAFileAreNoMatterOfAFile) {
  const protocol::Bank bank = BankOf(3);
  ExamHeader header = HeaderFor(bank);
  header.grader = ExamGrader::kModel;
  auto file = ResultsFile::Open("", header, bank, ExistingResults::kContinue);
  ASSERT_TRUE(file);
  std::size_t asked = 0;
  double seconds = 0;
  const auto end = RunExam(
      bank, ByModels("other", asked), *file, [](std::size_t) { return true; },
      seconds);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            "the daemon's language model is now other; the questions before "
            "were graded by tiny; begin the exam anew");
}

// The power went when all lines but the sums were written, and no passage had
// been found.
TEST(ExamRunTest, AHeaderThatNamesNoModelHoldsNoLineBack) {
  const ScratchFolder folder;
  const protocol::Bank bank = BankOf(3);
  ExamHeader header = HeaderFor(bank);
  header.grader = ExamGrader::kModel;
  header.snapshot = 7;
  const std::string before =
      HeaderLine(header) +
      R"({"id":"q0","topic":"t","question":"Question 0?","passages":[]})"
      "\n";
  const std::string path = folder.Write("r.jsonl", before).string();
  auto file = ResultsFile::Open(path, header, bank, ExistingResults::kContinue);
  ASSERT_TRUE(file) << file.error().message;
  std::size_t asked = 0;
  double seconds = 0;
  const auto end = RunExam(
      bank, ByModels("other", asked), *file, [](std::size_t) { return true; },
      seconds);
  ASSERT_FALSE(end);
  EXPECT_EQ(asked, 2u);
  EXPECT_NE(Contents(path).find("\"q1\""), std::string::npos);
  EXPECT_EQ(Contents(path).find("\"q2\""), std::string::npos);
}

TEST(ExamRunTest, NamesTheQuestionThatLacksAKey) {
  protocol::Bank bank = BankOf(2);
  bank[0].keys = {"A"};
  const auto checked = CheckKeys("b.jsonl", bank);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            "the question \"q1\" in b.jsonl has no key; --grader key needs one "
            "for every question");
}

}  // namespace
}  // namespace answerbox::client
