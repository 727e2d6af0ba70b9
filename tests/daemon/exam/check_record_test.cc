#include "daemon/exam/check_record.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

// The example of docs/state-directory.md.
constexpr const char* kGolden =
    "answerbox-self-check 1\n"
    "guard 7\n"
    "snapshot 17\n"
    "checked 1795219200\n"
    "cover 900000\n"
    "questions 10\n"
    "answered fe03\n"
    "before ff03\n"
    "crc32c 92b19f68\n";

CheckRecord GoldenRecord() {
  CheckRecord record{.guard = 7,
                     .snapshot = 17,
                     .checked = 1795219200,
                     .cover = 900'000,
                     .answered = QuestionBits(10, true),
                     .before = QuestionBits(10, true)};
  record.answered[0] = false;
  return record;
}

// Ten questions, of which the first is marked `must`.
Guard TenQuestions(MustPass must_pass = {}) {
  Guard guard{{must_pass, 10}, {}};
  for (int i = 0; i < 10; ++i) {
    guard.bank.push_back({"q" + std::to_string(i), "t", "Why?"});
  }
  guard.bank.front().must = true;
  return guard;
}

ExamOutcome Answering(const std::vector<std::size_t>& covered) {
  ExamOutcome outcome;
  outcome.questions.resize(10);
  for (const std::size_t i : covered) outcome.questions[i].covered = true;
  outcome.covered = covered.size();
  return outcome;
}

// The reports of exams one after the other.
CheckReport After(const Guard& guard,
                  const std::vector<std::vector<std::size_t>>& exams) {
  std::optional<CheckRecord> last;
  for (const auto& covered : exams) {
    last = RecordOf(guard, Answering(covered), last ? &*last : nullptr);
  }
  return ReportOf("c", guard, *last);
}

using Ids = std::vector<std::string>;

TEST(CheckRecord, IsWrittenAsTheDocumentSays) {
  EXPECT_EQ(EncodeCheck(GoldenRecord()), kGolden);
  EXPECT_EQ(DecodeCheck(kGolden), GoldenRecord());
}

TEST(CheckRecord, NamesWhatWasNeverAsked) {
  CheckRecord record = GoldenRecord();
  record.unasked.assign(10, false);
  record.unasked[8] = true;
  const std::string text = EncodeCheck(record);
  EXPECT_NE(text.find("before ff03\nunasked 0001\ncrc32c"), std::string::npos);
  EXPECT_EQ(DecodeCheck(text), record);
}

TEST(CheckRecord, OfAnyNumberOfQuestionsIsReadBack) {
  for (std::size_t questions = 1; questions <= kMaxGuardQuestions;
       questions += questions < 20 ? 1 : 120) {
    CheckRecord record = GoldenRecord();
    record.answered.assign(questions, false);
    record.before.assign(questions, true);
    record.unasked.assign(questions, true);
    for (std::size_t i = 0; i < questions; i += 3) record.answered[i] = true;
    const std::string text = EncodeCheck(record);
    EXPECT_LE(text.size(), kMaxCheckBytes);
    EXPECT_EQ(DecodeCheck(text), record) << questions;
  }
}

TEST(CheckRecord, DamageOfAnyByteIsSeen) {
  const std::string text = kGolden;
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(DecodeCheck(text.substr(0, i))) << i;
    for (const char other : {'0', '9', ' ', '\n', '\0', '\xff'}) {
      std::string damaged = text;
      damaged[i] = other;
      EXPECT_EQ(DecodeCheck(damaged).has_value(), other == text[i]) << i;
    }
  }
  EXPECT_FALSE(DecodeCheck(text + "\n"));
}

TEST(CheckRecord, OutOfBoundsIsRefusedWhateverItsChecksum) {
  CheckRecord record = GoldenRecord();
  record.checked = kLatestCheck + 1;
  EXPECT_FALSE(DecodeCheck(EncodeCheck(record)));
  record = GoldenRecord();
  record.cover = 1'000'001;
  EXPECT_FALSE(DecodeCheck(EncodeCheck(record)));
  record = GoldenRecord();
  record.answered.assign(kMaxGuardQuestions + 1, true);
  record.before = record.answered;
  EXPECT_FALSE(DecodeCheck(EncodeCheck(record)));
  record.answered.clear();
  record.before.clear();
  EXPECT_FALSE(DecodeCheck(EncodeCheck(record)));
}

