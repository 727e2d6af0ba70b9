#include "daemon/methods/answer_record.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "daemon/audit/format/record_line.h"
#include "engine/ask/question.h"

namespace answerbox::daemon {
namespace {

// The most places that an answer names: the sentence, its runners-up, and what
// decided each answer.
constexpr std::size_t kMaxPlaces =
    1 + engine::kMaxRunnersUp + engine::kMaxAnswers;

// Places without those that are the same, in the order in which they came.
template <typename IsSame>
class DistinctPlaces {
 public:
  explicit DistinctPlaces(IsSame is_same) : is_same_(is_same) {}

  // Adds the place unless it is there. Returns its index.
  std::size_t Add(const engine::CitedPlace& place) {
    std::size_t at = 0;
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

}  // namespace

void WriteEvidence(JsonWriter& json, const engine::Answer& answer,
                   const HashOfDocument& hash_of) {
  DistinctPlaces chunks(IsSameChunk);
  DistinctPlaces documents(IsSameDocument);
  json.Key("cites").BeginArray();
  for (const engine::Citation& citation : answer.citations) {
    json.BeginArray().Integer(chunks.Add(citation));
    json.Integer(citation.offsets.begin).Integer(citation.offsets.end);
    json.EndArray();
  }
  json.EndArray();
  if (!answer.refusal) {
    json.Key("shown").BeginArray();
    for (const engine::FormedAnswer& formed : answer.formed) {
      json.BeginArray().String(ToString(formed.form));
      json.Integer(documents.Add(formed.decided));
      WriteRanges(json, formed.parts);
      json.EndArray();
    }
    json.EndArray();
  }
  json.Key("chunks").BeginArray();
  for (const engine::CitedPlace* place : chunks.all()) {
    json.BeginArray().Hexadecimal(place->chunk);
    json.Integer(documents.Add(*place)).EndArray();
  }
  json.EndArray().Key("documents").BeginArray();
  for (const engine::CitedPlace* place : documents.all()) {
    json.BeginArray().String(place->document);
    const auto hash = hash_of(*place);
    hash ? json.Hexadecimal(*hash) : json.Null();
    json.EndArray();
  }
  json.EndArray();
}

}  // namespace answerbox::daemon
