#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/identity/principal.h"

namespace answerbox::daemon {
namespace {

TEST(TopicFilterTest, ATopicHasLevelsWithoutWildcards) {
  for (const char* topic : {"a", "/", "a/b", "a//b", "$SYS/x", "%u/%c", "ä"}) {
    EXPECT_TRUE(IsPlainTopic(topic)) << topic;
  }
  for (const char* topic : {"", "a/+", "#", "a#", "a\nb", "a\x7F"}) {
    EXPECT_FALSE(IsPlainTopic(topic)) << topic;
  }
  EXPECT_FALSE(IsPlainTopic(std::string_view("a\0b", 3)));
}

TEST(TopicFilterTest, WildcardsStandForWholeLevelsAndAllOfThemLast) {
  for (const char* filter : {"#", "+", "a/#", "+/+/#", "a/+/b", "/#", "+/"}) {
    EXPECT_TRUE(IsPlainFilter(filter)) << filter;
  }
  for (const char* filter :
       {"", "a#", "#/a", "a/#/b", "a+", "+a/b", "##", "a/b+", "#/", "a\tb"}) {
    EXPECT_FALSE(IsPlainFilter(filter)) << filter;
  }
}

TEST(TopicFilterTest, SixteenLevelsAreTheMost) {
  std::string most = "a";
  for (std::size_t i = 1; i < kMaxTopicLevels; ++i) most += "/a";
  EXPECT_TRUE(IsPlainTopic(most));
  EXPECT_TRUE(IsPlainFilter(most));
  EXPECT_FALSE(IsPlainTopic(most + "/a"));
  EXPECT_FALSE(IsPlainFilter(most + "/#"));
}

TEST(TopicFilterTest, TheProductsOwnTopicsAreKnownByTheirFirstLevel) {
  for (const char* own : {"answerbox", "answerbox/status", "$SYS", "$x/#"}) {
    EXPECT_TRUE(IsOwnTopic(own)) << own;
  }
  for (const char* other : {"answerboxes", "home/answerbox", "#", "+/$SYS"}) {
    EXPECT_FALSE(IsOwnTopic(other)) << other;
  }
}

TEST(TopicFilterTest, NamesOfUserAndClientAreFilledIn) {
  const TopicClient client{"alice", "tablet"};
  EXPECT_EQ(ExpandedFilter("home/%u/%c/#", client).text(),
            "home/alice/tablet/#");
  EXPECT_EQ(ExpandedFilter("100%/%x/%", client).text(), "100%/%x/%");
  EXPECT_EQ(ExpandedFilter("%u%c", {"%c", "b"}).text(), "%cb");
}

TEST(TopicFilterTest, ANameCanNotWidenWhatIsGranted) {
  for (const char* name : {"", "+", "#", "a/b", "a+"}) {
    EXPECT_FALSE(ExpandedFilter("home/%u", {name, "c"}).text()) << name;
    EXPECT_FALSE(ExpandedFilter("home/%c", {"u", name}).text()) << name;
    EXPECT_TRUE(ExpandedFilter("home/x", {name, name}).text()) << name;
  }
}

TEST(TopicFilterTest, AFilterThatGrowsTooLongGrantsNothing) {
  const std::string id(ExpandedFilter::kMaxBytes, 'x');
  EXPECT_TRUE(ExpandedFilter("%c", {"u", id}).text());
  EXPECT_FALSE(ExpandedFilter("%c/", {"u", id}).text());
  EXPECT_FALSE(ExpandedFilter("%c%c", {"u", id}).text());
}

}  // namespace
}  // namespace answerbox::daemon
