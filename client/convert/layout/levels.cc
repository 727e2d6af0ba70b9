#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "client/convert/layout/blocks.h"
#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"
#include "client/convert/layout/lines/written_signs.h"

namespace answerbox::client::layout {
namespace {

using Kind = engine::TextBlockKind;

constexpr int kMaxHeadingLevel = 6;
// Items whose marks differ by less are on the same level.
constexpr Length kIndent = Pixels(6);

// Larger and bolder looks come first.
using HeadingLook = std::tuple<Length, bool, bool, Color>;

// Headings of one look have one level; larger and bolder looks are above
// others. Colours distinguish looks but have no rank; their order only keeps
// the result the same on every machine.
HeadingLook LookOf(const Block& heading) {
  const Line& line = heading.first;
  return {-line.size, !line.is_bold, line.is_italic, line.color};
}

// Whether the words are unfinished, or end in a colon.
bool MayLeadIn(const Block& block) {
  constexpr std::size_t kLongest = 700;
  return block.kind == Kind::kParagraph && block.text.size() < kLongest &&
         (block.text.ends_with(':') || !EndsWithPunctuation(block.text));
}

// Whether a paragraph is indented below the line that introduces a list, at the
// same place as the first such paragraph.
bool IsIndentedBelow(const Block& block, const Block& first,
                     const Line& lead_in) {
  const Length size = lead_in.size;
  return block.kind == Kind::kParagraph && block.page() == first.page() &&
         block.page() == lead_in.page &&
         block.min_left > lead_in.left + size / 2 &&
         block.max_left < lead_in.left + Percent(size, 350) &&
         std::abs(block.first.left - first.first.left) < Pixels(3) &&
         std::abs(block.first.size - size) <= Pixels(1);
}

// Whether large words, as in a brochure, are text: sentences, a small letter at
// the beginning, or mostly numbers. Large text may be longer than bold text.
bool ReadsLikeText(const Block& heading, bool is_large,
                   const DocumentStyle& style) {
  constexpr std::size_t kLongest = 150;
  constexpr std::size_t kLongestShout = 60;  // "Wash your hands."
  constexpr std::uint32_t kMostLines = 3;
  const std::string& text = heading.text;
  const char32_t last = LastCharacter(text);
  const bool ends_sentence = last == U'.' || last == U';' || last == U',';
  if (ends_sentence && (text.size() > kLongestShout ||
                        heading.first.size <= Percent(style.body_size, 125))) {
    return true;
  }
  if (!is_large &&
      (text.size() > kLongest || heading.line_count > kMostLines)) {
    return true;
  }
  if (StartsSmall(text) && heading.mark.empty()) return true;
  const auto blanks = static_cast<std::uint32_t>(std::ranges::count(text, ' '));
  return CountLetters(text) * 2 < CountCharacters(text) - blanks;
}

// A marked line that is only bold is an item in bold type.
void Demote(bool is_large, Block& heading) {
  if (heading.mark.empty() || is_large) {
    heading.kind = Kind::kParagraph;
    return;
  }
  heading.kind = Kind::kItem;
  heading.text =
      Trim(std::string_view(heading.text).substr(heading.mark.size()));
}

// The lines of a slide are as large as headings in other documents. Where many
// of one look follow each other on a page, they can't head anything; only the
// last one may head what follows.
void DemoteRunsOfHeadings(const DocumentStyle& style,
                          std::vector<Block>& blocks) {
  constexpr std::size_t kFewest = 4;
  std::vector<Block*> text;
  for (Block& block : blocks) {
    if (block.kind != Kind::kRunningLine) text.push_back(&block);
  }
  const auto is_like = [](const Block& block, const Block& first) {
    return block.kind == Kind::kHeading && block.page() == first.page() &&
           LookOf(block) == LookOf(first);
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_like(*text[end], *text[i])) ++end;
    if (end - i >= kFewest) {
      const bool heads_text = end < text.size() &&
                              text[end]->page() == text[i]->page() &&
                              text[end]->kind != Kind::kHeading;
      for (std::size_t k = i; k < end - heads_text; ++k) {
        if (style.titles.contains(WordKey(text[k]->text))) continue;
        if (SectionNumberDepth(text[k]->text) > 0) continue;
        text[k]->kind = Kind::kParagraph;
      }
    }
    i = std::max(end, i + 1);
  }
}

// Returns the largest heading of the first two pages if it is large, the first
// of several equal ones. The first page may be a picture, with the title on the
// second.
std::optional<std::size_t> FindTitle(const DocumentStyle& style,
                                     const std::vector<Block>& blocks) {
  constexpr std::uint32_t kFirstPages = 2;
  std::optional<std::size_t> title;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    if (block.kind != Kind::kHeading || block.page() > kFirstPages) continue;
    if (!title || block.first.size > blocks[*title].first.size) title = i;
  }
  if (title && blocks[*title].first.size < Percent(style.body_size, 130)) {
    title.reset();
  }
  return title;
}

