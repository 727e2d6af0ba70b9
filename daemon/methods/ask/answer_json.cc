#include "daemon/methods/ask/answer_json.h"

#include "daemon/methods/gathering/gathering_json.h"

namespace answerbox::daemon {
namespace {

// The short answer, or null where the sentence has none.
void WriteShort(JsonWriter& json, const engine::Answer& answer) {
  json.Key("short");
  if (!answer.short_answer) {
    json.Null();
    return;
  }
  const engine::ShortAnswer& found = *answer.short_answer;
  json.BeginObject();
  json.Key("text").String(found.In(answer.citations.front().sentence));
  json.Key("begin").Integer(found.range.begin);
  json.Key("end").Integer(found.range.end);
  json.Key("type").String(ToString(found.type)).EndObject();
}

void WriteCitationMembers(JsonWriter& json, const engine::Citation& citation) {
  WritePlace(json, citation);
  json.Key("score").Real(citation.score);
  json.Key("confidence").Real(citation.confidence);
  if (citation.also_in.empty()) return;
  json.Key("also_in").BeginArray();
  for (const engine::CitedPlace& place : citation.also_in) {
    json.BeginObject();
    WritePlace(json, place);
    json.EndObject();
  }
  json.EndArray();
}

void WriteCitation(JsonWriter& json, const engine::Citation& citation) {
  json.BeginObject();
  WriteCitationMembers(json, citation);
  json.EndObject();
}

void WritePart(JsonWriter& json, const engine::AnswerPart& part) {
  json.BeginObject().Key("role").String(ToString(part.role));
  json.Key("text").String(part.text);
  WriteRange(json.Key("offsets"), part.offsets);
  WritePage(json, part.page);
  if (part.role == engine::PartRole::kItem) {
    json.Key("level").Integer(part.level);
  }
  json.EndObject();
}

// The members that say how the answer reads.
void WriteForm(JsonWriter& json, const engine::FormedAnswer& formed) {
  json.Key("form").String(ToString(formed.form));
  json.Key("text").String(formed.text);
  json.Key("parts").BeginArray();
  for (const engine::AnswerPart& part : formed.parts) WritePart(json, part);
  json.EndArray().Key("cut");
  if (formed.cut) {
    WriteRange(json, *formed.cut);
  } else {
    json.Null();
  }
}

// An answer besides the best, which alone may have a short answer.
void WriteOther(JsonWriter& json, const engine::FormedAnswer& formed) {
  json.BeginObject();
  WriteCitationMembers(json, formed.decided);
  WriteForm(json, formed);
  json.EndObject();
}

void WriteBest(JsonWriter& json, const engine::Answer& answer,
               const engine::Question& question,
               const LongAnswer* long_answer) {
  const engine::FormedAnswer& best = answer.formed.front();
  json.BeginObject();
  WriteCitationMembers(json, best.decided);
  if (question.with_short) WriteShort(json, answer);
  if (long_answer != nullptr && !long_answer->gathering.units.empty()) {
    WriteLongForm(json, long_answer->gathering);
  } else {
    WriteForm(json, best);
  }
  json.EndObject();
}

void WriteDifferences(JsonWriter& json, const engine::Answer& answer) {
  if (answer.differ.empty()) return;
  json.Key("differ").BeginArray();
  for (const engine::DifferentValue& value : answer.differ) {
    const engine::Citation& place = answer.formed[value.answer].decided;
    json.BeginObject().Key("text").String(Slice(place.sentence, value.words));
    json.Key("begin").Integer(value.words.begin);
    json.Key("end").Integer(value.words.end);
    json.Key("document").String(place.document);
    if (value.date != 0) json.Key("date").String(DateText(value.date));
    json.EndObject();
  }
  json.EndArray();
}

void WriteContext(JsonWriter& json, const engine::Context& context) {
  json.Key("context").BeginObject();
  json.Key("text").String(context.text);
  WriteRange(json.Key("sentence"), context.sentence);
  json.Key("matches").BeginArray();
  for (const engine::ByteRange match : context.matches) WriteRange(json, match);
  json.EndArray().EndObject();
}

// What names one thing and is not at the closest place.
void WriteMissing(JsonWriter& json,
                  std::span<const engine::MissingName> missing) {
  if (missing.empty()) return;
  json.Key("missing").BeginArray();
  for (const engine::MissingName& name : missing) {
    json.BeginObject().Key("asked").String(name.asked);
    if (!name.instead.empty()) json.Key("instead").String(name.instead);
    json.EndObject();
  }
  json.EndArray();
}

void WriteAnswerRefusal(JsonWriter& json, engine::RefusalReason reason,
                        const engine::Answer& answer) {
  const engine::RefusedWords& refused = answer.refused_words;
  json.Key("refusal").BeginObject();
  json.Key("reason").String(ToString(reason));
  // Profile paper, and questions without words to search for, name none.
  if (refused.words.empty()) {
    json.Key("message").String(Explain(reason));
    WriteOffers(json, answer.offers);
    json.EndObject();
    return;
  }
  json.Key("message").String(Explain(refused));
  json.Key("cause").String(ToString(CauseOf(refused)));
  json.Key("words").BeginArray();
  for (const engine::RefusedWord& word : refused.words) {
    json.BeginObject().Key("word").String(word.text);
    json.Key("kind").String(ToString(word.kind));
    json.Key("place").String(ToString(word.place)).EndObject();
  }
  json.EndArray();
  WriteMissing(json, refused.missing);
  WriteOffers(json, answer.offers);
  json.EndObject();
}

}  // namespace

void WriteAnswer(JsonWriter& json, const engine::Answer& answer,
                 const engine::Question& question,
                 const LongAnswer* long_answer) {
  auto runners_up = answer.citations;
  json.Key("answered").Bool(!answer.refusal);
  WriteReading(json, answer);
  if (answer.refusal) {
    WriteAnswerRefusal(json, *answer.refusal, answer);
  } else {
    json.Key("answer");
    WriteBest(json, answer, question, long_answer);
    // The best answer stands in both places, so that a client that reads one
    // answer need not know of several.
    if (question.answers.value_or(1) > 1 || answer.formed.size() > 1) {
      json.Key("answers").BeginArray();
      WriteBest(json, answer, question, long_answer);
      for (const engine::FormedAnswer& other : answer.formed.subspan(1)) {
        WriteOther(json, other);
      }
      json.EndArray();
    }
    if (answer.is_choice) json.Key("choices").Bool(true);
    WriteDifferences(json, answer);
    // The first citation is the sentence that decided, which is in `answer`.
    runners_up = runners_up.subspan(1);
  }
  json.Key("runners_up").BeginArray();
  for (const engine::Citation& citation : runners_up)
    WriteCitation(json, citation);
  json.EndArray();
  if (question.with_context && !answer.citations.empty()) {
    WriteContext(json, answer.context);
  }
}

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

std::string DateText(std::uint32_t date) {
  const auto two_digits = [](std::uint32_t number) {
    return std::string(number < 10 ? "-0" : "-") + std::to_string(number);
  };
  if (date == 0) return {};
  std::string text = std::to_string(date / 10000);
  if (date / 100 % 100 != 0) text += two_digits(date / 100 % 100);
  if (date / 100 % 100 != 0 && date % 100 != 0) text += two_digits(date % 100);
  return text;
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
    // Stored with 1 added: 0 means that no recognition read the page.
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
