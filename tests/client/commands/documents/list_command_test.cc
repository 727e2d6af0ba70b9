#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/rpc/json_fields.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using Peer = ScriptedDaemon::Peer;

// Two pages of one document each.
void TwoPages(Peer& peer) {
  peer.Reply(peer.Read(), R"({"documents":[{"name":"a","bytes":1500,"pages":2,)"
                          R"("blocks":31,"sentences":1200}],"next":"a"})");
  const auto request = peer.Read();
  const bool continued = TextAt(ObjectAt(request, "params"), "after") == "a";
  peer.Reply(request, continued
                          ? R"({"documents":[{"name":"b","bytes":1,"pages":0,)"
                            R"("sentences":1}],"next":null})"
                          : "{}");
}

TEST(ListCommand, ShowsAllPagesInATable) {
  const Invocation invocation = InvokeAgainst(TwoPages, {"list"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output,
            "Document  Pages  Blocks  Sentences    Text\n"
            "a             2      31      1,200  1.5 kB\n"
            "b             -       -          1     1 B\n"
            "\n"
            "2 documents, 1.5 kB of text\n");
}

TEST(ListCommand, SaysWhichDocumentsMayGainStructure) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(),
                   R"({"documents":[{"name":"a.pdf","bytes":9,"blocks":0},)"
                   R"({"name":"b.txt","bytes":9,"blocks":0},)"
                   R"({"name":"c.md","bytes":9,"blocks":2}],"next":null})");
      },
      {"list"});
  EXPECT_NE(invocation.output.find("; 1 document without headings"),
            std::string::npos);
}

TEST(ListCommand, PutsAllPagesIntoOneObject) {
  EXPECT_EQ(InvokeAgainst(TwoPages, {"list", "--json"}).output,
            R"({"documents":[{"name":"a","bytes":1500,"pages":2,)"
            R"("blocks":31,"sentences":1200},{"name":"b","bytes":1,"pages":0,)"
            R"("sentences":1}]})"
            "\n");
}

TEST(ListCommand, SaysWhenThereIsNothing) {
  EXPECT_EQ(InvokeAgainst(
                [](Peer& peer) {
                  peer.Reply(peer.Read(), R"({"documents":[],"next":null})");
                },
                {"list"})
                .output,
            "No documents in collection \"default\".\n");
}

}  // namespace
}  // namespace answerbox::client
