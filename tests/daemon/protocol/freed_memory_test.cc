// A password that came over a socket is in no memory that is given back.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/line_buffer.h"

namespace {

constexpr std::string_view kSecret = "s3cret-of-which-nothing-may-be-left";
std::size_t g_found = 0;

// Counts the blocks that hold the secret still when they are freed.
void LookAndFree(void* block) noexcept {
  if (block == nullptr) return;
  const std::string_view bytes(static_cast<const char*>(block),
                               ::malloc_usable_size(block));
  if (bytes.find(kSecret) != std::string_view::npos) ++g_found;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t bytes) {
  void* const block = std::malloc(std::max<std::size_t>(bytes, 1));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { LookAndFree(block); }
void operator delete(void* block, std::size_t) noexcept { LookAndFree(block); }

namespace answerbox::daemon {
namespace {

// Receives `line` in pieces, and reads it as a request.
void ReceiveAndRead(std::string_view line) {
  const auto budget = std::make_shared<MemoryBudget>(1 << 20);
  LineBuffer lines(1 << 16, 64, *budget);
  while (!line.empty()) {
    const auto room = *lines.PrepareRead();
    const std::size_t size = std::min(room.size(), line.size());
    std::ranges::copy(line.substr(0, size), room.begin());
    lines.Commit(size);
    line.remove_prefix(size);
  }
  for (auto next = *lines.NextLine(); next; next = *lines.NextLine()) {
    const auto request = ReadRequest(*next, 8, budget);
    ASSERT_TRUE(request);
    EXPECT_NE((*request)->params().at("password").as_string().find(kSecret),
              std::string::npos);
  }
}

// Escapes have the reader of JSON copy the text on its way.
std::string LineOf(std::string_view more) {
  return R"({"jsonrpc":"2.0","id":1,"method":"users.password",)"
         R"("params":{"name":"user:a","more":")" +
         std::string(more) + R"(","password":"\u0061)" + std::string(kSecret) +
         "\"}}\n";
}

TEST(FreedMemoryTest, IsLookedAt) {
  g_found = 0;
  delete new std::string(std::string(kSecret));
  EXPECT_GT(g_found, 0u);
}

TEST(FreedMemoryTest, HoldsNothingOfARequest) {
  const std::string line = LineOf("");
  g_found = 0;
  ReceiveAndRead(line);
  EXPECT_EQ(g_found, 0u);
}

TEST(FreedMemoryTest, HoldsNothingOfALongRequest) {
  const std::string line = LineOf(std::string(10'000, 'x'));
  g_found = 0;
  ReceiveAndRead(line);
  EXPECT_EQ(g_found, 0u);
}

TEST(FreedMemoryTest, HoldsNothingOfALineThatOthersFollow) {
  const std::string lines = LineOf("") + LineOf(std::string(500, 'x'));
  g_found = 0;
  ReceiveAndRead(lines);
  EXPECT_EQ(g_found, 0u);
}

}  // namespace
}  // namespace answerbox::daemon
