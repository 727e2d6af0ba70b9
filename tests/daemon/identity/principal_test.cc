#include "daemon/identity/principal.h"

#include <gtest/gtest.h>

#include <limits>

namespace answerbox::daemon {
namespace {

Principal Alice() {
  Principal alice;
  alice.name = "user:alice";
  alice.grants = {{{Right::kAsk}, "manuals"}};
  return alice;
}

std::string ParamAtFault(const Principal& principal) {
  const auto checked = CheckPrincipal(principal);
  if (checked) return "";
  EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidParams);
  return checked.error().subject;
}

TEST(PrincipalTest, AGrantConcernsACollectionOrAllThatBeginAlike) {
  const auto concerns = [](const char* pattern, const char* collection) {
    return Grant{{Right::kAsk}, pattern}.Concerns(collection);
  };
  EXPECT_TRUE(concerns("manuals", "manuals"));
  EXPECT_FALSE(concerns("manuals", "manuals-old"));
  EXPECT_FALSE(concerns("manuals", "manual"));
  EXPECT_TRUE(concerns("manual*", "manual"));
  EXPECT_TRUE(concerns("manual*", "manuals-old"));
  EXPECT_FALSE(concerns("manual*", "letters"));
  EXPECT_TRUE(concerns("*", "letters"));
}

TEST(PrincipalTest, OnlyNamesOfCollectionsMakePatterns) {
  for (const char* pattern : {"*", "a", "a*", "manuals-2*", "a_b"}) {
    EXPECT_TRUE(IsCollectionPattern(pattern)) << pattern;
  }
  for (const char* pattern : {"", "**", "*a", "a*b", "A", "-*", "a/b", "a**"}) {
    EXPECT_FALSE(IsCollectionPattern(pattern)) << pattern;
  }
}

TEST(PrincipalTest, NamesAreThoseOfIdentities) {
  Principal principal;
  for (const char* name :
       {"user:alice", "cert:kiosk-1", "unix:0", "anonymous", "user:a:b"}) {
    principal.name = name;
    EXPECT_EQ(ParamAtFault(principal), "") << name;
  }
  for (const char* name :
       {"", "alice", "user:", "cert:a b", "unix:01", "unix:x",
        "anonymous:", "user:\n", "user:\xC3\xA4"}) {
    principal.name = name;
    EXPECT_EQ(ParamAtFault(principal), "name") << name;
  }
}

TEST(PrincipalTest, OnlyUsersHavePasswords) {
  Principal principal = Alice();
  principal.password = PasswordHash{1, {}, {}};
  EXPECT_EQ(ParamAtFault(principal), "");
  for (const char* name : {"cert:alice", "unix:1", "anonymous"}) {
    principal.name = name;
    EXPECT_EQ(ParamAtFault(principal), "password") << name;
  }
}

TEST(PrincipalTest, ThresholdsAreFromZeroToOne) {
  Principal principal = Alice();
  for (const double theta : {0.0, 0.5, 1.0}) {
    principal.theta = theta;
    EXPECT_EQ(ParamAtFault(principal), "");
  }
  for (const double theta :
       {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    principal.theta = theta;
    EXPECT_EQ(ParamAtFault(principal), "theta");
  }
}

TEST(PrincipalTest, GrantsAreBoundedAndSaySomething) {
  Principal principal = Alice();
  principal.grants.resize(kMaxGrants, principal.grants.front());
  EXPECT_EQ(ParamAtFault(principal), "");
  principal.grants.push_back(principal.grants.front());
  EXPECT_EQ(ParamAtFault(principal), "grants");
  principal.grants = {{{}, "manuals"}};
  EXPECT_EQ(ParamAtFault(principal), "grants");
  principal.grants = {{{Right::kAsk}, "Manuals"}};
  EXPECT_EQ(ParamAtFault(principal), "grants");
}

TEST(PrincipalTest, FiltersAreBoundedAndValid) {
  Principal principal = Alice();
  principal.topics.publish.assign(kMaxFilters, "home/#");
  principal.topics.subscribe = {std::string(kMaxFilterBytes, 'x')};
  EXPECT_EQ(ParamAtFault(principal), "");
  principal.topics.publish.emplace_back("home/#");
  EXPECT_EQ(ParamAtFault(principal), "topics");
  principal.topics.publish = {"home#"};
  EXPECT_EQ(ParamAtFault(principal), "topics");
  principal.topics.publish = {};
  principal.topics.subscribe = {std::string(kMaxFilterBytes + 1, 'x')};
  EXPECT_EQ(ParamAtFault(principal), "topics");
}

}  // namespace
}  // namespace answerbox::daemon
