#include "engine/exam/edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

std::optional<std::uint32_t> Within(std::u32string_view a,
                                    std::u32string_view b, std::uint32_t most) {
  std::vector<std::uint32_t> row(b.size() + 1, 0xDEAD);
  return EditDistanceWithin(a, b, most, row);
}

// The whole matrix.
std::uint32_t Plain(std::u32string_view a, std::u32string_view b) {
  std::vector<std::vector<std::uint32_t>> cells(
      a.size() + 1, std::vector<std::uint32_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cells[i][j] = static_cast<std::uint32_t>(i + j);
        continue;
      }
      cells[i][j] = std::min({cells[i - 1][j] + 1, cells[i][j - 1] + 1,
                              cells[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
    }
  }
  return cells[a.size()][b.size()];
}

TEST(EditDistanceTest, CountsInsertionsDeletionsAndReplacements) {
  EXPECT_EQ(Within(U"kitten", U"sitting", 7), 3u);
  EXPECT_EQ(Within(U"dose", U"doses", 1), 1u);
  EXPECT_EQ(Within(U"doses", U"dose", 1), 1u);
  EXPECT_EQ(Within(U"ab", U"ba", 2), 2u);
}

TEST(EditDistanceTest, SaysNothingAboveTheBound) {
  EXPECT_EQ(Within(U"kitten", U"sitting", 3), 3u);
  EXPECT_EQ(Within(U"kitten", U"sitting", 2), std::nullopt);
  EXPECT_EQ(Within(U"a", U"abcdef", 4), std::nullopt);
}

TEST(EditDistanceTest, EmptyTexts) {
  EXPECT_EQ(Within(U"", U"", 0), 0u);
  EXPECT_EQ(Within(U"", U"abc", 3), 3u);
  EXPECT_EQ(Within(U"abc", U"", 3), 3u);
  EXPECT_EQ(Within(U"abc", U"", 2), std::nullopt);
}

TEST(EditDistanceTest, AgreesWithTheWholeMatrix) {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::u32string texts[2];
    for (std::u32string& text : texts) {
      text.resize(random() % 12);
      for (char32_t& c : text) {
        c = static_cast<char32_t>(U'a' + random() % 3);
      }
    }
    const std::uint32_t distance = Plain(texts[0], texts[1]);
    const std::uint32_t most = static_cast<std::uint32_t>(random() % 12);
    const auto expected =
        distance <= most ? std::optional(distance) : std::nullopt;
    EXPECT_EQ(Within(texts[0], texts[1], most), expected);
  }
}

}  // namespace
}  // namespace answerbox::engine
