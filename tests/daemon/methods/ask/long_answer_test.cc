#include "daemon/methods/ask/long_answer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "daemon/methods/gathering/gathering_json.h"

namespace answerbox::daemon {
namespace {

engine::GatheredUnit UnitOf(engine::DocumentNumber document,
                            std::string_view text) {
  engine::GatheredUnit unit;
  unit.place.sentence = text;
  unit.place.document = document == 1 ? "a.md" : "b.md";
  unit.place.document_number = document;
  return unit;
}

TEST(LongAnswerTest, EachDocumentIsAParagraph) {
  const std::array units = {UnitOf(1, "One."), UnitOf(1, "Two."),
                            UnitOf(2, "Three.")};
  EXPECT_EQ(JoinedText(units), "One. Two.\n\nThree.");
  EXPECT_EQ(JoinedText({}), "");
}

TEST(LongAnswerTest, EachPartTellsItsOwnPlace) {
  std::array units = {UnitOf(1, "One."), UnitOf(2, "Two.")};
  const std::array others = {UnitOf(2, "One.").place};
  units[0].place.page = 3;
  units[0].also_in = others;
  engine::Gathering gathering;
  gathering.units = units;
  gathering.words = 2;
  JsonWriter json;
  json.BeginObject();
  WriteLongForm(json, gathering);
  const std::string chunk = "\"chunk\":\"" + std::string(32, '0') + "\"";
  EXPECT_EQ(
      json.EndObject().Take(),
      R"({"form":"long","text":"One.\n\nTwo.","parts":[)"
      R"({"role":"sentence","text":"One.","document":"a.md","page":3,)"
      R"("section":[],"offsets":{"begin":0,"end":0},)" +
          chunk +
          R"(,"also_in":[{"sentence":"One.","document":"b.md","page":null,)"
          R"("section":[],"offsets":{"begin":0,"end":0},)" +
          chunk +
          R"(}]},{"role":"sentence","text":"Two.","document":"b.md",)"
          R"("page":null,"section":[],"offsets":{"begin":0,"end":0},)" +
          chunk + R"(}],"cut":null,"words":2})");
}

TEST(LongAnswerTest, NothingThatFitsIsARefusalOfItsOwn) {
  engine::Gathering gathering;
  JsonWriter json;
  json.BeginObject();
  WriteSelection(json, gathering);
  EXPECT_EQ(json.EndObject().Take(),
            R"({"tokens":0,"words":0,"units":[],"refusal":{)"
            R"("reason":"no_room","message":"Nothing that was found fits )"
            R"(the budget; allow more."}})");
  gathering.refusal = engine::RefusalReason::kNoEvidence;
  JsonWriter refused;
  refused.BeginObject();
  WriteSummary(refused, gathering);
  EXPECT_NE(refused.EndObject().Take().find(R"("reason":"no_evidence")"),
            std::string::npos);
}

TEST(LongAnswerTest, SaysHowTheQuestionWasRead) {
  const std::array respelt = {engine::RespeltWord{"frigde", "fridge"}};
  const std::array abbreviations = {
      engine::ExpandedAbbreviation{"VHT", "team"}};
  const std::array<std::string_view, 1> words = {"farm"};
  const std::array offers = {engine::SpellingOffer{"firm", words}};
  engine::Gathering gathering;
  gathering.asked = "asked";
  gathering.respelt = respelt;
  gathering.abbreviations = abbreviations;
  gathering.refusal = engine::RefusalReason::kNoEvidence;
  gathering.offers = offers;
  const std::string reading =
      R"({"asked":"asked","spelling":[{"word":"frigde","taken_for":"fridge"}],)"
      R"("abbreviations":[{"words":"VHT","also":"team"}],)";
  for (const auto write : {WriteSelection, WriteSummary}) {
    JsonWriter json;
    json.BeginObject();
    write(json, gathering);
    const std::string reply = json.EndObject().Take();
    EXPECT_EQ(reply.substr(0, reading.size()), reading);
    EXPECT_NE(reply.find(R"("offers":[{"word":"firm","words":["farm"]}])"),
              std::string::npos);
  }
}

TEST(LongAnswerTest, AReplyThatIsTooLongIsAnError) {
  EXPECT_TRUE(CheckReplySize(kMaxGatheringReplyBytes));
  const auto longer = CheckReplySize(kMaxGatheringReplyBytes + 1);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().kind, ErrorKind::kLimit);
}

}  // namespace
}  // namespace answerbox::daemon
