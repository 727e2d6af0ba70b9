#include "daemon/methods/gathering/gathering_json.h"

#include <string_view>
#include <utility>

#include "daemon/methods/ask/answer_json.h"

namespace answerbox::daemon {
namespace {

using engine::GatheredUnit;
using engine::Gathering;

bool ShareDocument(const engine::CitedPlace& a, const engine::CitedPlace& b) {
  return a.segment == b.segment && a.document_number == b.document_number;
}

// The same members as of a citation.
void WriteOtherPlaces(JsonWriter& json, const GatheredUnit& unit) {
  if (unit.also_in.empty()) return;
  json.Key("also_in").BeginArray();
  for (const engine::CitedPlace& place : unit.also_in) {
    json.BeginObject();
    WritePlace(json, place);
    json.EndObject();
  }
  json.EndArray();
}

void WritePlaceOf(JsonWriter& json, const GatheredUnit& unit) {
  json.Key("text").String(unit.place.sentence);
  WritePlaceMembers(json, unit.place, unit.place.offsets);
}

void WriteSentence(JsonWriter& json, const GatheredUnit& unit) {
  json.BeginObject();
  WritePlaceOf(json, unit);
  json.Key("score").Real(unit.score);
  WriteOtherPlaces(json, unit);
  json.EndObject();
}

void WriteUnit(JsonWriter& json, const GatheredUnit& unit) {
  json.BeginObject();
  WritePlaceOf(json, unit);
  json.Key("score").Real(unit.score);
  json.Key("tokens").Integer(unit.tokens);
  json.Key("reason").String(ToString(unit.reason));
  WriteOtherPlaces(json, unit);
  json.EndObject();
}

// A part of a long answer has its own place.
void WritePart(JsonWriter& json, const GatheredUnit& unit) {
  json.BeginObject();
  json.Key("role").String(ToString(engine::PartRole::kSentence));
  WritePlaceOf(json, unit);
  WriteOtherPlaces(json, unit);
  json.EndObject();
}

// Why there is nothing.
void WriteRefusal(JsonWriter& json, const Gathering& gathering) {
  if (!gathering.units.empty()) return;
  json.Key("refusal").BeginObject();
  if (gathering.refusal) {
    json.Key("reason").String(ToString(*gathering.refusal));
    json.Key("message").String(Explain(*gathering.refusal));
  } else {
    // The engine found something and refuses nothing; the budget does.
    json.Key("reason").String("no_room");
    json.Key("message").String(
        "Nothing that was found fits the budget; allow more.");
  }
  WriteOffers(json, gathering.offers);
  json.EndObject();
}

}  // namespace

void WriteSelection(JsonWriter& json, const Gathering& gathering) {
  WriteReading(json, gathering);
  json.Key("tokens").Integer(gathering.tokens);
  json.Key("words").Integer(gathering.words);
  json.Key("units").BeginArray();
  for (const GatheredUnit& unit : gathering.units) WriteUnit(json, unit);
  json.EndArray();
  WriteRefusal(json, gathering);
}

void WriteSummary(JsonWriter& json, const Gathering& gathering) {
  WriteReading(json, gathering);
  json.Key("text").String(JoinedText(gathering.units));
  json.Key("sentences").BeginArray();
  for (const GatheredUnit& unit : gathering.units) WriteSentence(json, unit);
  json.EndArray();
  json.Key("words").Integer(gathering.words);
  json.Key("tokens").Integer(gathering.tokens);
  WriteRefusal(json, gathering);
}

void WriteTextSelection(JsonWriter& json,
                        const engine::TextSelection& selection) {
  json.Key("chosen").BeginArray();
  for (const engine::ChosenText& chosen : selection.chosen) {
    json.BeginObject().Key("index").Integer(chosen.index);
    json.Key("score").Real(chosen.score);
    json.Key("tokens").Integer(chosen.tokens).EndObject();
  }
  json.EndArray().Key("tokens").Integer(selection.tokens);
}

void WriteLongForm(JsonWriter& json, const Gathering& gathering) {
  json.Key("form").String("long");
  json.Key("text").String(JoinedText(gathering.units));
  json.Key("parts").BeginArray();
  for (const GatheredUnit& unit : gathering.units) WritePart(json, unit);
  json.EndArray().Key("cut").Null();
  json.Key("words").Integer(gathering.words);
}

std::string JoinedText(std::span<const GatheredUnit> units) {
  std::string text;
  const GatheredUnit* before = nullptr;
  for (const GatheredUnit& unit : units) {
    if (before != nullptr) {
      // A sentence of another document does not go on with the one before it.
      text += ShareDocument(before->place, unit.place) ? " " : "\n\n";
    }
    text += unit.place.sentence;
    before = &unit;
  }
  return text;
}

// Past max_reply_bytes the connection would close, and the caller never learn
// why.
Result<void> CheckReplySize(std::size_t bytes) {
  if (bytes <= kMaxGatheringReplyBytes) return {};
  return Error{ErrorKind::kLimit, "The reply would take more than " +
                                      std::to_string(kMaxGatheringReplyBytes) +
                                      " bytes; ask for less."};
}

}  // namespace answerbox::daemon
