#include "client/ingest/document_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <vector>

#include "client/rpc/message.h"
#include "protocol/audit/digest.h"
#include "tests/client/rpc/scripted_daemon.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using Peer = ScriptedDaemon::Peer;
namespace json = boost::json;

// Sends `documents` with the names "0", "1", ... and records the outcome of
// each.
struct Sending {
  std::vector<std::string> outcomes;  // "0:stored", "1:rejected".
  Outcome<void> ended = {};
};

Sending SendAll(const std::vector<ConvertedDocument>& documents,
                ScriptedDaemon::Script script, SenderLimits limits = {}) {
  Sending run;
  ScriptedDaemon daemon(std::move(script));
  auto connection = Connection::Open(daemon.socket()).value();
  const auto on_sent = [&run](DocumentSender::Sent sent) {
    const auto* error = std::get_if<RemoteError>(&sent.outcome);
    run.outcomes.push_back(std::to_string(sent.ticket) + ":" +
                           (error == nullptr ? "stored" : error->kind));
  };
  using std::chrono::milliseconds;
  DocumentSender sender(connection, limits, "c", on_sent,
                        {milliseconds(1), milliseconds(4), milliseconds(20)});
  for (std::size_t i = 0; i < documents.size() && run.ended; ++i) {
    run.ended = sender.Send(i, std::to_string(i), documents[i]);
  }
  if (run.ended) run.ended = sender.Finish();
  return run;
}

std::string Method(const json::object& request) {
  return TextAt(request, "method");
}

TEST(DocumentSender, SendsAShortDocumentWithItsMarks) {
  json::object params;
  const Sending run =
      SendAll({{"text", {{0, 1}, {2, 2, 97}}, {{{0, 4}, 2}}}}, [&](Peer& peer) {
        const json::object request = peer.Read();
        params = ObjectAt(request, "params");
        peer.Reply(request, "{}");
      });
  EXPECT_THAT(run.outcomes, ElementsAre("0:stored"));
  EXPECT_EQ(json::serialize(params),
            R"({"collection":"c","name":"0","text":"text",)"
            R"("pages":[[0,1],[2,2,96]],"headings":[[0,4,2]]})");
}

// The account that a document is sent with, in parts where its text is long.
json::object SentAccount(std::size_t text_bytes, std::size_t request_bytes) {
  json::object account;
  json::array pages;
  for (int i = 1; i <= 200; ++i) {
    pages.push_back(json::object{{"page", i}});
  }
  ScriptedDaemon daemon([&account](Peer& peer) {
    for (auto request = peer.Read(); !request.empty(); request = peer.Read()) {
      const json::object& params = ObjectAt(request, "params");
      if (params.contains("account")) account = ObjectAt(params, "account");
      peer.Reply(request, R"({"upload":1})");
    }
  });
  auto connection = Connection::Open(daemon.socket()).value();
  SenderLimits limits;
  limits.request_bytes = request_bytes;
  limits.text_bytes = 10;
  DocumentSender sender(connection, limits, "c", [](DocumentSender::Sent) {});
  const ConvertedDocument document{.text = std::string(text_bytes, 'x')};
  EXPECT_TRUE(sender.Send(
      0, "a", document, {{"lost", 3}, {"page_count", 200}, {"pages", pages}}));
  EXPECT_TRUE(sender.Finish());
  return account;
}

TEST(DocumentSender, SendsTheAccountOnceHoweverLongTheTextIs) {
  for (const std::size_t text_bytes : {5u, 500u}) {
    const json::object account = SentAccount(text_bytes, kMaxRequestBytes);
    EXPECT_EQ(NumberAt(account, "lost"), 3u);
    EXPECT_EQ(ArrayAt(account, "pages").size(), 200u);
  }
}

TEST(DocumentSender, LeavesOutPagesThatNoLineHasRoomFor) {
  const json::object account = SentAccount(500, 1000);
  EXPECT_EQ(NumberAt(account, "lost"), 3u);
  EXPECT_FALSE(account.contains("pages"));
  EXPECT_EQ(NumberAt(account, "further_pages"), 200u);
}

