#include "daemon/methods/exam_json.h"

#include "daemon/methods/place_json.h"

namespace answerbox::daemon {

void WriteVerified(JsonWriter& json,
                   const std::optional<engine::Verification>& verified) {
  if (verified) json.Key("verified").String(ToString(*verified));
}

void WriteExtraction(JsonWriter& json, const engine::GradedPassage& passage) {
  if (!passage.verified) return;
  WriteVerified(json, passage.verified);
  json.Key("extracted").String(ToString(passage.extracted));
}

void WriteWhere(JsonWriter& json, const engine::GradedPassage& passage) {
  json.Key("document").String(passage.document);
  json.Key("chunk").Hexadecimal(passage.chunk);
  WriteRange(json.Key("offsets"), passage.offsets);
}

void WriteRefusal(JsonWriter& json, engine::RefusalReason reason) {
  json.Key("refusal").BeginObject();
  json.Key("reason").String(ToString(reason));
  json.Key("message").String(Explain(reason)).EndObject();
}

void WriteBestAnswer(JsonWriter& json, const engine::GradedPassage* best) {
  if (best == nullptr || best->answer.sentence.empty()) {
    json.Null();
    return;
  }
  json.BeginObject().Key("text").String(best->answer.sentence);
  if (best->short_answer) {
    json.Key("short").String(best->short_answer->In(best->answer.sentence));
  }
  WritePlaceMembers(json, best->answer, best->answer.offsets);
  json.EndObject();
}

}  // namespace answerbox::daemon
