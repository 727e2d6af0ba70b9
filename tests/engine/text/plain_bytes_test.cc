#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "engine/text/ascii.h"
#include "engine/text/eight_bytes.h"

namespace answerbox::engine {
namespace {

template <typename Bytes>
std::array<char, sizeof(Bytes)> Plain(std::array<char, sizeof(Bytes)> text) {
  Bytes bytes;
  std::memcpy(&bytes, text.data(), sizeof bytes);
  bytes = PlainOf(bytes);
  std::memcpy(text.data(), &bytes, sizeof bytes);
  return text;
}

char PlainByte(char c) {
  return IsWordByte(c) || c == '\'' || c == '-' ? ToLowerAscii(c) : '\0';
}

// Every pair of neighbours, so that nothing is carried from one into the next.
template <typename Bytes>
void ExpectPlainOfEveryPair() {
  for (unsigned pair = 0; pair < 0x10000; ++pair) {
    std::array<char, sizeof(Bytes)> text;
    std::array<char, sizeof(Bytes)> expected;
    for (std::size_t i = 0; i < text.size(); ++i) {
      text[i] = static_cast<char>(i % 2 == 0 ? pair : pair >> 8);
      expected[i] = PlainByte(text[i]);
    }
    ASSERT_EQ(Plain<Bytes>(text), expected) << pair;
  }
}

TEST(PlainBytes, AreTheSameByEightAndByTheMachinesRegisters) {
  ExpectPlainOfEveryPair<std::uint64_t>();
  ExpectPlainOfEveryPair<PlainBytes>();
}

}  // namespace
}  // namespace answerbox::engine