// Finds the levels of items by their indents.
class ItemLevels {
 public:
  // Returns the level. Preconditions: `item` is an item, and items come in
  // order.
  int Add(const Block& item) {
    const Length left = item.first.left;
    if (IsAbove(item)) MoveTo(left, item.mark);
    while (!lists_.empty() && left < lists_.back().left - kIndent) {
      lists_.pop_back();
    }
    if (lists_.empty() || left > lists_.back().left + kIndent) {
      lists_.push_back({left, item.mark});
    }
    lists_.back().mark = item.mark;
    last_ = item.last;
    return static_cast<int>(
        std::min(lists_.size(), engine::kMaxTextBlockDepth));
  }

  void EndLists() { lists_.clear(); }

 private:
  struct List {
    Length left;
    std::string_view mark;  // Of its last item.
  };

  // Whether a list continues at the top of the next column.
  [[nodiscard]] bool IsAbove(const Block& item) const {
    return item.page() == last_.page && item.first.top < last_.top - Pixels(5);
  }

  static bool MayBeOfOneList(std::string_view mark, std::string_view next) {
    return mark == next || (IsCountingMark(next) &&
                            MayFollow(MarkPlaces(mark), MarkPlaces(next)));
  }

  // Moves all lists to another column, where the innermost list with such a
  // mark continues at `left`.
  void MoveTo(Length left, std::string_view mark) {
    const auto goes_on = std::find_if(
        lists_.rbegin(), lists_.rend(),
        [mark](const List& list) { return MayBeOfOneList(list.mark, mark); });
    if (goes_on == lists_.rend()) return;
    const Length shift = left - goes_on->left;
    // Moved again and again, the outer lists would get out of any bound.
    for (List& list : lists_) {
      list.left = std::clamp(list.left + shift, -kMaxLength, kMaxLength);
    }
  }

  std::vector<List> lists_;
  Line last_;
};

LayoutBlock Finished(Block&& block) {
  LayoutBlock finished;
  finished.kind = block.kind;
  finished.page = block.page();
  finished.text = std::move(block.text);
  if (block.is_list_item()) finished.mark = block.mark;
  finished.rows = std::move(block.grid.rows);
  finished.header_rows = block.grid.header_rows;
  finished.page_starts = std::move(block.page_starts);
  finished.boxes = std::move(block.boxes);
  return finished;
}

}  // namespace

// Running lines are skipped: they are not part of the list.
void FindUnmarkedItems(std::vector<Block>& blocks) {
  constexpr std::size_t kFewest = 2;
  std::vector<Block*> text;
  for (Block& block : blocks) {
    if (block.kind != Kind::kRunningLine) text.push_back(&block);
  }
  for (std::size_t i = 0; i + 1 < text.size();) {
    std::size_t end = i + 1;
    if (MayLeadIn(*text[i])) {
      while (end < text.size() &&
             IsIndentedBelow(*text[end], *text[i + 1], text[i]->last)) {
        ++end;
      }
      if (end - i - 1 >= kFewest) {
        for (std::size_t k = i + 1; k < end; ++k) text[k]->kind = Kind::kItem;
      }
    }
    i = end;
  }
}

