#include "daemon/identity/topic_filter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

TEST(TopicFilterTest, ATopicHasLevelsWithoutWildcards) {
  for (const char* topic : {"a", "/", "a/b", "a//b", "$SYS/x", "%u/%c", "ä"}) {
    EXPECT_TRUE(IsTopicName(topic)) << topic;
  }
  for (const char* topic : {"", "a/+", "#", "a#", "a\nb", "a\x7F"}) {
    EXPECT_FALSE(IsTopicName(topic)) << topic;
  }
  EXPECT_FALSE(IsTopicName(std::string_view("a\0b", 3)));
}

TEST(TopicFilterTest, WildcardsStandForWholeLevelsAndAllOfThemLast) {
  for (const char* filter : {"#", "+", "a/#", "+/+/#", "a/+/b", "/#", "+/"}) {
    EXPECT_TRUE(IsTopicFilter(filter)) << filter;
  }
  for (const char* filter :
       {"", "a#", "#/a", "a/#/b", "a+", "+a/b", "##", "a/b+", "#/", "a\tb"}) {
    EXPECT_FALSE(IsTopicFilter(filter)) << filter;
  }
}

TEST(TopicFilterTest, SixteenLevelsAreTheMost) {
  std::string most = "a";
  for (std::size_t i = 1; i < kMaxTopicLevels; ++i) most += "/a";
  EXPECT_TRUE(IsTopicName(most));
  EXPECT_TRUE(IsTopicFilter(most));
  EXPECT_FALSE(IsTopicName(most + "/a"));
  EXPECT_FALSE(IsTopicFilter(most + "/#"));
}

TEST(TopicFilterTest, MatchesWhatTheStandardSays) {
  struct Example {
    const char* filter;
    const char* topic;
    bool matches;
  };
  // MQTT 5.0, 4.7.1 and 4.7.2.
  const Example examples[] = {
      {"sport/tennis/player1/#", "sport/tennis/player1", true},
      {"sport/tennis/player1/#", "sport/tennis/player1/ranking", true},
      {"sport/tennis/player1/#", "sport/tennis/player10", false},
      {"sport/#", "sport", true},
      {"sport/tennis/+", "sport/tennis/player1", true},
      {"sport/tennis/+", "sport/tennis/player1/ranking", false},
      {"sport/+", "sport", false},
      {"sport/+", "sport/", true},
      {"+/+", "/finance", true},
      {"/+", "/finance", true},
      {"+", "/finance", false},
      {"#", "$SYS/monitor", false},
      {"+/monitor/Clients", "$SYS/monitor/Clients", false},
      {"$SYS/#", "$SYS/monitor", true},
      {"$SYS/monitor/+", "$SYS/monitor/Clients", true},
      {"ACCOUNTS", "Accounts", false},
  };
  for (const Example& example : examples) {
    EXPECT_EQ(Covers(example.filter, example.topic), example.matches)
        << example.filter << " and " << example.topic;
  }
}

// All sequences of up to `levels` levels of the alphabet.
std::vector<std::vector<std::string>> AllOf(
    const std::vector<std::string>& alphabet, std::size_t levels) {
  std::vector<std::vector<std::string>> all;
  std::vector<std::vector<std::string>> longest = {{}};
  for (std::size_t i = 0; i < levels; ++i) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& begun : longest) {
      for (const std::string& level : alphabet) {
        longer.push_back(begun);
        longer.back().push_back(level);
      }
    }
    all.insert(all.end(), longer.begin(), longer.end());
    longest = std::move(longer);
  }
  return all;
}

std::string Joined(const std::vector<std::string>& levels) {
  std::string text = levels.front();
  for (std::size_t i = 1; i < levels.size(); ++i) text += '/' + levels[i];
  return text;
}

// The standard's definition, level by level.
bool Matches(const std::vector<std::string>& filter,
             const std::vector<std::string>& topic) {
  const bool is_hidden = topic.front().starts_with('$');
  if (is_hidden && (filter.front() == "#" || filter.front() == "+")) {
    return false;
  }
  for (std::size_t i = 0; i < filter.size(); ++i) {
    if (filter[i] == "#") return true;
    if (i == topic.size()) return false;
    if (filter[i] != "+" && filter[i] != topic[i]) return false;
  }
  return filter.size() == topic.size();
}

// For all short filters: one covers another if it matches every topic that the
// other matches. No filter has the level "z", so topics with "z" stand for all
// other topics.
TEST(TopicFilterTest, CoversExactlyTheFiltersWhoseEveryTopicItMatches) {
  const auto topics = AllOf({"a", "", "$s", "z"}, 4);
  std::vector<std::vector<std::string>> filters;
  for (const auto& levels : AllOf({"a", "", "$s", "+", "#"}, 3)) {
    if (IsTopicFilter(Joined(levels))) filters.push_back(levels);
  }
  ASSERT_GT(filters.size(), 100U);
  std::vector<std::vector<bool>> matches;
  for (const auto& filter : filters) {
    matches.emplace_back();
    for (const auto& topic : topics) {
      matches.back().push_back(Matches(filter, topic));
      ASSERT_EQ(Covers(Joined(filter), Joined(topic)), matches.back().back())
          << Joined(filter) << " and " << Joined(topic);
    }
  }
  for (std::size_t granted = 0; granted < filters.size(); ++granted) {
    for (std::size_t asked = 0; asked < filters.size(); ++asked) {
      bool is_covered = true;
      for (std::size_t i = 0; i < topics.size(); ++i) {
        is_covered &= !matches[asked][i] || matches[granted][i];
      }
      EXPECT_EQ(Covers(Joined(filters[granted]), Joined(filters[asked])),
                is_covered)
          << Joined(filters[granted]) << " and " << Joined(filters[asked]);
    }
  }
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