TEST(CheckFile, IsKeptAndADamagedOneIsNamed) {
  const tests::TemporaryFolder folder;
  const auto none = LoadCheck(folder.path());
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  ASSERT_TRUE(StoreCheck(folder.path(), GoldenRecord()));
  EXPECT_EQ(*LoadCheck(folder.path()), GoldenRecord());
  std::ofstream(folder.path() / kCheckFileName) << "answerbox-self";
  const auto damaged = LoadCheck(folder.path());
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, ErrorKind::kCorrupt);
  EXPECT_NE(damaged.error().message.find(folder.path() / kCheckFileName),
            std::string::npos);
  // The next exam takes its place.
  ASSERT_TRUE(StoreCheck(folder.path(), GoldenRecord()));
  EXPECT_EQ(*LoadCheck(folder.path()), GoldenRecord());
  ASSERT_TRUE(RemoveCheck(folder.path()));
  EXPECT_FALSE(*LoadCheck(folder.path()));
}

TEST(DropRule, TheFirstExamIsComparedWithTheMarkAlone) {
  EXPECT_FALSE(After(TenQuestions(), {{}}).is_drop());
  EXPECT_FALSE(After(TenQuestions({2, false}), {{1, 2}}).is_drop());
  const CheckReport report = After(TenQuestions({30, true}), {{1, 2}});
  EXPECT_TRUE(report.is_drop());
  EXPECT_EQ(report.needed, 3U);
  EXPECT_EQ(report.lost, 0U);
}

TEST(DropRule, AQuestionThatMustBeAnsweredCounts) {
  const CheckReport report = After(TenQuestions(), {{0, 1}, {1, 2, 3}});
  EXPECT_TRUE(report.is_drop());
  EXPECT_EQ(report.lost_ids, Ids{"q0"});
  EXPECT_EQ(report.lost_must, 1U);
  EXPECT_EQ(report.must, 1U);
  EXPECT_EQ(report.must_answered, 0U);
}

TEST(DropRule, AnotherQuestionMayBeAnsweredInsteadOfOne) {
  EXPECT_FALSE(After(TenQuestions(), {{1, 2}, {2, 3}}).is_drop());
  EXPECT_TRUE(After(TenQuestions(), {{1, 2}, {2}}).is_drop());
  // From then on that one is expected.
  EXPECT_EQ(After(TenQuestions(), {{1, 2}, {2, 3}, {2}}).lost_ids, Ids{"q3"});
}

TEST(DropRule, StandsUntilWhatWasLostIsAnswered) {
  EXPECT_TRUE(After(TenQuestions(), {{0, 1}, {1}, {1}}).is_drop());
  EXPECT_EQ(After(TenQuestions(), {{0, 1}, {1}, {}}).lost_ids,
            (Ids{"q0", "q1"}));
  EXPECT_FALSE(After(TenQuestions(), {{0, 1}, {1}, {0, 1}}).is_drop());
}

TEST(CheckReport, SaysWhatIsNoLongerAnswered) {
  EXPECT_EQ(After(TenQuestions(), {{0, 1}}).Describe(),
            "\"c\" answers 2 of the 10 questions of its exam");
  EXPECT_EQ(After(TenQuestions({3, false}), {{0, 1, 2, 3, 4}, {1}}).Describe(),
            "\"c\" answers 1 of the 10 questions of its exam, was 5, must be "
            "3; 4 no longer: q0, q2, q3, ...; `answerbox exam bank -c c | "
            "answerbox exam run - -c c` shows them");
  EXPECT_EQ(After(TenQuestions(), {{1, 2}}).Describe(),
            "\"c\" answers 2 of the 10 questions of its exam; 1 question "
            "marked `must` can't be answered yet");
  EXPECT_EQ(ReportOf("c", TenQuestions(), GoldenRecord(), 0).lost, 1U);
  EXPECT_TRUE(
      ReportOf("c", TenQuestions(), GoldenRecord(), 0).lost_ids.empty());
}

// Nobody can know whether it is answered.
TEST(DropRule, WhatWasNeverAskedIsNoDrop) {
  CheckRecord record = GoldenRecord();
  record.before = record.answered;
  record.unasked.assign(10, false);
  record.unasked[0] = true;
  EXPECT_FALSE(ReportOf("c", TenQuestions({100, true}), record).is_drop());
  record.answered[1] = false;
  EXPECT_TRUE(ReportOf("c", TenQuestions({100, true}), record).is_drop());
}

TEST(CheckReport, CountsTheWeightThatIsAnswered) {
  Guard guard = TenQuestions();
  guard.bank[3].weight = 11.0;
  const CheckRecord record = RecordOf(guard, Answering({3}), nullptr);
  EXPECT_DOUBLE_EQ(ReportOf("c", guard, record).cover, 0.55);
}

}  // namespace
}  // namespace answerbox::daemon
