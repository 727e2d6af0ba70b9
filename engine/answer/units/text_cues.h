// Signs in a text of what kind of value it holds, and of which way it points: a
// duration, a place, "before", "not". The same signs are read in questions and
// in documents. The tables are made by hand, as those of question_cues.h are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// Bits of TextCues.
enum class TextCue : std::uint8_t {
  // Values that are told by digits, or by words that stand beside them. An
  // amount is none: a number alone stands in more than half of all sentences.
  kMoney,      // "$5", "20 pounds", "free".
  kDuration,   // "20 minutes", "overnight".
  kFrequency,  // "daily", "every 4 hours".
  kTime,       // Of the day; a date; "Monday", "2020".
  kMoment,     // "as soon as", "until": when, without a time.
  kAge,        // "aged 12", "6 months old", "infants".
  kContact,    // A telephone number, an address in the net.
  // Things that are told by words.
  kPerson,  // Or an organisation: "the nurse in charge".
  kPlace,
  kReason,
  kWay,         // How something is done.
  kDefinition,  // "is a", "stands for".
  kVerdict,     // "must", "may", "required": an answer to yes or no.
  // Which way it points. Two that follow each other are opposites, from kBefore
  // on.
  kDenial,
  kBefore,
  kAfter,
  kStart,
  kStop,
  kIncrease,
  kDecrease,
  kPrevent,
  kTreat,
  kAtLeast,
  kAtMost,
  kAdult,
  kChild,
  kCount
};
using TextCues = std::uint32_t;

[[nodiscard]] constexpr TextCues BitOf(TextCue cue) noexcept {
  return TextCues{1} << static_cast<unsigned>(cue);
}

// The cues from `first` to `last`.
[[nodiscard]] constexpr TextCues CuesBetween(TextCue first,
                                             TextCue last) noexcept {
  return (BitOf(last) << 1) - BitOf(first);
}
inline constexpr TextCues kQuantityCues =
    CuesBetween(TextCue::kMoney, TextCue::kContact);
inline constexpr TextCues kThingCues =
    CuesBetween(TextCue::kPerson, TextCue::kVerdict);
inline constexpr TextCues kFirstSides =
    BitOf(TextCue::kBefore) | BitOf(TextCue::kStart) |
    BitOf(TextCue::kIncrease) | BitOf(TextCue::kPrevent) |
    BitOf(TextCue::kAtLeast) | BitOf(TextCue::kAdult);
inline constexpr TextCues kSideCues = kFirstSides | kFirstSides << 1;

// Bytes of a text after these are not read.
inline constexpr std::size_t kCuedBytes = 2048;

// Those of the wanted signs that a document's text has, in any letter case.
// Linear in its bytes, and quicker if no quantity is wanted; allocates nothing.
[[nodiscard]] TextCues ReadTextCues(std::string_view text,
                                    TextCues wanted = ~TextCues{0}) noexcept;

// What a question asks for: the cues of a text of which any one answers it (of
// kQuantityCues and of kThingCues), and the ways that it points itself
// (kDenial, kSideCues).
[[nodiscard]] TextCues ReadAskedCues(std::string_view question) noexcept;

// What of a text's cues is compared with those that a question asks for: these,
// their opposites, and kDenial.
[[nodiscard]] TextCues CuesFor(TextCues asked) noexcept;

// How the sides of a text agree with those of a question, from -1024 to 1024:
// pairs of opposites of which it has the same side, less those of which it has
// the other side alone, over the question's pairs; 0 where either is silent.
[[nodiscard]] std::int32_t AgreementOfSides(TextCues asked,
                                            TextCues text) noexcept;

}  // namespace answerbox::engine
