// Tests `select`, `summarize` and long answers of the real daemon, over its
// socket: what callers get that ask for too much, for nothing, or all at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/daemon/protocol/unix_socket/peer.h"
#include "tests/system/daemon_process.h"

namespace answerbox {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

class GatheringTest : public testing::Test {
 protected:
  ~GatheringTest() override {
    daemon_.reset();
    std::filesystem::remove_all(folder_);
  }

  void Begin(const std::vector<std::string>& options = {}) {
    daemon_->Start(options);
    ASSERT_THAT(daemon_->Notification(), HasSubstr("READY=1"))
        << daemon_->Log();
  }

  static std::string Line(std::string_view method, const json::value& params,
                          int id = 1) {
    return json::serialize(json::value{{"jsonrpc", "2.0"},
                                       {"id", id},
                                       {"method", method},
                                       {"params", params}});
  }
  json::value Reply(std::string_view method, const json::value& params) {
    daemon::Peer peer(daemon_->socket());
    return json::parse(peer.Ask(Line(method, params)));
  }
  json::value Result(std::string_view method, const json::value& params) {
    return Reply(method, params).at("result");
  }
  // The kind of the error, and its message.
  std::string Problem(std::string_view method, const json::value& params) {
    const json::value error = Reply(method, params).at("error");
    return std::string(error.at("data").at("kind").as_string()) + ": " +
           std::string(error.at("message").as_string());
  }

