#include "client/convert/package/run_look.h"

#include <charconv>
#include <cstddef>

namespace answerbox::client::package {

void RunLook::Take(const RunLook& nearer) {
  TakeIfSaid(bold, nearer.bold);
  TakeIfSaid(struck, nearer.struck);
  TakeIfSaid(hidden, nearer.hidden);
  TakeIfSaid(white, nearer.white);
  TakeIfSaid(shaded, nearer.shaded);
  TakeIfSaid(raised, nearer.raised);
}

std::optional<LeftOut> WhyLeftOut(const RunLook& look, bool has_ground) {
  if (look.hidden.value_or(false)) return LeftOut::kHidden;
  if (look.struck.value_or(false)) return LeftOut::kStruck;
  if (look.white.value_or(false) && !has_ground &&
      !look.shaded.value_or(false)) {
    return LeftOut::kCovered;
  }
  return std::nullopt;
}

bool IsWhite(std::string_view color) {
  if (color.size() != 6) return false;
  for (std::size_t i = 0; i < 6; i += 2) {
    unsigned part = 0;
    const char* end = color.data() + i + 2;
    if (std::from_chars(color.data() + i, end, part, 16).ptr != end) {
      return false;
    }
    if (part < 0xF8) return false;
  }
  return true;
}

}  // namespace answerbox::client::package
