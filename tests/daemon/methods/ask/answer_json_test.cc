#include "daemon/methods/ask/answer_json.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

using engine::AnswerForm;
using engine::PartRole;

constexpr std::string_view kChunk =
    R"("chunk":"00000000000000000000000000000000",)";

engine::Citation Deciding(std::string_view sentence, engine::ByteRange offsets,
                          std::optional<std::uint32_t> page = {}) {
  engine::Citation citation;
  citation.sentence = sentence;
  citation.document = "guide.md";
  citation.page = page;
  citation.offsets = offsets;
  citation.score = 1.5;
  citation.confidence = 0.75;
  return citation;
}

// The members that every answer had before there were forms.
std::string CitationText(std::string_view sentence, std::string_view page,
                         std::string_view offsets) {
  return R"("sentence":")" + std::string(sentence) +
         R"(","document":"guide.md","page":)" + std::string(page) +
         R"(,"section":[],"offsets":)" + std::string(offsets) + "," +
         std::string(kChunk) + R"("score":1.5,"confidence":0.75)";
}

// What is written of an answered question with these answers, the first of
// which is the best.
std::string Written(const std::vector<engine::FormedAnswer>& formed,
                    engine::Question question = {}) {
  std::vector<engine::Citation> citations;
  for (const engine::FormedAnswer& one : formed) {
    citations.push_back(one.decided);
  }
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  question.with_context = false;
  JsonWriter json;
  json.BeginObject();
  WriteAnswer(json, answer, question);
  return json.EndObject().Take();
}

engine::FormedAnswer Formed(AnswerForm form, std::string_view text,
                            std::span<const engine::AnswerPart> parts,
                            const engine::Citation& decided) {
  return {form, text, parts, {}, decided};
}

TEST(AnswerJson, ASentenceKeepsItsMembersAndGetsAFormAfterThem) {
  const std::array parts = {
      engine::AnswerPart{"Keep it cold.", {3, 16}, 2u, PartRole::kSentence}};
  EXPECT_EQ(Written({Formed(AnswerForm::kSentence, "Keep it cold.", parts,
                            Deciding("Keep it cold.", {3, 16}, 2u))}),
            R"({"answered":true,"answer":{)" +
                CitationText("Keep it cold.", "2", R"({"begin":3,"end":16})") +
                R"(,"form":"sentence","text":"Keep it cold.","parts":[)"
                R"({"role":"sentence","text":"Keep it cold.",)"
                R"("offsets":{"begin":3,"end":16},"page":2}],"cut":null},)"
                R"("runners_up":[]})");
}

TEST(AnswerJson, SaysHowTheQuestionWasReadAndOffersWords) {
  const std::array respelt = {engine::RespeltWord{"symtoms", "symptoms"}};
  const std::array<std::string_view, 2> words = {"farm", "form"};
  const std::array offers = {engine::SpellingOffer{"fxrm", words}};
  engine::Answer answer;
  answer.refusal = engine::RefusalReason::kNoEvidence;
  answer.asked = "Are symtoms fxrm?";
  answer.respelt = respelt;
  answer.offers = offers;
  const std::array expanded = {
      engine::ExpandedAbbreviation{"VHTs", "village health team"}};
  answer.abbreviations = expanded;
  JsonWriter json;
  json.BeginObject();
  WriteAnswer(json, answer, {});
  EXPECT_EQ(
      json.EndObject().Take(),
      R"({"answered":false,"asked":"Are symtoms fxrm?",)"
      R"("spelling":[{"word":"symtoms","taken_for":"symptoms"}],)"
      R"("abbreviations":[{"words":"VHTs","also":"village health team"}],)"
      R"("refusal":{"reason":"no_evidence","message":")" +
          std::string(Explain(*answer.refusal)) +
          R"(","offers":[{"word":"fxrm","words":["farm","form"]}]},)"
          R"("runners_up":[]})");
}