  // Documents whose sentences are all about the fridge.
  void AddDocuments(int documents, int sentences) {
    for (int i = 0; i < documents; ++i) {
      std::string text;
      for (int j = 0; j < sentences; ++j) {
        text += "The fridge of room " + std::to_string(i * sentences + j) +
                " is checked by nurse number " + std::to_string(j * 7) +
                " every day. ";
      }
      ASSERT_TRUE(Reply("documents.add",
                        {{"name", std::to_string(i) + ".md"}, {"text", text}})
                      .as_object()
                      .contains("result"));
    }
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("gathering_test_" + std::to_string(::getpid()));
  std::unique_ptr<DaemonProcess> daemon_ =
      std::make_unique<DaemonProcess>(folder_);
};

// The published pipeline; the vectors are made anew after the change.
TEST_F(GatheringTest, RetrievesByDenseVectorsOfTheDocumentsAsTheyAre) {
  Begin();
  AddDocuments(3, 20);
  const json::value params = {{"question", "Who checks the fridge?"},
                              {"retrieval", "dense+likelihood"}};
  EXPECT_FALSE(Result("select", params).at("units").as_array().empty());
  ASSERT_TRUE(Reply("documents.add", {{"name", "gate.md"},
                                      {"text", "The porter locks the gate."}})
                  .as_object()
                  .contains("result"));
  const json::value gate = {{"question", "Who locks the gate?"},
                            {"retrieval", "dense"}};
  const json::value units = Result("select", gate).at("units");
  ASSERT_FALSE(units.as_array().empty());
  EXPECT_EQ(units.at(0).at("document").as_string(), "gate.md");
  EXPECT_THAT(
      Problem("select", {{"question", "x"}, {"retrieval", "likelihood+dense"}}),
      HasSubstr("such as \"dense+likelihood\""));
}

TEST_F(GatheringTest, RemovedDocumentsAreNotFoundByDenseVectors) {
  Begin();
  AddDocuments(3, 20);
  const json::value params = {{"question", "Who checks the fridge?"},
                              {"retrieval", "dense"}};
  const auto documents = [&] {
    std::set<std::string> names;
    const json::value result = Result("select", params);
    for (const json::value& unit : result.at("units").as_array()) {
      names.insert(std::string(unit.at("document").as_string()));
    }
    return names;
  };
  EXPECT_EQ(documents(), (std::set<std::string>{"0.md", "1.md", "2.md"}));
  Result("documents.remove", {{"name", "1.md"}});
  EXPECT_EQ(documents(), (std::set<std::string>{"0.md", "2.md"}));
  Result("collections.compact", {{"collection", "default"}});
  EXPECT_EQ(documents(), (std::set<std::string>{"0.md", "2.md"}));
}

// The one question thread answers all that come while the vectors are made; the
// reply to the first request comes last, and tells how long it took.
TEST_F(GatheringTest, QuestionsAreAnsweredWhileDenseVectorsAreMade) {
  Begin({"--question-threads", "1"});
  std::string words;
  for (int i = 0; i < 5'000; ++i) {
    words += "w" + std::to_string(i) + (i % 10 == 9 ? ". " : " ");
  }
  Reply("documents.add", {{"name", "words.md"}, {"text", words}});
  Reply("documents.add",
        {{"name", "gate.md"}, {"text", "The porter locks the gate."}});
  const json::value question = {{"question", "Who locks the gate?"},
                                {"theta", 0.0}};
  const json::value dense = {{"question", "Who locks the gate?"},
                             {"retrieval", "dense"}};
  daemon::Peer peer(daemon_->socket());
  peer.Send(Line("select", dense, 1) + "\n" + Line("ask", question, 2) + "\n" +
            Line("select", dense, 3) + "\n" + Line("ask", question, 4) + "\n");
  const json::value first = json::parse(peer.Line());
  EXPECT_EQ(first.at("id"), 2);
  EXPECT_EQ(first.at("result").at("answer").at("document"), "gate.md");
  const json::value busy = json::parse(peer.Line());
  EXPECT_EQ(busy.at("id"), 3);
  EXPECT_EQ(busy.at("error").at("data").at("kind"), "busy");
  EXPECT_THAT(std::string(busy.at("error").at("message").as_string()),
              HasSubstr("\"default\" are being made for another request; try"));
  EXPECT_EQ(json::parse(peer.Line()).at("id"), 4);
  const json::value made = json::parse(peer.Line());
  EXPECT_EQ(made.at("id"), 1);
  const json::value retried = Result("select", dense);
  EXPECT_EQ(retried.at("units"), made.at("result").at("units"));
  EXPECT_LT(retried.at("latency_us").as_int64(),
            made.at("result").at("latency_us").as_int64());
  // Making the vectors is metered as part of the query that has them made.
  const auto cpu_us = [](const json::value& result) {
    return result.at("energy").at("cpu_us").to_number<double>();
  };
  EXPECT_LT(10 * cpu_us(retried), cpu_us(made.at("result")));
}

TEST_F(GatheringTest, WhoWaitsForDenseVectorsHearsThatTheDaemonStops) {
  Begin({"--question-threads", "1"});
  std::string words;
  for (int i = 0; i < 20'000; ++i) {
    words += "w" + std::to_string(i) + (i % 10 == 9 ? ". " : " ");
  }
  Reply("documents.add", {{"name", "words.md"}, {"text", words}});
  daemon::Peer peer(daemon_->socket());
  peer.Send(Line("select", {{"question", "w7"}, {"retrieval", "dense"}}, 1) +
            "\n" + Line("search", {{"question", "w7"}}, 2) + "\n");
  EXPECT_EQ(json::parse(peer.Line()).at("id"), 2);
  daemon_->Signal(SIGTERM);
  EXPECT_THAT(peer.Line(), HasSubstr("shutting_down"));
  EXPECT_EQ(daemon_->Wait(), 0);
}

TEST_F(GatheringTest, ABudgetIsNeverPassed) {
  Begin();
  AddDocuments(3, 40);
  for (const int tokens : {1, 13, 14, 100, 1000}) {
    const json::value all = Result(
        "select", {{"question", "fridge of room 7"}, {"tokens", tokens}});
    std::int64_t sum = 0;
    for (const json::value& unit : all.at("units").as_array()) {
      sum += unit.at("tokens").as_int64();
    }
    EXPECT_EQ(sum, all.at("tokens").as_int64());
    EXPECT_LE(sum, tokens);
    EXPECT_EQ(all.as_object().contains("refusal"), sum == 0) << tokens;
  }
  const json::value counted = Result(
      "select",
      {{"question", "fridge"}, {"tokens", 300}, {"tokens_per_word", 10}});
  EXPECT_LE(counted.at("words").as_int64(), 30);
  EXPECT_GT(counted.at("words").as_int64(), 0);
  const json::value two =
      Result("select", {{"question", "fridge"}, {"sentences", 2}});
  EXPECT_LE(two.at("units").as_array().size(), 2u);
}

TEST_F(GatheringTest, WhatCanNotBeGatheredIsAnErrorThatNamesIt) {
  Begin();
  AddDocuments(1, 3);
  EXPECT_THAT(Problem("select", {{"question", "x"}, {"tokens", 0}}),
              HasSubstr("invalid_params: \"tokens\" must be an integer from 1 "
                        "to 100000."));
  EXPECT_THAT(Problem("select", {{"question", "fridge"}, {"documents", {"b"}}}),
              HasSubstr("not_found: Collection \"default\" has no document"));
  EXPECT_THAT(Problem("select", {{"question", "x"}, {"collection", "no"}}),
              HasSubstr("not_found"));
  EXPECT_THAT(Problem("summarize", {{"documents", {"b"}}}),
              HasSubstr("not_found"));
  EXPECT_THAT(Problem("summarize", {{"words", 0}}),
              HasSubstr("\"words\" must be an integer from 1"));
  EXPECT_THAT(Problem("select", json::object()), HasSubstr("\"question\""));
  // JSON has no NaN.
  daemon::Peer peer(daemon_->socket());
  EXPECT_THAT(peer.Ask(R"({"jsonrpc":"2.0","id":1,"method":"select","params":)"
                       R"({"texts":[{"text":"a","score":NaN}]}})"),
              HasSubstr("parse_error"));
}

TEST_F(GatheringTest, NothingToGatherIsARefusalWithItsReason) {
  Begin();
  EXPECT_EQ(Problem("summarize", json::object()).substr(0, 9), "not_found");
  Result("collections.create", {{"name", "default"}});
  EXPECT_EQ(Result("summarize", json::object()).at("refusal").at("reason"),
            "no_documents");
  EXPECT_EQ(
      Result("select", {{"question", "fridge"}}).at("refusal").at("reason"),
      "no_documents");
  AddDocuments(1, 3);
  EXPECT_EQ(
      Result("select", {{"question", "zebra"}}).at("refusal").at("reason"),
      "no_evidence");
  EXPECT_EQ(Result("summarize", {{"words", 2}}).at("refusal").at("reason"),
            "no_room");
}

TEST_F(GatheringTest, ChoosesAmongTextsOfTheCallerWithoutACollection) {
  Begin();
  const json::array texts = {"Vaccines are kept cold in the fridge.",
                             "Vaccines are kept cold in the fridge.",
                             "The parking lot is behind the building.",
                             "The fridge is checked twice a day."};
  const auto chosen = [&](json::object params) {
    params["texts"] = texts;
    params["question"] = "How cold is the fridge for vaccines?";
    std::vector<std::int64_t> indices;
    const json::value result = Result("select", params);
    for (const json::value& one : result.at("chosen").as_array()) {
      indices.push_back(one.at("index").as_int64());
    }
    return indices;
  };
  // The same text is chosen once, but not by the published method.
  EXPECT_EQ(chosen({}), (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(chosen({{"strategy", "relevance"}, {"sentences", 2}}),
            (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(chosen({{"sentences", 1}}), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(chosen({{"tokens", 3}}), std::vector<std::int64_t>());
  EXPECT_EQ(chosen({{"order", "score"}}).front(), 0);
}

TEST_F(GatheringTest, AsManyTextsAsALineHoldsAreChosenFrom) {
  Begin();
  json::array texts;
  for (int i = 0; i < 8192; ++i) {
    texts.push_back(json::value("Fridge number " + std::to_string(i) +
                                " stands in room " + std::to_string(i % 97) +
                                " beside the sink of ward " +
                                std::to_string(i % 31) + "."));
  }
  const json::value result =
      Result("select", {{"texts", texts},
                        {"question", "Which fridge stands in room 5?"},
                        {"tokens", 1000}});
  EXPECT_LE(result.at("tokens").as_int64(), 1000);
  EXPECT_FALSE(result.at("chosen").as_array().empty());
  texts.push_back("One more.");
  EXPECT_THAT(Problem("select", {{"texts", texts}}),
              HasSubstr("1 to 8192 texts, not 8193"));
  // A million of them are no line.
  const std::string million =
      Line("select", {{"texts", json::array(1'000'000, json::value("a"))}});
  daemon::Peer peer(daemon_->socket());
  peer.Send(million + "\n");
  EXPECT_THAT(peer.Line(), HasSubstr("line_too_long"));
}

// The bound of memory is told, and holds for the next request as for this one.
TEST_F(GatheringTest, TextsThatTakeMoreThanTheArenaAreAnError) {
  Begin();
  std::string text;
  for (int i = 0; i < 140'000; ++i) text += 'w' + std::to_string(i) + ' ';
  ASSERT_LT(text.size(), 1'040'000u);
  for (int round = 0; round < 3; ++round) {
    EXPECT_THAT(Problem("select", {{"texts", {text, "Short."}}}),
                HasSubstr("limit: Choosing among these texts takes more than "
                          "12582912 bytes"));
  }
  EXPECT_EQ(Result("select", {{"texts", {"Short.", "Other."}}})
                .at("chosen")
                .as_array()
                .size(),
            2u);
}

// Two run at a time; the others wait for their turn, or are told to come back.
TEST_F(GatheringTest, ManyAtOnceAreAllAnsweredAlike) {
  Begin({"--question-threads", "4", "--max-questions", "16"});
  AddDocuments(5, 200);
  const json::value params = {{"question", "fridge of room 8"},
                              {"tokens", 500}};
  daemon::Peer peer(daemon_->socket());
  constexpr int kRequests = 16;
  for (int i = 0; i < kRequests; ++i) {
    peer.Send(Line("select", params, i) + "\n");
  }
  std::set<std::string> units;
  for (int i = 0; i < kRequests; ++i) {
    const json::value reply = json::parse(peer.Line());
    ASSERT_TRUE(reply.as_object().contains("result")) << reply;
    units.insert(json::serialize(reply.at("result").at("units")));
  }
  EXPECT_EQ(units.size(), 1u);
  const json::value memory = Result("status", json::object()).at("memory");
  EXPECT_GT(memory.at("gathering_high_water_bytes").as_int64(), 0);
  EXPECT_LE(memory.at("gathering_high_water_bytes").as_int64(),
            memory.at("gathering_arena_bytes").as_int64());
}

TEST_F(GatheringTest, ALongAnswerCitesSeveralDocuments) {
  Begin();
  Reply("documents.add",
        {{"name", "a.md"},
         {"text", "Injuries are reported to the nurse at once."}});
  Reply("documents.add", {{"name", "b.md"},
                          {"text",
                           "Report injuries to the safety officer in writing. "
                           "Injuries are reported to the nurse at once."}});
  const json::value result =
      Result("ask", {{"question", "To whom are injuries reported?"},
                     {"theta", 0.0},
                     {"form", "long"}});
  const json::value& answer = result.at("answer");
  EXPECT_EQ(answer.at("form"), "long");
  const json::array& parts = answer.at("parts").as_array();
  ASSERT_GE(parts.size(), 2u);
  EXPECT_EQ(parts[0].at("text"), "Injuries are reported to the nurse at once.");
  EXPECT_EQ(parts[0].at("document"), "a.md");
  // It is said once, with its other place.
  EXPECT_EQ(parts[0].at("also_in").at(0).at("document"), "b.md");
  EXPECT_EQ(parts[1].at("document"), "b.md");
  EXPECT_EQ(parts[1].at("text"),
            "Report injuries to the safety officer in writing.");
  EXPECT_EQ(std::string(answer.at("text").as_string()),
            std::string(parts[0].at("text").as_string()) + "\n\n" +
                std::string(parts[1].at("text").as_string()));
}

TEST_F(GatheringTest, ALongAnswerOfNoSentenceThatFitsIsAnOrdinaryOne) {
  Begin();
  Reply("documents.add",
        {{"name", "a.md"},
         {"text",
          "Injuries with needles, blades and all other sharp things "
          "are reported to the nurse on duty at once."}});
  const json::object question = {{"question", "To whom are injuries reported?"},
                                 {"theta", 0.0}};
  json::object as_long = question;
  as_long["form"] = "long";
  as_long["words"] = 10;
  const json::value answer = Result("ask", as_long).at("answer");
  EXPECT_EQ(answer, Result("ask", question).at("answer"));
  EXPECT_EQ(answer.at("form"), "sentence");
}

}  // namespace
}  // namespace answerbox
