#include <optional>
#include <string_view>

#include "daemon/methods/gathering/gathering_json.h"

namespace answerbox::daemon {
namespace {

using engine::ByteRange;
using engine::CheckedAnswer;
using engine::Consens;
using engine::ContextPlace;
using engine::Contradiction;
using engine::GroundedSentence;
using engine::Q16;
using engine::ScoredWord;

// A part of the answer, with its place there.
void WritePart(JsonWriter& json, std::string_view answer, ByteRange range) {
  json.Key("text").String(Slice(answer, range));
  json.Key("begin").Integer(range.begin);
  json.Key("end").Integer(range.end);
}

void WriteShare(JsonWriter& json, std::string_view key,
                std::optional<Q16> share) {
  json.Key(key);
  if (share) {
    json.Real(share->ToDouble());
  } else {
    json.Null();
  }
}

void WritePlace(JsonWriter& json, const CheckedAnswer& checked,
                const ContextPlace& place) {
  json.Key("passage").Integer(place.passage);
  WritePart(json, checked.context[place.passage], place.range);
}

void WriteSentences(JsonWriter& json, const CheckedAnswer& checked,
                    const Consens& consens) {
  json.Key("sentences").BeginArray();
  for (const GroundedSentence& sentence : consens.sentences) {
    json.BeginObject();
    WritePart(json, checked.answer, sentence.range);
    // Null and not 0: a sentence of stop words is neither likely nor unlikely.
    WriteShare(json, "consens_geometric",
               sentence.scored_words == 0 ? std::nullopt
                                          : std::optional(sentence.geometric));
    json.Key("support");
    if (sentence.support) {
      json.BeginObject();
      WritePlace(json, checked, *sentence.support);
      json.EndObject();
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteContradicted(JsonWriter& json, const CheckedAnswer& checked,
                       const Contradiction& found) {
  json.BeginObject().Key("kind").String(ToString(found.kind));
  json.Key("answer").String(Slice(checked.answer, found.answer));
  json.Key("begin").Integer(found.answer.begin);
  json.Key("end").Integer(found.answer.end);
  const ContextPlace& place = found.context;
  json.Key("context").String(
      Slice(checked.context[place.passage], place.range));
  json.Key("passage").Integer(place.passage);
  json.Key("context_begin").Integer(place.range.begin);
  json.Key("context_end").Integer(place.range.end).EndObject();
}

void WriteWords(JsonWriter& json, const CheckedAnswer& checked,
                const Consens& consens) {
  json.Key("words").BeginArray();
  for (const ScoredWord& word : consens.words) {
    if (!word.is_scored) continue;
    json.BeginObject();
    WritePart(json, checked.answer, word.range);
    json.Key("score").Real(word.score.ToDouble()).EndObject();
  }
  json.EndArray();
}

void WriteLeaveOneOut(JsonWriter& json, const Consens& consens) {
  json.Key("leave_one_out").BeginArray();
  for (std::size_t passage = 0; passage < consens.without.size(); ++passage) {
    json.BeginObject().Key("passage").Integer(passage);
    json.Key("consens_geometric")
        .Real(consens.without[passage].ToDouble())
        .EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteGrounding(JsonWriter& json, const CheckedAnswer& checked,
                    const engine::Grounding& grounding,
                    const GroundingDetail& detail) {
  const Consens& consens = grounding.consens;
  const bool is_scored = consens.scored_words > 0;
  json.Key("verdict").String(ToString(grounding.verdict));
  WriteShare(json, "consens_geometric",
             is_scored ? std::optional(consens.geometric) : std::nullopt);
  WriteShare(json, "consens",
             is_scored ? std::optional(consens.paper) : std::nullopt);
  json.Key("scored_words").Integer(consens.scored_words);
  json.Key("unsupported").BeginArray();
  for (const ByteRange range : grounding.unsupported) {
    json.BeginObject();
    WritePart(json, checked.answer, range);
    json.EndObject();
  }
  json.EndArray().Key("contradicted").BeginArray();
  for (const Contradiction& found : grounding.contradicted) {
    WriteContradicted(json, checked, found);
  }
  json.EndArray();
  WriteSentences(json, checked, consens);
  WriteShare(json, "context_relevance", consens.context_relevance);
  WriteShare(json, "answer_relevance", consens.answer_relevance);
  if (detail.words) WriteWords(json, checked, consens);
  if (detail.leave_one_out) WriteLeaveOneOut(json, consens);
}

}  // namespace answerbox::daemon
