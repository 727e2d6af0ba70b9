// Runs the commands that read the log's files within the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "protocol/audit/verifier.h"
#include "tests/client/commands/invocation.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::client {
namespace {

using tests::TemporaryFolder;

// A log of an `open` record, five answers and a head.
class AuditCommandTest : public testing::Test {
 protected:
  AuditCommandTest() {
    tests::WriteFile(log_, tests::SampleLog(5));
    tests::WriteFile(key_, "");
  }

  Invocation Audit(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "audit");
    return Invoke(std::move(arguments));
  }

  const TemporaryFolder folder_;
  const std::string log_ = folder_.path() / "000000000000.jsonl";
  const std::string key_ = folder_.path() / "box.pub";
  const std::string proof_ = folder_.path() / "proof";
};

TEST_F(AuditCommandTest, ExportTakesNoTimeThatIsNone) {
  for (const char* time :
       {"yesterday", "22.11.2026", "11/22/2026", "2026-11-31", "2026-02-29",
        "2026-13-01", "2026-11-22T00:00:00+09:00", "2026-11-22T24:00:00Z",
        "2026-11-22T00:00:00", "2026-11-22T00:00:00.Z", "2026-11-22T00:00Z",
        "2026-11-22T00:00:00.1234567Z", "2026-11-2", ""}) {
    const Invocation done = Audit({"export", "--since", time, log_});
    EXPECT_EQ(done.exit_code, 2) << time;
    EXPECT_NE(done.errors.find("2026-11-20T12:00:00Z"), std::string::npos)
        << done.errors;
    EXPECT_EQ(done.output, "");
  }
}

// All of the sample's answers have the time 2025-11-24T16:00:00.
TEST_F(AuditCommandTest, ExportGivesRecordsFromATimeOn) {
  const auto answers_since = [this](const std::string& time) {
    const Invocation done =
        Audit({"export", "--kind", "answer", "--since", time, log_});
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    return std::count(done.output.begin(), done.output.end(), '\n');
  };
  EXPECT_EQ(answers_since("2025-11-24"), 5);
  EXPECT_EQ(answers_since("2024-02-29"), 5);
  EXPECT_EQ(answers_since("2025-11-24T16:00:00Z"), 5);
  EXPECT_EQ(answers_since("2025-11-24T16:00:00.000000Z"), 5);
  EXPECT_EQ(answers_since("2025-11-24T16:00:00.000001Z"), 0);
  EXPECT_EQ(answers_since("2025-11-25"), 0);
}

TEST_F(AuditCommandTest, ExportNamesTheKindsThatThereAre) {
  const Invocation done = Audit({"export", "--kind", "nosuch", log_});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_NE(done.errors.find("answer, refusal, query, change"),
            std::string::npos)
      << done.errors;
}

TEST_F(AuditCommandTest, AProofIsTwoLinesAndNothingElse) {
  const Invocation proven = Audit({"prove", "2", log_});
  ASSERT_EQ(proven.exit_code, 0) << proven.errors;
  protocol::Verifier verifier{{}};
  ASSERT_FALSE(verifier.ReadFile(tests::ReadFile(log_)));
  tests::WriteFile(key_, verifier.trusted().front().ToPem());
  const auto check = [this](const std::string& text) {
    tests::WriteFile(proof_, text);
    return Audit({"check-proof", "--key", key_, proof_}).exit_code;
  };
  EXPECT_EQ(check(proven.output), 0);
  constexpr int kRejected = 4;
  EXPECT_EQ(check(proven.output + "junk\n"), kRejected);
  EXPECT_EQ(check(proven.output + "junk"), kRejected);
  EXPECT_EQ(check(proven.output + "\n"), kRejected);
  EXPECT_EQ(check(proven.output.substr(0, proven.output.size() - 1)),
            kRejected);
  EXPECT_EQ(check(proven.output.substr(0, proven.output.find('\n') + 1)),
            kRejected);
  EXPECT_EQ(check(""), kRejected);
}

}  // namespace
}  // namespace answerbox::client
