#include "client/rpc/message.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(Message, HasAResult) {
  const Message message =
      ParseMessage(R"({"jsonrpc":"2.0","id":5,"result":{"a":1}})").value();
  EXPECT_EQ(message.id, 5u);
  EXPECT_EQ(
      NumberAt(AsObject(std::get<boost::json::value>(message.content)), "a"),
      1u);
}

TEST(Message, HasAnError) {
  const Message message =
      ParseMessage(R"({"id":5,"error":{"code":-32012,"message":"m",)"
                   R"("data":{"kind":"rejected","reason":"empty"}}})")
          .value();
  const auto& error = std::get<RemoteError>(message.content);
  EXPECT_EQ(error.kind, "rejected");
  EXPECT_EQ(TextAt(error.data, "reason"), "empty");
}

TEST(Message, OfAnErrorWithoutAKindIsInternal) {
  const Message message =
      ParseMessage(R"({"id":null,"error":{"code":1,"message":"m"}})").value();
  EXPECT_FALSE(message.id);
  EXPECT_EQ(std::get<RemoteError>(message.content).kind, "internal");
}

TEST(Message, IsNeverDeeperThanTheParserGoes) {
  std::string line = R"({"id":1,"result":)";
  line += std::string(10'000, '[');
  EXPECT_FALSE(ParseMessage(line));
}

TEST(RequestLine, IsOneLineOfJson) {
  EXPECT_EQ(RequestLine(3, "ask", {{"question", "a\nb"}}),
            R"({"jsonrpc":"2.0","id":3,"method":"ask",)"
            R"("params":{"question":"a\nb"}})"
            "\n");
}

TEST(FailureFrom, TellsInputFromTrouble) {
  for (const char* kind : {"invalid_params", "not_found", "already_exists",
                           "rejected", "limit", "line_too_long", "forbidden"}) {
    EXPECT_EQ(FailureFrom({kind, "", {}}).exit_code, ExitCode::kRejected);
  }
  for (const char* kind : {"storage", "busy", "timeout", "corrupt", "internal",
                           "shutting_down", "something new"}) {
    EXPECT_EQ(FailureFrom({kind, "", {}}).exit_code, ExitCode::kDaemonFailed);
  }
}

}  // namespace
}  // namespace answerbox::client