TEST(DocumentSender, KeepsManyInFlightAndTakesRepliesInAnyOrder) {
  const std::vector<ConvertedDocument> documents(kMaxRequestsInFlight,
                                                 {.text = "a"});
  const Sending run = SendAll(documents, [](Peer& peer) {
    std::vector<json::object> requests;
    for (std::size_t i = 0; i < kMaxRequestsInFlight; ++i) {
      requests.push_back(peer.Read());
    }
    for (auto request = requests.rbegin(); request != requests.rend();
         ++request) {
      peer.Reply(*request, "{}");
    }
  });
  EXPECT_TRUE(run.ended);
  EXPECT_EQ(run.outcomes.size(), kMaxRequestsInFlight);
  EXPECT_EQ(run.outcomes.front(),
            std::to_string(kMaxRequestsInFlight - 1) + ":stored");
}

TEST(DocumentSender, WaitsWhenTooManyBytesAreInFlight) {
  const std::vector<ConvertedDocument> documents(
      12, {.text = std::string(kMaxTextInOneRequest, 'a')});
  // Seven documents fit into 4 MiB. So a daemon that answers only after reading
  // seven gets no eighth one before it answers.
  const Sending run = SendAll(documents, [](Peer& peer) {
    std::vector<json::object> waiting;
    for (int i = 0; i < 12; ++i) {
      waiting.push_back(peer.Read());
      if (waiting.size() < 7 && i < 11) continue;
      for (const json::object& request : waiting) peer.Reply(request, "{}");
      waiting.clear();
    }
  });
  EXPECT_TRUE(run.ended);
  EXPECT_EQ(run.outcomes.size(), 12u);
}

