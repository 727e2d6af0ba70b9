#include "daemon/identity/policy.h"

#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

TEST(PolicyTest, WhoCanConnectToTheUnixSocketMayDoAll) {
  for (const std::uint32_t uid : {0U, 1000U}) {
    const Caller caller = CallerOf(Identity::OfUnixPeer(uid));
    EXPECT_EQ(caller.identity.uid(), uid);
    for (const Right right : {Right::kAsk, Right::kReadDocuments,
                              Right::kChangeDocuments, Right::kAdminister}) {
      EXPECT_TRUE(caller.rights.Has(right)) << ToString(right);
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
