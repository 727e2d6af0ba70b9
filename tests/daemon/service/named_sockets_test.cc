#include "daemon/service/named_sockets.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

constexpr std::array<std::string_view, 2> kNames = {"unix", "mqtt"};

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
  EXPECT_TRUE((*sorted)[0].is_open());
  EXPECT_EQ((*sorted)[1].get(), mqtt);
}

TEST(NamedSocketsTest, WithoutSocketsThereAreNone) {
  const auto sorted = SortByName({}, kNames);
  ASSERT_TRUE(sorted);
  EXPECT_FALSE((*sorted)[0].is_open());
  EXPECT_FALSE((*sorted)[1].is_open());
}

TEST(NamedSocketsTest, OneOfNoKnownNameIsForTheFirstListener) {
  for (const char* name : {"unknown", "answerboxd.socket", ""}) {
    const auto sorted = SortByName(Passed({name}), kNames);
    ASSERT_TRUE(sorted) << name;
    EXPECT_TRUE((*sorted)[0].is_open());
    EXPECT_FALSE((*sorted)[1].is_open());
  }
}

TEST(NamedSocketsTest, OneOfAnotherListenersNameIsNotForTheFirst) {
  const auto sorted = SortByName(Passed({"mqtt"}), kNames);
  ASSERT_TRUE(sorted);
  EXPECT_FALSE((*sorted)[0].is_open());
  EXPECT_TRUE((*sorted)[1].is_open());
}

TEST(NamedSocketsTest, AnUnknownNameAmongSeveralIsTold) {
  const auto sorted = SortByName(Passed({"unix", "ftp"}), kNames);
  ASSERT_FALSE(sorted);
  EXPECT_THAT(sorted.error().message, HasSubstr("\"ftp\""));
  EXPECT_THAT(sorted.error().message, HasSubstr("\"mqtt\""));
}

TEST(NamedSocketsTest, ANameThatIsThereTwiceIsTold) {
  const auto sorted = SortByName(Passed({"unix", "unix"}), kNames);
  ASSERT_FALSE(sorted);
  EXPECT_THAT(sorted.error().message, HasSubstr("two are called \"unix\""));
}

}  // namespace
}  // namespace answerbox::daemon
