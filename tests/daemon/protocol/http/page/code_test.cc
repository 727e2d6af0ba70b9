#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "daemon/protocol/http/page/picture.h"

namespace answerbox::daemon::page {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

// That readers find it; tests/http/links_test.py has one read.
TEST(MakeCode, HasTheMarksOfItsVersion) {
  const CodeMatrix matrix = MakeCode("answerbox");
  for (const auto& [top, left] :
       {std::pair(0, 0), std::pair(0, 54), std::pair(54, 0)}) {
    std::string found;
    for (int row = top; row < top + 7; ++row) {
      for (int column = left; column < left + 7; ++column) {
        found += matrix[static_cast<std::size_t>(row)]
                       [static_cast<std::size_t>(column)]
                     ? '1'
                     : '0';
      }
    }
    EXPECT_EQ(found,
              "1111111"
              "1000001"
              "1011101"
              "1011101"
              "1011101"
              "1000001"
              "1111111");
  }
  // ISO/IEC 18004, table D.1: version 11 is 00 1011 1011 1111 0110.
  std::string version;
  for (std::size_t i = 18; i-- > 0;) {
    version += matrix[i / 3][50 + i % 3] ? '1' : '0';
    EXPECT_EQ(matrix[i / 3][50 + i % 3], matrix[50 + i % 3][i / 3]);
  }
  EXPECT_EQ(version, "001011101111110110");
}

TEST(MakeCode, TakesEveryLength) {
  CodeMatrix before{};
  for (std::size_t size = 0; size <= kMaxCodeBytes; ++size) {
    const CodeMatrix matrix = MakeCode(std::string(size, 'x'));
    EXPECT_NE(matrix, before) << size;
    before = matrix;
  }
}

TEST(RenderCode, IsASmallPicture) {
  const std::string svg = RenderCode(std::string(kMaxCodeBytes, '\xFF'));
  EXPECT_THAT(svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
  EXPECT_THAT(svg, EndsWith("z\"/></svg>"));
  EXPECT_LT(svg.size(), 25'000u);
}

}  // namespace
}  // namespace answerbox::daemon::page
