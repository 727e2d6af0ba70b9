// Words that exclude each other in one place: an arm and a thigh, a nurse and a
// physician, by mouth and into a vein.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::engine {

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

}  // namespace answerbox::engine
