#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "platform/file_descriptor.h"
#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

TEST(PeerCredentialsTest, NamesTheProcessAtTheOtherEnd) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  const auto peer = GetPeerCredentials(ours.get());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->user, ::getuid());
  EXPECT_EQ(peer->group, ::getgid());
  EXPECT_EQ(peer->process, ::getpid());
}

TEST(PeerCredentialsTest, ADescriptorThatIsNoSocketIsAnError) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const FileDescriptor reader(ends[0]);
  const FileDescriptor writer(ends[1]);
  EXPECT_FALSE(GetPeerCredentials(reader.get()));
}

}  // namespace
}  // namespace answerbox::platform
