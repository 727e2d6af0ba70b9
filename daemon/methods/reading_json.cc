#include "daemon/methods/reading_json.h"

namespace answerbox::daemon {
namespace {

// Words of the question that were taken for others, if any.
void WriteSpelling(JsonWriter& json,
                   std::span<const engine::RespeltWord> respelt) {
  if (respelt.empty()) return;
  json.Key("spelling").BeginArray();
  for (const engine::RespeltWord& word : respelt) {
    json.BeginObject().Key("word").String(word.word);
    json.Key("taken_for").String(word.taken_for).EndObject();
  }
  json.EndArray();
}

// Words of the question that were looked up in another form too, if any.
void WriteAbbreviations(
    JsonWriter& json,
    std::span<const engine::ExpandedAbbreviation> abbreviations) {
  if (abbreviations.empty()) return;
  json.Key("abbreviations").BeginArray();
  for (const engine::ExpandedAbbreviation& expanded : abbreviations) {
    json.BeginObject().Key("words").String(expanded.words);
    json.Key("also").String(expanded.also).EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteReading(JsonWriter& json, std::string_view asked,
                  std::span<const engine::RespeltWord> respelt,
                  std::span<const engine::ExpandedAbbreviation> abbreviations) {
  if (!asked.empty()) json.Key("asked").String(asked);
  WriteSpelling(json, respelt);
  WriteAbbreviations(json, abbreviations);
}

void WriteOffers(JsonWriter& json,
                 std::span<const engine::SpellingOffer> offers) {
  if (offers.empty()) return;
  json.Key("offers").BeginArray();
  for (const engine::SpellingOffer& offer : offers) {
    json.BeginObject().Key("word").String(offer.word);
    json.Key("words").BeginArray();
    for (const std::string_view word : offer.words) json.String(word);
    json.EndArray().EndObject();
  }
  json.EndArray();
}

}  // namespace answerbox::daemon
