#include "client/rpc/socket_path.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

TEST(SocketPath, IsTheFirstOneThatIsSetOrThere) {
  const ScratchFolder folder;
  setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);
  setenv("ANSWERBOX_SOCKET", "/given", 1);
  EXPECT_EQ(DefaultSocketPath(), "/given");
  setenv("ANSWERBOX_SOCKET", "", 1);
  EXPECT_EQ(DefaultSocketPath(), "/run/answerbox/answerbox.sock");
  const auto socket = folder.Write("answerbox.sock", "");
  EXPECT_EQ(DefaultSocketPath(), socket.string());
  unsetenv("ANSWERBOX_SOCKET");
  unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(DefaultSocketPath(), "/run/answerbox/answerbox.sock");
}

}  // namespace
}  // namespace answerbox::client
