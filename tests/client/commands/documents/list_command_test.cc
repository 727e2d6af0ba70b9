#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/rpc/message.h"
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

void WithAccounts(Peer& peer) {
  peer.Reply(
      peer.Read(),
      R"({"documents":[{"name":"a.pdf","bytes":9,"blocks":2,"account":)"
      R"({"usable":5,"lost":5,"page_count":2,)"
      R"("pages":[{"page":2,"usable":1,"lost":5}]}},)"
      R"({"name":"b.pdf","bytes":9,"blocks":2,"account":{"usable":5}},)"
      R"({"name":"c.pdf","bytes":9,"blocks":2,"account":"?"}],"next":null})");
}

TEST(ListCommand, TellsOfWhichDocumentsWordsAreMissing) {
  const Invocation invocation = InvokeAgainst(WithAccounts, {"list"});
  EXPECT_NE(invocation.output.find(
                "\na.pdf: 1 of 2 pages holds text that could not be read (50 % "
                "of its words): 2\n"),
            std::string::npos)
      << invocation.output;
  EXPECT_EQ(invocation.output.find("b.pdf:"), std::string::npos);
  EXPECT_EQ(invocation.output.find("c.pdf:"), std::string::npos);
}

TEST(ListCommand, GivesAccountsToPrograms) {
  const std::string output =
      InvokeAgainst(WithAccounts, {"list", "--json"}).output;
  EXPECT_NE(output.find(R"("told":"1 of 2 pages)"), std::string::npos);
  EXPECT_NE(output.find(R"("account":{"usable":5}})"), std::string::npos);
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
