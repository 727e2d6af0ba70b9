#include <gtest/gtest.h>

#include "client/rpc/json_fields.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using Peer = ScriptedDaemon::Peer;

void TwoPieces(Peer& peer) {
  peer.Reply(peer.Read(), R"({"text":"one ","begin":0,"end":4,"bytes":7})");
  const auto request = peer.Read();
  const bool continued = NumberAt(ObjectAt(request, "params"), "begin") == 4;
  peer.Reply(request, continued
                          ? R"({"text":"two","begin":4,"end":7,"bytes":7})"
                          : R"({"text":"?","begin":0,"end":7,"bytes":7})");
}

TEST(ShowCommand, PrintsTheWholeTextAsItIs) {
  const Invocation invocation = InvokeAgainst(TwoPieces, {"show", "a.md"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output, "one two");
}

TEST(ShowCommand, PutsTheWholeTextIntoOneObject) {
  EXPECT_EQ(InvokeAgainst(TwoPieces, {"show", "--json", "a.md"}).output,
            R"({"name":"a.md","collection":"default","bytes":7,)"
            R"("text":"one two"})"
            "\n");
}

TEST(ShowCommand, DoesNotAskForEverWhenNoMoreComes) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(), R"({"text":"","begin":0,"end":0,"bytes":7})");
      },
      {"show", "a.md"});
  EXPECT_EQ(invocation.exit_code, 0);
}

}  // namespace
}  // namespace answerbox::client
