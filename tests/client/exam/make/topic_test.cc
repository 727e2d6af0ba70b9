#include "client/exam/make/topic.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(TopicTest, ComparesWordsWithoutNumber) {
  EXPECT_TRUE(SharesTopic("asthma", "Asthma"));
  EXPECT_TRUE(SharesTopic("the headaches", "Headache"));
  EXPECT_FALSE(SharesTopic("lungs", "Asthma"));
  EXPECT_FALSE(SharesTopic("lungs", ""));
}

}  // namespace
}  // namespace answerbox::client