// Leaflets begin a paragraph in larger type. Lines that end like a sentence,
// and titles in the contents or the outline, stay as they are.
void JoinCutSentences(const DocumentStyle& style, std::vector<Block>& blocks) {
  std::vector<Block> joined;
  joined.reserve(blocks.size());
  for (Block& block : blocks) {
    Block* const above = joined.empty() ? nullptr : &joined.back();
    const bool goes_on =
        above != nullptr && above->kind == Kind::kHeading &&
        block.kind == Kind::kParagraph && block.page() == above->page() &&
        StartsSmall(block.text) && !EndsWithPunctuation(above->text) &&
        !style.titles.contains(WordKey(above->text));
    if (!goes_on) {
      joined.push_back(std::move(block));
      continue;
    }
    above->kind = Kind::kParagraph;
    above->text += ' ';
    for (LayoutPageStart start : block.page_starts) {
      start.offset += above->text.size();
      above->page_starts.push_back(start);
    }
    above->text += block.text;
    AppendBoxes(block, *above);
    above->last = block.last;
    above->line_count += block.line_count;
  }
  blocks = std::move(joined);
}

void CheckHeadings(const DocumentStyle& style, std::vector<Block>& blocks) {
  DemoteRunsOfHeadings(style, blocks);
  // Goes from the end, as the question is whether anything follows. A heading
  // at the end is a slogan or an address.
  bool is_last = true;  // Nothing follows below a heading.
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    if (block->kind == Kind::kRunningLine) continue;
    if (block->kind == Kind::kHeading &&
        !style.titles.contains(WordKey(block->text))) {
      const bool is_large = IsLarge(block->first.size, style);
      if (is_last || ReadsLikeText(*block, is_large, style)) {
        Demote(is_large, *block);
      }
    }
    is_last = false;
  }
}

void SetRepeatedHeadingsApart(std::vector<Block>& blocks) {
  constexpr std::string_view kContinued[] = {"continued", "cont"};
  std::string heading;  // The last one, as its WordKey.
  std::uint32_t page = 0;
  for (Block& block : blocks) {
    if (block.kind != Kind::kHeading) continue;
    std::string key = WordKey(block.text);
    const bool is_repeated =
        block.page() > page && !heading.empty() &&
        std::ranges::any_of(kContinued, [&](std::string_view word) {
          return key.size() == heading.size() + word.size() &&
                 key.starts_with(heading) && key.ends_with(word);
        });
    page = block.page();
    if (is_repeated) {
      block.kind = Kind::kRunningLine;
    } else {
      heading = std::move(key);
    }
  }
}

std::vector<LayoutBlock> FinishBlocks(const DocumentStyle& style,
                                      std::vector<Block> blocks) {
  std::set<HeadingLook> looks;
  for (const Block& block : blocks) {
    if (block.kind == Kind::kHeading) looks.insert(LookOf(block));
  }
  std::map<HeadingLook, int> level_of;
  for (const HeadingLook& look : looks) {
    level_of.emplace(look, static_cast<int>(level_of.size()) + 1);
  }
  const std::optional<std::size_t> title = FindTitle(style, blocks);
  std::vector<LayoutBlock> finished;
  finished.reserve(blocks.size());
  ItemLevels items;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    Block& block = blocks[i];
    int level = 0;
    if (block.is_list_item()) {
      level = items.Add(block);
    } else if (block.kind == Kind::kHeading) {
      const int depth = SectionNumberDepth(block.text);
      level = std::min(kMaxHeadingLevel,
                       depth > 0 ? depth : level_of[LookOf(block)]);
    }
    if (block.kind == Kind::kParagraph || block.kind == Kind::kHeading) {
      items.EndLists();
    }
    finished.push_back(Finished(std::move(block)));
    finished.back().level = static_cast<std::uint8_t>(level);
    if (title == i) finished.back().kind = Kind::kTitle;
  }
  return finished;
}

}  // namespace answerbox::client::layout
