// The look of a run of letters, as far as a word processor's styles define it.
#pragma once

#include <optional>
#include <string_view>

#include "client/convert/document/reading_notes.h"

namespace answerbox::client::package {

// Overrides `value` with `nearer`, if that is defined.
template <typename T>
void TakeIfSaid(std::optional<T>& value, const std::optional<T>& nearer) {
  if (nearer) value = nearer;
}

// A member without a value is not defined by the style.
struct RunLook {
  std::optional<bool> bold = {};
  std::optional<bool> struck = {};
  std::optional<bool> hidden = {};
  std::optional<bool> white = {};   // Its colour is white, or nearly white.
  std::optional<bool> shaded = {};  // It has a ground of its own.
  std::optional<int> raised = {};   // As in Look.

  void Take(const RunLook& nearer);
};

// Returns why words of this look are left out.
//   has_ground  whether text around them may have a ground of its own
[[nodiscard]] std::optional<LeftOut> WhyLeftOut(const RunLook& look,
                                                bool has_ground);

// Whether a colour, six hexadecimal digits, has no part below 0xF8.
[[nodiscard]] bool IsWhite(std::string_view color);

}  // namespace answerbox::client::package
