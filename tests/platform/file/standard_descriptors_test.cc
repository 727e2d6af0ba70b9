#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "platform/file/open_file.h"

namespace answerbox::platform {
namespace {

// Returns the exit code of a child that runs `function`.
template <typename Function>
int ExitCodeOf(Function function) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(function());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StandardDescriptorsTest, NoFileGetsTheNumberOfAClosedOne) {
  EXPECT_EQ(
      ExitCodeOf([] {
        ::close(STDIN_FILENO);
        ::close(STDERR_FILENO);
        if (!OccupyStandardDescriptors()) return 100;
        return ::open("/dev/null", O_RDWR | O_CLOEXEC) > STDERR_FILENO ? 0 : 1;
      }),
      0);
}

TEST(StandardDescriptorsTest, WritingToAClosedOneStillFails) {
  EXPECT_EQ(ExitCodeOf([] {
              ::close(STDOUT_FILENO);
              if (!OccupyStandardDescriptors()) return 100;
              return ::write(STDOUT_FILENO, "x", 1) == -1 && errno == EBADF ? 0
                                                                            : 1;
            }),
            0);
}

TEST(StandardDescriptorsTest, AnOpenOneStaysAsItIs) {
  EXPECT_EQ(ExitCodeOf([] {
              int ends[2];
              if (::pipe(ends) != 0) return 100;
              ::dup2(ends[1], STDERR_FILENO);
              if (!OccupyStandardDescriptors()) return 100;
              return ::write(STDERR_FILENO, "x", 1) == 1 ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace answerbox::platform
