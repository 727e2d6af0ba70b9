#include "daemon/protocol/mqtt/requests/request_messages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/calls/ask.h"

namespace answerbox::daemon::mqtt {
namespace {

TEST(RequestTopicsTest, ACollectionIsOneLevelBetweenAnswerboxAndAsk) {
  for (const auto& [topic, collection] :
       {std::pair{"answerbox/house/ask", "house"},
        std::pair{"answerbox/rpc/ask", "rpc"},
        std::pair{"answerbox/ask/ask", "ask"}}) {
    const auto read = ReadRequestTopic(topic);
    ASSERT_TRUE(read) << topic;
    EXPECT_EQ(read->collection, collection);
    EXPECT_EQ(read->call, &protocol::calls::kAsk);
  }
}

TEST(RequestTopicsTest, TheTableOfCallsSaysWhichHaveATopic) {
  namespace calls = protocol::calls;
  for (const calls::Call* const call : calls::AllCalls()) {
    const std::string topic = "answerbox/house/" + std::string(call->name);
    const auto read = ReadRequestTopic(topic);
    ASSERT_EQ(read.has_value(), call->has_topic) << topic;
    if (!read) continue;
    EXPECT_EQ(read->call, call);
    // What the topic and a payload that is plain text give.
    for (const auto name : {calls::kCollection.name, calls::kQuestion.name}) {
      EXPECT_TRUE(std::ranges::any_of(
          call->params,
          [&](const auto& param) { return NameOf(param) == name; }))
          << topic << " " << name;
    }
  }
}

TEST(RequestTopicsTest, AnswerboxRpcHasNoCollection) {
  const auto read = ReadRequestTopic("answerbox/rpc");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->collection, "");
}

TEST(RequestTopicsTest, OtherTopicsAreNoRequests) {
  for (const char* topic :
       {"", "answerbox", "answerbox/", "answerbox/ask", "answerbox//ask",
        "answerbox/a/b/ask", "answerbox/house/asked", "answerbox/house/ask/",
        "answerbox/rpc/", "answerbox/rpc/answer/me", "Answerbox/house/ask",
        "/answerbox/house/ask", "home/ask"}) {
    EXPECT_FALSE(ReadRequestTopic(topic)) << topic;
  }
}

// Programs of some makes send these.
TEST(RequestMessagesTest, AByteOrderMarkAndANulAreNoPartOfTheText) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view payload :
       {"What is it?"sv, "\xEF\xBB\xBFWhat is it?"sv, "What is it?\0"sv,
        "\xEF\xBB\xBF {\"question\":\"What is it?\"}\0\0"sv}) {
    const auto read =
        ReadRequestMessage({"house", &protocol::calls::kAsk}, payload, 32,
                           std::make_shared<MemoryBudget>(1 << 20));
    ASSERT_TRUE(read) << payload;
    EXPECT_EQ((*read)->params().at("question"), "What is it?") << payload;
  }
}

TEST(RequestTopicsTest, AnswersNameTheClient) {
  auto& heap = *std::pmr::new_delete_resource();
  EXPECT_EQ(AnswerTopic({"house"}, "me", heap), "answerbox/house/answer/me");
  EXPECT_EQ(AnswerTopic({}, "me", heap), "answerbox/rpc/answer/me");
  EXPECT_EQ(ProgressTopic("me", heap), "answerbox/progress/me");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
