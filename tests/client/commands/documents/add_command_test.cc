#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <string>
#include <vector>

#include "client/ingest/document_sender.h"
#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;
namespace json = boost::json;

// Stores everything, and says that "b.md" existed before.
void Store(Peer& peer) {
  peer.Reply(peer.Read(), "{}");
  for (auto request = peer.Read(); !request.empty(); request = peer.Read()) {
    const bool replaced = TextAt(ObjectAt(request, "params"), "name") == "b.md";
    peer.Reply(request, replaced ? R"({"replaced":true,"sentences":1})"
                                 : R"({"replaced":false,"sentences":1})");
  }
}

TEST(AddCommand, CountsWhatBecameOfEachFile) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  folder.Write("b.md", "two");
  folder.Write("c.txt", "");
  folder.Write("d.pptx", "x");
  const Invocation invocation = InvokeAgainst(Store, {"add", folder.path()});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_THAT(invocation.output,
              testing::StartsWith("Added 1, replaced 1, skipped 1, refused 1 "
                                  "in collection \"default\": 6 B in "));
  EXPECT_EQ(invocation.errors, "answerbox: c.txt: the file is empty\n");
}

TEST(AddCommand, EndsWith0WhenNothingIsRefused) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  folder.Write("d.pptx", "x");
  EXPECT_EQ(InvokeAgainst(Store, {"add", folder.path()}).exit_code, 0);
}

TEST(AddCommand, TellsEachDocumentInJson) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  folder.Write("x\n.md", "two");
  folder.Write("u.txt", std::string_view("ab\0c", 4));
  const Invocation invocation =
      InvokeAgainst(Store, {"add", "--json", folder.path()});
  const json::object report = json::parse(invocation.output).as_object();
  EXPECT_EQ(NumberAt(report, "added"), 1u);
  EXPECT_EQ(NumberAt(report, "refused"), 2u);
  EXPECT_THAT(invocation.output,
              HasSubstr(R"({"name":"x\\n.md","outcome":"refused",)"
                        R"("reason":"bad_name")"));
  EXPECT_THAT(invocation.output, HasSubstr(R"("offset":2})"));
}

TEST(AddCommand, SendsWhatBecameOfTheWords) {
  const ScratchFolder folder;
  folder.Write("a.md", "one two three");
  json::object account;
  InvokeAgainst(
      [&account](Peer& peer) {
        peer.Reply(peer.Read(), "{}");
        const json::object request = peer.Read();
        account = ObjectAt(ObjectAt(request, "params"), "account");
        peer.Reply(request, R"({"replaced":false})");
      },
      {"add", folder.path()});
  EXPECT_EQ(NumberAt(account, "usable"), 3u);
  EXPECT_EQ(NumberAt(account, "page_count"), 1u);
}

TEST(AddCommand, SendsTheCollection) {
  const ScratchFolder folder;
  std::string collection;
  InvokeAgainst(
      [&collection](Peer& peer) {
        peer.Reply(peer.Read(), "{}");
        const auto request = peer.Read();
        collection = TextAt(ObjectAt(request, "params"), "collection");
        peer.Reply(request, "{}");
      },
      {"add", "-c", "policies", folder.Write("a.md", "x")});
  EXPECT_EQ(collection, "policies");
}

// Answers the first document with `error` and stores the others.
ScriptedDaemon::Script FailingFirst(const char* error) {
  return [error](Peer& peer) {
    peer.Reply(peer.Read(), "{}");
    peer.Fail(peer.Read(), error);
    for (auto more = peer.Read(); !more.empty(); more = peer.Read()) {
      peer.Reply(more, "{}");
    }
  };
}

TEST(AddCommand, GoesOnWhenTheDaemonRefusesADocument) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  folder.Write("b.md", "two");
  const Invocation invocation = InvokeAgainst(
      FailingFirst(R"({"message":"No room.","data":{"kind":"limit"}})"),
      {"add", folder.path()});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.errors, "answerbox: a.md: No room.\n");
  EXPECT_THAT(invocation.output, HasSubstr("Added 1"));
}

TEST(AddCommand, StopsAndSaysWhatIsStoredWhenTheDiskIsFull) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  const Invocation invocation = InvokeAgainst(
      FailingFirst(R"({"message":"Disk full.","data":{"kind":"storage"}})"),
      {"add", folder.path()});
  EXPECT_EQ(invocation.exit_code, 5);
  EXPECT_THAT(invocation.errors, HasSubstr("Disk full."));
  EXPECT_THAT(invocation.output, HasSubstr("Added 0"));
}

constexpr const char* kExamRefuses =
    R"({"message":"1 question would be lost.","data":{"kind":"exam_failed",)"
    R"("exam":{"lost_count":1,"lost":[{"id":"v1","must":true,)"
    R"("question":"How cold?","before":{"answer":)"
    R"({"text":"Between 2 and 8.","document":"a.md"}}}]}}})";

