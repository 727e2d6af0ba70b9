#include "engine/index/checksum.h"

#include <gtest/gtest.h>

#include <string_view>

namespace answerbox::engine {
namespace {

std::uint32_t ChecksumOf(std::string_view text) {
  return ComputeChecksum(std::as_bytes(std::span(text)));
}

// The check value that catalogues of CRCs give, and RFC 3720, B.4.
TEST(Checksum, IsCrc32C) {
  EXPECT_EQ(ChecksumOf(""), 0u);
  EXPECT_EQ(ChecksumOf("123456789"), 0xE3069283u);
  EXPECT_EQ(ChecksumOf(std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                        32)),
            0x8A9136AAu);
}

}  // namespace
}  // namespace answerbox::engine
