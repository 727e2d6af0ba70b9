
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/shipped_weights.h"
#include "engine/index/format/checksum.h"
#include "tests/engine/answer/written_thesaurus.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;
using testing::Pair;

// The example of docs/lab/thesaurus-format.md, as far as its bytes go.
std::vector<std::byte> PackedExample() {
  const unsigned char example[] = {
      'A',  'B',  't',  'h',  4,    0, 0,    0,    2,    0,
      0,    0,    1,    0,    0,    0, 9,    0,    0,    0,
      0xf1, 0x26, 0x3c, 0xd9, 0,    1, 0x73, 0x61, 0x6c, 0xf4,
      0x6f, 0x64, 0x69, 0x75, 0xed, 1, 0,    1,    0,    6};
  const auto bytes = std::as_bytes(std::span(example));
  return {bytes.begin(), bytes.end()};
}

TEST(PackedThesaurus, UnpacksAsTheDocumentShows) {
  const auto unpacked = UnpackThesaurus(PackedExample());
  ASSERT_TRUE(unpacked);
  EXPECT_EQ(*unpacked, WriteThesaurus({{"salt", {{"sodium", 1}}},
                                       {"sodium", {{"salt", 3}}}}));
}

TEST(PackedThesaurus, APhraseThatIsNotLookedForIsNobodysNeighbour) {
  auto bytes = PackedExample();
  bytes[Thesaurus::kHeaderBytes] = std::byte{0x80};
  const auto unpacked = UnpackThesaurus(bytes);
  ASSERT_TRUE(unpacked);
  const auto thesaurus = Thesaurus::Open(*unpacked);
  ASSERT_TRUE(thesaurus);
  EXPECT_THAT(NeighboursOf(*thesaurus, "salt"),
              ElementsAre(Pair("sodium", 230)));
  EXPECT_TRUE(NeighboursOf(*thesaurus, "sodium").empty());
}

TEST(PackedThesaurus, RefusesEveryPrefixAndMoreBytes) {
  auto bytes = PackedExample();
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto unpacked = UnpackThesaurus(std::span(bytes).first(n));
    ASSERT_FALSE(unpacked) << n;
    EXPECT_EQ(unpacked.error().code, ErrorCode::kTruncated) << n;
  }
  bytes.push_back(std::byte{0});
  EXPECT_EQ(UnpackThesaurus(bytes).error().code, ErrorCode::kCorrupt);
}

TEST(PackedThesaurus, RefusesWhatContradictsItself) {
  const auto refused = [](std::size_t at, unsigned value) {
    auto bytes = PackedExample();
    bytes[at] = static_cast<std::byte>(value);
    const auto unpacked = UnpackThesaurus(bytes);
    return !unpacked && unpacked.error().code == ErrorCode::kCorrupt;
  };
  EXPECT_TRUE(refused(0, 'a'));
  EXPECT_TRUE(refused(10, 3)) << "too many terms";
  EXPECT_TRUE(refused(24, 1)) << "shares with no term";
  EXPECT_TRUE(refused(25, 5)) << "shares more than there is";
  EXPECT_TRUE(refused(29, 0x74)) << "an ending too few";
  EXPECT_TRUE(refused(28, 0xec)) << "an ending too many";
  EXPECT_TRUE(refused(35, 0)) << "a pair too many";
  EXPECT_TRUE(refused(35, 2)) << "a pair too few";
  EXPECT_TRUE(refused(37, 0)) << "a pair of one term";
  EXPECT_TRUE(refused(37, 2)) << "a pair with no term";
  auto bytes = PackedExample();
  bytes[4] = std::byte{3};
  EXPECT_EQ(UnpackThesaurus(bytes).error().code,
            ErrorCode::kUnsupportedVersion);
}

// Whatever a byte is, only the file is read (the sanitizers see it), and what
// comes of it can be opened.
TEST(PackedThesaurus, StaysWithinItsBytesWhateverTheyAre) {
  const auto whole = PackedExample();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned value = 0; value < 256; ++value) {
      auto bytes = whole;
      bytes[at] = static_cast<std::byte>(value);
      const auto unpacked = UnpackThesaurus(bytes);
      if (!unpacked) continue;
      EXPECT_TRUE(Thesaurus::Open(*unpacked)) << at << " " << value;
    }
  }
}

TEST(ShippedThesaurus, IsWholeAndAtMostTwoAndAHalfMegabytes) {
  const auto unpacked = UnpackThesaurus(ShippedThesaurusBytes());
  ASSERT_TRUE(unpacked);
  EXPECT_LE(unpacked->size(), kMaxThesaurusBytes + Thesaurus::kHeaderBytes);
  const auto opened = Thesaurus::Open(*unpacked);
  ASSERT_TRUE(opened);
  EXPECT_EQ(
      opened->checksum(),
      ComputeChecksum(std::span(*unpacked).subspan(Thesaurus::kHeaderBytes)));
}

}  // namespace
}  // namespace answerbox::engine
