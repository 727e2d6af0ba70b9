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

TEST(IdentityTest, UsersAndCertificatesAreNamedAfterWhatProvesThem) {
  const auto alice = Identity::OfUser("alice");
  ASSERT_TRUE(alice);
  EXPECT_EQ(alice->name(), "user:alice");
  EXPECT_EQ(alice->local_name(), "alice");
  EXPECT_EQ(alice->source(), IdentitySource::kUser);
  const auto kiosk = Identity::OfCertificate("kiosk-1");
  ASSERT_TRUE(kiosk);
  EXPECT_EQ(kiosk->name(), "cert:kiosk-1");
  EXPECT_EQ(kiosk->source(), IdentitySource::kCertificate);
  EXPECT_EQ(Identity::Anonymous().name(), "anonymous");
  EXPECT_EQ(Identity::Anonymous().local_name(), "");
  EXPECT_EQ(Identity::OfUnixPeer(7).local_name(), "7");
}

TEST(IdentityTest, ANameThatDoesNotFitIsNobodys) {
  const std::string longest(Identity::kMaxNameBytes - 5, 'x');
  EXPECT_TRUE(Identity::OfUser(longest));
  for (const std::string& name :
       {std::string(), longest + 'x', std::string("a b"), std::string("a,b"),
        std::string("a\"b"), std::string("a\nb"), std::string("\xC3\xA4"),
        std::string("a\0b", 3)}) {
    EXPECT_FALSE(Identity::OfUser(name)) << name;
    EXPECT_FALSE(Identity::OfCertificate(name)) << name;
  }
}

TEST(IdentityTest, EachNameIsReadAsItself) {
  for (const char* name :
       {"unix:0", "unix:4294967295", "user:alice", "cert:a", "anonymous"}) {
    const auto identity = Identity::Named(name);
    ASSERT_TRUE(identity) << name;
    EXPECT_EQ(identity->name(), name);
    const auto parts = ReadIdentityName(name);
    ASSERT_TRUE(parts) << name;
    EXPECT_EQ(parts->text, name);
    EXPECT_EQ(parts->source, identity->source()) << name;
    EXPECT_EQ(parts->local, identity->local_name()) << name;
  }
  for (const char* name : {"", "unix:", "unix:01", "user:", "cert:", "alice",
                           "Anonymous", "tls:a", "unix:a", "user:a b"}) {
    EXPECT_FALSE(Identity::Named(name)) << name;
    EXPECT_FALSE(ReadIdentityName(name)) << name;
  }
}

}  // namespace
}  // namespace answerbox::daemon
