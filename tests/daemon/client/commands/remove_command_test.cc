#include <gtest/gtest.h>

#include "tests/daemon/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using Peer = ScriptedDaemon::Peer;

void OneOfTwo(Peer& peer) {
  peer.Fail(peer.Read(), R"({"message":"No a.","data":{"kind":"not_found"}})");
  peer.Reply(peer.Read(), R"({"name":"b","removed":true})");
}

TEST(RemoveCommand, RemovesWhatIsThereAndEndsWith4ForTheRest) {
  const Invocation invocation = InvokeAgainst(OneOfTwo, {"remove", "a", "b"});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.output,
            "Removed 1 document from collection \"default\".\n");
  EXPECT_EQ(invocation.errors, "answerbox: No a.\n");
}

TEST(RemoveCommand, TellsBothInJson) {
  EXPECT_EQ(InvokeAgainst(OneOfTwo, {"remove", "--json", "a", "b"}).output,
            R"({"collection":"default","removed":["b"],"refused":[)"
            R"({"name":"a","kind":"not_found","message":"No a."}]})"
            "\n");
}

TEST(RemoveCommand, StopsWhenTheDaemonFails) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(peer.Read(),
                  R"({"message":"Disk.","data":{"kind":"storage"}})");
      },
      {"remove", "a", "b"});
  EXPECT_EQ(invocation.exit_code, 5);
}

}  // namespace
}  // namespace answerbox::client
