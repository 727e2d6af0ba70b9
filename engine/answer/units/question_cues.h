// What a question asks about a thing, and which headings tell it, also in other
// words: "outlook" and "prognosis". The tables are made by hand: tables learned
// from one set of documents fail on another.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/answer/units/text_cues.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// What can be asked about a thing. Bits of a KindMask.
enum class AskedKind : std::uint8_t {
  kSymptom,
  kCause,
  kTreatment,
  kDose,
  kRisk,
  kDiagnosis,
  kPrevention,
  kOutlook,
  kComplication,
  kStage,
  kResearch,
  kLiving,  // Diet, coping.
  kInheritance,
  kType,
  kWhere,
  kWhen,
  kHowTo,
  kDefinition,
};
using KindMask = std::uint32_t;

[[nodiscard]] constexpr KindMask BitOf(AskedKind kind) noexcept {
  return KindMask{1} << static_cast<unsigned>(kind);
}

struct QuestionCues {
  KindMask kinds = 0;  // kDefinition only if there is no other.
  bool asks_number = false;
  bool asks_time = false;
  bool asks_list = false;        // Several things: "what are the steps".
  bool asks_definition = false;  // Whatever else is asked for.
  TextCues asked = 0;            // ReadAskedCues()
};

// Looks for phrases at the beginnings of words. Throws std::bad_alloc past the
// arena, of which it takes the question's size.
[[nodiscard]] QuestionCues ReadQuestionCues(std::string_view question,
                                            Arena& arena);

// The kinds that a question asks for with a word of this stem alone:
// "symptom", "caus".
[[nodiscard]] KindMask KindsNamedBy(std::string_view stem) noexcept;

// The kinds that a section with this heading tells.
[[nodiscard]] KindMask KindsOfHeading(std::string_view heading, Arena& arena);
// The kinds that a question with these words asks for.
[[nodiscard]] KindMask KindsAskedIn(std::string_view text, Arena& arena);

}  // namespace answerbox::engine
