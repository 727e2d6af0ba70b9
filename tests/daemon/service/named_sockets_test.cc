#include "daemon/service/named_sockets.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

constexpr std::array<ListenerName, 2> kNames = {
    {{.name = "unix"}, {.name = "mqtt", .most = 2}}};

std::vector<platform::ActivatedSocket> Passed(
    std::initializer_list<const char*> names) {
  std::vector<platform::ActivatedSocket> passed;
  for (const char* name : names) {
    passed.push_back(
        {name, platform::FileDescriptor(::open("/dev/null", O_RDONLY))});
  }
  return passed;
}

TEST(NamedSocketsTest, EachListenerGetsTheSocketOfItsName) {
  auto passed = Passed({"mqtt", "unix"});
  const int mqtt = passed.front().socket.get();
  const auto sorted = SortByName(std::move(passed), kNames);
  ASSERT_TRUE(sorted);
  EXPECT_EQ((*sorted)[0].size(), 1u);
  ASSERT_EQ((*sorted)[1].size(), 1u);
  EXPECT_EQ((*sorted)[1][0].get(), mqtt);
}

TEST(NamedSocketsTest, WithoutSocketsThereAreNone) {
  const auto sorted = SortByName({}, kNames);
  ASSERT_TRUE(sorted);
  EXPECT_TRUE((*sorted)[0].empty());
  EXPECT_TRUE((*sorted)[1].empty());
}

TEST(NamedSocketsTest, OneOfNoKnownNameIsForTheFirstListener) {
  for (const char* name : {"unknown", "answerboxd.socket", ""}) {
    const auto sorted = SortByName(Passed({name}), kNames);
    ASSERT_TRUE(sorted) << name;
    EXPECT_EQ((*sorted)[0].size(), 1u);
    EXPECT_TRUE((*sorted)[1].empty());
  }
}

TEST(NamedSocketsTest, OneOfAnotherListenersNameIsNotForTheFirst) {
  const auto sorted = SortByName(Passed({"mqtt"}), kNames);
  ASSERT_TRUE(sorted);
  EXPECT_TRUE((*sorted)[0].empty());
  EXPECT_EQ((*sorted)[1].size(), 1u);
}

TEST(NamedSocketsTest, AnUnknownNameAmongSeveralIsTold) {
  const auto sorted = SortByName(Passed({"unix", "ftp"}), kNames);
  ASSERT_FALSE(sorted);
  EXPECT_THAT(sorted.error().message, HasSubstr("\"ftp\""));
  EXPECT_THAT(sorted.error().message, HasSubstr("\"mqtt\""));
}

TEST(NamedSocketsTest, SeveralOfANameKeepTheirOrder) {
  auto passed = Passed({"mqtt", "unix", "mqtt"});
  const int first = passed.front().socket.get();
  const int second = passed.back().socket.get();
  const auto sorted = SortByName(std::move(passed), kNames);
  ASSERT_TRUE(sorted);
  ASSERT_EQ((*sorted)[1].size(), 2u);
  EXPECT_EQ((*sorted)[1][0].get(), first);
  EXPECT_EQ((*sorted)[1][1].get(), second);
  EXPECT_FALSE(SortByName(Passed({"mqtt", "mqtt", "mqtt"}), kNames));
}

TEST(NamedSocketsTest, MoreOfANameThanMayBeAreTold) {
  const auto sorted = SortByName(Passed({"unix", "unix"}), kNames);
  ASSERT_FALSE(sorted);
  EXPECT_THAT(sorted.error().message,
              HasSubstr("too many are called \"unix\""));
}

}  // namespace
}  // namespace answerbox::daemon
