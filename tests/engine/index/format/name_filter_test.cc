#include "engine/index/format/name_filter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

std::string NameOf(std::uint32_t number) {
  return "handbook/page-" + std::to_string(number) + ".md";
}

std::vector<std::byte> FilterOf(std::uint32_t documents) {
  std::vector<std::byte> filter(
      static_cast<std::size_t>(NameFilterBytes(documents)));
  for (std::uint32_t i = 0; i < documents; ++i) {
    AddToNameFilter(filter, NameOf(i));
  }
  return filter;
}

TEST(NameFilter, HoldsEveryNameThatWasAdded) {
  for (const std::uint32_t documents : {1u, 2u, 21u, 22u, 1000u}) {
    const std::vector<std::byte> filter = FilterOf(documents);
    for (std::uint32_t i = 0; i < documents; ++i) {
      EXPECT_TRUE(MayHoldName(filter, NameOf(i)));
    }
  }
}

TEST(NameFilter, TakesOneInAHundredOtherNamesForItsOwn) {
  constexpr std::uint32_t kDocuments = 10000;
  const std::vector<std::byte> filter = FilterOf(kDocuments);
  std::uint32_t mistaken = 0;
  for (std::uint32_t i = 0; i < kDocuments; ++i) {
    mistaken += MayHoldName(filter, NameOf(kDocuments + i)) ? 1 : 0;
  }
  EXPECT_LT(mistaken, kDocuments / 50);
}

TEST(NameFilter, OfNoDocumentsHoldsNothing) {
  EXPECT_EQ(NameFilterBytes(0), 0u);
  EXPECT_FALSE(MayHoldName({}, "a"));
}

TEST(NameFilter, HasTwelveBitsForEachDocumentInWholeBlocks) {
  EXPECT_EQ(NameFilterBytes(1), kNameFilterBlockBytes);
  EXPECT_EQ(NameFilterBytes(21), kNameFilterBlockBytes);
  EXPECT_EQ(NameFilterBytes(22), 2 * kNameFilterBlockBytes);
  EXPECT_EQ(NameFilterBytes(0xFFFFFFFFu), 6442450944u);
}

}  // namespace
}  // namespace answerbox::engine
