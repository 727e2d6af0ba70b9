#include "engine/index/format/checksum.h"

#include <gtest/gtest.h>

#include <boost/crc.hpp>
#include <random>
#include <string_view>
#include <vector>

namespace answerbox::engine {
namespace {

std::uint32_t ChecksumOf(std::string_view text) {
  return ComputeChecksum(std::as_bytes(std::span(text)));
}

// The check value of catalogues of CRCs, and the examples of RFC 3720, B.4.
TEST(Checksum, IsCrc32C) {
  EXPECT_EQ(ChecksumOf(""), 0u);
  EXPECT_EQ(ChecksumOf("123456789"), 0xE3069283u);
  EXPECT_EQ(ChecksumOf(std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                        32)),
            0x8A9136AAu);
}

std::vector<std::byte> RandomBytes(std::size_t count) {
  std::mt19937 random(1);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = std::byte(random());
  return bytes;
}

TEST(Checksum, IsThatOfAnotherImplementationAtAnyLengthAndPlace) {
  const std::vector<std::byte> bytes = RandomBytes(80);
  for (std::size_t begin = 0; begin < 9; ++begin) {
    for (std::size_t size = 0; begin + size <= bytes.size(); ++size) {
      boost::crc_optimal<32, 0x1EDC6F41u, 0xFFFFFFFFu, 0xFFFFFFFFu, true, true>
          expected;
      expected.process_bytes(bytes.data() + begin, size);
      EXPECT_EQ(ComputeChecksum(std::span(bytes).subspan(begin, size)),
                expected.checksum());
    }
  }
}

TEST(Checksum, DoesNotDependOnWhereTheBytesAreCut) {
  const std::vector<std::byte> bytes = RandomBytes(40);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Checksum checksum;
    checksum.Add(std::span(bytes).first(cut));
    checksum.Add(std::span(bytes).subspan(cut));
    EXPECT_EQ(checksum.value(), ComputeChecksum(bytes));
  }
}

struct Tables {
  static bool IsHere() { return true; }
  static constexpr auto Extend = &ExtendByTables;
};

#if defined(__x86_64__) || defined(__aarch64__)
struct Instruction {
  static bool IsHere() { return HasCrc32cInstruction(); }
  static constexpr auto Extend = &ExtendByInstruction;
};
using Ways = testing::Types<Tables, Instruction>;
#else
using Ways = testing::Types<Tables>;
#endif

template <typename Way>
class Crc32c : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(Way::IsHere())
        << "all but the first of these processors have it";
    for (std::uint32_t i = 0; i < 300; ++i) {
      bytes_.push_back(static_cast<std::byte>(i * 0x9E3779B9u >> 24));
    }
  }

  std::span<const std::byte> Part(std::size_t begin, std::size_t size) const {
    return std::span(bytes_).subspan(begin, size);
  }

 private:
  std::vector<std::byte> bytes_;
};

TYPED_TEST_SUITE(Crc32c, Ways);

std::uint32_t ByBoost(std::span<const std::byte> bytes) {
  boost::crc_optimal<32, 0x1EDC6F41u, 0xFFFFFFFFu, 0, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

TYPED_TEST(Crc32c, AgreesWithBoostForEverySizeAndAlignment) {
  for (std::size_t begin = 0; begin < 9; ++begin) {
    for (std::size_t size = 0; size <= 256; ++size) {
      const auto part = this->Part(begin, size);
      ASSERT_EQ(TypeParam::Extend(0xFFFFFFFFu, part), ByBoost(part))
          << size << " bytes from " << begin;
    }
  }
}

TYPED_TEST(Crc32c, GoesOnWhereItStopped) {
  const std::uint32_t whole = TypeParam::Extend(0xFFFFFFFFu, this->Part(0, 99));
  for (std::size_t cut = 0; cut <= 99; ++cut) {
    const std::uint32_t first =
        TypeParam::Extend(0xFFFFFFFFu, this->Part(0, cut));
    ASSERT_EQ(TypeParam::Extend(first, this->Part(cut, 99 - cut)), whole);
  }
}

}  // namespace

}  // namespace answerbox::engine
