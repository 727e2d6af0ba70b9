#include "client/ingest/ingest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "client/rpc/message.h"
#include "tests/client/rpc/scripted_daemon.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Peer = ScriptedDaemon::Peer;
namespace json = boost::json;

// Answers `status`, then stores everything.
void StoreAll(Peer& peer) {
  for (auto request = peer.Read(); !request.empty(); request = peer.Read()) {
    peer.Reply(request, R"({"replaced":false,"sentences":1})");
  }
}

// Records every event as a line.
class Events final : public IngestObserver {
 public:
  void OnFound(std::span<const FoundDocument> documents) override {
    lines.push_back("found " + std::to_string(documents.size()));
  }
  void OnConverted(const FoundDocument& document,
                   const ConvertedDocument& content,
                   const WordAccount&) override {
    lines.push_back("converted " + document.name + ": " + content.text);
  }
  void OnSettled(IngestedDocument document) override {
    lines.push_back(ToString(document.outcome) + (" " + document.name));
    settled.push_back(std::move(document));
  }
  void OnProgress(const IngestProgress& progress) override {
    lines.push_back(std::to_string(progress.done_documents) + "/" +
                    std::to_string(progress.total_documents) + ", " +
                    std::to_string(progress.done_bytes) + "/" +
                    std::to_string(progress.total_bytes) + " B");
  }

  std::vector<std::string> lines;
  std::vector<IngestedDocument> settled;
};

Outcome<IngestEnd> IngestWith(ScriptedDaemon::Script script,
                              const IngestOptions& options,
                              IngestObserver& events) {
  const ScriptedDaemon daemon(std::move(script));
  auto connection = Connection::Open(daemon.socket()).value();
  return Ingest(connection, options, events);
}

TEST(Ingest, ReportsEveryEventOfADocument) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.txt", "text\n");
  Events events;
  EXPECT_EQ(IngestWith(StoreAll, {.paths = {path}}, events).value(),
            IngestEnd::kFinished);
  EXPECT_THAT(events.lines, ElementsAre("found 1", "converted a.txt: text\n",
                                        "added a.txt", "1/1, 5/5 B"));
  EXPECT_EQ(events.settled[0].path, path);
  EXPECT_EQ(events.settled[0].bytes, 5u);
  EXPECT_EQ(NumberAt(events.settled[0].stored, "sentences"), 1u);
}

TEST(Ingest, ReportsWhatTheWalkTurnedAwayBeforeAnythingIsRead) {
  const ScratchFolder folder;
  folder.Write("a.txt", "text");
  folder.Write("b.pptx", "x");
  Events events;
  const IngestOptions options{.paths = {folder.path(), "/nonexistent"}};
  EXPECT_TRUE(IngestWith(StoreAll, options, events));
  EXPECT_THAT(
      events.lines,
      ElementsAre("found 1", "refused /nonexistent", "skipped b.pptx",
                  "converted a.txt: text", "added a.txt", "1/1, 4/4 B"));
  EXPECT_TRUE(events.settled[0].path.empty());
  EXPECT_EQ(events.settled[1].rejection->reason,
            RejectionReason::kUnknownFormat);
}

TEST(Ingest, RefusesADocumentThatCannotBeConvertedAndGoesOn) {
  const ScratchFolder folder;
  folder.Write("a.txt", "");
  folder.Write("b.txt", "text");
  Events events;
  EXPECT_TRUE(IngestWith(StoreAll, {.paths = {folder.path()}}, events));
  EXPECT_THAT(events.lines, ElementsAre("found 2", "refused a.txt",
                                        "1/2, 0/4 B", "converted b.txt: text",
                                        "added b.txt", "2/2, 4/4 B"));
  EXPECT_EQ(events.settled[0].rejection->reason, RejectionReason::kEmpty);
}

TEST(Ingest, RefusesWhatIsIncompleteIfAsked) {
  const ScratchFolder folder;
  std::string contents = "# Contents\n\n";
  for (int i = 0; i < 200; ++i) contents += "- [a b](#a)\n";
  folder.Write("a.md", contents);
  for (const bool strict : {false, true}) {
    Events events;
    const IngestOptions options{.paths = {folder.path()}, .strict = strict};
    EXPECT_TRUE(IngestWith(StoreAll, options, events));
    ASSERT_EQ(events.settled.size(), 1u);
    ASSERT_EQ(events.settled[0].rejection.has_value(), strict);
    if (!strict) continue;
    EXPECT_EQ(events.settled[0].rejection->reason,
              RejectionReason::kIncomplete);
    EXPECT_THAT(events.settled[0].rejection->message,
                testing::HasSubstr("set aside"));
  }
}

