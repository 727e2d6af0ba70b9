#include "lab/evaluate/gathering/section_place.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::lab {
namespace {

std::string Found(std::string_view file, std::uint32_t begin, std::uint32_t end,
                  std::string_view converted) {
  const auto place = PlaceOfSection(file, begin, end, converted);
  if (!place) return "nowhere";
  return std::string(converted.substr(place->begin, place->end - place->begin));
}

TEST(PlaceOfSection, GoesByLettersAndDigits) {
  EXPECT_EQ(Found("# Oaks\n\n- *grow* 2.5 m\n", 8, 23, "Oaks\n\ngrow 2.5 m\n"),
            "grow 2.5 m");
}

TEST(PlaceOfSection, CountsCharactersOfTheFile) {
  EXPECT_EQ(Found("\u00e9 \u00e9t\u00e9 x", 2, 5, "\u00e9 \u00e9t\u00e9 x"),
            "\u00e9t\u00e9");
}

TEST(PlaceOfSection, TakesTheNearestOfSeveral) {
  const std::string_view file = "oak elm oak elm oak";
  EXPECT_EQ(PlaceOfSection(file, 8, 11, file)->begin, 8u);
  EXPECT_EQ(PlaceOfSection(file, 16, 19, file)->begin, 16u);
  // Front matter was dropped: one letter less stands before the place.
  EXPECT_EQ(PlaceOfSection("y oak elm oak", 10, 13, "oak elm oak")->begin, 8u);
}

TEST(PlaceOfSection, FindsNothingThatIsNotThere) {
  EXPECT_EQ(Found("oak elm", 0, 3, "elm"), "nowhere");
  EXPECT_EQ(Found("oak --", 4, 6, "oak --"), "nowhere");
  EXPECT_EQ(Found("oak", 7, 9, "oak"), "nowhere");
}

}  // namespace
}  // namespace answerbox::lab
