// What English words mean to contradictions: which deny what follows, which are
// opposites where one stands in the place of the other (opposite_words.cc),
// which exclude each other in one place (alternative_words.cc), and which name
// medicines (medicine_names.cc). Words are in lower case, unless they are
// stems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace answerbox::engine {

// "not", "no", "without", "can't", "avoid".
//   word  its apostrophe plain
[[nodiscard]] bool IsNegation(std::string_view word) noexcept;

// Whether a text that has one word in the place of the other says the contrary.
//   a, b  stems; of stop words the word itself
[[nodiscard]] bool AreOpposite(std::string_view a, std::string_view b) noexcept;

// Whether one is the other with a prefix that denies: "normal" and "abnormal",
// "hypotension" and "hypertension".
//   a, b  words in lower case, or stems
[[nodiscard]] bool ArePrefixOpposites(std::string_view a,
                                      std::string_view b) noexcept;

// Whether a negation before the word denies what follows the word: "not
// usually given", "not able to walk".
[[nodiscard]] bool IsPassedByNegation(std::string_view word) noexcept;

// "take", "using", "drink": "not to take X" is to avoid X.
[[nodiscard]] bool IsUse(std::string_view word) noexcept;

// "stop", "withhold": to stop X, or to stop taking X, is to avoid X.
[[nodiscard]] bool IsStop(std::string_view word) noexcept;

// "on" and "off", "up" and "down": opposites after words such as "turn".
[[nodiscard]] bool AreSwitched(std::string_view a, std::string_view b) noexcept;

// "turn", "switch": what stands before "on" and "off" where these are
// opposites.
[[nodiscard]] bool IsSwitch(std::string_view word) noexcept;

// "pre" and "post", as they stand before a hyphen.
[[nodiscard]] bool ArePrefixPair(std::string_view a,
                                 std::string_view b) noexcept;

// Words exclude each other in one place: an arm and a thigh, a nurse and a
// physician, by mouth and into a vein.
//
// What a word stands for among the alternatives of its kind. Each alternative
// has a bit. A word that may stand for several has the bits of all: "injection"
// has those of "intravenous" and "intramuscular".
struct Alternative {
  std::uint8_t kind = 0;  // 0: the word is in no list.
  std::uint16_t meanings = 0;

  [[nodiscard]] bool IsKnown() const noexcept { return kind != 0; }
};

// `word` in lower case. A plural by "s" is its singular.
[[nodiscard]] Alternative AlternativeOf(std::string_view word) noexcept;

// Whether one may stand for the other: all its bits are among the other's.
[[nodiscard]] inline bool AreSame(Alternative a, Alternative b) noexcept {
  const auto common = a.meanings & b.meanings;
  return a.IsKnown() && a.kind == b.kind &&
         (common == a.meanings || common == b.meanings);
}

// Whether they are of one kind, and neither may stand for the other.
[[nodiscard]] inline bool Exclude(Alternative a, Alternative b) noexcept {
  return a.IsKnown() && a.kind == b.kind && !AreSame(a, b);
}

// Whether a word is a common generic name ("paracetamol"), or ends as
// international names of medicines do ("amoxicillin").
[[nodiscard]] bool IsMedicineName(std::string_view word) noexcept;

// Whether a word is in the lists of medicines: a common generic name, or
// another name for one.
[[nodiscard]] bool IsKnownMedicine(std::string_view word) noexcept;

// The lists: common generic names, and other names for them.
[[nodiscard]] std::span<const std::string_view> KnownMedicines() noexcept;
[[nodiscard]] std::span<const std::string_view> OtherMedicineNames() noexcept;

// Whether a stem is that of a medicine's name: "topiram".
//   by_ending  whether one that only ends like a medicine is one
[[nodiscard]] bool IsMedicineTerm(std::string_view stem,
                                  bool by_ending) noexcept;

// The international name of a medicine that another name is usual for:
// "paracetamol" for "acetaminophen". Of other words the word itself.
[[nodiscard]] std::string_view InternationalName(
    std::string_view word) noexcept;

inline constexpr std::size_t kMaxMedicineNames = 16;
// Returns the other names of the medicine `word`, the international one first:
// US and British names, and common brands. Fills `names` from the front and
// returns the filled part; empty if there are none.
[[nodiscard]] std::span<const std::string_view> OtherNamesOf(
    std::string_view word,
    std::span<std::string_view, kMaxMedicineNames> names) noexcept;

// Whether a word beside a dose may name what is dosed: neither "give 5 mg" nor
// "tablets 5 mg".
//   stem  of the word
[[nodiscard]] bool MayBeDosed(std::string_view stem) noexcept;

}  // namespace answerbox::engine
