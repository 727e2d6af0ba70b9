// How a run of letters looks, as far as the styles of a word processor say it.
#pragma once

#include <optional>
#include <string_view>

#include "client/convert/document/reading_notes.h"

namespace answerbox::client::package {

// Takes what is nearer, where it says something.
template <typename T>
void TakeIfSaid(std::optional<T>& value, const std::optional<T>& nearer) {
  if (nearer) value = nearer;
}

// Nothing where it is not said.
struct RunLook {
  std::optional<bool> bold = {};
  std::optional<bool> struck = {};
  std::optional<bool> hidden = {};
  std::optional<bool> white = {};   // Its colour is white, or all but white.
  std::optional<bool> shaded = {};  // It stands on a ground of its own.
  std::optional<int> raised = {};   // As in Look.

  void Take(const RunLook& nearer);
};

// Why words that look so are not what the page says.
//   has_ground  what is around them may have a ground of its own
[[nodiscard]] std::optional<LeftOut> WhyLeftOut(const RunLook& look,
                                                bool has_ground);

// Whether a colour, six hexadecimal digits, has no part below 0xF8.
[[nodiscard]] bool IsWhite(std::string_view color);

}  // namespace answerbox::client::package
