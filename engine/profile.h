// How text is analysed and questions are answered. A segment is written for one
// profile and answers only with it.
#pragma once

#include <cstdint>

namespace answerbox::engine {

enum class Profile : std::uint8_t {
  kPaper = 1,    // The published method to the letter, including its quirks.
  kDefault = 2,  // The best methods that we know.
};

// Window and overlap of chunks, in white-space separated words.
struct Chunking {
  std::uint16_t window_words = 200;  // 8 to 1000.
  std::uint16_t overlap_words = 40;  // 0 to window_words / 2.

  friend bool operator==(const Chunking&, const Chunking&) = default;
};

inline constexpr std::uint16_t kMinWindowWords = 8;
inline constexpr std::uint16_t kMaxWindowWords = 1000;

[[nodiscard]] constexpr bool IsValid(Chunking chunking) noexcept {
  return chunking.window_words >= kMinWindowWords &&
         chunking.window_words <= kMaxWindowWords &&
         chunking.overlap_words <= chunking.window_words / 2;
}

}  // namespace answerbox::engine
