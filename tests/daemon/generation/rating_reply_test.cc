#include "daemon/generation/rating_reply.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace answerbox::daemon {
namespace {

TEST(RatingReplyTest, TheFirstDigitIsTheGrade) {
  for (const char grade : std::string_view("012345")) {
    EXPECT_EQ(ReadRating(std::string(1, grade)), grade - '0');
  }
  for (const std::string_view reply :
       {" 4\n", "4.", "Grade: 4", "(4)", "**4**", "- 4: The answer is mostly",
        "4 - mostly relevant, 3 gaps", "4/5", "4 out of 5", "“4”",
        "It is 4, I "
        "think",
        "\n\n4\nQuestion"}) {
    EXPECT_EQ(ReadRating(reply), 4) << reply;
  }
}

TEST(RatingReplyTest, ANumberThatIsNoGradeIsIllFormed) {
  for (const std::string_view reply :
       {"6", "9", "10", "55", "4.5", "4,5", "0.5", ".5", "4-5", "4–5", "4:30",
        "4/10", "4/50", "4/", "4%", "5th", "Q5", "x4x", "7 or rather 4"}) {
    EXPECT_EQ(ReadRating(reply), std::nullopt) << reply;
  }
}

TEST(RatingReplyTest, AReplyWithoutADigitIsIllFormedUnlessItRefuses) {
  for (const std::string_view reply :
       {"", " \n", "five", "Once upon a time", "The answer is highly relevant.",
        "\xFF\xFE", "\xEF\xBC\x95"}) {
    EXPECT_EQ(ReadRating(reply), std::nullopt) << reply;
  }
  EXPECT_EQ(ReadRating("Unanswerable."), 0);
  EXPECT_EQ(ReadRating("not enough information"), 0);
}

// Whatever the bytes are, the answer is a grade or nothing.
TEST(RatingReplyTest, EveryPairOfBytesIsRead) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string reply{static_cast<char>(first),
                              static_cast<char>(second)};
      const int grade = ReadRating(reply).value_or(0);
      EXPECT_LE(grade, 5) << first << ' ' << second;
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
