// Finds which words of a sentence are denied, and by which words. Reads English
// by its function words alone, without a tagger, so a scope may be too wide. A
// caller that shows a part of a sentence then shows more of it, or none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::engine {

enum class DenialKind : std::uint8_t {
  // Denies what its clause says: "patients must not eat X", "X is forbidden",
  // "no patient may eat X".
  kClause,
  // Takes what follows it out of what the clause says: "water, but not milk",
  // "adults without fever", "unless it rains".
  kPart,
};

struct Denial {
  ByteRange cue;    // "must not", "no", "without".
  ByteRange scope;  // The denied words, and the cue.
  DenialKind kind = DenialKind::kClause;
};

// Further denials of a sentence are not read.
inline constexpr std::size_t kMaxDenials = 8;

struct Denials {
  std::array<Denial, kMaxDenials> storage;
  std::size_t count = 0;

  [[nodiscard]] std::span<const Denial> all() const noexcept {
    return std::span(storage).first(count);
  }
  [[nodiscard]] bool Have(DenialKind kind) const noexcept;
};

// Returns the denials of a sentence, in its order. Leaves out bounds, as in
// "no more than 5"; denials of a part, as in "not all" and "not only"; and
// pairs that cancel out, as in "cannot be avoided". Reads the first 160 words,
// of any bytes. Linear time; allocates nothing.
[[nodiscard]] Denials ReadDenials(std::string_view sentence) noexcept;

// Whether the cue of a clause also says that it is about nobody or nothing:
// "nobody", or "no" in "no patient".
[[nodiscard]] bool NamesNone(std::string_view sentence,
                             const Denial& denial) noexcept;

// Whether the text is about preventing something: "to prevent injuries".
[[nodiscard]] bool SpeaksOfPrevention(std::string_view text) noexcept;

// Whether a question is about what follows something that happened: "what do I
// do after a fall?", "if I was bitten".
[[nodiscard]] bool AsksWhatFollows(std::string_view question) noexcept;

}  // namespace answerbox::engine
