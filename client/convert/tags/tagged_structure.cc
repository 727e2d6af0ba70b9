// Headings and items by their tags.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
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

namespace {

using Kind = engine::TextBlockKind;

// Returns the level of the item that a block is, or of the first one if it
// holds several; 0 for other blocks. Four letters in five are enough, as marks
// and bullets often have no tag, or one of their own.
std::uint8_t ItemLevel(const TaggedBlock& block, const TaggedBlocks& tagged) {
  constexpr std::size_t kMost = 80;
  if (!block.IsTagged(kMost)) return 0;
  const bool are_items =
      std::ranges::all_of(block.stretches, [&](const TagStretch& stretch) {
        return tagged.element(stretch.element).role == TagRole::kItem;
      });
  if (!are_items) return 0;
  const std::uint8_t level =
      tagged.element(block.stretches.front().element).level;
  return std::min(level, std::uint8_t{engine::kMaxTextBlockDepth});
}

// Whether each of the stretches is the whole of an item.
bool AreWholeItems(const TaggedBlock& block, const TaggedBlocks& tagged) {
  return ItemLevel(block, tagged) > 0 &&
         std::ranges::all_of(block.stretches, [&](const TagStretch& stretch) {
           return tagged.IsWhole(stretch);
         });
}

// Returns where the text of the next item begins: after the first blank between
// two stretches. Nothing if both are in one word, or the first is in the mark.
std::optional<std::size_t> CutBetween(const std::string& text,
                                      const TagStretch& before,
                                      const TagStretch& after) {
  if (before.last.piece != after.first.piece) return std::nullopt;
  const std::size_t blank = text.find(' ', before.last.end);
  if (blank == std::string::npos || blank >= after.first.begin) {
    return std::nullopt;
  }
  return blank + 1;
}

// Returns the item in bytes `begin` to `end` of a block's text. Without a
// `mark`, the text may begin with one. Places where pages begin move by the
// text that is cut off before them.
LayoutBlock ItemOfText(const LayoutBlock& block, std::size_t begin,
                       std::size_t end, std::string_view mark) {
  LayoutBlock item;
  item.kind = Kind::kItem;
  item.mark = mark;
  item.page = block.page;
  for (const LayoutPageStart& start : block.page_starts) {
    if (start.offset <= begin) item.page = start.page;
  }
  std::string_view text =
      layout::Trim(std::string_view(block.text).substr(begin, end - begin));
  const layout::LeadingMark lead = layout::FindLeadingMark(text);
  if (mark.empty() && !lead.mark.empty()) {
    item.mark = lead.mark;
    text = lead.text;
  }
  item.text = text;
  // Where in the block's box the item lies is not known.
  for (const LayoutBox& box : block.boxes) {
    if (box.page >= item.page) item.boxes.push_back(box);
  }
  const auto skipped =
      static_cast<std::size_t>(text.data() - block.text.data());
  for (const LayoutPageStart& start : block.page_starts) {
    if (start.offset > begin && start.offset < end) {
      const std::size_t offset = start.offset - std::min(start.offset, skipped);
      item.page_starts.push_back({std::min(offset, text.size()), start.page});
    }
  }
  return item;
}

std::vector<LayoutBlock> ItemsOfText(const LayoutBlock& block,
                                     const TaggedBlock& tags) {
  std::vector<LayoutBlock> items;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tags.stretches.size(); ++i) {
    std::size_t end = block.text.size();
    if (i + 1 < tags.stretches.size()) {
      const auto cut =
          CutBetween(block.text, tags.stretches[i], tags.stretches[i + 1]);
      if (!cut) return {};
      end = *cut;
    }
    const std::string_view mark = begin == 0 ? block.mark : std::string_view();
    items.push_back(ItemOfText(block, begin, end, mark));
    begin = end;
  }
  return items;
}

// Returns the cells of a table as items; nothing if a cell has parts of two
// items.
std::vector<LayoutBlock> ItemsOfTable(const LayoutBlock& table,
                                      const TaggedBlock& tags) {
  const std::vector<std::string_view> cells = PiecesOf(table);
  std::vector<LayoutBlock> items;
  std::size_t next = 0;
  for (std::size_t i = 0; i < tags.stretches.size(); ++i) {
    const bool is_last = i + 1 == tags.stretches.size();
    const std::size_t end =
        is_last ? cells.size() : tags.stretches[i + 1].first.piece;
    if (end <= tags.stretches[i].last.piece) return {};
    std::string text;
    for (; next < end; ++next) {
      if (cells[next].empty()) continue;
      if (!text.empty()) text += ' ';
      text += cells[next];
    }
    LayoutBlock whole;
    whole.page = table.page;
    whole.boxes = table.boxes;
    whole.text = std::move(text);
    items.push_back(ItemOfText(whole, 0, whole.text.size(), {}));
  }
  return items;
}

// Returns the items that a block consists of by its tags, unless it is an item
// already.
std::vector<LayoutBlock> ItemsOf(const LayoutBlock& block,
                                 const TaggedBlock& tags,
                                 const TaggedBlocks& tagged) {
  const bool is_text =
      block.kind == Kind::kParagraph || block.kind == Kind::kItem;
  if ((!is_text && block.kind != Kind::kTable) ||
      !AreWholeItems(tags, tagged)) {
    return {};
  }
  // A block that is an item already is not changed, and a table of a single
  // item is not believed.
  if (tags.stretches.size() == 1 && block.kind != Kind::kParagraph) return {};
  std::vector<LayoutBlock> items =
      is_text ? ItemsOfText(block, tags) : ItemsOfTable(block, tags);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::uint32_t element = tags.stretches[i].element;
    items[i].level = std::min(tagged.element(element).level,
                              std::uint8_t{engine::kMaxTextBlockDepth});
  }
  return items;
}

// Sets the levels of lists if the tags know every item. `levels` are those of
// the tags, 0 if unknown.
void SetLevels(const std::vector<std::uint8_t>& levels,
               std::vector<LayoutBlock>& blocks) {
  std::vector<std::size_t> list;
  const auto set = [&] {
    const bool is_known = std::ranges::all_of(
        list, [&](std::size_t item) { return levels[item] > 0; });
    for (const std::size_t item : list) {
      if (is_known) blocks[item].level = levels[item];
    }
    list.clear();
  };
  // Any other block but a running line ends a list. If the tags lack one of its
  // items, the levels by layout stay, as a mixture would nest wrongly.
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind == Kind::kItem) {
      list.push_back(i);
    } else if (blocks[i].kind != Kind::kRunningLine) {
      set();
    }
  }
  set();
}

}  // namespace

bool AreItemsSound(const TaggedBlocks& tagged) {
  std::size_t letters = 0;
  for (const TagElement& element : tagged.elements()) {
    if (element.role == TagRole::kItem) letters += element.letters;
  }
  return letters > 0 && letters * 5 <= tagged.letters() * 4;
}

std::vector<LayoutBlock> UseItems(const TaggedBlocks& tagged,
                                  std::vector<LayoutBlock> blocks) {
  std::vector<LayoutBlock> result;
  std::vector<std::uint8_t> levels;  // By the tags, of `result`.
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<LayoutBlock> items = ItemsOf(blocks[i], tagged[i], tagged);
    if (items.empty()) {
      levels.push_back(ItemLevel(tagged[i], tagged));
      result.push_back(std::move(blocks[i]));
      continue;
    }
    for (LayoutBlock& item : items) {
      levels.push_back(item.level);
      result.push_back(std::move(item));
    }
  }
  SetLevels(levels, result);
  return result;
}

}  // namespace answerbox::client::tags
