// Every codec of this machine unpacks the numbers that were packed.
#include "engine/index/postings/block_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

using Numbers = std::array<std::uint32_t, kPackedNumbers>;

class EachCodec : public testing::TestWithParam<BlockCodec> {
 protected:
  // Heap memory of exactly the needed size, so that a sanitizer sees a read
  // past it.
  static std::vector<std::byte> Pack(const Numbers& numbers, unsigned bits) {
    std::vector<std::byte> packed(PackedBytes(bits));
    PackBlock(numbers, bits, packed.data());
    return packed;
  }

  static Numbers Unpack(const std::vector<std::byte>& packed, unsigned bits) {
    Numbers numbers;
    GetParam().unpack(packed.data(), bits, numbers.data());
    return numbers;
  }
};
INSTANTIATE_TEST_SUITE_P(BlockCodec, EachCodec,
                         testing::ValuesIn(BlockCodecs()),
                         [](const auto& codec) {
                           return std::string(codec.param.name);
                         });

Numbers RandomNumbers(std::mt19937& random, unsigned bits) {
  Numbers numbers;
  for (std::uint32_t& number : numbers) {
    const auto drawn = static_cast<std::uint32_t>(random());
    number = bits == 0 ? 0 : drawn >> (32 - bits);
  }
  return numbers;
}

TEST_P(EachCodec, GivesBackRandomNumbersOfEveryWidth) {
  std::mt19937 random(1);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    for (int round = 0; round < 20; ++round) {
      const Numbers numbers = RandomNumbers(random, bits);
      ASSERT_EQ(Unpack(Pack(numbers, bits), bits), numbers) << bits;
    }
  }
}

TEST_P(EachCodec, GivesBackTheGreatestNumberAtEveryPlace) {
  for (unsigned bits = 1; bits <= 32; ++bits) {
    for (std::size_t i = 0; i < kPackedNumbers; ++i) {
      Numbers numbers{};
      numbers[i] = ~std::uint32_t{0} >> (32 - bits);
      ASSERT_EQ(Unpack(Pack(numbers, bits), bits), numbers) << bits << " " << i;
    }
  }
}

TEST_P(EachCodec, AddsGapsUpModuloTwoToThe32) {
  std::mt19937 random(2);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    const Numbers gaps = RandomNumbers(random, bits);
    const auto next = static_cast<std::uint32_t>(random());
    Numbers expected;
    std::uint32_t least = next;
    for (std::size_t i = 0; i < kPackedNumbers; ++i) {
      expected[i] = least + gaps[i];
      least = expected[i] + 1;
    }
    Numbers numbers;
    GetParam().unpack_ascending(Pack(gaps, bits).data(), bits, next,
                                numbers.data());
    ASSERT_EQ(numbers, expected) << bits;
  }
}

TEST_P(EachCodec, ReadsAtAnyAddress) {
  std::mt19937 random(3);
  const Numbers numbers = RandomNumbers(random, 7);
  const auto packed = Pack(numbers, 7);
  for (std::size_t shift = 0; shift < 16; ++shift) {
    std::vector<std::byte> moved(shift);
    moved.insert(moved.end(), packed.begin(), packed.end());
    Numbers unpacked;
    GetParam().unpack(moved.data() + shift, 7, unpacked.data());
    EXPECT_EQ(unpacked, numbers) << shift;
  }
}

// The layout of the format, which is the same for all codecs.
TEST(PackBlock, PutsNumbersIntoFourLanes) {
  Numbers numbers{};
  numbers[0] = 1;  // Lane 0, its first 3 bits.
  numbers[1] = 2;  // Lane 1.
  numbers[7] = 5;  // Lane 3, its second 3 bits.
  std::vector<std::byte> packed(PackedBytes(3));
  PackBlock(numbers, 3, packed.data());
  std::vector<std::byte> expected(PackedBytes(3));
  expected[0] = std::byte{1};
  expected[4] = std::byte{2};
  expected[12] = std::byte{5 << 3};
  EXPECT_EQ(packed, expected);
}

TEST(BlockCodecs, EndWithTheScalarOne) {
  EXPECT_STREQ(BlockCodecs().back().name, "scalar");
}

#if defined(__x86_64__) || defined(__aarch64__)
// If the fast codec were missing, its tests and questions would silently use
// the plain one.
TEST(BlockCodecs, BeginWithTheOneOnVectorsWhereRegistersAreSure) {
  EXPECT_STREQ(BlockCodecs().front().name, "vector");
}
#endif

}  // namespace
}  // namespace answerbox::engine
