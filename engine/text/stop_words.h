// Words that carry no meaning of their own in English: articles, pronouns,
// prepositions, auxiliaries, and their contractions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace answerbox::engine {

// Each stop word has an id: its number in the list without contractions. A
// contraction has the id of its first word ("he'd" has that of "he"); all
// contractions with "n't" share one id. Segments store the ids, so an id may
// change only with the format's version. The whole table is in
// docs/segment-format.md, "Words". The ids that the code names:
enum StopWordId : std::uint8_t {
  kStopHe = 41,
  kStopHer = 42,
  kStopHis = 45,
  kStopHow = 46,
  kStopIt = 52,
  kStopIts = 53,
  kStopNo = 64,
  kStopNor = 65,
  kStopNot = 66,
  kStopOf = 67,
  kStopShe = 81,
  kStopSuch = 85,
  kStopThat = 88,
  kStopThe = 89,
  kStopTheir = 90,
  kStopThese = 94,
  kStopThey = 95,
  kStopThis = 96,
  kStopThose = 97,
  kStopWhat = 109,
  kStopWhen = 110,
  kStopWhere = 111,
  kStopWhich = 112,
  kStopWho = 113,
  kStopWhom = 114,
  kStopWhose = 115,
  kStopWhy = 116,
  kStopNegated = 122,  // "n't"
};
inline constexpr unsigned kStopWordIds = 123;

// The word's id, below kStopWordIds; nothing if it is not a stop word.
//   word  in lower case, its apostrophe plain, a possessive "'s" dropped
[[nodiscard]] std::optional<std::uint8_t> FindStopWord(
    std::string_view word) noexcept;

[[nodiscard]] inline bool IsStopWord(std::string_view word) noexcept {
  return FindStopWord(word).has_value();
}

// The stop word with an id below kStopWordIds; "not" for kStopNegated.
[[nodiscard]] std::string_view StopWordOf(std::uint8_t id) noexcept;

// All stop words, sorted.
[[nodiscard]] std::span<const std::string_view> StopWords() noexcept;

}  // namespace answerbox::engine
