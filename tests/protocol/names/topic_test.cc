#include "protocol/names/topic.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::protocol {
namespace {

using namespace std::string_view_literals;

TEST(MqttTopic, ANameIsNotEmptyAndHasNoWildcards) {
  for (const auto name :
       {"a"sv, "/"sv, "a/b"sv, "//"sv, " "sv, "$SYS/x"sv, "A\xEF\xBB\xBFz"sv}) {
    EXPECT_TRUE(IsTopicName(name)) << name;
  }
  for (const auto name : {""sv, "+"sv, "a/#"sv, "a+b"sv, "#"sv, "a\0b"sv}) {
    EXPECT_FALSE(IsTopicName(name)) << name;
  }
}

TEST(MqttTopic, TopicsHaveAtMost65535Bytes) {
  EXPECT_TRUE(IsTopicName(std::string(65535, 'a')));
  EXPECT_FALSE(IsTopicName(std::string(65536, 'a')));
  EXPECT_TRUE(IsTopicFilter(std::string(65535, 'a')));
  EXPECT_FALSE(IsTopicFilter(std::string(65536, 'a')));
}

TEST(MqttTopic, AMultiLevelWildcardStandsAloneAndLast) {
  for (const auto filter : {"#"sv, "a/#"sv, "/#"sv, "+/#"sv}) {
    EXPECT_TRUE(IsTopicFilter(filter)) << filter;
  }
  for (const auto filter :
       {"a#"sv, "#a"sv, "a/#/b"sv, "#/"sv, "##"sv, "a/b#"sv, ""sv, "\0"sv}) {
    EXPECT_FALSE(IsTopicFilter(filter)) << filter;
  }
}

TEST(MqttTopic, ASingleLevelWildcardStandsAloneInItsLevel) {
  for (const auto filter : {"+"sv, "a/+"sv, "+/b"sv, "/+"sv, "+/+/#"sv}) {
    EXPECT_TRUE(IsTopicFilter(filter)) << filter;
  }
  for (const auto filter : {"a+"sv, "+a"sv, "++"sv, "a/+b/c"sv, "+#"sv}) {
    EXPECT_FALSE(IsTopicFilter(filter)) << filter;
  }
}

TEST(MqttTopic, LevelsMayBeEmpty) {
  EXPECT_EQ(CountLevels("a"), 1u);
  EXPECT_EQ(CountLevels("a/b"), 2u);
  EXPECT_EQ(CountLevels("/"), 2u);
  EXPECT_EQ(CountLevels("a//b/"), 4u);
}

struct Match {
  std::string_view filter;
  std::string_view topic;
};

TEST(MqttTopic, FiltersMatchAsInTheStandardsExamples) {
  constexpr Match kMatches[] = {
      {"house/room/door/#", "house/room/door"},
      {"house/room/door/#", "house/room/door/lock"},
      {"house/room/door/#", "house/room/door/lock/battery"},
      {"house/#", "house"},
      {"#", "house/room"},
      {"#", "/"},
      {"house/room/+", "house/room/door"},
      {"house/+", "house/"},
      {"+/+", "/door"},
      {"/+", "/door"},
      {"+/room/#", "house/room/door/lock"},
      {"a/+/c", "a//c"},
      {"a/b", "a/b"},
      {"$SYS/#", "$SYS/uptime"},
      {"$SYS/+", "$SYS/uptime"},
      {"+/$SYS", "a/$SYS"},
  };
  for (const Match& each : kMatches) {
    EXPECT_TRUE(Matches(each.filter, each.topic))
        << each.filter << " " << each.topic;
  }
}

TEST(MqttTopic, FiltersDoNotMatchAsInTheStandardsExamples) {
  constexpr Match kMismatches[] = {
      {"house/room/+", "house/room/door/lock"},
      {"house/+", "house"},
      {"+", "/door"},
      {"/a", "a"},
      {"a", "a/"},
      {"a/b", "a/b/c"},
      {"a/b/c", "a/b"},
      {"a/+/c", "a/c"},
      {"a/#", "ab"},
  };
  for (const Match& each : kMismatches) {
    EXPECT_FALSE(Matches(each.filter, each.topic))
        << each.filter << " " << each.topic;
  }
}

// [MQTT-4.7.2-1]
TEST(MqttTopic, AWildcardInFrontMatchesNoTopicThatStartsWithADollar) {
  EXPECT_FALSE(Matches("#", "$SYS/uptime"));
  EXPECT_FALSE(Matches("+/uptime", "$SYS/uptime"));
  EXPECT_FALSE(Matches("+", "$SYS"));
  EXPECT_TRUE(Matches("#", "a$"));
}

// [MQTT-4.7.3-4]
TEST(MqttTopic, TopicsAreComparedByteForByte) {
  EXPECT_FALSE(Matches("Door", "door"));
  EXPECT_FALSE(Matches("door ", "door"));
  // The same letter as one code point, and as two.
  EXPECT_FALSE(Matches("\xC3\xA9", "e\xCC\x81"));
  EXPECT_FALSE(
      Matches("\xEF\xBB\xBF"
              "a",
              "a"));
}

TEST(MqttTopic, ManyLevelsTakeNoStack) {
  const std::string topic(65535, '/');
  std::string filter = "+";
  for (int i = 0; i < 30000; ++i) filter += "/+";
  EXPECT_TRUE(IsTopicFilter(filter));
  EXPECT_FALSE(Matches(filter, topic));
  EXPECT_TRUE(Matches(filter + "/#", topic));
  EXPECT_TRUE(Matches(topic, topic));
}

// The definition, level by level.
bool MatchesNaively(std::string_view filter, std::string_view topic) {
  if (filter == "#") return true;
  const auto split = [](std::string_view text) { return text.find('/'); };
  const std::string_view level = filter.substr(0, split(filter));
  const std::string_view name = topic.substr(0, split(topic));
  if (level != "+" && level != name) return false;
  const bool is_last_level = level.size() == filter.size();
  const bool is_last_name = name.size() == topic.size();
  if (is_last_name && !is_last_level) {
    return filter.substr(level.size()) == "/#";
  }
  if (is_last_level || is_last_name) return is_last_level && is_last_name;
  return MatchesNaively(filter.substr(level.size() + 1),
                        topic.substr(name.size() + 1));
}

// Every text of 1 to `longest` letters of `alphabet`.
std::vector<std::string> Texts(std::string_view alphabet, std::size_t longest) {
  std::vector<std::string> texts = {""};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() == longest) break;
    for (const char letter : alphabet) texts.push_back(texts[i] + letter);
  }
  texts.erase(texts.begin());
  return texts;
}

