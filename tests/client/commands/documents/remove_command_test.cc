#include <gtest/gtest.h>

#include "tests/client/commands/invocation.h"

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

TEST(RemoveCommand, TellsInJsonWhichQuestionsWouldBeLost) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(peer.Read(),
                  R"({"message":"One is lost.","data":{"kind":"exam_failed",)"
                  R"("exam":{"lost_count":1,"lost":[{"id":"v1"}]}}})");
      },
      {"remove", "--json", "a"});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.output,
            R"({"collection":"default","removed":[],"refused":[)"
            R"({"name":"a","kind":"exam_failed","message":"One is lost.",)"
            R"("exam":{"lost_count":1,"lost":[{"id":"v1"}]}}]})"
            "\n");
}

// "ü" as two characters, and as one.
constexpr char kDecomposed[] = "u\xCC\x88.md";
constexpr char kComposed[] = "\xC3\xBC.md";

TEST(RemoveCommand, TakesTheNormalFormOfANameThatIsNotThere) {
  const auto composed = [](Peer& peer) {
    auto request = peer.Read();
    EXPECT_EQ(request.at("params").at("name"), kDecomposed);
    peer.Fail(request, R"({"message":"None.","data":{"kind":"not_found"}})");
    request = peer.Read();
    EXPECT_EQ(request.at("params").at("name"), kComposed);
    peer.Reply(request, "{}");
  };
  EXPECT_EQ(InvokeAgainst(composed, {"remove", kDecomposed}).exit_code, 0);
}

TEST(RemoveCommand, RemovesNoOtherDocumentInPlaceOfOneThatIsRefused) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(
            peer.Read(),
            R"({"message":"One is lost.","data":{"kind":"exam_failed"}})");
      },
      {"remove", kDecomposed});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.errors, "answerbox: One is lost.\n");
}

// Removes, then waits; removes several before it waits once.
void RemovedAndErased(Peer& peer) {
  const auto first = peer.Read();
  EXPECT_EQ(first.at("method"), "documents.remove");
  peer.Reply(first, R"({"name":"a","removed":true})");
  peer.Reply(peer.Read(), R"({"name":"b","removed":true})");
  const auto last = peer.Read();
  EXPECT_EQ(last.at("method"), "documents.erase");
  EXPECT_EQ(last.at("params").at("collection"), "default");
  peer.Reply(last, R"({"collection":"default","erased":true})");
}

TEST(RemoveCommand, WaitsOnceUntilAllThatItRemovedIsErased) {
  const Invocation invocation =
      InvokeAgainst(RemovedAndErased, {"remove", "--erase", "a", "b"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output,
            "Removed 2 documents from collection \"default\".\n"
            "Erased: no file holds what was removed from collection "
            "\"default\".\n");
}

TEST(RemoveCommand, TellsInJsonThatAllIsErased) {
  EXPECT_EQ(
      InvokeAgainst(RemovedAndErased, {"remove", "--json", "--erase", "a", "b"})
          .output,
      R"({"collection":"default","removed":["a","b"],"refused":[],)"
      R"("erased":true})"
      "\n");
}

TEST(RemoveCommand, ErasesWhatWasRemovedBeforeWithoutAName) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        const auto request = peer.Read();
        EXPECT_EQ(request.at("method"), "documents.erase");
        peer.Reply(request, R"({"collection":"c","erased":true})");
      },
      {"remove", "--erase", "--collection", "c"});
  EXPECT_EQ(invocation.exit_code, 0);
}

TEST(RemoveCommand, ErasesNothingIfNothingWasRemoved) {
  const auto refuse = [](Peer& peer) {
    peer.Fail(peer.Read(),
              R"({"message":"A pack.","data":{"kind":"rejected"}})");
  };
  const Invocation told = InvokeAgainst(refuse, {"remove", "--erase", "a"});
  EXPECT_EQ(told.exit_code, 4);
  EXPECT_EQ(told.output.find("Erased"), std::string::npos);
  EXPECT_NE(told.errors.find("`answerbox remove --erase` without a name"),
            std::string::npos);
  EXPECT_EQ(InvokeAgainst(refuse, {"remove", "--json", "--erase", "a"})
                .output.find(R"("erased":true)"),
            std::string::npos);
}

TEST(RemoveCommand, SaysThatWhatAPackReplacedStays) {
  const auto keep = [](Peer& peer) {
    peer.Reply(peer.Read(), R"({"collection":"c","erased":true,"kept":true})");
  };
  const Invocation told = InvokeAgainst(keep, {"remove", "--erase", "-c", "c"});
  EXPECT_EQ(told.exit_code, 0);
  EXPECT_EQ(told.output.find("no file holds"), std::string::npos);
  EXPECT_NE(told.output.find("stays for `answerbox pack rollback`"),
            std::string::npos);
  EXPECT_NE(InvokeAgainst(keep, {"remove", "--json", "--erase", "-c", "c"})
                .output.find(R"("erased":true,"kept":true)"),
            std::string::npos);
}

TEST(RemoveCommand, WantsANameOrToErase) {
  EXPECT_EQ(InvokeAgainst([](Peer&) {}, {"remove"}).exit_code, 2);
}

TEST(RemoveCommand, EndsWith5WhenErasingFailsAndTellsWhatIsRemoved) {
  const auto full = [](Peer& peer) {
    peer.Reply(peer.Read(), R"({"name":"a","removed":true})");
    peer.Fail(peer.Read(),
              R"({"message":"It needs 20 KiB.","data":{"kind":"storage"}})");
  };
  const Invocation invocation = InvokeAgainst(full, {"remove", "--erase", "a"});
  EXPECT_EQ(invocation.exit_code, 5);
  EXPECT_EQ(invocation.output,
            "Removed 1 document from collection \"default\".\n");
  EXPECT_NE(invocation.errors.find("20 KiB"), std::string::npos);
  EXPECT_NE(InvokeAgainst(full, {"remove", "--json", "--erase", "a"})
                .output.find(R"("removed":["a"])"),
            std::string::npos);
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
