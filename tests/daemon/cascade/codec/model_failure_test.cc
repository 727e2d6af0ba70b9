#include "daemon/cascade/codec/model_failure.h"

#include <gtest/gtest.h>

namespace answerbox::daemon {
namespace {

TEST(QuoteForeign, KeepsPlainText) {
  EXPECT_EQ(QuoteForeign("model is loading: 3 °C"), "model is loading: 3 °C");
}

TEST(QuoteForeign, MakesOneLineOfValidUtf8) {
  EXPECT_EQ(QuoteForeign("a\r\nb\x1b[1m\xff\xc2\x85z\x7f"), "a  b [1m? z ");
}

TEST(QuoteForeign, CutsAtACharacter) {
  const std::string long_text = std::string(kMaxQuotedBytes - 1, 'a') + "éé";
  EXPECT_EQ(QuoteForeign(long_text),
            std::string(kMaxQuotedBytes - 1, 'a') + "...");
}

}  // namespace
}  // namespace answerbox::daemon
