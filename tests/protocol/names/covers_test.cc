#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "protocol/names/topic.h"

namespace answerbox::protocol {
namespace {

TEST(CoversTest, ATopicIsCoveredByWhatMatchesIt) {
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

// All texts of up to `levels` levels out of the alphabet.
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

// Straight from the standard's words, level by level.
bool IsMatch(const std::vector<std::string>& filter,
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

// What one filter covers is what its matches say, for all short filters. No
// filter names the level "z", so that topics stand for all there could be.
TEST(CoversTest, CoversExactlyTheFiltersWhoseEveryTopicItMatches) {
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
      matches.back().push_back(IsMatch(filter, topic));
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

}  // namespace
}  // namespace answerbox::protocol