TEST(AddCommand, ListsTheQuestionsThatARefusedDocumentWouldLose) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  folder.Write("b.md", "two");
  const Invocation invocation =
      InvokeAgainst(FailingFirst(kExamRefuses), {"add", folder.path()});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.errors,
            "answerbox: a.md: 1 question would be lost.\n"
            "  must  v1: How cold?\n"
            "          now: Between 2 and 8. (a.md)\n");
}

TEST(AddCommand, TellsInJsonWhichQuestionsADocumentWouldLose) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  const Invocation invocation = InvokeAgainst(FailingFirst(kExamRefuses),
                                              {"add", "--json", folder.path()});
  const json::object report = json::parse(invocation.output).as_object();
  const json::object& document = AsObject(ArrayAt(report, "documents").front());
  EXPECT_EQ(TextAt(document, "reason"), "refused_by_daemon");
  EXPECT_EQ(NumberAt(ObjectAt(document, "exam"), "lost_count"), 1u);
  EXPECT_EQ(ArrayAt(ObjectAt(document, "exam"), "lost").size(), 1u);
}

// Stages one document; the exam refuses the change.
void RefuseTheWhole(Peer& peer) {
  peer.Reply(peer.Read(), "{}");
  peer.Reply(peer.Read(), R"({"change":7})");
  peer.Reply(peer.Read(), R"({"staged":true})");
  const auto commit = peer.Read();
  EXPECT_EQ(TextAt(commit, "method"), "changes.commit");
  peer.Fail(commit, kExamRefuses);
}

TEST(AddCommand, PrintsOneObjectWhenTheExamRefusesTheWhole) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  const Invocation invocation = InvokeAgainst(
      RefuseTheWhole, {"add", "--all-or-nothing", "--json", folder.path()});
  EXPECT_EQ(invocation.exit_code, 4);
  const json::object report = json::parse(invocation.output).as_object();
  EXPECT_EQ(NumberAt(report, "refused"), 1u);
  const json::object& error = ObjectAt(report, "error");
  EXPECT_EQ(TextAt(error, "kind"), "exam_failed");
  EXPECT_EQ(ArrayAt(ObjectAt(error, "exam"), "lost").size(), 1u);
}

TEST(AddCommand, DoesNotSayThatSomethingIsStoredWhenTheWholeIsRefused) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  const Invocation invocation =
      InvokeAgainst(RefuseTheWhole, {"add", "--all-or-nothing", folder.path()});
  EXPECT_THAT(invocation.errors,
              HasSubstr("answerbox: 1 question would be lost.\n"
                        "  must  v1: How cold?\n"));
  EXPECT_THAT(invocation.output, HasSubstr("Added 0, replaced 0"));
}

TEST(AddCommand, PrintsOneObjectWhenTheDiskIsFull) {
  const ScratchFolder folder;
  folder.Write("a.md", "one");
  const Invocation invocation = InvokeAgainst(
      FailingFirst(R"({"message":"Disk full.","data":{"kind":"storage"}})"),
      {"add", "--json", folder.path()});
  EXPECT_EQ(invocation.exit_code, 5);
  const json::object report = json::parse(invocation.output).as_object();
  EXPECT_EQ(TextAt(ObjectAt(report, "error"), "kind"), "storage");
}

TEST(AddCommand, StopsInGoodOrderWhenInterrupted) {
  const ScratchFolder folder;
  for (int i = 0; i < 200; ++i) {
    folder.Write(std::to_string(i) + ".txt", "text");
  }
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(), "{}");
        std::vector<json::object> requests;
        while (requests.size() < kMaxRequestsInFlight) {
          requests.push_back(peer.Read());
        }
        // The client waits for replies before it sends more.
        kill(getpid(), SIGINT);
        for (const auto& request : requests) peer.Reply(request, "{}");
        for (auto more = peer.Read(); !more.empty(); more = peer.Read()) {
          peer.Reply(more, "{}");
        }
      },
      {"add", "--json", folder.path()});
  EXPECT_EQ(invocation.exit_code, 130);
  const json::object report = json::parse(invocation.output).as_object();
  EXPECT_TRUE(FlagAt(report, "interrupted"));
  EXPECT_GE(NumberAt(report, "added"), kMaxRequestsInFlight);
  EXPECT_LT(NumberAt(report, "added"), 200u);
}

TEST(AddCommand, RefusesAPathThatIsNotThere) {
  const Invocation invocation = InvokeAgainst(Store, {"add", "/nonexistent"});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_THAT(invocation.errors, HasSubstr("no such file or folder"));
}

}  // namespace
}  // namespace answerbox::client
