#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "daemon/generation/replies.h"

namespace answerbox::daemon {
namespace {

std::optional<std::uint8_t> Said(std::string_view reply) {
  return ReadRating(reply, RatingEnd::kSaid);
}
std::optional<std::uint8_t> Cut(std::string_view reply) {
  return ReadRating(reply, RatingEnd::kCut);
}

TEST(RatingReplyTest, TheFirstDigitIsTheGrade) {
  for (const char grade : std::string_view("012345")) {
    EXPECT_EQ(Said(std::string(1, grade)), grade - '0');
  }
  for (const std::string_view reply :
       {" 4\n", "4.", "Grade: 4", "(4)", "**4**", "- 4: The answer is mostly",
        "4, 3 gaps", "“4”", "It is 4, I think", "\n\n4\nQuestion"}) {
    EXPECT_EQ(Said(reply), 4) << reply;
  }
}

TEST(RatingReplyTest, WordsAndTheScaleToFiveMayFollow) {
  for (const std::string_view reply :
       {"4/5", "4 / 5.", "4/ 5)", "4 out of 5", "4 Out Of five", "4 of 5",
        "4 of course", "4 often", "4 out", "4 to the point", "4 or better"}) {
    EXPECT_EQ(Said(reply), 4) << reply;
  }
  for (const std::string_view reply :
       {"4 - mostly relevant, 3 gaps", "4 – mostly", "4-", "4-."}) {
    EXPECT_EQ(Said(reply), 4) << reply;
  }
}

TEST(RatingReplyTest, ANumberThatIsNoGradeIsIllFormed) {
  for (const std::string_view reply :
       {"6", "9", "10", "55", "4.5", "4,5", "0.5", ".5", "4:30", "5th", "Q5",
        "x4x", "4%", "4 %", "7 or rather 4"}) {
    EXPECT_EQ(Said(reply), std::nullopt) << reply;
  }
}

TEST(RatingReplyTest, AnotherScaleIsIllFormed) {
  for (const std::string_view reply :
       {"4/10", "4/50", "4/", "4 / 10", "4 /10", "4 / ", "4/ten", "4/5.5",
        "4 out of 10", "4 Out of ten", "4 of 10", "4 of 50"}) {
    EXPECT_EQ(Said(reply), std::nullopt) << reply;
  }
}

TEST(RatingReplyTest, AScaleThatIsNamedFirstIsNoGrade) {
  for (const std::string_view reply :
       {"Rating (out of 5): 2", "Out of 5, I say 1", "On a scale of 5: 1",
        "On a 5-point scale: 2", "5-point", "OUT OF  5: 2"}) {
    EXPECT_EQ(Said(reply), std::nullopt) << reply;
  }
  EXPECT_EQ(Said("Of the five grades: 4"), 4);
}

TEST(RatingReplyTest, ARangeIsIllFormed) {
  for (const std::string_view reply :
       {"4-5", "4–5", "4 - 5", "4 – 5", "4 to 5", "4 or 5",
        "On a scale of 0 to 5: 4", "between 3 and 4"}) {
    EXPECT_EQ(Said(reply), std::nullopt) << reply;
  }
}

TEST(RatingReplyTest, AReplyWithoutADigitIsIllFormedUnlessItRefuses) {
  for (const std::string_view reply :
       {"", " \n", "five", "Once upon a time", "The answer is highly relevant.",
        "\xFF\xFE", "\xEF\xBC\x95"}) {
    EXPECT_EQ(Said(reply), std::nullopt) << reply;
  }
  EXPECT_EQ(Said("Unanswerable."), 0);
  EXPECT_EQ(Said("not enough information"), 0);
}

TEST(RatingReplyTest, AReplyThatWasCutCountsIfItsGradeIsWhole) {
  for (const std::string_view reply :
       {"4\n", "4: The answer is mostly", "4. The", "Grade: 4)", "4/5)",
        "4 out of 5)", "4 out of five", "4-mostly", "4 of course", "4 - mostly",
        "4 and"}) {
    EXPECT_EQ(Cut(reply), 4) << reply;
  }
}

// Each is grade 4 where the model ended there by itself.
TEST(RatingReplyTest, AReplyThatWasCutInItsGradeIsIllFormed) {
  for (const std::string_view reply :
       {"4",        "4.",         "4,",    "4:",   "4 ",    "4-",    "4 - ",
        "4–",       "4/5",        "4 / 5", "4/5.", "4 o",   "4 out", "4 Out o",
        "4 out of", "4 out of 5", "4 of",  "4 t",  "4 to ", "4 or"}) {
    EXPECT_EQ(Said(reply), 4) << reply;
    EXPECT_EQ(Cut(reply), std::nullopt) << reply;
  }
  EXPECT_EQ(Cut("4 / "), std::nullopt);
  EXPECT_EQ(Cut("no answer"), std::nullopt);
  EXPECT_EQ(Cut("The answer is highly relevant, as"), std::nullopt);
}

// Whatever the bytes are, the answer is a grade or nothing.
TEST(RatingReplyTest, EveryPairOfBytesIsRead) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string reply{static_cast<char>(first),
                              static_cast<char>(second)};
      EXPECT_LE(Said(reply).value_or(0), 5) << first << ' ' << second;
      // What counts if it was cut counts if it was not.
      EXPECT_TRUE(!Cut(reply) || Cut(reply) == Said(reply));
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
