#include "engine/index/format/short_bytes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

TEST(CopyShort, CopiesAnyLength) {
  const std::string text = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::vector<char> from(text.begin(),
                                 text.begin() + static_cast<long>(size));
    std::vector<std::byte> to(CopyRoom(size));
    const std::byte* const end =
        CopyShort({from.data(), from.size()}, to.data());
    EXPECT_EQ(end, to.data() + size);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(to.data()), size),
              text.substr(0, size));
  }
}

TEST(SharedPrefix, EndsAtTheFirstDifference) {
  const std::string a(20, 'a');
  for (std::size_t at = 0; at < a.size(); ++at) {
    std::string b = a;
    b[at] = '\x7f';
    EXPECT_EQ(SharedPrefix(a, b), at);
    EXPECT_EQ(SharedPrefix(b, a), at);
  }
}

TEST(SharedPrefix, EndsWithTheShorterString) {
  const std::string a(20, 'a');
  for (std::size_t size = 0; size <= a.size(); ++size) {
    EXPECT_EQ(SharedPrefix(a, a.substr(0, size)), size);
  }
}

}  // namespace
}  // namespace answerbox::engine
