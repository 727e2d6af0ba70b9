#include "client/commands/audit/recorded_answer.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace answerbox::client {
namespace {

namespace json = boost::json;

json::object Parsed(std::string_view text) {
  return json::parse({text.data(), text.size()}).as_object();
}

// A list, and a sentence of another document, as an audit log has them.
json::object RecordedList() {
  return Parsed(R"({"kind":"answer","collection":"c","theta":0.25,
    "arithmetic":"fixed","runners_up":1,"form":"auto","words":80,"answers":2,"spelling":true,
    "question":"What is needed?","confidence":0.5,
    "cites":[[0,13,19],[1,3,9]],
    "shown":[["list",0,[[0,9],[13,19]]],["sentence",1,[[3,9]]]],
    "chunks":[["aa",0],["bb",1]],
    "documents":[["a.md","11"],["b.md","22"]]})");
}

// What the daemon replies to the same question.
json::object RepliedList() {
  json::object reply = Parsed(R"({"answered":true,"answer":{
      "sentence":"a bowl","document":"a.md","offsets":{"begin":13,"end":19},
      "chunk":"aa","form":"list","text":"You need:\na bowl","parts":[
        {"role":"lead_in","text":"You need:","offsets":{"begin":0,"end":9}},
        {"role":"item","text":"a bowl","offsets":{"begin":13,"end":19}}]},
    "runners_up":[{"sentence":"Water.","document":"b.md",
                   "offsets":{"begin":3,"end":9},"chunk":"bb"}],
    "confidence":0.5})");
  json::object other = Parsed(R"({"sentence":"Water.","document":"b.md",
    "offsets":{"begin":3,"end":9},"chunk":"bb","form":"sentence",
    "text":"Water.","parts":[{"role":"sentence","text":"Water.",
                              "offsets":{"begin":3,"end":9}}]})");
  reply["answers"] = json::array{reply.at("answer"), std::move(other)};
  return reply;
}

// The first part of an answer in a reply.
json::object& PartOf(json::value& answer) {
  return answer.as_object().at("parts").as_array().front().as_object();
}

TEST(RecordedAnswer, TheSameAnswersAreTheSame) {
  EXPECT_TRUE(IsSameAnswer(RecordedList(), RepliedList()));
}

TEST(RecordedAnswer, WhatIsToldBesideTheAnswersMustBeTheSame) {
  json::object record = RecordedList();
  record["also_in"] = json::parse("[[0,1,13,19]]");
  record["short"] = json::parse("[2,6]");
  record["choices"] = true;
  record["differ"] = json::parse(R"([[0,2,6,"2026-03"],[1,0,5,""]])");
  json::object reply = RepliedList();
  json::object& answer = reply.at("answer").as_object();
  answer["also_in"] =
      json::parse(R"([{"document":"b.md","offsets":{"begin":13,"end":19}}])");
  answer["short"] = json::parse(R"({"text":"bowl","begin":2,"end":6})");
  reply["choices"] = true;
  reply["differ"] = json::parse(
      R"([{"begin":2,"end":6,"date":"2026-03"},{"begin":0,"end":5}])");
  EXPECT_TRUE(IsSameAnswer(record, reply));
  EXPECT_TRUE(QuestionOf(record).at("short").as_bool());
  for (const std::string_view member :
       {"also_in", "short", "choices", "differ"}) {
    json::object other = record;
    other[member] = json::array{};
    EXPECT_FALSE(IsSameAnswer(other, reply)) << member;
  }
  // An older record has none of them.
  EXPECT_TRUE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, WhatARefusalMissesMustBeTheSame) {
  const json::object record = Parsed(R"({"reason":"weak_evidence",
    "confidence":0,"cites":[[0,10,26]],"also_in":[],
    "missing":[["room 1",18,25]],"chunks":[["aa",0]],
    "documents":[["a.md","11"]]})");
  const auto replied = [](std::string_view instead) {
    json::object reply = Parsed(R"({"confidence":0,"runners_up":[
      {"sentence":"Sink in room 12.","document":"a.md","chunk":"aa",
       "offsets":{"begin":10,"end":26}}]})");
    reply["refusal"] = {
        {"reason", "weak_evidence"},
        {"missing", {{{"asked", "room 1"}, {"instead", instead}}}}};
    return reply;
  };
  EXPECT_TRUE(IsSameAnswer(record, replied("room 12")));
  EXPECT_FALSE(IsSameAnswer(record, replied("room 1")));
  EXPECT_FALSE(IsSameAnswer(record, replied("room 14")));
}

