#include "daemon/identity/identity.h"

#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

TEST(IdentityTest, AUnixPeerIsNamedAfterItsUser) {
  const Identity root = Identity::OfUnixPeer(0);
  EXPECT_EQ(root.name(), "unix:0");
  EXPECT_EQ(root.source(), IdentitySource::kUnixPeer);
  const Identity last = Identity::OfUnixPeer(4'294'967'295);
  EXPECT_EQ(last.name(), "unix:4294967295");
  EXPECT_EQ(last.uid(), 4'294'967'295);
}

}  // namespace
}  // namespace answerbox::daemon
