#include "platform/service/listening_socket.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

class ListeningSocketTest : public testing::Test {
 protected:
  [[nodiscard]] Result<ListeningSocket> Open() const {
    return ListeningSocket::Open(path_, 0600, "");
  }
  [[nodiscard]] bool CanConnect() const {
    const FileDescriptor client(::socket(AF_UNIX, SOCK_STREAM, 0));
    const auto address = MakeUnixAddress(path_.native());
    return ::connect(client.get(), address->get(), address->size) == 0;
  }

  // A socket file without a listener, as a crash leaves it.
  void LeaveStaleSocket() const {
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    const auto address = MakeUnixAddress(path_.native());
    ASSERT_EQ(::bind(socket.get(), address->get(), address->size), 0);
  }

  const tests::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "sock";
};

TEST_F(ListeningSocketTest, AcceptsConnectionsWithTheModeThatWasAskedFor) {
  const auto listening = Open();
  ASSERT_TRUE(listening);
  EXPECT_TRUE(CanConnect());
  EXPECT_EQ(
      std::filesystem::status(path_).permissions(),
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(ListeningSocketTest, ReplacesASocketThatACrashLeft) {
  LeaveStaleSocket();
  EXPECT_FALSE(CanConnect());
  const auto listening = Open();
  ASSERT_TRUE(listening) << listening.error().Describe();
  EXPECT_TRUE(CanConnect());
}

TEST_F(ListeningSocketTest, LeavesALiveSocketAlone) {
  const auto first = Open();
  const auto second = Open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, boost::system::errc::address_in_use);
  EXPECT_TRUE(CanConnect());
}

TEST_F(ListeningSocketTest, LeavesAFileThatIsNoSocketAlone) {
  std::ofstream(path_) << "precious";
  ASSERT_FALSE(Open());
  EXPECT_EQ(std::filesystem::file_size(path_), 8u);
}

TEST_F(ListeningSocketTest, RemovesItsFileWhenItIsDestroyed) {
  { const auto listening = Open(); }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ListeningSocketTest, DoesNotRemoveAFileThatReplacedItsOwn) {
  {
    const auto listening = Open();
    std::filesystem::remove(path_);
    std::ofstream(path_) << "another's";
  }
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(ListeningSocketTest, NamesWhatIsWrongWithAPath) {
  const auto missing = ListeningSocket::Open("/nonexistent/a.sock", 0600, "");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().Describe(),
            "listen at /nonexistent/a.sock: No such file or directory");
  EXPECT_FALSE(ListeningSocket::Open(std::string(200, 'x'), 0600, ""));
}

TEST_F(ListeningSocketTest, AnUnknownGroupIsAnErrorAndLeavesNoFile) {
  const auto listening = ListeningSocket::Open(path_, 0660, "no-such-group");
  ASSERT_FALSE(listening);
  EXPECT_EQ(listening.error().path, "no-such-group");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace answerbox::platform
