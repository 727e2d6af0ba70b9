#include "daemon/protocol/line_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

constexpr std::size_t kMaxLine = 10'000;
constexpr std::size_t kOwnBytes = 4096;

class LineBufferTest : public testing::Test {
 protected:
  // Feeds `bytes` in pieces of at most `step`, as if they were received.
  // Returns the lines; "!" stands for an error.
  std::vector<std::string> Lines(std::string_view bytes,
                                 std::size_t step = SIZE_MAX) {
    std::vector<std::string> lines;
    while (!bytes.empty()) {
      const auto room = buffer_.PrepareRead();
      if (!room) return lines.emplace_back("!"), lines;
      const std::size_t size = std::min({bytes.size(), room->size(), step});
      std::copy_n(bytes.data(), size, room->data());
      buffer_.Commit(size);
      bytes.remove_prefix(size);
      for (;;) {
        const auto line = buffer_.NextLine();
        if (!line) return lines.emplace_back("!"), lines;
        if (!*line) break;
        lines.emplace_back(**line);
      }
    }
    return lines;
  }

  MemoryBudget budget_{1 << 20};
  LineBuffer buffer_{kMaxLine, kOwnBytes, budget_};
};

using Expected = std::vector<std::string>;

TEST_F(LineBufferTest, GivesEachLineWithoutItsEnd) {
  EXPECT_EQ(Lines("a\nbc\n\nd"), (Expected{"a", "bc", ""}));
  EXPECT_TRUE(buffer_.HasPartialLine());
  EXPECT_EQ(Lines("e\n"), Expected{"de"});
  EXPECT_FALSE(buffer_.HasPartialLine());
}

TEST_F(LineBufferTest, HowTheBytesArriveDoesNotMatter) {
  std::string bytes;
  Expected expected;
  for (std::size_t size = 0; size < 9'000; size = size * 3 + 1) {
    expected.emplace_back(size, 'x');
    bytes += expected.back() + "\n";
  }
  for (const std::size_t step : {1u, 2u, 7u, 4096u, 100'000u}) {
    EXPECT_EQ(Lines(bytes, step), expected) << step;
  }
}

TEST_F(LineBufferTest, TheLongestLineFitsAndALongerOneDoesNot) {
  const std::string longest(kMaxLine, 'x');
  EXPECT_EQ(Lines(longest + "\n"), Expected{longest});
  EXPECT_EQ(Lines(longest + "x\n"), Expected{"!"});
}

TEST_F(LineBufferTest, ALineWithoutEndTakesNoMoreThanTheLongestLine) {
  EXPECT_EQ(Lines(std::string(1 << 20, 'x')), Expected{"!"});
  EXPECT_LE(budget_.used_bytes(), kMaxLine + 1);
}

TEST_F(LineBufferTest, NothingBufferedHoldsNoMemory) {
  Lines(std::string(8'000, 'x') + "\n");
  EXPECT_NE(budget_.used_bytes(), 0u);
  buffer_.FreeIfEmpty();
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(LineBufferTest, FreeingKeepsAPartialLine) {
  Lines("a\nb");
  buffer_.FreeIfEmpty();
  EXPECT_EQ(Lines("c\n"), Expected{"bc"});
}

TEST_F(LineBufferTest, AnEmptyBudgetIsBusyForMoreThanItsOwnBytes) {
  ASSERT_TRUE(budget_.TryTake(1 << 20));
  EXPECT_EQ(Lines("short\n"), Expected{"short"});
  EXPECT_EQ(Lines(std::string(kOwnBytes, 'x')), Expected());
  const auto room = buffer_.PrepareRead();
  ASSERT_FALSE(room);
  EXPECT_EQ(room.error().kind, ErrorKind::kBusy);
  EXPECT_EQ(budget_.used_bytes(), 1u << 20);
}

}  // namespace
}  // namespace answerbox::daemon
