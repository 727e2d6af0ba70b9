#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using LevelKind = engine::TextBlockKind;

constexpr std::uint8_t kDeepest = 6;

// Returns the heading in lower case, without signs and blanks.
std::string NameKey(std::string_view text, const TextBlock& block) {
  std::string key;
  for (const char c : Slice(text, block.range)) {
    if (engine::Is(c, engine::kLetterByte | engine::kDigitByte) ||
        static_cast<unsigned char>(c) >= 0x80) {
      key += engine::ToLowerAscii(c);
    }
  }
  return key;
}

// A heading outside of all other blocks.
struct PartHeading {
  std::size_t block;
  std::uint8_t level;
  std::string key;
  bool is_empty = false;  // A heading of its level follows at once.
};

std::vector<PartHeading> HeadingsOf(std::string_view text,
                                    const std::vector<TextBlock>& blocks) {
  std::vector<PartHeading> headings;
  bool is_text = true;  // Text came since the last heading.
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].parent_distance > 0 || engine::IsFurniture(blocks[i].kind)) {
      continue;
    }
    if (blocks[i].kind != LevelKind::kHeading) {
      is_text = true;
      continue;
    }
    if (!is_text && headings.back().level == blocks[i].level) {
      headings.back().is_empty = true;
    }
    headings.push_back({i, blocks[i].level, NameKey(text, blocks[i])});
    is_text = false;
  }
  return headings;
}

bool IsDoOrDoNot(std::string_view key) {
  constexpr std::string_view kNames[] = {"do",    "dos",   "dont",
                                         "donts", "donot", "donots"};
  // A typographic apostrophe has three bytes.
  std::string plain(key);
  if (const auto at = plain.find("\xE2\x80\x99"); at != std::string::npos) {
    plain.erase(at, 3);
  }
  for (const std::string_view name : kNames) {
    if (plain == name) return true;
  }
  return false;
}

}  // namespace

void LowerParts(std::string_view text, std::vector<TextBlock>& blocks,
                std::vector<engine::HeadingMark>& marks) {
  const std::vector<PartHeading> headings = HeadingsOf(text, blocks);
  std::map<std::pair<std::uint8_t, std::string>, std::size_t> counts;
  for (const PartHeading& heading : headings) {
    if (!heading.is_empty) ++counts[{heading.level, heading.key}];
  }
  // For each level: whether the headings below belong to one without text, and
  // whether the last heading was lowered.
  std::array<bool, kDeepest + 1> has_parts = {};
  std::array<bool, kDeepest + 1> is_lowered = {};
  std::map<std::uint32_t, std::uint8_t> levels;  // By where a heading begins.
  for (const PartHeading& heading : headings) {
    const std::size_t level = std::min(heading.level, kDeepest);
    for (std::size_t i = level + 1; i <= kDeepest; ++i) {
      has_parts[i] = is_lowered[i] = false;
    }
    is_lowered[level] =
        !heading.is_empty && has_parts[level] &&
        (counts[{heading.level, heading.key}] > 1 || IsDoOrDoNot(heading.key));
    if (!is_lowered[level]) has_parts[level] = heading.is_empty;
    std::size_t lowered = level;
    for (std::size_t i = 0; i <= level; ++i) lowered += is_lowered[i] ? 1 : 0;
    blocks[heading.block].level =
        static_cast<std::uint8_t>(std::min<std::size_t>(lowered, kDeepest));
    levels[blocks[heading.block].range.begin] = blocks[heading.block].level;
  }
  for (engine::HeadingMark& mark : marks) {
    const auto level = levels.find(mark.range.begin);
    if (level != levels.end()) mark.level = level->second;
  }
}

}  // namespace answerbox::client
