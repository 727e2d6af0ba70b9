#include "daemon/protocol/json_rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <tuple>

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

class JsonRpcTest : public testing::Test {
 protected:
  auto Read(std::string_view line) { return ReadRequest(line, 32, budget_); }

  // Expects an error of `kind` with `id` to echo.
  void ExpectRejected(std::string_view line, ErrorKind kind,
                      std::string_view id) {
    const auto request = Read(line);
    ASSERT_FALSE(request) << line;
    EXPECT_EQ(request.error().error.kind, kind) << line;
    EXPECT_EQ(request.error().id, id) << line;
  }

  std::shared_ptr<MemoryBudget> budget_ =
      std::make_shared<MemoryBudget>(4 << 20);
};

TEST_F(JsonRpcTest, ReadsMethodAndParameters) {
  const auto request =
      Read(R"({"jsonrpc":"2.0","id":1,"method":"ask","params":{"a":[1]}})");
  ASSERT_TRUE(request);
  EXPECT_EQ((*request)->method(), "ask");
  EXPECT_EQ(boost::json::serialize((*request)->params()), R"({"a":[1]})");
}

TEST_F(JsonRpcTest, ASmallRequestIsReadWhereTheBudgetIsUsedUp) {
  ASSERT_TRUE(budget_->TryTake(budget_->limit_bytes()));
  EXPECT_TRUE(Read(
      R"({"jsonrpc":"2.0","id":1,"method":"ask","params":{"question":"Why?"}})"));
}

TEST_F(JsonRpcTest, ALargeRequestGivesItsMemoryBack) {
  const std::string text(100'000, 'x');
  {
    const auto request = Read(
        R"({"jsonrpc":"2.0","method":"m","params":{"t":")" + text + "\"}}");
    ASSERT_TRUE(request);
    EXPECT_GE(budget_->used_bytes(), text.size());
  }
  EXPECT_EQ(budget_->used_bytes(), 0u);
}

TEST_F(JsonRpcTest, ARequestThatFindsNoMemoryKeepsItsId) {
  ASSERT_TRUE(budget_->TryTake(budget_->limit_bytes()));
  const std::string params = R"("method":"m","params":{"id":2,"t":")" +
                             std::string(100'000, 'x') + "\"}";
  for (const std::string id : {"1", "\"seven\"", "-5", "null"}) {
    const std::string member = "\"id\":" + id;
    ExpectRejected("{" + member + "," + params + "}", ErrorKind::kLimit, id);
    ExpectRejected("{" + params + "," + member + "}", ErrorKind::kLimit, id);
  }
  const std::string too_long(kMaxIdBytes + 1, 'i');
  for (const std::string id : {"true", "1.5", "[3]", "{\"id\":4}"}) {
    ExpectRejected("{" + params + ",\"id\":" + id + "}", ErrorKind::kLimit,
                   "null");
  }
  ExpectRejected("{" + params + ",\"id\":\"" + too_long + "\"}",
                 ErrorKind::kLimit, "null");
  ExpectRejected("{" + params + "}", ErrorKind::kLimit, "null");
}

TEST_F(JsonRpcTest, MissingParametersAreNone) {
  for (const char* params : {"", R"(,"params":null)", R"(,"params":{})"}) {
    const auto request = Read(R"({"jsonrpc":"2.0","id":1,"method":"status")" +
                              std::string(params) + "}");
    ASSERT_TRUE(request) << params;
    EXPECT_TRUE((*request)->params().empty());
  }
}

TEST_F(JsonRpcTest, EchoesIdsExactly) {
  for (const char* id :
       {"1", "0", "-9223372036854775808", "18446744073709551615", "null",
        R"("")", R"("a\"b\n")", R"("猫")"}) {
    const auto request =
        Read(R"({"jsonrpc":"2.0","method":"m","id":)" + std::string(id) + "}");
    ASSERT_TRUE(request) << id;
    EXPECT_EQ((*request)->id(), id);
  }
}

TEST_F(JsonRpcTest, ARequestWithoutIdIsANotification) {
  const auto request = Read(R"({"jsonrpc":"2.0","method":"m"})");
  ASSERT_TRUE(request);
  EXPECT_FALSE((*request)->id());
}

TEST_F(JsonRpcTest, RefusesIdsThatCouldNotBeEchoed) {
  const std::string long_id = '"' + std::string(kMaxIdBytes + 1, 'x') + '"';
  for (const std::string& id :
       {std::string("1.5"), std::string("1e3"),
        std::string("99999999999999999999"), std::string("true"),
        std::string("[]"), std::string("{}"), long_id}) {
    ExpectRejected(R"({"jsonrpc":"2.0","method":"m","id":)" + id + "}",
                   ErrorKind::kInvalidRequest, "null");
  }
}

TEST_F(JsonRpcTest, WhatIsNoJsonIsAParseErrorWithoutId) {
  ExpectRejected("", ErrorKind::kParseError, "null");
  ExpectRejected("{", ErrorKind::kParseError, "null");
  ExpectRejected(R"({"jsonrpc":"2.0","id":1,"method":"m"} x)",
                 ErrorKind::kParseError, "null");
}