// Removes a file as soon as it was found.
class Remover final : public IngestObserver {
 public:
  explicit Remover(std::filesystem::path path) : path_(std::move(path)) {}
  void OnFound(std::span<const FoundDocument>) override {
    std::filesystem::remove(path_);
  }
  void OnSettled(IngestedDocument document) override {
    settled.push_back(std::move(document));
  }

  std::vector<IngestedDocument> settled;

 private:
  std::filesystem::path path_;
};

TEST(Ingest, SaysThatAFileVanishedAfterItWasFound) {
  const ScratchFolder folder;
  Remover remover(folder.Write("a.txt", "one"));
  EXPECT_TRUE(IngestWith(StoreAll, {.paths = {folder.path()}}, remover));
  ASSERT_EQ(remover.settled.size(), 1u);
  EXPECT_EQ(remover.settled[0].rejection->reason, RejectionReason::kChanged);
  EXPECT_TRUE(remover.settled[0].rejection->message.starts_with("vanished"));
}

TEST(Ingest, TellsReplacedFromAddedAndWhyTheDaemonRefused) {
  const ScratchFolder folder;
  folder.Write("a.txt", "one");
  folder.Write("b.txt", "two");
  Events events;
  const auto script = [](Peer& peer) {
    peer.Reply(peer.Read(), "{}");
    peer.Reply(peer.Read(), R"({"replaced":true})");
    peer.Fail(peer.Read(), R"({"message":"No room.","data":{"kind":"limit"}})");
  };
  EXPECT_TRUE(IngestWith(script, {.paths = {folder.path()}}, events));
  ASSERT_EQ(events.settled.size(), 2u);
  EXPECT_EQ(events.settled[0].outcome, DocumentOutcome::kReplaced);
  EXPECT_EQ(events.settled[1].outcome, DocumentOutcome::kRefused);
  EXPECT_EQ(events.settled[1].rejection->reason,
            RejectionReason::kRefusedByDaemon);
  EXPECT_EQ(events.settled[1].rejection->message, "No room.");
}

TEST(Ingest, KeepsWithinTheLimitsThatTheDaemonStates) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.txt", std::string(40'000, 'a'));
  Events events;
  std::vector<std::string> methods;
  std::size_t longest = 0;
  const auto script = [&](Peer& peer) {
    peer.Reply(peer.Read(), R"({"limits":{"max_line_bytes":8192}})");
    for (auto request = peer.Read(); !request.empty(); request = peer.Read()) {
      methods.push_back(TextAt(request, "method"));
      longest = std::max(longest, json::serialize(request).size());
      peer.Reply(request, R"({"upload":1})");
    }
  };
  EXPECT_TRUE(IngestWith(script, {.paths = {path}}, events));
  EXPECT_EQ(methods.front(), "documents.begin");
  EXPECT_LT(longest, 8192u);
  EXPECT_EQ(events.settled.size(), 1u);
}

TEST(Ingest, ReadsNothingFurtherOnceItIsAskedToStop) {
  const ScratchFolder folder;
  folder.Write("a.txt", "one");
  folder.Write("b.txt", "two");
  Events events;
  int asked = 0;
  const IngestOptions options{
      .paths = {folder.path()},
      .is_stop_requested = [&asked] { return ++asked > 1; }};
  EXPECT_EQ(IngestWith(StoreAll, options, events).value(), IngestEnd::kStopped);
  EXPECT_THAT(events.lines, ElementsAre("found 2", "converted a.txt: one",
                                        "added a.txt", "1/2, 3/6 B"));
}

TEST(Ingest, EndsWhenTheDaemonCannotStore) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.txt", "one");
  Events events;
  const auto script = [](Peer& peer) {
    peer.Reply(peer.Read(), "{}");
    peer.Fail(peer.Read(),
              R"({"message":"Disk full.","data":{"kind":"storage"}})");
  };
  const auto ended = IngestWith(script, {.paths = {path}}, events);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().kind, "storage");
  EXPECT_THAT(events.settled, IsEmpty());
}

TEST(Ingest, RefusesABadCollectionNameBeforeItAsksTheDaemon) {
  Events events;
  bool was_asked = false;
  const auto script = [&was_asked](Peer& peer) {
    was_asked = !peer.Read().empty();
  };
  const auto ended = IngestWith(script, {.collection = "No Name"}, events);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().details.at("reason"), "bad_name");
  EXPECT_FALSE(was_asked);
  EXPECT_THAT(events.lines, IsEmpty());
}

}  // namespace
}  // namespace answerbox::client
