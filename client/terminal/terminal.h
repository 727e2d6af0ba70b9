// Describes what an output stream is connected to, and what may be sent to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::client {

enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

inline constexpr std::size_t kDefaultColumns = 80;
inline constexpr std::size_t kMinColumns = 20;

struct Terminal {
  bool is_terminal = false;
  bool styled = false;  // Whether escape sequences may be sent.
  std::size_t columns = kDefaultColumns;

  // `auto` uses styles on a terminal unless $NO_COLOR is set or $TERM is
  // "dumb".
  [[nodiscard]] static Terminal Of(int fd, ColorChoice choice);
};

// Ways to style words; combined with |.
enum class Style : std::uint8_t {
  kPlain = 0,
  kBold = 1,
  kUnderlined = 2,
  kDim = 4,
  kGood = 8,  // Green.
  kBad = 16,  // Red.
};
[[nodiscard]] constexpr Style operator|(Style a, Style b) {
  return static_cast<Style>(static_cast<unsigned>(a) |
                            static_cast<unsigned>(b));
}

// Returns `text` between the escape sequences for `style`, or unchanged when
// `terminal` is not styled.
[[nodiscard]] std::string Styled(const Terminal& terminal, Style style,
                                 std::string_view text);

}  // namespace answerbox::client
