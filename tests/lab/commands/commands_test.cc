#include "lab/commands/commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/commands/invocation.h"

namespace answerbox::lab {
namespace {

using testing::HasSubstr;

TEST(LabCommands, TellTheirOwnProgramsVersion) {
  EXPECT_THAT(Invoke({"--version"}, LabProgram()).output,
              testing::StartsWith("answerbox-lab "));
  EXPECT_EQ(Invoke({"exam", "bank", "--version"}, LabProgram()).output,
            Invoke({"--version"}, LabProgram()).output);
}

TEST(LabCommands, MistakesEndWith2AndLeaveOutputClean) {
  const std::vector<std::vector<std::string>> mistakes = {
      {"evaluate", "squad", "--theta", "nan", "x"},
      {"evaluate", "squad", "--weights", "0.5,nan,0.2", "x"},
      {"evaluate", "squad", "--socket", "s", "x"},
      {"evaluate", "select"},
      {"evaluate", "select", "--alpha", "nan", "x"},
      {"evaluate", "select", "--shares", "0.1", "--tokens", "9", "x"},
      {"evaluate", "select", "--questions", "q", "x"},
      {"evaluate", "select", "--strategies", "ours,magic", "x"},
      {"evaluate", "long", "--words", "9", "--sentences", "9", "x"},
      {"evaluate", "summaries", "--words", "0", "x"},
      {"exam", "run", "x", "--run", "r"},
      {"exam", "run", "x", "--grader", "model"}};
  for (const auto& arguments : mistakes) {
    const Invocation invocation = Invoke(arguments, LabProgram());
    EXPECT_EQ(invocation.exit_code, 2) << arguments.back();
    EXPECT_EQ(invocation.output, "");
    EXPECT_THAT(invocation.errors, HasSubstr("answerbox-lab: "));
  }
}

}  // namespace
}  // namespace answerbox::lab
