#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "client/convert/tags/tagged_blocks.h"

namespace answerbox::client::tags {
namespace {

using Kind = engine::TextBlockKind;

constexpr std::uint8_t kMaxLevel = 6;

// Returns the level of the heading that covers nearly all of the block, or else
// 0. Tags may have a heading of several lines as several headings. Nine letters
// in ten are enough, as a number before the heading may have no tag.
std::uint8_t HeadingLevel(const TaggedBlock& block,
                          const TaggedBlocks& tagged) {
  constexpr std::size_t kNearlyAll = 90;
  if (!block.IsTagged(kNearlyAll)) return 0;
  const std::uint8_t level =
      tagged.element(block.stretches.front().element).level;
  const bool are_headings =
      std::ranges::all_of(block.stretches, [&](const TagStretch& stretch) {
        const TagElement& element = tagged.element(stretch.element);
        return element.role == TagRole::kHeading && element.level == level;
      });
  return are_headings ? level : std::uint8_t{0};
}

// Whether a block that is tagged as a heading may become one. Of nine headings
// found by tags alone six were sentences, so it must be a whole element, short,
// and without a full stop.
bool MayBecomeHeading(const LayoutBlock& block, const TaggedBlock& tags,
                      const TaggedBlocks& tagged) {
  constexpr std::size_t kLongest = 120;
  return (block.kind == Kind::kParagraph || block.kind == Kind::kItem) &&
         block.text.size() <= kLongest && !block.text.ends_with('.') &&
         std::ranges::all_of(tags.stretches, [&](const TagStretch& stretch) {
           return tagged.IsWhole(stretch);
         });
}

void MakeHeading(LayoutBlock& block) {
  block.kind = Kind::kHeading;
  if (!block.mark.empty()) {
    const std::size_t added = block.mark.size() + 1;
    block.text = block.mark + " " + block.text;
    for (LayoutPageStart& start : block.page_starts) start.offset += added;
  }
  block.mark.clear();
}

// For each level by layout, the level by tags of most headings that have it.
class Levels {
 public:
  // Learns from headings that both know which look has which level.
  void Add(std::uint8_t by_layout, std::uint8_t by_tags) {
    ++counts_[by_layout][by_tags];
  }

  // Returns the level by tags of a heading without a tag. If no tagged heading
  // looks like it, it is below those of the next higher level.
  [[nodiscard]] std::uint8_t Of(std::uint8_t by_layout) const {
    for (std::uint8_t level = by_layout; level > 0; --level) {
      const auto& counts = counts_[level];
      const auto most = std::max_element(counts.begin(), counts.end());
      if (*most == 0) continue;
      const auto by_tags = static_cast<std::uint8_t>(most - counts.begin());
      return level == by_layout
                 ? by_tags
                 : std::min<std::uint8_t>(by_tags + 1, kMaxLevel);
    }
    return by_layout;
  }

 private:
  std::array<std::array<std::uint32_t, kMaxLevel + 1>, kMaxLevel + 1> counts_{};
};

}  // namespace

bool AreHeadingsSound(const TaggedBlocks& tagged,
                      std::span<const LayoutBlock> blocks) {
  constexpr std::size_t kLongest = 200;  // Letters.
  std::size_t letters = 0;
  for (const TagElement& element : tagged.elements()) {
    if (element.role != TagRole::kHeading) continue;
    if (element.letters > kLongest) return false;
    letters += element.letters;
  }
  if (letters == 0 || letters * 4 > tagged.letters()) return false;
  // Tags that miss a quarter of the visible headings were not made with care.
  std::size_t headings = 0;
  std::size_t known = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind != Kind::kHeading) continue;
    ++headings;
    if (HeadingLevel(tagged[i], tagged) > 0) ++known;
  }
  return known * 4 >= headings * 3;
}

void UseHeadings(const TaggedBlocks& tagged, std::vector<LayoutBlock>& blocks) {
  Levels levels;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::uint8_t level = HeadingLevel(tagged[i], tagged);
    if (level > 0 && blocks[i].kind == Kind::kHeading) {
      levels.Add(std::min(blocks[i].level, kMaxLevel), level);
    }
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    LayoutBlock& block = blocks[i];
    const std::uint8_t level = HeadingLevel(tagged[i], tagged);
    if (block.kind == Kind::kHeading) {
      block.level =
          level > 0 ? level : levels.Of(std::min(block.level, kMaxLevel));
    } else if (level > 0 && MayBecomeHeading(block, tagged[i], tagged)) {
      MakeHeading(block);
      block.level = level;
    }
  }
}

}  // namespace answerbox::client::tags
