#include "daemon/methods/records/answer_record.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "daemon/methods/ask/answer_json.h"
#include "engine/ask/citation.h"
#include "engine/ask/question.h"
#include "protocol/audit/record_line.h"
#include "protocol/calls/ask.h"

namespace answerbox::daemon {
namespace {

// The most places that an answer names: its sentence, the runners-up, what
// decided each answer, and the sentences of a long answer; and of each where
// else it stands.
constexpr std::size_t kMaxPlaces =
    (1 + engine::kMaxRunnersUp + engine::kMaxAnswers + kMaxLongSentences) *
    (1 + engine::kMaxAlsoIn);

// Collects places in the order of Add, without duplicates.
class DistinctPlaces {
 public:
  using IsSame = bool (*)(const engine::CitedPlace&, const engine::CitedPlace&);

  explicit DistinctPlaces(IsSame is_same) : is_same_(is_same) {}

  // Adds the place unless it is there already. Returns its index.
  std::size_t Add(const engine::CitedPlace& place) {
    std::size_t at = 0;
    // The search is linear: there are at most kMaxPlaces, and a table would
    // allocate for every answer.
    while (at < count_ && !is_same_(*places_[at], place)) ++at;
    if (at == count_ && count_ < kMaxPlaces) places_[count_++] = &place;
    return at;
  }
  [[nodiscard]] std::span<const engine::CitedPlace* const> all() const {
    return std::span(places_).first(count_);
  }

 private:
  IsSame is_same_;
  std::array<const engine::CitedPlace*, kMaxPlaces> places_{};
  std::size_t count_ = 0;
};

bool IsSameDocument(const engine::CitedPlace& a, const engine::CitedPlace& b) {
  return a.segment == b.segment && a.document_number == b.document_number;
}

// Compares the documents too: two documents may hold the same chunk.
bool IsSameChunk(const engine::CitedPlace& a, const engine::CitedPlace& b) {
  return a.chunk == b.chunk && IsSameDocument(a, b);
}

void WriteRanges(JsonWriter& json, std::span<const engine::AnswerPart> parts) {
  json.BeginArray();
  for (const engine::AnswerPart& part :
       parts.first(std::min(parts.size(), kMaxShownRanges))) {
    json.BeginArray().Integer(part.offsets.begin).Integer(part.offsets.end);
    json.EndArray();
  }
  json.EndArray();
}

using Units = std::span<const engine::GatheredUnit>;

Units UnitsOf(const LongAnswer* long_answer) {
  return long_answer == nullptr ? Units() : long_answer->gathering.units;
}

// Writes an element for each run of sentences of one document in a long answer.
void WriteShownUnits(JsonWriter& json, Units units, DistinctPlaces& documents) {
  while (!units.empty()) {
    std::size_t count = 1;
    while (count < units.size() &&
           IsSameDocument(units[count].place, units.front().place)) {
      ++count;
    }
    json.BeginArray().String(calls::ask::kFormNames.back());
    json.Integer(documents.Add(units.front().place)).BeginArray();
    for (const engine::GatheredUnit& unit : units.first(count)) {
      const engine::ByteRange range = unit.place.offsets;
      json.BeginArray().Integer(range.begin).Integer(range.end).EndArray();
    }
    json.EndArray().EndArray();
    units = units.subspan(count);
  }
}

// Writes where else the places of an answer stand.
class OtherPlaces {
 public:
  OtherPlaces(JsonWriter& json, DistinctPlaces& documents)
      : json_(json), documents_(documents) {}

  //   place  its number: of `cites`, then of `shown` from the second on
  void Write(std::size_t place, std::span<const engine::CitedPlace> others) {
    for (const engine::CitedPlace& other : others) {
      name_bytes_ += other.document.size();
      if (name_bytes_ > protocol::kMaxOtherNameBytes) return;
      json_.BeginArray().Integer(place).Integer(documents_.Add(other));
      json_.Integer(other.offsets.begin).Integer(other.offsets.end).EndArray();
    }
  }

