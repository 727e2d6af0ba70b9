#include "client/process/limited_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <csignal>
#include <cstdlib>
#include <vector>

#include "platform/file_descriptor.h"

namespace answerbox::client {
namespace {

ProcessEnd RunShell(const std::string& script,
                    const ProcessLimits& limits = {}) {
  const platform::FileDescriptor input(open("/dev/null", O_RDONLY));
  const std::vector<std::string> arguments = {"sh", "-c", script};
  return RunLimited("/bin/sh", arguments, input.get(), limits).value();
}

TEST(LimitedProcess, ReportsOutputErrorsAndStatus) {
  const ProcessEnd end = RunShell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(end.how, ProcessEnd::How::kExited);
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.output, "out\n");
  EXPECT_EQ(end.errors, "err\n");
}

TEST(LimitedProcess, ReportsTheSignalThatEndedIt) {
  const ProcessEnd end = RunShell("kill -SEGV $$");
  EXPECT_EQ(end.how, ProcessEnd::How::kSignalled);
  EXPECT_EQ(end.code, SIGSEGV);
}

TEST(LimitedProcess, EndsWhenTheWallTimeIsOver) {
  const ProcessEnd end =
      RunShell("sleep 60", {.wall_time = std::chrono::milliseconds(50)});
  EXPECT_EQ(end.how, ProcessEnd::How::kTimedOut);
}

TEST(LimitedProcess, EndsWhenTheWallTimeIsOverThoughItClosedItsOutput) {
  const ProcessEnd end = RunShell("exec >&- 2>&-; sleep 60",
                                  {.wall_time = std::chrono::milliseconds(50)});
  EXPECT_EQ(end.how, ProcessEnd::How::kTimedOut);
}

TEST(LimitedProcess, EndsWhenItIsToldToStop) {
  const platform::FileDescriptor stop(eventfd(1, EFD_CLOEXEC));
  for (const char* const script : {"sleep 60", "exec >&- 2>&-; sleep 60"}) {
    const ProcessEnd end = RunShell(script, {.stop_fd = stop.get()});
    EXPECT_EQ(end.how, ProcessEnd::How::kTimedOut);
  }
}

TEST(LimitedProcess, EndsWhenItsProcessorTimeIsOver) {
  const ProcessEnd end = RunShell("while :; do :; done",
                                  {.processor_time = std::chrono::seconds(1)});
  EXPECT_EQ(end.how, ProcessEnd::How::kSignalled);
  EXPECT_TRUE(end.code == SIGXCPU || end.code == SIGKILL) << end.code;
}

TEST(LimitedProcess, GetsNoMoreMemoryThanItsBound) {
  const std::string script = "x=$(head -c 40000000 /dev/zero | tr '\\0' a)";
  EXPECT_EQ(RunShell(script).code, 0);
  EXPECT_NE(RunShell(script, {.memory_bytes = 20u << 20}).code, 0);
}

TEST(LimitedProcess, EndsWhenItWritesTooMuch) {
  const ProcessEnd end = RunShell(
      "while :; do echo aaaaaaaaaaaaaaaaaaaaaa; done", {.output_bytes = 1000});
  EXPECT_EQ(end.how, ProcessEnd::How::kOutputTooLong);
  EXPECT_EQ(end.output.size(), 1000u);
}

// Writes 20,000 bytes, of which 4,000 are no "a".
constexpr const char* kWritesMuch =
    "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo aaaaaaaab; done";

void DropLetterA(std::string& output) { std::erase(output, 'a'); }

TEST(LimitedProcess, KeepsWhatIsLeftOfItsOutput) {
  const ProcessEnd end =
      RunShell(kWritesMuch, {.output_bytes = 4'000, .condense = DropLetterA});
  EXPECT_EQ(end.how, ProcessEnd::How::kExited);
  EXPECT_EQ(end.output.size(), 4'000u);
  EXPECT_EQ(end.output.find('a'), std::string::npos);
}

TEST(LimitedProcess, EndsWhenTooMuchIsLeftOfItsOutput) {
  const ProcessEnd end =
      RunShell(kWritesMuch, {.output_bytes = 3'999, .condense = DropLetterA});
  EXPECT_EQ(end.how, ProcessEnd::How::kOutputTooLong);
}

TEST(LimitedProcess, EndsWhenItWritesTooMuchOfWhichLittleIsLeft) {
  const ProcessEnd end =
      RunShell("while :; do echo aaaaaaaaaaaaaaaaaaaaaa; done",
               {.condense = [](std::string& output) { output.clear(); },
                .read_bytes = 1'000'000});
  EXPECT_EQ(end.how, ProcessEnd::How::kOutputTooLong);
}

TEST(LimitedProcess, KeepsOnlyTheBeginningOfItsErrors) {
  const ProcessEnd end = RunShell(
      "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); "
      "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >&2; done");
  EXPECT_EQ(end.code, 0);
  EXPECT_EQ(end.errors.size(), 64u << 10);
}

TEST(LimitedProcess, SeesNoEnvironmentAndNoInput) {
  setenv("ANSWERBOX_SECRET", "x", 1);
  EXPECT_EQ(RunShell("echo $ANSWERBOX_SECRET; cat").output, "\n");
  unsetenv("ANSWERBOX_SECRET");
}

TEST(LimitedProcess, SeesOnlyTheDescriptorsItIsGiven) {
  const platform::FileDescriptor leaked(open("/dev/null", O_RDONLY));
  // The shell itself opens descriptor 4 to read the folder.
  EXPECT_EQ(
      RunShell("for fd in /proc/$$/fd/*; do echo -n ${fd##*/},; done").output,
      "0,1,2,3,4,");
}

TEST(LimitedProcess, CanWriteNoFiles) {
  const ProcessEnd end = RunShell("ulimit -f; ulimit -c");
  EXPECT_EQ(end.output, "0\n0\n");
}

TEST(LimitedProcess, ThatCantBeStartedEndsWith127) {
  const std::vector<std::string> arguments = {"x"};
  const auto end = RunLimited("/nonexistent", arguments, 0, {});
  EXPECT_EQ(end.value().code, 127);
}

TEST(FindProgram, LooksInAbsoluteFoldersOnly) {
  EXPECT_EQ(FindProgram("no-such-program"), "");
  EXPECT_FALSE(FindProgram("sh").empty());
  const std::string path = std::getenv("PATH");
  setenv("PATH", ".:bin::", 1);
  EXPECT_EQ(FindProgram("sh"), "");
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace answerbox::client
