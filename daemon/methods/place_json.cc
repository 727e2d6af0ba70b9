#include "daemon/methods/place_json.h"

#include <string_view>

namespace answerbox::daemon {

void WriteRange(JsonWriter& json, engine::ByteRange range) {
  json.BeginObject();
  json.Key("begin").Integer(range.begin).Key("end").Integer(range.end);
  json.EndObject();
}

void WritePage(JsonWriter& json, std::optional<std::uint32_t> page) {
  json.Key("page");
  page ? json.Integer(*page) : json.Null();
}

void WritePlaceMembers(JsonWriter& json, const engine::CitedPlace& place,
                       engine::ByteRange offsets) {
  json.Key("document").String(place.document);
  WritePage(json, place.page);
  if (place.page_recognition > 0) {
    json.Key("scan_confidence").Real((place.page_recognition - 1) / 100.0);
  }
  json.Key("section").BeginArray();
  for (const std::string_view heading : place.section) json.String(heading);
  json.EndArray();
  WriteRange(json.Key("offsets"), offsets);
  json.Key("chunk").Hexadecimal(place.chunk);
}

void WritePlace(JsonWriter& json, const engine::CitedPlace& place) {
  json.Key("sentence").String(place.sentence);
  WritePlaceMembers(json, place, place.offsets);
}

}  // namespace answerbox::daemon