TEST(DocumentSender, SendsALongDocumentInParts) {
  ConvertedDocument document;
  for (int i = 0; i < 200'000; ++i) document.text += "\xC3\xA4\xE2\x82\xAC";
  const auto end = static_cast<std::uint32_t>(document.text.size());
  document.pages = {{0, 1}, {end / 2, 2}, {end - 5, 3}};
  std::string text;
  std::vector<std::string> methods;
  json::array pages;
  const Sending run = SendAll({document}, [&](Peer& peer) {
    for (json::object request = peer.Read(); !request.empty();
         request = peer.Read()) {
      methods.push_back(Method(request));
      const json::object& params = ObjectAt(request, "params");
      text += TextAt(params, "text");
      for (const auto& page : ArrayAt(params, "pages")) pages.push_back(page);
      peer.Reply(request, R"({"upload":9})");
    }
  });
  EXPECT_THAT(run.outcomes, ElementsAre("0:stored"));
  EXPECT_EQ(methods.front(), "documents.begin");
  EXPECT_EQ(methods.back(), "documents.commit");
  EXPECT_EQ(text, document.text);
  EXPECT_EQ(pages.size(), 3u);
}

TEST(DocumentSender, SpreadsManyMarksOverParts) {
  ConvertedDocument document;
  for (std::uint32_t i = 0; i < 30'000; ++i) {
    document.headings.push_back({{3 * i, 3 * i + 1}, 1});
    document.text += "h\n\n";
  }
  // Too long for one request.
  document.text += std::string(kMaxTextInOneRequest, 'a');
  std::vector<json::value> headings;
  std::size_t longest = 0;
  const Sending run = SendAll({document}, [&](Peer& peer) {
    for (json::object request = peer.Read(); !request.empty();
         request = peer.Read()) {
      longest = std::max(longest, json::serialize(request).size());
      for (const auto& heading :
           ArrayAt(ObjectAt(request, "params"), "headings")) {
        headings.push_back(heading);
      }
      peer.Reply(request, R"({"upload":9})");
    }
  });
  EXPECT_TRUE(run.ended);
  EXPECT_EQ(headings.size(), 30'000u);
  EXPECT_LT(longest, kMaxRequestBytes);
}

// A list, too long for one request.
TEST(DocumentSender, SpreadsManyBlocksOverParts) {
  using engine::TextBlockKind;
  constexpr std::uint32_t kItems = 20'000;
  ConvertedDocument document;
  document.headings = {{{0, 1}, 1}};  // Among the blocks, too.
  document.blocks = {
      {.range = {0, 1}, .kind = TextBlockKind::kHeading, .level = 1},
      {.range = {2, 2 + 2 * kItems}, .kind = TextBlockKind::kList, .level = 1}};
  document.text = "h\n";
  for (std::uint32_t i = 0; i < kItems; ++i) {
    document.blocks.push_back({.range = {2 + 2 * i, 3 + 2 * i},
                               .parent_distance = i + 1,
                               .number = i,
                               .kind = TextBlockKind::kItem,
                               .level = 1,
                               .flags = engine::kNumbered});
    document.text += "x\n";
  }
  document.text += std::string(kMaxTextInOneRequest, 'a');
  for (const std::size_t line_bytes : {8'192U, 1U << 20}) {
    const SenderLimits limits =
        SenderLimits::From({{"limits", {{"max_line_bytes", line_bytes}}}});
    std::vector<json::object> blocks;
    bool has_headings = false;
    std::size_t longest = 0;
    const Sending run = SendAll(
        {document},
        [&](Peer& peer) {
          for (json::object request = peer.Read(); !request.empty();
               request = peer.Read()) {
            longest = std::max(longest, json::serialize(request).size() + 1);
            const json::object& params = ObjectAt(request, "params");
            has_headings |= params.contains("headings");
            for (const auto& block : ArrayAt(params, "blocks")) {
              blocks.push_back(AsObject(block));
            }
            peer.Reply(request, R"({"upload":9})");
          }
        },
        limits);
    EXPECT_THAT(run.outcomes, ElementsAre("0:stored"));
    ASSERT_EQ(blocks.size(), document.blocks.size());
    EXPECT_EQ(TextAt(blocks[0], "kind"), "heading");
    for (std::uint32_t i = 0; i < kItems; ++i) {
      const json::object& block = blocks[i + 2];
      ASSERT_EQ(NumberAt(block, "parent"), 1u);
      ASSERT_EQ(NumberAt(block, "number"), i);
      ASSERT_EQ(NumberAt(block, "begin"), 2 + 2 * i);
    }
    EXPECT_FALSE(has_headings);
    EXPECT_LE(longest, line_bytes);
  }
}

TEST(DocumentSender, ReportsTheFirstErrorOfAnUpload) {
  const ConvertedDocument document{
      .text = std::string(kMaxTextInOneRequest + 1, 'a')};
  const Sending run = SendAll({document}, [](Peer& peer) {
    peer.Reply(peer.Read(), R"({"upload":1})");
    peer.Fail(peer.Read(), R"({"message":"","data":{"kind":"limit"}})");
    for (json::object request = peer.Read(); !request.empty();
         request = peer.Read()) {
      peer.Fail(request, R"({"message":"","data":{"kind":"not_found"}})");
    }
  });
  EXPECT_TRUE(run.ended);
  EXPECT_THAT(run.outcomes, ElementsAre("0:limit"));
}

TEST(DocumentSender, GoesOnAfterADocumentIsRefused) {
  const Sending run = SendAll({{.text = "a"}, {.text = "b"}}, [](Peer& peer) {
    peer.Fail(peer.Read(), R"({"message":"","data":{"kind":"rejected"}})");
    peer.Reply(peer.Read(), "{}");
  });
  EXPECT_TRUE(run.ended);
  EXPECT_THAT(run.outcomes, ElementsAre("0:rejected", "1:stored"));
}

TEST(DocumentSender, StopsWhenNothingCanBeStored) {
  for (const char* error :
       {R"({"message":"disk full","data":{"kind":"storage"}})",
        R"({"message":"","data":{"kind":"invalid_params",)"
        R"("param":"collection"}})"}) {
    const Sending run = SendAll({{.text = "a"}}, [error](Peer& peer) {
      peer.Fail(peer.Read(), error);
    });
    EXPECT_FALSE(run.ended) << error;
    EXPECT_TRUE(run.outcomes.empty());
  }
}

constexpr std::string_view kBusy =
    R"({"message":"Busy.","data":{"kind":"busy"}})";

TEST(DocumentSender, SendsAgainWhatTheDaemonIsTooBusyFor) {
  std::vector<std::string> names;
  const Sending run = SendAll(
      {{.text = "a"}, {.text = "b"}, {.text = "c"}}, [&names](Peer& peer) {
        const json::object first = peer.Read();
        peer.Fail(peer.Read(), kBusy);
        peer.Fail(peer.Read(), kBusy);
        peer.Reply(first, "{}");
        for (auto again = peer.Read(); !again.empty(); again = peer.Read()) {
          names.push_back(TextAt(ObjectAt(again, "params"), "name"));
          peer.Reply(again, "{}");
        }
      });
  EXPECT_TRUE(run.ended);
  EXPECT_THAT(run.outcomes, ElementsAre("0:stored", "1:stored", "2:stored"));
  EXPECT_THAT(names, ElementsAre("1", "2"));
}

TEST(DocumentSender, SendsAWholeUploadAgainWhenItsEndMeetsABusyDaemon) {
  const ConvertedDocument document{
      .text = std::string(kMaxTextInOneRequest + 1, 'a')};
  int commits = 0;
  std::string text;
  const Sending run = SendAll({document}, [&](Peer& peer) {
    for (auto request = peer.Read(); !request.empty(); request = peer.Read()) {
      text += TextAt(ObjectAt(request, "params"), "text");
      if (Method(request) == "documents.begin") text.clear();
      if (Method(request) == "documents.commit" && ++commits < 3) {
        peer.Fail(request, kBusy);
      } else {
        peer.Reply(request, R"({"upload":1})");
      }
    }
  });
  EXPECT_THAT(run.outcomes, ElementsAre("0:stored"));
  EXPECT_EQ(commits, 3);
  EXPECT_EQ(text, document.text);
}

TEST(DocumentSender, GivesUpOnADaemonThatStaysBusy) {
  for (const std::size_t bytes : {std::size_t{1}, kMaxTextInOneRequest + 1}) {
    const Sending run =
        SendAll({{.text = std::string(bytes, 'a')}}, [](Peer& peer) {
          for (auto request = peer.Read(); !request.empty();
               request = peer.Read()) {
            const bool begins = Method(request) == "documents.begin" ||
                                Method(request) == "documents.part";
            begins ? peer.Reply(request, R"({"upload":1})")
                   : peer.Fail(request, kBusy);
          }
        });
    ASSERT_FALSE(run.ended);
    EXPECT_EQ(run.ended.error().exit_code, ExitCode::kDaemonFailed);
    EXPECT_EQ(run.ended.error().kind, "busy");
    EXPECT_TRUE(run.outcomes.empty());
  }
}

TEST(DocumentSender, KeepsWithinTheDaemonsLimits) {
  const SenderLimits limits = SenderLimits::From(
      {{"limits", {{"max_line_bytes", 8192}, {"max_in_flight", 2}}}});
  ConvertedDocument document;
  for (std::uint32_t i = 0; i < 2'000; ++i) {
    document.pages.push_back({6 * i, i + 1});
    document.headings.push_back({{6 * i, 6 * i + 1}, 1});
    document.text += "h\x01\x01\x01\x01\x01";
  }
  for (int i = 0; i < 20'000; ++i) {
    document.page_pictures += static_cast<char>(i);
  }
  std::size_t longest = 0;
  std::string text;
  std::string pictures;
  const Sending run = SendAll(
      {document},
      [&](Peer& peer) {
        for (auto request = peer.Read(); !request.empty();
             request = peer.Read()) {
          longest = std::max(longest, json::serialize(request).size() + 1);
          const auto& params = ObjectAt(request, "params");
          text += TextAt(params, "text");
          pictures += protocol::FromBase64(TextAt(params, "pictures")).value();
          peer.Reply(request, R"({"upload":9})");
        }
      },
      limits);
  EXPECT_THAT(run.outcomes, ElementsAre("0:stored"));
  EXPECT_EQ(limits.requests_in_flight, 2u);
  EXPECT_EQ(text, document.text);
  EXPECT_EQ(pictures, document.page_pictures);
  EXPECT_LE(longest, 8192u);
}

TEST(DocumentSender, TakesTheDaemonsLimitsOnlyWhereTheyAreSmaller) {
  const SenderLimits none = SenderLimits::From({});
  EXPECT_EQ(none.request_bytes, kMaxRequestBytes);
  const SenderLimits larger = SenderLimits::From(
      {{"limits", {{"max_line_bytes", 1u << 24}, {"max_in_flight", 4096}}}});
  EXPECT_EQ(larger.requests_in_flight, kMaxRequestsInFlight);
  EXPECT_EQ(larger.request_bytes, kMaxRequestBytes);
  EXPECT_EQ(larger.part_bytes, kMaxPartBytes);
}

}  // namespace
}  // namespace answerbox::client
