#include "engine/text/content_id.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::engine {
namespace {

template <std::size_t kSize>
std::string Hex(const std::array<std::byte, kSize>& digest) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const std::byte b : digest) {
    hex += kDigits[std::to_integer<unsigned>(b) >> 4];
    hex += kDigits[std::to_integer<unsigned>(b) & 0xfu];
  }
  return hex;
}

// printf 'Wash hands.\x04\x03\x02\x01' | sha256sum | cut -c1-32
TEST(ComputeChunkId, DigestsTheContentAndItsPositionLittleEndian) {
  EXPECT_EQ(Hex(ComputeChunkId("Wash hands.", 0x01020304)),
            "18ce0793292c5b0c5892544894a75e4d");
}

TEST(ComputeChunkId, TellsEqualContentAtTwoPositionsApart) {
  EXPECT_NE(ComputeChunkId("x", 0), ComputeChunkId("x", 1));
  EXPECT_NE(ComputeChunkId("x", 1), ComputeChunkId("x", 1u << 24));
}

// FIPS 180-2, appendix B.1, and the digest of an empty input.
TEST(ComputeSha256, GivesTheStandardsDigests) {
  EXPECT_EQ(Hex(ComputeSha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Hex(ComputeSha256("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace answerbox::engine
