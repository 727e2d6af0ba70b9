#include "engine/text/text_block.h"

#include <algorithm>
#include <array>

namespace answerbox::engine {
namespace {

// By number; that of the first kind is 1.
constexpr std::array<std::string_view, 23> kNames = {
    "title",    "heading",    "paragraph",    "list",        "lead_in",
    "item",     "table",      "caption",      "row",         "cell",
    "footnote", "quote",      "code",         "figure",      "box",
    "term",     "definition", "running_line", "page_number", "contents",
    "index",    "references", "licence"};
static_assert(kNames.size() ==
              static_cast<std::size_t>(TextBlockKind::kLicence));

}  // namespace

std::string_view NameOf(TextBlockKind kind) noexcept {
  // Stored blocks may be of a later program, so a kind may be unknown.
  const auto number = static_cast<std::size_t>(kind);
  if (number == 0 || number > kNames.size()) return "unknown";
  return kNames[number - 1];
}

std::optional<TextBlockKind> TextBlockKindOf(std::string_view name) noexcept {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<TextBlockKind>(found - kNames.begin() + 1);
}

}  // namespace answerbox::engine
