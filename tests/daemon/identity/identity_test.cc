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

TEST(IdentityTest, TheUserStandsInTheNameOfAUnixPeerAlone) {
  EXPECT_EQ(Identity::UidIn("unix:1000"), 1000U);
  EXPECT_EQ(Identity::UidIn("unix:4294967295"), 4'294'967'295);
  for (const char* name : {"", "unix:", "unix:x", "unix:1x", "unix:-1",
                           "unix:4294967296", "tls:1000", "1000"}) {
    EXPECT_FALSE(Identity::UidIn(name)) << name;
  }
}

}  // namespace
}  // namespace answerbox::daemon
