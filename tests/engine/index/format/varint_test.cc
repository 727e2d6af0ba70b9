#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

std::vector<std::byte> Bytes(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values) bytes.push_back(std::byte(value));
  return bytes;
}

TEST(Varint, RoundTripsAtEveryChangeOfLength) {
  for (const std::uint32_t value :
       {0u, 1u, 127u, 128u, 16383u, 16384u, 2097151u, 2097152u, 268435455u,
        268435456u, 4294967295u}) {
    std::array<std::byte, kMaxVarintBytes> bytes;
    const auto length =
        static_cast<std::size_t>(PutVarint(bytes.data(), value) - bytes.data());
    const std::span all(bytes);
    VarintReader reader(all.first(length));
    EXPECT_EQ(reader.Next(), value);
    EXPECT_TRUE(reader.AtEnd());
  }
}

TEST(Varint, AShortOneIsReadAsAnyOther) {
  std::array<std::byte, kMaxVarintBytes + 1> bytes;
  for (std::uint32_t value = 0; value < 1u << 15; ++value) {
    const std::byte* const end = PutVarint(bytes.data(), value);
    const std::span all(bytes);
    VarintReader reader(all);
    std::uint32_t read = ~value;
    const bool is_short = value < 1u << 14;
    ASSERT_EQ(reader.NextShort(read), is_short) << value;
    ASSERT_EQ(reader.position(), is_short ? end : bytes.data()) << value;
    if (is_short) {
      ASSERT_EQ(read, value);
    }
  }
}

TEST(Varint, AShortOneThatMayEndBeyondTheBytesIsLeft) {
  for (const auto& bytes : {Bytes({}), Bytes({0x05}), Bytes({0xAC}),
                            Bytes({0xFF, 0xFF}), Bytes({0x80, 0x80})}) {
    VarintReader reader(bytes);
    std::uint32_t read = 0;
    EXPECT_FALSE(reader.NextShort(read));
    EXPECT_EQ(reader.remaining(), bytes.size());
  }
}

TEST(Varint, IsLowestSevenBitsFirst) {
  const auto bytes = Bytes({0xAC, 0x02});
  EXPECT_EQ(VarintReader(bytes).Next(), 300u);
}

TEST(Varint, EndsInsideANumberAtEveryPrefix) {
  const auto bytes = Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::span all(bytes);
    VarintReader reader(all.first(length));
    EXPECT_FALSE(reader.Next().has_value()) << length;
    EXPECT_EQ(reader.remaining(), length);
  }
  EXPECT_EQ(VarintReader(bytes).Next(), 4294967295u);
}

TEST(Varint, RejectsNumbersPast32Bits) {
  for (const auto& bytes : {Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x10}),
                            Bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x00}),
                            Bytes({0x80, 0x80, 0x80, 0x80, 0x8F, 0x00})}) {
    EXPECT_FALSE(VarintReader(bytes).Next().has_value());
  }
}

}  // namespace
}  // namespace answerbox::engine
