// `answerbox context`, `answerbox summarize` and `answerbox ask --long` against
// a scripted daemon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <utility>
#include <vector>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

constexpr const char* kSomeUnits =
    R"({"tokens":4,"words":3,"units":[{"text":"Keep it cold.",)"
    R"("document":"v.md","page":2,"section":["Storage"],"tokens":4}]})";
constexpr const char* kNoUnits =
    R"({"tokens":0,"words":0,"units":[],"refusal":{"reason":"no_evidence",)"
    R"("message":"None of the words."}})";
constexpr const char* kSummary =
    R"({"text":"Keep it cold.","sentences":[{"text":"Keep it cold.",)"
    R"("document":"v.md","page":null,"section":[]}],"words":3})";
constexpr const char* kLong =
    R"({"answered":true,"answer":{"sentence":"At 5.","document":"v.md",)"
    R"("page":null,"section":[],"form":"long","text":"At 5.\n\nDaily.",)"
    R"("parts":[{"role":"sentence","text":"At 5.","document":"v.md",)"
    R"("page":1,"section":[],"scan_confidence":0.2},{"role":"sentence",)"
    R"("text":"Daily.","document":"w.md","page":null,"section":["Checks"]}],)"
    R"("cut":null},"confidence":0.81,"theta":0.2})";

ScriptedDaemon::Script AnsweringWith(const char* result) {
  return [result](Peer& peer) { peer.Reply(peer.Read(), result); };
}

// The request that a command line sends.
boost::json::object RequestFor(std::vector<std::string> arguments) {
  boost::json::object sent;
  InvokeAgainst(
      [&sent](Peer& peer) {
        sent = peer.Read();
        peer.Reply(sent, kSomeUnits);
      },
      std::move(arguments));
  return sent;
}

