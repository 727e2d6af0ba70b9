#include "daemon/methods/gathering/gathering_json.h"

#include <optional>
#include <string_view>

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
