#include "daemon/methods/records/answer_record.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "daemon/error.h"
#include "engine/ask/citation.h"
#include "engine/ask/question.h"
#include "protocol/audit/record_line.h"

namespace answerbox::daemon {
namespace {

using engine::AnswerForm;
using engine::AnswerPart;
using engine::PartRole;

engine::Citation CitationOf(engine::DocumentNumber document, std::byte chunk,
                            engine::ByteRange offsets) {
  engine::Citation citation;
  citation.document = document == 1 ? "a.md" : "b.md";
  citation.document_number = document;
  citation.chunk[0] = chunk;
  citation.offsets = offsets;
  return citation;
}

std::string EvidenceOf(const engine::Answer& answer,
                       const LongAnswer* long_answer = nullptr,
                       bool is_plain = true) {
  JsonWriter json;
  json.BeginObject();
  WriteEvidence(
      json, answer, long_answer, is_plain,
      [](const engine::CitedPlace& place) -> std::optional<engine::Sha256> {
        if (place.document == "b.md") return std::nullopt;
        return engine::Sha256{};
      });
  return json.EndObject().Take();
}

const std::string kZeros(62, '0');
// Chunks as a record names them, and documents with their hashes.
const std::string kChunkOne = "\"01" + kZeros.substr(0, 30) + "\"";
const std::string kChunkTwo = "\"02" + kZeros.substr(0, 30) + "\"";
const std::string kFirst = R"(["a.md","00)" + kZeros + "\"]";
const std::string kUnreadable = R"(["b.md",null])";

TEST(AnswerRecord, AnAnswerIsRecordedWithItsFormAndTheRangesOfItsParts) {
  const std::array citations = {CitationOf(1, std::byte{1}, {13, 19}),
                                CitationOf(2, std::byte{2}, {70, 80})};
  const std::array parts = {AnswerPart{"", {0, 9}, {}, PartRole::kLeadIn},
                            AnswerPart{"", {13, 19}, {}, PartRole::kItem, 1}};
  const std::array formed = {engine::FormedAnswer{
      AnswerForm::kList, "", parts, {}, citations.front()}};
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  EXPECT_EQ(EvidenceOf(answer),
            R"({"cites":[[0,13,19],[1,70,80]],)"
            R"("also_in":[],"shown":[["list",0,[[0,9],[13,19]]]],)"
            R"("chunks":[[)" +
                kChunkOne + ",0],[" + kChunkTwo + R"(,1]],"documents":[)" +
                kFirst + "," + kUnreadable + "]}");
}

// With few runners-up, what decided another answer need not be cited.
TEST(AnswerRecord, DocumentsOfOtherAnswersAreNamedThoughNothingCitesThem) {
  const std::array citations = {CitationOf(1, std::byte{1}, {0, 4})};
  const std::array one = {AnswerPart{"", {0, 4}, {}}};
  const std::array two = {AnswerPart{"", {8, 9}, {}, PartRole::kHeader},
                          AnswerPart{"", {50, 55}, {}, PartRole::kCell}};
  const std::array formed = {
      engine::FormedAnswer{
          AnswerForm::kSentence, "", one, {}, citations.front()},
      engine::FormedAnswer{AnswerForm::kRow,
                           "",
                           two,
                           {},
                           CitationOf(2, std::byte{2}, {50, 55})}};
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  EXPECT_EQ(EvidenceOf(answer),
            R"({"cites":[[0,0,4]],"also_in":[],)"
            R"("shown":[["sentence",0,[[0,4]]],["row",1,[[8,9],[50,55]]]],)"
            R"("chunks":[[)" +
                kChunkOne + R"(,0]],"documents":[)" + kFirst + "," +
                kUnreadable + "]}");
}

TEST(AnswerRecord, ARefusalShowsNothing) {
  const std::array citations = {CitationOf(1, std::byte{1}, {0, 4})};
  engine::Answer answer;
  answer.refusal = engine::RefusalReason::kWeakEvidence;
  answer.citations = citations;
  EXPECT_EQ(EvidenceOf(answer),
            R"({"cites":[[0,0,4]],"also_in":[],"chunks":[[)" + kChunkOne +
                R"(,0]],"documents":[)" + kFirst + "]}");
}

// Of each sentence of a long answer its chunk is named, and of each run of
// sentences of one document its ranges.
TEST(AnswerRecord, ALongAnswerIsRecordedWithTheChunkOfEachSentence) {
  const std::array citations = {CitationOf(1, std::byte{1}, {0, 4})};
  const std::array parts = {AnswerPart{"", {0, 4}, {}}};
  const std::array formed = {engine::FormedAnswer{
      AnswerForm::kSentence, "", parts, {}, citations.front()}};
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  std::array<engine::GatheredUnit, 3> units;
  units[0].place = CitationOf(1, std::byte{1}, {0, 4});
  units[1].place = CitationOf(1, std::byte{2}, {9, 12});
  units[2].place = CitationOf(2, std::byte{2}, {70, 80});
  engine::Gathering gathering;
  gathering.units = units;
  const LongAnswer long_answer{120, gathering};
  EXPECT_EQ(EvidenceOf(answer, &long_answer),
            R"({"cites":[[0,0,4],[0,0,4],[1,9,12],[2,70,80]],"also_in":[],)"
            R"("shown":[["long",0,[[0,4],[9,12]]],["long",1,[[70,80]]]],)"
            R"("chunks":[[)" +
                kChunkOne + ",0],[" + kChunkTwo + ",0],[" + kChunkTwo +
                R"(,1]],"documents":[)" + kFirst + "," + kUnreadable + "]}");
  // Without sentences that fit, the answer is recorded as it is shown.
  const LongAnswer empty{10, {}};
  EXPECT_EQ(EvidenceOf(answer, &empty), EvidenceOf(answer));
}

TEST(AnswerRecord, WhatIsToldBesideTheAnswersIsRecorded) {
  const std::array<engine::CitedPlace, 1> others = {
      CitationOf(2, std::byte{2}, {70, 74})};
  std::array citations = {CitationOf(1, std::byte{1}, {0, 4})};
  citations[0].also_in = others;
  const std::array parts = {AnswerPart{"", {0, 4}, {}}};
  const engine::FormedAnswer one = {
      AnswerForm::kSentence, "", parts, {}, citations[0]};
  const std::array formed = {one, one};
  const std::array differ = {engine::DifferentValue{0, {1, 2}, 20260314},
                             engine::DifferentValue{1, {0, 4}, 0}};
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  answer.short_answer = engine::ShortAnswer{{1, 3}};
  answer.is_choice = true;
  answer.differ = differ;
  const std::string text = EvidenceOf(answer);
  EXPECT_NE(text.find(R"("also_in":[[0,0,70,74],[1,0,70,74]],"shown")"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(,"short":[1,3],"choices":true,)"
                      R"("differ":[[0,1,2,"2026-03-14"],[1,0,4,""]],"chunks")"),
            std::string::npos)
      << text;
  // Which words answer a question tells much of it.
  EXPECT_EQ(EvidenceOf(answer, nullptr, false).find(R"("short")"),
            std::string::npos);
}

TEST(AnswerRecord, WhatARefusalMissesIsRecorded) {
  const std::string sentence = "Sink in room 12.";
  std::array citations = {CitationOf(1, std::byte{1}, {10, 26})};
  citations[0].sentence = sentence;
  const std::array missing = {
      engine::MissingName{"room 1", std::string_view(sentence).substr(8, 7)},
      engine::MissingName{"KX90", {}}};
  engine::Answer answer;
  answer.refusal = engine::RefusalReason::kWeakEvidence;
  answer.citations = citations;
  answer.refused_words.missing = missing;
  JsonWriter json;
  json.BeginObject();
  WriteMissing(json, answer);
  EXPECT_EQ(json.EndObject().Take(),
            R"({"missing":[["room 1",18,25],["KX90"]]})");
}

// The line of an answer has at most 256 KiB.
TEST(AnswerRecord, TheLongestAnswerFitsALine) {
  const std::vector<engine::FormedAnswer> formed(1);
  std::vector<engine::GatheredUnit> units(kMaxLongSentences);
  const std::string name(1024, '"');  // As JSON twice as long.
  std::vector<engine::CitedPlace> others(engine::kMaxAlsoIn);
  for (std::uint32_t i = 0; i < others.size(); ++i) {
    others[i] = CitationOf(1000 + i, std::byte{1}, {0, 1});
    others[i].document = name;
  }
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    units[i].place = CitationOf(i + 1, static_cast<std::byte>(i + 1),
                                {(16u << 20) + i, (16u << 20) + i + 1});
    units[i].place.document = name;
    units[i].also_in = others;
  }
  const engine::Citation decided = CitationOf(1, std::byte{1}, {0, 4});
  const std::vector<engine::Citation> citations(1 + engine::kMaxRunnersUp,
                                                decided);
  engine::Answer answer;
  answer.formed = formed;
  answer.citations = citations;
  engine::Gathering gathering;
  gathering.units = units;
  const LongAnswer long_answer{1000, gathering};
  const std::string text = EvidenceOf(answer, &long_answer);
  EXPECT_LT(text.size(), std::size_t{250} << 10);
  EXPECT_NE(text.find("[59,16777275,16777276]"), std::string::npos);
}

// The line of an answer has at most 256 KiB.
TEST(AnswerRecord, OfTooManyPartsTheFirstAreKept) {
  constexpr std::uint32_t kFar = 16u << 20;
  std::vector<AnswerPart> parts(2 * kMaxShownRanges);
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    parts[i].offsets = {kFar + i, kFar + i + 1};
  }
  const std::array citations = {CitationOf(1, std::byte{1}, {kFar, kFar + 1})};
  const std::vector<engine::FormedAnswer> formed(
      engine::kMaxAnswers, {AnswerForm::kList, "", parts, {}, citations[0]});
  engine::Answer answer;
  answer.citations = citations;
  answer.formed = formed;
  const std::string text = EvidenceOf(answer);
  const std::string last = std::to_string(kFar + kMaxShownRanges);
  EXPECT_NE(text.find("," + last + "]]"), std::string::npos);
  EXPECT_EQ(text.find("[" + last + ","), std::string::npos);
  EXPECT_LT(text.size(), std::size_t{200} << 10);
}

}  // namespace
}  // namespace answerbox::daemon