// An answer of three sentences in two documents, as an audit log has it, and
// as the daemon replies.
json::object RecordedLong() {
  return Parsed(R"({"kind":"answer","collection":"c","theta":0.25,
    "arithmetic":"fixed","runners_up":0,"form":"long","words":40,"answers":1,
    "spelling":true,"question":"What is needed?","confidence":0.5,
    "cites":[[0,13,19],[0,0,9],[1,13,19],[2,3,9]],
    "shown":[["long",0,[[0,9],[13,19]]],["long",1,[[3,9]]]],
    "chunks":[["aa",0],["ab",0],["bb",1]],
    "documents":[["a.md","11"],["b.md","22"]]})");
}
json::object RepliedLong() {
  return Parsed(R"({"answered":true,"answer":{
      "sentence":"a bowl","document":"a.md","offsets":{"begin":13,"end":19},
      "chunk":"aa","form":"long","text":"You need: a bowl\n\nWater.","parts":[
        {"role":"sentence","text":"You need:","document":"a.md","chunk":"aa",
         "offsets":{"begin":0,"end":9}},
        {"role":"sentence","text":"a bowl","document":"a.md","chunk":"ab",
         "offsets":{"begin":13,"end":19}},
        {"role":"sentence","text":"Water.","document":"b.md","chunk":"bb",
         "offsets":{"begin":3,"end":9}}]},
    "runners_up":[],"confidence":0.5})");
}

TEST(RecordedAnswer, ALongAnswerIsComparedSentenceBySentence) {
  EXPECT_TRUE(IsSameAnswer(RecordedLong(), RepliedLong()));
  EXPECT_EQ(QuestionOf(RecordedLong()).at("form"), "long");
  EXPECT_EQ(QuestionOf(RecordedLong()).at("words"), 40);
  for (const auto& [member, other] :
       {std::pair("document", "b.md"), std::pair("chunk", "zz")}) {
    json::object reply = RepliedLong();
    PartOf(reply.at("answer"))[member] = other;
    EXPECT_FALSE(IsSameAnswer(RecordedLong(), reply)) << member;
  }
  json::object reply = RepliedLong();
  reply.at("answer").as_object().at("parts").as_array().pop_back();
  EXPECT_FALSE(IsSameAnswer(RecordedLong(), reply));
}

TEST(RecordedAnswer, EachSentenceOfALongAnswerIsQuotedFromItsDocument) {
  const std::vector<Quote> quotes = QuotesOf(RepliedLong());
  ASSERT_EQ(quotes.size(), 3u);
  EXPECT_EQ(quotes[0], (Quote{"a.md", 13, 19, "a bowl"}));
  EXPECT_EQ(quotes[1], (Quote{"a.md", 0, 9, "You need:"}));
  EXPECT_EQ(quotes[2], (Quote{"b.md", 3, 9, "Water."}));
}

