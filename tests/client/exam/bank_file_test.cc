#include "client/exam/bank_file.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(BankFileTest, AFaultHasTheFilesName) {
  const auto read = ParseBankFile("ward.jsonl", "{}");
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().message.starts_with("ward.jsonl, line 1, column "))
      << read.error().message;
}

}  // namespace
}  // namespace answerbox::client
