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

}  // namespace
}  // namespace answerbox::engine
