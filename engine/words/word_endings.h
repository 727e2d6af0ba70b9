// Endings that the stemmer takes off English words. The dictionary of a segment
// has stems; a stem with one of its endings is a word again ("hospit" and
// "al").
#pragma once

#include <span>
#include <string_view>

namespace answerbox::engine {

// All are lower-case ASCII, of at most six letters.

// Endings that nearly every word may have, the empty one among them.
[[nodiscard]] std::span<const std::string_view> Inflections() noexcept;
// Endings that make other words, or that few words have.
[[nodiscard]] std::span<const std::string_view> Derivations() noexcept;

}  // namespace answerbox::engine