 private:
  JsonWriter& json_;
  DistinctPlaces& documents_;
  std::size_t name_bytes_ = 0;
};

// What is told about the answers that are shown, each only if it is. Which
// words of a sentence answer a question tells much of the question.
void WriteAbout(JsonWriter& json, const engine::Answer& answer, bool is_plain) {
  if (answer.short_answer && is_plain) {
    json.Key("short").BeginArray().Integer(answer.short_answer->range.begin);
    json.Integer(answer.short_answer->range.end).EndArray();
  }
  if (answer.is_choice) json.Key("choices").Bool(true);
  if (answer.differ.empty()) return;
  json.Key("differ").BeginArray();
  for (const engine::DifferentValue& value : answer.differ) {
    json.BeginArray().Integer(value.answer).Integer(value.words.begin);
    json.Integer(value.words.end).String(DateText(value.date)).EndArray();
  }
  json.EndArray();
}

}  // namespace

void WriteMissing(JsonWriter& json, const engine::Answer& answer) {
  const auto missing = answer.refused_words.missing;
  if (missing.empty()) return;
  const engine::CitedPlace& closest = answer.citations.front();
  json.Key("missing").BeginArray();
  for (const engine::MissingName& name : missing) {
    json.BeginArray().String(name.asked);
    if (!name.instead.empty()) {
      const auto begin = closest.offsets.begin +
                         static_cast<std::size_t>(name.instead.data() -
                                                  closest.sentence.data());
      json.Integer(begin).Integer(begin + name.instead.size());
    }
    json.EndArray();
  }
  json.EndArray();
}

void WriteAlsoIn(JsonWriter& json, const engine::Answer& answer,
                 const Units& units, DistinctPlaces& documents) {
  json.Key("also_in").BeginArray();
  OtherPlaces others(json, documents);
  std::size_t cited = 0;
  for (const engine::Citation& citation : answer.citations) {
    others.Write(cited++, citation.also_in);
  }
  for (const engine::GatheredUnit& unit : units) {
    others.Write(cited++, unit.also_in);
  }
  for (std::size_t i = 1; !answer.refusal && i < answer.formed.size(); ++i) {
    others.Write(cited++, answer.formed[i].decided.also_in);
  }
  json.EndArray();
}

void WriteShown(JsonWriter& json, const engine::Answer& answer,
                const Units& units, DistinctPlaces& documents) {
  json.Key("shown").BeginArray();
  WriteShownUnits(json, units, documents);
  // If there is a long answer, it has been written in place of the best one.
  for (const engine::FormedAnswer& formed :
       answer.formed.subspan(units.empty() ? 0 : 1)) {
    json.BeginArray().String(ToString(formed.form));
    json.Integer(documents.Add(formed.decided));
    WriteRanges(json, formed.parts);
    json.EndArray();
  }
  json.EndArray();
}

void WriteEvidence(JsonWriter& json, const engine::Answer& answer,
                   const LongAnswer* long_answer, bool is_plain,
                   const HashOfDocument& hash_of) {
  const Units units = UnitsOf(long_answer);
  DistinctPlaces chunks(IsSameChunk);
  DistinctPlaces documents(IsSameDocument);
  // Sentences refer to chunks by index, and chunks to documents. A place that
  // several sentences come from is written once.
  json.Key("cites").BeginArray();
  const auto cite = [&](const engine::CitedPlace& place) {
    json.BeginArray().Integer(chunks.Add(place));
    json.Integer(place.offsets.begin).Integer(place.offsets.end);
    json.EndArray();
  };
  for (const engine::Citation& citation : answer.citations) cite(citation);
  for (const engine::GatheredUnit& unit : units) cite(unit.place);
  json.EndArray();
  WriteAlsoIn(json, answer, units, documents);
  if (!answer.refusal) {
    WriteShown(json, answer, units, documents);
    WriteAbout(json, answer, is_plain);
  }
  json.Key("chunks").BeginArray();
  for (const engine::CitedPlace* place : chunks.all()) {
    json.BeginArray().Hexadecimal(place->chunk);
    json.Integer(documents.Add(*place)).EndArray();
  }
  json.EndArray().Key("documents").BeginArray();
  for (const engine::CitedPlace* place : documents.all()) {
    json.BeginArray().String(place->document);
    // The hash is that of the text that was asked, so the answer can be checked
    // even after the document has changed.
    const auto hash = hash_of(*place);
    hash ? json.Hexadecimal(*hash) : json.Null();
    json.EndArray();
  }
  json.EndArray();
}

namespace {

constexpr std::array kStates = {
    EnergyState::kMeasured, EnergyState::kAttributed, EnergyState::kEstimated,
    EnergyState::kUnresolved};
constexpr std::size_t kUsualEnergyBytes = 256;
constexpr std::size_t kUsualRunBytes = 40;

void WriteRun(JsonWriter& json, const EnergyRecord& record,
              const RunOfQuestion& run_of) {
  json.BeginArray().String(run_of(record.question));
  if (record.energy_uj) {
    json.Integer(*record.energy_uj).Integer(record.uncertainty_uj);
  }
  json.EndArray();
}

std::string BodyOf(std::string_view sensor, const EnergyWindow& window,
                   std::span<const EnergyRecord* const> records,
                   const RunOfQuestion& run_of) {
  const RecordTime time = Now();
  JsonWriter json(kUsualEnergyBytes + kUsualRunBytes * records.size());
  json.BeginObject().Key("kind").String("energy");
  json.Key("time").String(WallText(time));
  json.Key("mono_ns").Integer(time.monotonic_ns);
  json.Key("sensor").String(sensor);
  json.Key("state").String(ToString(records.front()->state));
  json.Key("window_us").BeginArray();
  json.Integer(window.begin.count()).Integer(window.end.count()).EndArray();
  json.Key("runs").BeginArray();
  for (const EnergyRecord* record : records) WriteRun(json, *record, run_of);
  // The log writes the beginning of each line, so the opening bracket goes.
  return json.EndArray().EndObject().Take().erase(0, 1);
}

}  // namespace

// Many questions share a record: a record for each would cost more bytes than
// the answers do, as every line repeats a hash.
void EachEnergyBody(std::string_view sensor, const ClosedWindow& closed,
                    const RunOfQuestion& run_of, const TakeBody& take) {
  // A record has one state for all of its questions, so they are grouped by it.
  for (const EnergyState state : kStates) {
    std::vector<const EnergyRecord*> records;
    for (const EnergyRecord& record : closed.completed) {
      if (record.state == state) records.push_back(&record);
    }
    for (std::span<const EnergyRecord*> rest = records; !rest.empty();) {
      const auto part = rest.first(std::min(rest.size(), kMaxRunsPerRecord));
      take(BodyOf(sensor, closed.window, part, run_of));
      rest = rest.subspan(part.size());
    }
  }
}

}  // namespace answerbox::daemon
