#include "daemon/identity/access.h"

#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

class AccessTest : public testing::Test {
 protected:
  // The access of `identity` with these entries, which are sorted by name.
  static Access Of(const Identity& identity, Principals principals = {}) {
    return {std::make_shared<const Principals>(std::move(principals)),
            identity.parts()};
  }

  const Identity alice_ = *Identity::OfUser("alice");
  const Identity kiosk_ = *Identity::OfCertificate("kiosk-1");
  const Identity peer_ = Identity::OfUnixPeer(1000);
  const Identity anonymous_ = Identity::Anonymous();
};

TEST_F(AccessTest, WithoutAnEntryAUnixPeerMayDoAll) {
  const Access access = Of(peer_);
  for (const Right right : kEveryRight) {
    EXPECT_TRUE(access.Has(right, "handbook")) << ToString(right);
    EXPECT_TRUE(access.HasInEvery(right)) << ToString(right);
    EXPECT_TRUE(access.HasInSome(right)) << ToString(right);
  }
  EXPECT_FALSE(access.theta());
  EXPECT_TRUE(access.MayPublish("home/lamp", ""));
}

TEST_F(AccessTest, WithoutAnEntryUsersAndCertificatesMayDoNothing) {
  for (const Identity& identity : {alice_, kiosk_}) {
    const Access access = Of(identity);
    for (const Right right : kEveryRight) {
      EXPECT_FALSE(access.Has(right, "handbook"));
      EXPECT_FALSE(access.HasInSome(right));
    }
    EXPECT_FALSE(access.MayPublish("clients/alice/x", "c"));
    EXPECT_FALSE(access.MaySubscribe("clients/kiosk-1/x", "c"));
  }
}

TEST_F(AccessTest, WithoutAnEntryAnonymousCallersAskAndUseTopics) {
  const Access access = Of(anonymous_);
  EXPECT_TRUE(access.HasInEvery(Right::kAsk));
  EXPECT_FALSE(access.HasInSome(Right::kRead));
  EXPECT_FALSE(access.HasInSome(Right::kAdd));
  EXPECT_FALSE(access.HasInSome(Right::kManage));
  EXPECT_TRUE(access.MayPublish("home/lamp", "c"));
  EXPECT_TRUE(access.MaySubscribe("#", "c"));
}

TEST_F(AccessTest, AnEntrySaysOtherwise) {
  const Principals silent = {{"anonymous", {}, {}, {}, {}},
                             {"unix:1000", {}, {}, {}, {}}};
  for (const Identity& identity : {anonymous_, peer_}) {
    const Access access = Of(identity, silent);
    EXPECT_FALSE(access.HasInSome(Right::kAsk));
    EXPECT_FALSE(access.MayReceive("home/lamp", "c"));
  }
  EXPECT_TRUE(Of(Identity::OfUnixPeer(1001), silent).HasInEvery(Right::kAsk));
}

TEST_F(AccessTest, RightsAreThoseOfTheGrants) {
  const Access access = Of(
      alice_,
      {{"user:alice",
        {},
        {{{Right::kAsk, Right::kRead}, "manual*"}, {{Right::kAdd}, "letters"}},
        0.4,
        {}}});
  EXPECT_TRUE(access.Has(Right::kAsk, "manuals"));
  EXPECT_TRUE(access.Has(Right::kRead, "manual-2"));
  EXPECT_FALSE(access.Has(Right::kAdd, "manuals"));
  EXPECT_TRUE(access.Has(Right::kAdd, "letters"));
  EXPECT_FALSE(access.Has(Right::kAsk, "letters"));
  EXPECT_TRUE(access.HasInSome(Right::kAdd));
  EXPECT_FALSE(access.HasInEvery(Right::kAsk));
  EXPECT_FALSE(access.HasInSome(Right::kManage));
  EXPECT_EQ(access.theta(), 0.4);
}

TEST_F(AccessTest, UsersAndCertificatesHaveTopicsOfTheirOwn) {
  const Principals entries = {{"cert:kiosk-1", {}, {}, {}, {}},
                              {"user:alice", {}, {}, {}, {}}};
  const Access alice = Of(alice_, entries);
  EXPECT_TRUE(alice.MayPublish("clients/alice/reply", "c"));
  EXPECT_TRUE(alice.MaySubscribe("clients/alice/#", "c"));
  EXPECT_FALSE(alice.MayPublish("clients/bob/reply", "c"));
  EXPECT_FALSE(alice.MaySubscribe("clients/+/reply", "c"));
  EXPECT_TRUE(Of(kiosk_, entries).MayReceive("clients/kiosk-1/x", "c"));
}

TEST_F(AccessTest, ASubscriptionIsCoveredByOneGrantedFilter) {
  const Access access = Of(
      alice_, {{"user:alice", {}, {}, {}, {{"out/%c"}, {"in/%u/#", "+/x"}}}});
  EXPECT_TRUE(access.MaySubscribe("in/alice/+/lamp", "c"));
  EXPECT_TRUE(access.MaySubscribe("in/x", "c"));
  EXPECT_FALSE(access.MaySubscribe("in/+/lamp", "c"));
  EXPECT_FALSE(access.MaySubscribe("#", "c"));
  EXPECT_FALSE(access.MaySubscribe("in/alice/#/b", "c"));
  EXPECT_TRUE(access.MayPublish("out/c", "c"));
  EXPECT_FALSE(access.MayPublish("out/c", "d"));
  EXPECT_FALSE(access.MayPublish("out/c", "+"));
  EXPECT_FALSE(access.MayPublish("in/alice/lamp", "c"));
}

// Rights to collections, not filters, decide about the product's own topics.
TEST_F(AccessTest, NoFilterGivesTheProductsOwnTopics) {
  const Access access =
      Of(alice_,
         {{"user:alice",
           {},
           {},
           {},
           {{"#", "answerbox/#", "$SYS/#"}, {"#", "answerbox/#", "$SYS/#"}}}});
  for (const char* topic : {"answerbox/handbook/ask", "$SYS/x", "answerbox"}) {
    EXPECT_FALSE(access.MayPublish(topic, "c")) << topic;
    EXPECT_FALSE(access.MayReceive(topic, "c")) << topic;
    EXPECT_FALSE(access.MaySubscribe(topic, "c")) << topic;
  }
  EXPECT_TRUE(access.MaySubscribe("+/status", "c"));
  EXPECT_FALSE(access.MayReceive("answerbox/status", "c"));
  EXPECT_TRUE(access.MayReceive("home/status", "c"));
}

}  // namespace
}  // namespace answerbox::daemon
