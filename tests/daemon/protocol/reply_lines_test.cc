#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "daemon/protocol/json_rpc.h"

namespace answerbox::daemon {
namespace {

TEST(ReplyTest, AResultIsALineWithItsId) {
  EXPECT_EQ(ReplyLine("\"a\"", std::string("{}")).Join(),
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}\n");
}

TEST(ReplyTest, AResultIsNotCopiedIntoItsLine) {
  std::string result(1000, '1');
  const char* const there = result.data();
  const ReplyLine line("7", std::move(result));
  const auto [head, middle, end] = line.pieces();
  EXPECT_EQ(middle.data(), there);
  EXPECT_EQ(std::string(head) + "R" + std::string(end),
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":R}\n");
}

TEST(ReplyTest, AnErrorIsALineToo) {
  const Error error{ErrorKind::kBusy, "Busy."};
  EXPECT_EQ(ReplyLine("7", error).Join(), ErrorLine("7", error));
}

TEST(ReplyTest, AnErrorNamesItsCodeItsKindAndItsPlace) {
  EXPECT_EQ(
      ErrorLine("7",
                {ErrorKind::kCorrupt, "Damaged.", "0001.seg", 12, "magic"}),
      R"({"jsonrpc":"2.0","id":7,"error":{"code":-32015,"message":"Damaged.",)"
      R"("data":{"kind":"corrupt","file":"0001.seg","offset":12,"field":"magic"}}})"
      "\n");
}

TEST(ReplyTest, ASubjectIsNamedForWhatItIs) {
  EXPECT_NE(ErrorLine("1", {ErrorKind::kRejected, "", "empty"})
                .find(R"("reason":"empty")"),
            std::string::npos);
  EXPECT_NE(ErrorLine("1", {ErrorKind::kInvalidParams, "", "theta"})
                .find(R"("param":"theta")"),
            std::string::npos);
}

TEST(ReplyTest, ProgressIsANotificationThatNamesItsRequest) {
  EXPECT_EQ(ProgressLine("7", {1, 2}),
            R"({"jsonrpc":"2.0","method":"progress",)"
            R"("params":{"id":7,"done":1,"total":2,"unit":"bytes"}})"
            "\n");
}

TEST(ReplyTest, ProgressSaysWhatItCounts) {
  EXPECT_NE(ProgressLine("7", {1, 2, "stretches"}).find(R"("stretches")"),
            std::string::npos);
}

TEST(ReplyTest, EveryKindStandsInTheProtocolsTable) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/socket-protocol.md");
  const std::string document((std::istreambuf_iterator<char>(file)), {});
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::kModelFailed);
       ++kind) {
    const std::string row = "| " + std::to_string(ErrorCode(ErrorKind(kind))) +
                            " | " + std::string(ToString(ErrorKind(kind))) +
                            " |";
    EXPECT_NE(document.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace answerbox::daemon
