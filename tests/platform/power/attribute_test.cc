#include "platform/power/attribute.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <string>
#include <string_view>

#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

class AttributeTest : public testing::Test {
 protected:
  // Makes the file with exactly this content.
  std::filesystem::path FileWith(std::string_view content) {
    tests::WriteFile(machine_.root() / "attribute", content);
    return machine_.root() / "attribute";
  }

 private:
  tests::FakeMachine machine_;
};

TEST_F(AttributeTest, ReadsTheNumberOfAnAttribute) {
  EXPECT_EQ(ReadNumber(FileWith("2500000\n"), 3'000'000).value(), 2'500'000U);
}

TEST_F(AttributeTest, TakesBothEndsOfTheRange) {
  EXPECT_EQ(ReadNumber(FileWith("0\n"), 10).value(), 0U);
  EXPECT_EQ(ReadNumber(FileWith("10\n"), 10).value(), 10U);
}

TEST_F(AttributeTest, RefusesWhatIsNoNumberOfTheRange) {
  constexpr std::array<std::string_view, 12> kGarbage = {
      "",      "\n",   "-5\n",   "11\n",   "0x5\n", "5.0\n",
      "5 6\n", " 5\n", "five\n", "5\n6\n", "+5\n",  "99999999999999999999\n"};
  for (const std::string_view garbage : kGarbage) {
    const auto number = ReadNumber(FileWith(garbage), 10);
    ASSERT_FALSE(number) << garbage;
    EXPECT_TRUE(IsMalformed(number.error())) << garbage;
  }
}

TEST_F(AttributeTest, AMissingFileIsTheSystemsErrorNotMalformed) {
  const auto number = ReadNumber("/nonexistent/power1_input", 10);
  ASSERT_FALSE(number);
  EXPECT_FALSE(IsMalformed(number.error()));
  EXPECT_EQ(number.error().path, "/nonexistent/power1_input");
}

TEST_F(AttributeTest, ReadsNoMoreThanItsBound) {
  const auto text = ReadAttribute(FileWith(std::string(100, 'x')), 10);
  EXPECT_EQ(text.value(), std::string(10, 'x'));
}

TEST_F(AttributeTest, DropsTheNulOfADeviceTreeString) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(ReadLabel(FileWith("Raspberry Pi 5 Model B Rev 1.0\0"sv)),
            "Raspberry Pi 5 Model B Rev 1.0");
}

TEST_F(AttributeTest, APipeIsRefusedWhetherSomebodyWritesOrNot) {
  const auto path = FileWith("").replace_filename("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto unwritten = ReadNumber(path, 10);
  ASSERT_FALSE(unwritten);
  EXPECT_NE(unwritten.error().Describe().find("a regular file was expected"),
            std::string::npos);
  const FileDescriptor writer(::open(path.c_str(), O_RDWR));
  EXPECT_FALSE(ReadNumber(path, 10));
}

TEST_F(AttributeTest, ADeviceIsNoAttribute) {
  EXPECT_FALSE(ReadAttribute("/dev/zero"));
}

TEST_F(AttributeTest, AFolderHasNoLabel) { EXPECT_EQ(ReadLabel("/"), ""); }

}  // namespace
}  // namespace answerbox::platform
