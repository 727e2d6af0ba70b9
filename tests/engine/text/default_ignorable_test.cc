#include "engine/text/default_ignorable.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace answerbox::engine {
namespace {

// The total that DerivedCoreProperties.txt states.
TEST(IsDefaultIgnorable, HoldsFor4174CodePoints) {
  int count = 0;
  for (char32_t c = 0; c <= 0x10ffff; ++c) count += IsDefaultIgnorable(c);
  EXPECT_EQ(count, 4174);
}

TEST(IsDefaultIgnorable, HoldsForReservedOnesToo) {
  for (const char32_t c :
       {0x00adu, 0x034fu, 0x180fu, 0x200bu, 0x200fu, 0x2060u, 0x2065u, 0x206fu,
        0xfff0u, 0xfff8u, 0xe0000u, 0xe01f0u, 0xe0fffu}) {
    EXPECT_TRUE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
  }
  for (const char32_t c :
       {0x0000u, 0x0061u, 0x00acu, 0x00aeu, 0x2010u, 0x2070u, 0xffefu, 0xfff9u,
        0xfffdu, 0xdffffu, 0xe1000u, 0x10ffffu}) {
    EXPECT_FALSE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
  }
}

TEST(IsDefaultIgnorable, HoldsForJoinersAndSelectors) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (IsJoiner(c) || IsVariationSelector(c)) {
      EXPECT_TRUE(IsDefaultIgnorable(c)) << static_cast<std::uint32_t>(c);
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