TEST(AnswerJson, AListHasItsLeadInTheLevelsOfItsItemsAndWhatWasCut) {
  const std::array parts = {
      engine::AnswerPart{"You need:", {0, 9}, {}, PartRole::kLeadIn},
      engine::AnswerPart{"a bowl", {13, 19}, {}, PartRole::kItem, 1},
      engine::AnswerPart{"clean", {24, 29}, {}, PartRole::kItem, 2}};
  engine::FormedAnswer list =
      Formed(AnswerForm::kList, "You need:\na bowl\nclean", parts,
             Deciding("a bowl", {13, 19}));
  list.cut = engine::ByteRange{29, 80};
  EXPECT_EQ(Written({list}),
            R"({"answered":true,"answer":{)" +
                CitationText("a bowl", "null", R"({"begin":13,"end":19})") +
                R"(,"form":"list","text":"You need:\na bowl\nclean","parts":[)"
                R"({"role":"lead_in","text":"You need:",)"
                R"("offsets":{"begin":0,"end":9},"page":null},)"
                R"({"role":"item","text":"a bowl",)"
                R"("offsets":{"begin":13,"end":19},"page":null,"level":1},)"
                R"({"role":"item","text":"clean",)"
                R"("offsets":{"begin":24,"end":29},"page":null,"level":2}],)"
                R"("cut":{"begin":29,"end":80}},"runners_up":[]})");
}

TEST(AnswerJson, ARowHasEachHeadingBeforeItsCell) {
  const std::array parts = {
      engine::AnswerPart{"Drug", {0, 4}, 1u, PartRole::kHeader},
      engine::AnswerPart{"Aspirin", {90, 97}, 4u, PartRole::kCell}};
  const std::string text =
      Written({Formed(AnswerForm::kRow, "Drug: Aspirin", parts,
                      Deciding("Aspirin", {90, 97}, 4u))});
  EXPECT_NE(
      text.find(R"("form":"row","text":"Drug: Aspirin","parts":[)"
                R"({"role":"header","text":"Drug",)"
                R"("offsets":{"begin":0,"end":4},"page":1},)"
                R"({"role":"cell","text":"Aspirin",)"
                R"("offsets":{"begin":90,"end":97},"page":4}],"cut":null})"),
      std::string::npos)
      << text;
}

TEST(AnswerJson, PassagesAndSectionsNameTheirForm) {
  const std::array parts = {
      engine::AnswerPart{"Outlook", {0, 7}, {}, PartRole::kHeading},
      engine::AnswerPart{"Good.", {9, 14}, {}, PartRole::kSentence}};
  const engine::Citation decided = Deciding("Good.", {9, 14});
  EXPECT_NE(
      Written({Formed(AnswerForm::kSection, "Outlook\nGood.", parts, decided)})
          .find(R"("form":"section","text":"Outlook\nGood.","parts":[)"
                R"({"role":"heading","text":"Outlook",)"),
      std::string::npos);
  EXPECT_NE(Written({Formed(AnswerForm::kPassage, "Good.",
                            std::span(parts).subspan(1), decided)})
                .find(R"("form":"passage","text":"Good.","parts":[)"
                      R"({"role":"sentence","text":"Good.",)"),
            std::string::npos);
}

TEST(AnswerJson, SeveralAnswersAreAllListedTheBestFirst) {
  const std::array one = {engine::AnswerPart{"One.", {0, 4}, {}}};
  const std::array two = {engine::AnswerPart{"Two.", {5, 9}, {}}};
  engine::Question question;
  question.answers = 3;
  question.with_short = true;
  const std::string best =
      "{" + CitationText("One.", "null", R"({"begin":0,"end":4})") +
      R"(,"short":null,"form":"sentence","text":"One.","parts":[)"
      R"({"role":"sentence","text":"One.",)"
      R"("offsets":{"begin":0,"end":4},"page":null}],"cut":null})";
  const std::string other =
      CitationText("Two.", "null", R"({"begin":5,"end":9})");
  EXPECT_EQ(Written({Formed(AnswerForm::kSentence, "One.", one,
                            Deciding("One.", {0, 4})),
                     Formed(AnswerForm::kSentence, "Two.", two,
                            Deciding("Two.", {5, 9}))},
                    question),
            R"({"answered":true,"answer":)" + best + R"(,"answers":[)" + best +
                ",{" + other +
                R"(,"form":"sentence","text":"Two.","parts":[)"
                R"({"role":"sentence","text":"Two.",)"
                R"("offsets":{"begin":5,"end":9},"page":null}],"cut":null}],)"
                R"("runners_up":[{)" +
                other + "}]}");
}

TEST(AnswerJson, ARefusalHasNoAnswerInAnyForm) {
  engine::Answer answer;
  answer.refusal = engine::RefusalReason::kNoDocuments;
  engine::Question question;
  question.answers = 3;
  JsonWriter json;
  json.BeginObject();
  WriteAnswer(json, answer, question);
  const std::string text = json.EndObject().Take();
  EXPECT_EQ(text.find("\"answer\":"), std::string::npos) << text;
  EXPECT_EQ(text.find("\"answers\":"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("reason":"no_documents")"), std::string::npos);
}

}  // namespace
}  // namespace answerbox::daemon