TEST(ContextCommand, PrintsUnitsWithTheirPlaces) {
  const Invocation text =
      InvokeAgainst(AnsweringWith(kSomeUnits), {"context", "how", "cold?"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.output, "[v.md, page 2, Storage]\nKeep it cold.\n");
  EXPECT_EQ(text.errors, "");
  EXPECT_EQ(InvokeAgainst(AnsweringWith(kSomeUnits),
                          {"context", "--format", "markdown", "cold?"})
                .output,
            "## v.md\n\n> Keep it cold.\n>\n> \xE2\x80\x94 page 2, Storage\n");
  for (const std::vector<std::string>& json :
       {std::vector<std::string>{"context", "--format", "json", "cold?"},
        std::vector<std::string>{"context", "--json", "cold?"}}) {
    EXPECT_EQ(InvokeAgainst(AnsweringWith(kSomeUnits), json).output,
              std::string(kSomeUnits) + "\n");
  }
}

TEST(ContextCommand, SendsTheQuestionAloneUnlessItIsToldMore) {
  const auto request = RequestFor({"context", "how", "cold?"});
  EXPECT_EQ(TextAt(request, "method"), "select");
  EXPECT_EQ(boost::json::serialize(request.at("params")),
            R"({"question":"how cold?"})");
}

TEST(ContextCommand, SendsEveryOption) {
  const auto request =
      RequestFor({"context", "-c",          "p",        "--document",
                  "a*",      "--tokens",    "500",      "--tokens-per-word",
                  "2.5",     "--retrieval", "feedback", "--order",
                  "1:1",     "--strategy",  "mmr",      "--alpha",
                  "0.5",     "--window",    "9",        "--vectors",
                  "latent",  "cold?"});
  EXPECT_EQ(boost::json::serialize(request.at("params")),
            R"({"collection":"p","documents":["a*"],"tokens":500,)"
            R"("tokens_per_word":2.5E0,"order":"1:1","retrieval":"feedback",)"
            R"("strategy":"mmr","alpha":5E-1,"window":9,"vectors":"latent",)"
            R"("question":"cold?"})");
}

constexpr const char* kReadOtherwise =
    R"({"spelling":[{"word":"cald","taken_for":"cold"}],"units":[{"text":)"
    R"("Keep it cold.","document":"v.md"}],"sentences":[{"text":)"
    R"("Keep it cold.","document":"v.md"}]})";
constexpr const char* kWordOffered =
    R"({"abbreviations":[{"words":"VHT","also":"team"}],"units":[],"refusal":)"
    R"({"message":"None.","offers":[{"word":"firm","words":["farm"]}]}})";

TEST(ContextCommand, SaysOnErrorsHowTheQuestionWasRead) {
  for (const char* command : {"context", "summarize"}) {
    const Invocation read =
        InvokeAgainst(AnsweringWith(kReadOtherwise), {command, "cald"});
    EXPECT_EQ(read.exit_code, 0);
    EXPECT_EQ(read.errors, "showing results for 'cold'\n");
    EXPECT_THAT(read.output, testing::Not(HasSubstr("results")));
    const Invocation refused =
        InvokeAgainst(AnsweringWith(kWordOffered), {command, "firm"});
    EXPECT_EQ(refused.errors,
              "also looked for 'team'\nNothing found. None. For 'firm', did "
              "you mean 'farm'?\n");
  }
}

TEST(ContextCommand, RetrievesInSteps) {
  EXPECT_EQ(boost::json::serialize(
                RequestFor({"context", "--retrieval", "dense+likelihood", "x"})
                    .at("params")),
            R"({"retrieval":"dense+likelihood","question":"x"})");
  const Invocation wrong =
      InvokeAgainst(AnsweringWith(kSomeUnits),
                    {"context", "--retrieval", "likelihood+dense", "x"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("such as \"dense+likelihood\""));
}

TEST(ContextCommand, TakesWordsAsTheyStandIfToldSo) {
  EXPECT_EQ(boost::json::serialize(RequestFor({"context", "--no-spelling",
                                               "--no-abbreviations", "x"})
                                       .at("params")),
            R"({"spelling":false,"abbreviations":false,"question":"x"})");
  EXPECT_EQ(boost::json::serialize(
                RequestFor({"summarize", "--about", "x", "--no-spelling"})
                    .at("params")),
            R"({"about":"x","spelling":false})");
}

TEST(ContextCommand, TellsOnErrorsThatThereIsNothingAndEndsWith1) {
  const Invocation invocation =
      InvokeAgainst(AnsweringWith(kNoUnits), {"context", "x"});
  EXPECT_EQ(invocation.exit_code, 1);
  EXPECT_EQ(invocation.output, "");
  EXPECT_EQ(invocation.errors, "Nothing found. None of the words.\n");
  EXPECT_EQ(InvokeAgainst(AnsweringWith(kNoUnits), {"context", "--json", "x"})
                .exit_code,
            1);
}

TEST(ContextCommand, RefusesOptionsThatMeanNothing) {
  for (const auto& [option, value] :
       {std::pair("--tokens", "0"), std::pair("--tokens", "100001"),
        std::pair("--tokens", "-1"), std::pair("--tokens", "many"),
        std::pair("--tokens-per-word", "0"),
        std::pair("--tokens-per-word", "nan"), std::pair("--order", "0:1"),
        std::pair("--order", "1:"), std::pair("--order", "place"),
        std::pair("--order", "1:1001"), std::pair("--strategy", "best"),
        std::pair("--alpha", "1.5"), std::pair("--alpha", "nan"),
        std::pair("--window", "8193"), std::pair("--vectors", "dense"),
        std::pair("--format", "html"),
        std::pair("--retrieval", "dense+bm25")}) {
    const Invocation invocation = Invoke({"context", option, value, "x"});
    EXPECT_EQ(invocation.exit_code, 2) << option << ' ' << value;
    EXPECT_THAT(invocation.errors, HasSubstr(option)) << value;
  }
  EXPECT_EQ(Invoke({"context"}).exit_code, 2);
  EXPECT_EQ(Invoke({"context", "\xFF"}).exit_code, 4);
}

TEST(SummarizeCommand, PrintsSentencesWithCitations) {
  const Invocation invocation =
      InvokeAgainst(AnsweringWith(kSummary), {"summarize", "v.md"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output, "Keep it cold. [1]\n[1] v.md\n");
  EXPECT_EQ(
      InvokeAgainst(AnsweringWith(kSummary), {"summarize", "--json"}).output,
      std::string(kSummary) + "\n");
}

TEST(SummarizeCommand, SendsDocumentsAndWhatItIsAbout) {
  const auto all = RequestFor({"summarize"});
  EXPECT_EQ(TextAt(all, "method"), "summarize");
  EXPECT_EQ(boost::json::serialize(all.at("params")), "{}");
  const auto some = RequestFor({"summarize", "-c", "p", "--about",
                                "cold places", "--words", "50", "a*", "b.md"});
  EXPECT_EQ(boost::json::serialize(some.at("params")),
            R"({"documents":["a*","b.md"],"collection":"p",)"
            R"("about":"cold places","words":50})");
}

TEST(SummarizeCommand, NothingAndMistakesHaveTheirExitCodes) {
  const Invocation nothing =
      InvokeAgainst(AnsweringWith(kNoUnits), {"summarize", "--about", "x"});
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_EQ(nothing.output, "");
  EXPECT_THAT(nothing.errors, HasSubstr("Nothing found. None"));
  for (const char* words : {"0", "100001", "-5", "all"}) {
    const Invocation wrong = Invoke({"summarize", "--words", words});
    EXPECT_EQ(wrong.exit_code, 2) << words;
    EXPECT_THAT(wrong.errors, HasSubstr("--words"));
  }
  EXPECT_EQ(Invoke({"summarize", "--about", "\xFF"}).exit_code, 4);
  EXPECT_EQ(Invoke({"summarize", "\xFF"}).exit_code, 4);
}

TEST(AskLong, PrintsNumberedCitations) {
  const Invocation invocation =
      InvokeAgainst(AnsweringWith(kLong), {"ask", "--long", "x"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output,
            "At 5. [1]\nDaily. [2]\n[1] v.md, page 1\n[2] w.md, Checks\n"
            "confidence 0.81\nPage 1 is a scan that was hard to read "
            "(confidence 0.20): check the words on the page itself.\n");
}

TEST(AskLong, SendsTheFormAndNoNumberOfAnswers) {
  EXPECT_EQ(
      boost::json::serialize(
          RequestFor({"ask", "--long", "--words", "90", "x"}).at("params")),
      R"({"form":"long","words":90,"question":"x","short":false})");
  EXPECT_EQ(Invoke({"ask", "--long", "--form", "list", "x"}).exit_code, 2);
  EXPECT_EQ(Invoke({"ask", "--long", "--answers", "2", "x"}).exit_code, 2);
}

}  // namespace
}  // namespace answerbox::client
