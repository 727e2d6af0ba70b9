#include "daemon/methods/records/answer_record.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "daemon/error.h"
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
                       const LongAnswer* long_answer = nullptr) {
  JsonWriter json;
  json.BeginObject();
  WriteEvidence(
      json, answer, long_answer,
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
  EXPECT_EQ(EvidenceOf(answer), R"({"cites":[[0,13,19],[1,70,80]],)"
                                R"("shown":[["list",0,[[0,9],[13,19]]]],)"
                                R"("chunks":[[)" +
                                    kChunkOne + ",0],[" + kChunkTwo +
                                    R"(,1]],"documents":[)" + kFirst + "," +
                                    kUnreadable + "]}");
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
            R"({"cites":[[0,0,4]],)"
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
  EXPECT_EQ(EvidenceOf(answer), R"({"cites":[[0,0,4]],"chunks":[[)" +
                                    kChunkOne + R"(,0]],"documents":[)" +
                                    kFirst + "]}");
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
            R"({"cites":[[0,0,4],[0,0,4],[1,9,12],[2,70,80]],)"
            R"("shown":[["long",0,[[0,4],[9,12]]],["long",1,[[70,80]]]],)"
            R"("chunks":[[)" +
                kChunkOne + ",0],[" + kChunkTwo + ",0],[" + kChunkTwo +
                R"(,1]],"documents":[)" + kFirst + "," + kUnreadable + "]}");
  // Without sentences that fit, the answer is recorded as it is shown.
  const LongAnswer empty{10, {}};
  EXPECT_EQ(EvidenceOf(answer, &empty), EvidenceOf(answer));
}

// The line of an answer has at most 256 KiB.
TEST(AnswerRecord, TheLongestAnswerFitsALine) {
  const std::vector<engine::FormedAnswer> formed(1);
  std::vector<engine::GatheredUnit> units(kMaxLongSentences);
  const std::string name(1024, '"');  // As JSON twice as long.
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    units[i].place = CitationOf(i + 1, static_cast<std::byte>(i + 1),
                                {(16u << 20) + i, (16u << 20) + i + 1});
    units[i].place.document = name;
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
  EXPECT_LT(text.size(), std::size_t{200} << 10);
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