TEST(RecordedAnswer, AnotherFormIsAnotherAnswer) {
  json::object reply = RepliedList();
  reply.at("answers").as_array()[0].as_object()["form"] = "passage";
  EXPECT_FALSE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, AnotherRangeOfAPartIsAnotherAnswer) {
  json::object reply = RepliedList();
  PartOf(reply.at("answers").as_array()[0])["offsets"] = {{"begin", 1},
                                                          {"end", 9}};
  EXPECT_FALSE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, AMissingPartIsAnotherAnswer) {
  json::object reply = RepliedList();
  json::value& list = reply.at("answers").as_array()[0];
  list.as_object().at("parts").as_array().pop_back();
  EXPECT_FALSE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, AnotherDocumentOfAnotherAnswerIsAnotherAnswer) {
  json::object reply = RepliedList();
  reply.at("answers").as_array()[1].as_object()["document"] = "c.md";
  EXPECT_FALSE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, AMissingAnswerIsAnotherAnswer) {
  json::object reply = RepliedList();
  reply.erase("answers");
  EXPECT_FALSE(IsSameAnswer(RecordedList(), reply));
}

TEST(RecordedAnswer, OneAnswerAloneIsComparedToo) {
  json::object record = RecordedList();
  record.at("shown").as_array().pop_back();
  json::object reply = RepliedList();
  reply.erase("answers");
  EXPECT_TRUE(IsSameAnswer(record, reply));
  reply.at("answer").as_object()["form"] = "passage";
  EXPECT_FALSE(IsSameAnswer(record, reply));
}

TEST(RecordedAnswer, IsAskedAgainWithItsFormAndWords) {
  EXPECT_EQ(json::serialize(QuestionOf(RecordedList())),
            R"({"collection":"c","question":"What is needed?","theta":2.5E-1,)"
            R"("runners_up":1,"arithmetic":"fixed","context":false,)"
            R"("form":"auto","spelling":true,"abbreviations":false,)"
            R"("words":80,"answers":2})");
}

TEST(RecordedAnswer, OfSomeDocumentsABudgetOrNoThesaurusAsksSo) {
  json::object record = RecordedList();
  record["max_work"] = 4000;
  EXPECT_EQ(QuestionOf(record).at("max_work"), 4000);
  record["within"] = {"a*", "b.md"};
  EXPECT_EQ(json::serialize(QuestionOf(record).at("documents")),
            R"(["a*","b.md"])");
  EXPECT_FALSE(QuestionOf(record).contains("thesaurus"));
  record["thesaurus"] = false;
  EXPECT_EQ(QuestionOf(record).at("thesaurus"), false);
  EXPECT_EQ(QuestionOf(record).at("abbreviations"), false);
  record["abbreviations"] = true;
  EXPECT_EQ(QuestionOf(record).at("abbreviations"), true);
}

TEST(RecordedAnswer, OfAWrongTypeIsAnotherAnswer) {
  for (const std::string_view shown :
       {R"("list")", "[7]", R"([["list"]])", R"([["list",9,[[0,9],[13,19]]]])",
        R"([["list",0,[0,9,13,19]]])", R"([[0,"list",[[0,9],[13,19]]]])",
        R"([["list",-1,[["0",9],[13,-19]]]])"}) {
    json::object record = RecordedList();
    record["shown"] = json::parse({shown.data(), shown.size()});
    EXPECT_FALSE(IsSameAnswer(record, RepliedList())) << shown;
  }
}

TEST(RecordedAnswer, QuotesTheSentenceAndEveryOtherPart) {
  const auto quotes = QuotesOf(RepliedList());
  ASSERT_EQ(quotes.size(), 3u);
  EXPECT_EQ(quotes[0], (Quote{"a.md", 13, 19, "a bowl"}));
  EXPECT_EQ(quotes[1], (Quote{"a.md", 0, 9, "You need:"}));
  EXPECT_EQ(quotes[2], (Quote{"b.md", 3, 9, "Water."}));
}

TEST(RecordedAnswer, ARefusalQuotesTheClosestSentence) {
  json::object reply = RepliedList();
  reply.erase("answer");
  reply.erase("answers");
  EXPECT_EQ(QuotesOf(reply), (std::vector{Quote{"b.md", 3, 9, "Water."}}));
  EXPECT_TRUE(QuotesOf({}).empty());
}

}  // namespace
}  // namespace answerbox::client