TEST_F(JsonRpcTest, WhatIsNoRequestIsInvalid) {
  for (const char* line : {"1", "null", "\"ask\"", "[]", "{}",
                           R"([{"jsonrpc":"2.0","id":1,"method":"m"}])"}) {
    ExpectRejected(line, ErrorKind::kInvalidRequest, "null");
  }
}

TEST_F(JsonRpcTest, AnInvalidRequestKeepsItsId) {
  ExpectRejected(R"({"id":7,"method":"m"})", ErrorKind::kInvalidRequest, "7");
  ExpectRejected(R"({"jsonrpc":"1.0","id":7,"method":"m"})",
                 ErrorKind::kInvalidRequest, "7");
  ExpectRejected(R"({"jsonrpc":"2.0","id":7})", ErrorKind::kInvalidRequest,
                 "7");
  ExpectRejected(R"({"jsonrpc":"2.0","id":7,"method":1})",
                 ErrorKind::kInvalidRequest, "7");
  ExpectRejected(R"({"jsonrpc":"2.0","id":7,"method":"m","parms":{}})",
                 ErrorKind::kInvalidRequest, "7");
}

TEST_F(JsonRpcTest, ParametersMustHaveNames) {
  ExpectRejected(R"({"jsonrpc":"2.0","id":7,"method":"m","params":[1]})",
                 ErrorKind::kInvalidParams, "7");
  // A notification gets no answer.
  const auto notification =
      Read(R"({"jsonrpc":"2.0","method":"m","params":[1]})");
  ASSERT_FALSE(notification);
  EXPECT_FALSE(notification.error().id);
}

TEST_F(JsonRpcTest, EveryProperPrefixIsAParseError) {
  const std::string line =
      R"({"jsonrpc":"2.0","id":"a","method":"ask","params":{"theta":0.5}})";
  for (std::size_t size = 0; size < line.size(); ++size) {
    ExpectRejected(line.substr(0, size), ErrorKind::kParseError, "null");
  }
}

// --- Calls with a method and a parameter that the transport knows ---

constexpr KnownCall kAskHouse{
    .method = "ask", .parameter = "collection", .value = "house"};

TEST_F(JsonRpcTest, AKnownCallHasItsParameterAdded) {
  for (const char* text : {R"({"question":"Why?"})",
                           R"({"question":"Why?","collection":"house"})"}) {
    const auto request = ReadParameters(kAskHouse, text, 32, budget_);
    ASSERT_TRUE(request) << text;
    EXPECT_EQ((*request)->method(), "ask");
    EXPECT_EQ((*request)->id(), "null");
    EXPECT_EQ(boost::json::serialize((*request)->params()),
              R"({"question":"Why?","collection":"house"})");
  }
}

TEST_F(JsonRpcTest, TheIdOfAKnownCallIsNoParameter) {
  const auto request =
      ReadParameters(kAskHouse, R"({"id":"a","question":"Why?"})", 32, budget_);
  ASSERT_TRUE(request);
  EXPECT_EQ((*request)->id(), "\"a\"");
  EXPECT_FALSE((*request)->params().contains("id"));
}

TEST_F(JsonRpcTest, AKnownCallIsNotContradicted) {
  for (const auto& [text, kind, id] :
       {std::tuple{R"({"id":7,"collection":"garden"})",
                   ErrorKind::kInvalidParams, "7"},
        std::tuple{R"({"collection":null})", ErrorKind::kInvalidParams, "null"},
        std::tuple{"[]", ErrorKind::kInvalidRequest, "null"},
        std::tuple{R"({"id":1.5})", ErrorKind::kInvalidRequest, "null"},
        std::tuple{"{", ErrorKind::kParseError, "null"}}) {
    const auto request = ReadParameters(kAskHouse, text, 32, budget_);
    ASSERT_FALSE(request) << text;
    EXPECT_EQ(request.error().error.kind, kind) << text;
    EXPECT_EQ(request.error().id, id) << text;
  }
}

TEST_F(JsonRpcTest, ATextBecomesAParameterAsItIs) {
  const auto request =
      MakeRequest(kAskHouse, "question", "\"Why?\"\n", budget_);
  ASSERT_TRUE(request);
  EXPECT_EQ((*request)->id(), "null");
  EXPECT_EQ(boost::json::serialize((*request)->params()),
            R"({"question":"\"Why?\"\n","collection":"house"})");
}

TEST_F(JsonRpcTest, ATextThatIsNotUtf8IsAnInvalidParameter) {
  const auto request = MakeRequest(kAskHouse, "question", "\xFF", budget_);
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().error.kind, ErrorKind::kInvalidParams);
  EXPECT_EQ(request.error().error.subject, "question");
}

TEST_F(JsonRpcTest, ATextThatTheBudgetHasNoRoomForIsAtALimit) {
  ASSERT_TRUE(budget_->TryTake(budget_->limit_bytes()));
  const std::string text(10'000, 'x');
  const auto made = MakeRequest(kAskHouse, "question", text, budget_);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().error.kind, ErrorKind::kLimit);
}

}  // namespace
}  // namespace answerbox::daemon