TEST(MqttTopic, MatchesAsTheDefinitionDoes) {
  const std::vector<std::string> topics = Texts("a/b$", 5);
  std::size_t matches = 0;
  for (const std::string& filter : Texts("a/+#$", 5)) {
    if (!IsTopicFilter(filter)) continue;
    const bool is_wild = filter[0] == '+' || filter[0] == '#';
    for (const std::string& topic : topics) {
      const bool expected =
          !(is_wild && topic[0] == '$') && MatchesNaively(filter, topic);
      ASSERT_EQ(Matches(filter, topic), expected) << filter << " " << topic;
      matches += expected ? 1 : 0;
    }
  }
  EXPECT_GT(matches, 1000u);
}

// [MQTT-4.8.2-1], [MQTT-4.8.2-2]
TEST(MqttTopic, ASharedFilterHasAGroupAndAFilter) {
  const auto shared = ReadSharedFilter("$share/readers/a/+");
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->group, "readers");
  EXPECT_EQ(shared->filter, "a/+");
  EXPECT_FALSE(ReadSharedFilter("share/readers/a"));
  EXPECT_FALSE(ReadSharedFilter("$share"));
  for (const auto malformed :
       {"$share/"sv, "$share//a"sv, "$share/g"sv, "$share/g/"sv, "$share/+/a"sv,
        "$share/g#/a"sv, "$share/g/a#"sv}) {
    const auto read = ReadSharedFilter(malformed);
    ASSERT_TRUE(read) << malformed;
    EXPECT_TRUE(read->group.empty() && read->filter.empty()) << malformed;
  }
}

}  // namespace
}  // namespace answerbox::protocol
