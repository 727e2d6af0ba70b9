#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// A longer paragraph has content of its own, for which it would no longer be
// found as a part of the list.
constexpr std::size_t kMaxLeadInBytes = 512;
constexpr std::size_t kMaxUnfinishedWords = 12;
constexpr std::string_view kBlanks = " \t\r\n";

// Only the last sentence of a paragraph can introduce a list: "Follow these
// steps. Wash your hands. The following apply".
std::string_view LastSentence(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 1;) {
    const char before = text[i - 1];
    if (text[i] == ' ' && (before == '.' || before == '!' || before == '?')) {
      return text.substr(i + 1);
    }
  }
  return text;
}

// "The following apply" introduces a list, "Following surgery, rest" does not.
bool SaysFollowing(std::string_view sentence) {
  return sentence.find(" following") != std::string_view::npos ||
         sentence.find(" follows") != std::string_view::npos;
}

// Whether the sentence must continue: "You need ...", "Whoever goes alone must
// have at least".
bool EndsUnfinished(std::string_view text) {
  constexpr std::string_view kWords[] = {
      "are",  "at least", "be",      "by",    "can",     "for", "from",
      "have", "has",      "if",      "in",    "is",      "may", "must",
      "need", "needs",    "of",      "or",    "the",     "to",  "when",
      "with", "should",   "include", "those", "includes"};
  if (text.ends_with("...") || text.ends_with("\xE2\x80\xA6")) return true;
  return std::ranges::any_of(kWords, [text](std::string_view word) {
    return text.size() > word.size() && text.ends_with(word) &&
           text[text.size() - word.size() - 1] == ' ';
  });
}

using engine::TextBlock;
using ListKind = engine::TextBlockKind;

constexpr std::size_t kMarkBytes = 4;  // Three of the mark and a space.

bool IsTopParagraph(const TextBlock& block) {
  return block.kind == ListKind::kParagraph && block.parent_distance == 0;
}

// All marks have three bytes in UTF-8, as kMarkBytes says. Hyphens and
// asterisks are not among them: formats that mean a list by these say so.
bool BeginsWithMark(std::string_view text, const TextBlock& block) {
  constexpr std::string_view kMarks[] = {
      "\xE2\x80\xA2 ", "\xE2\x96\xA1 ", "\xE2\x96\xAA ", "\xE2\x97\x8F ",
      "\xE2\x98\x90 ", "\xE2\x98\x91 ", "\xE2\x98\x92 "};
  const std::string_view words = Slice(text, block.range);
  return IsTopParagraph(block) && words.size() > kMarkBytes &&
         std::find(std::begin(kMarks), std::end(kMarks),
                   words.substr(0, kMarkBytes)) != std::end(kMarks);
}

// Adds the paragraphs `begin` to `end` as a list. The marker stays in the text
// but outside of the item, as in lists that a format marks, so that a search
// for the item's words does not find its bullet.
void AddList(std::string_view text, const std::vector<TextBlock>& blocks,
             std::size_t begin, std::size_t end, std::vector<TextBlock>& out) {
  TextBlock list{
      .range = {blocks[begin].range.begin, blocks[end - 1].range.end},
      .kind = ListKind::kList,
      .level = 1};
  if (!out.empty() && IsTopParagraph(out.back()) &&
      IsLeadIn(Slice(text, out.back().range))) {
    TextBlock lead_in = out.back();
    out.pop_back();
    list.range.begin = lead_in.range.begin;
    lead_in.kind = ListKind::kLeadIn;
    lead_in.parent_distance = 1;
    out.push_back(list);
    out.push_back(lead_in);
  } else {
    out.push_back(list);
  }
  auto distance =
      static_cast<std::uint32_t>(out.back().kind == ListKind::kLeadIn ? 2 : 1);
  for (std::size_t i = begin; i < end; ++i) {
    TextBlock item = blocks[i];
    item.range.begin += static_cast<std::uint32_t>(kMarkBytes);
    item.kind = ListKind::kItem;
    item.level = 1;
    item.parent_distance = distance++;
    out.push_back(item);
  }
}

}  // namespace

bool IsLeadIn(std::string_view paragraph) {
  const std::string_view text = engine::TrimEnd(paragraph, kBlanks);
  if (text.empty() || text.size() > kMaxLeadInBytes) return false;
  if (text.back() == ':' || SaysFollowing(LastSentence(text))) return true;
  if (EndsUnfinished(text)) return true;
  // A sentence that has ended does not introduce a list. Words without an end,
  // such as "Side effects", are a label of what follows; prose whose full stop
  // was forgotten is longer.
  if (std::string_view(".!?;").find(text.back()) != std::string_view::npos) {
    return false;
  }
  const auto blanks = std::ranges::count_if(
      text, [](char c) { return engine::IsOneOf(c, kBlanks); });
  return static_cast<std::size_t>(blanks) < kMaxUnfinishedWords;
}

void MakeMarkedLists(std::string_view text, std::vector<TextBlock>& blocks) {
  std::vector<TextBlock> out;
  out.reserve(blocks.size());
  for (std::size_t i = 0; i < blocks.size();) {
    std::size_t end = i;
    while (end < blocks.size() && BeginsWithMark(text, blocks[end])) ++end;
    // A single bullet may decorate a paragraph.
    if (end - i >= 2) {
      AddList(text, blocks, i, end, out);
      i = end;
    } else {
      out.push_back(blocks[i++]);
    }
  }
  if (out.size() <= engine::kMaxTextBlocks) blocks = std::move(out);
}

namespace {

enum class MarkStyle : std::uint8_t {
  kNone,
  kBullet,
  kNumber,
  kLetter,
  kRoman
};

// The mark that was typed at the beginning of a line.
struct TypedMark {
  MarkStyle style = MarkStyle::kNone;
  std::string_view around = {};  // What follows its number: ".", ")".
  std::uint32_t number = 0;      // From 1; of a letter, its place.
  std::size_t bytes = 0;         // With the blank after it.
};

// A line of a paragraph that stands outside of all blocks.
struct TypedLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  TypedMark mark = {};
  bool begins_paragraph = false;
};

std::size_t BulletBytes(std::string_view line) {
  for (const std::string_view bullet :
       {"•", "◦", "▪", "●", "■", "‣", "·", "⁃", "–", "—", "□", "☐", "☑", "☒",
        "-", "*"}) {
    if (line.starts_with(bullet) &&
        line.substr(bullet.size()).starts_with(' ')) {
      return bullet.size() + 1;
    }
  }
  return 0;
}

std::uint32_t RomanOf(std::string_view word) {
  constexpr std::string_view kRoman[] = {
      "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"};
  const auto found = std::find(std::begin(kRoman), std::end(kRoman), word);
  return found == std::end(kRoman)
             ? 0
             : static_cast<std::uint32_t>(found - std::begin(kRoman)) + 1;
}

// Finds "3. ", "3) ", "(3) ", "c) ", "(c) ", "c. " and "iv) ". `letters` says
// whether "i)" is a letter or a Roman number, which only the marks around it
// can tell.
TypedMark MarkOf(std::string_view line, MarkStyle letters) {
  if (const std::size_t bytes = BulletBytes(line); bytes != 0) {
    return {MarkStyle::kBullet, {}, 0, bytes};
  }
  const std::size_t begin = line.starts_with('(') ? 1 : 0;
  std::size_t end = begin;
  constexpr std::size_t kMostSigns = 4;
  while (end < std::min(line.size(), begin + kMostSigns) &&
         engine::Is(line[end], engine::kDigitByte | engine::kLowerByte)) {
    ++end;
  }
  const std::string_view word = line.substr(begin, end - begin);
  const std::string_view rest = line.substr(end);
  const bool is_closed =
      rest.starts_with(") ") || (begin == 0 && rest.starts_with(". "));
  if (word.empty() || !is_closed) return {};
  TypedMark mark{.around = rest.substr(0, 1), .bytes = end + 2};
  if (std::ranges::all_of(word, engine::IsDigit)) {
    mark.style = MarkStyle::kNumber;
    for (const char c : word) {
      mark.number = 10 * mark.number + static_cast<std::uint32_t>(c - '0');
    }
  } else if (letters == MarkStyle::kLetter && word.size() == 1 &&
             engine::IsLetter(word[0])) {
    mark.style = MarkStyle::kLetter;
    mark.number = static_cast<std::uint32_t>(word[0] - 'a') + 1;
  } else if (letters == MarkStyle::kRoman) {
    mark.number = RomanOf(word);
    if (mark.number != 0) mark.style = MarkStyle::kRoman;
  }
  return mark.style == MarkStyle::kNone ? TypedMark{} : mark;
}

void AppendLines(std::string_view text, const TextBlock& block,
                 std::vector<TypedLine>& lines) {
  std::size_t begin = block.range.begin;
  while (begin < block.range.end) {
    std::size_t end =
        std::min<std::size_t>(text.find('\n', begin), block.range.end);
    lines.push_back({.begin = begin,
                     .end = end,
                     .begins_paragraph = begin == block.range.begin});
    begin = end + 1;
  }
}

// Returns how many lines from `at` on are the items of one list. A list needs
// two or more marks of the same style, and numbers must go up one by one.
std::size_t ItemsAt(std::string_view text, std::span<TypedLine> lines,
                    std::size_t at, MarkStyle letters) {
  std::size_t end = at;
  for (; end < lines.size(); ++end) {
    TypedLine& line = lines[end];
    const TypedMark mark =
        MarkOf(text.substr(line.begin, line.end - line.begin), letters);
    if (mark.style == MarkStyle::kNone || line.begin + mark.bytes >= line.end) {
      break;
    }
    if (end > at) {
      const TypedMark& first = lines[at].mark;
      const std::size_t distance = end - at;
      const bool counts_on = mark.style == MarkStyle::kBullet ||
                             mark.number == first.number + distance;
      if (mark.style != first.style || mark.around != first.around ||
          !counts_on) {
        break;
      }
    }
    line.mark = mark;
  }
  constexpr std::size_t kFewest = 2;
  constexpr std::size_t kFewestFromElsewhere = 3;
  if (end == at) return 0;
  const bool begins =
      lines[at].mark.style == MarkStyle::kBullet || lines[at].mark.number == 1;
  return end - at >= (begins ? kFewest : kFewestFromElsewhere) ? end - at : 0;
}

engine::ByteRange RangeOf(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

void AddTypedList(std::string_view text, std::span<const TypedLine> items,
                  std::vector<TextBlock>& out) {
  TextBlock list{.range = RangeOf(items.front().begin, items.back().end),
                 .kind = ListKind::kList,
                 .level = 1};
  std::uint32_t distance = 1;
  if (!out.empty() && IsTopParagraph(out.back()) &&
      IsLeadIn(Slice(text, out.back().range))) {
    const engine::ByteRange lead_in = out.back().range;
    list.range.begin = lead_in.begin;
    out.back() = list;
    out.push_back({.range = lead_in,
                   .parent_distance = distance++,
                   .kind = ListKind::kLeadIn});
  } else {
    out.push_back(list);
  }
  for (const TypedLine& item : items) {
    const bool is_numbered = item.mark.style == MarkStyle::kNumber;
    out.push_back({.range = RangeOf(item.begin + item.mark.bytes, item.end),
                   .parent_distance = distance++,
                   .number = is_numbered ? item.mark.number : 0,
                   .kind = ListKind::kItem,
                   .level = 1,
                   .flags = is_numbered ? engine::kNumbered : std::uint8_t{0}});
  }
}

// Adds lines of consecutive paragraphs: as lists where they form lists, and
// else as the paragraphs that they were.
void AddLines(std::string_view text, std::span<TypedLine> lines,
              std::vector<TextBlock>& out) {
  bool is_open = false;  // The last block is the paragraph of the last line.
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t items = ItemsAt(text, lines, i, MarkStyle::kLetter);
    if (items == 0) items = ItemsAt(text, lines, i, MarkStyle::kRoman);
    if (items > 0) {
      AddTypedList(text, lines.subspan(i, items), out);
      i += items;
      is_open = false;
      continue;
    }
    const TypedLine& line = lines[i++];
    if (is_open && !line.begins_paragraph) {
      out.back().range.end = RangeOf(line.begin, line.end).end;
    } else {
      out.push_back({.range = RangeOf(line.begin, line.end),
                     .kind = ListKind::kParagraph});
      is_open = true;
    }
  }
}

}  // namespace

void MakeTypedLists(std::string_view text, std::vector<TextBlock>& blocks) {
  std::vector<TextBlock> out;
  out.reserve(blocks.size());
  std::vector<TypedLine> lines;
  for (std::size_t i = 0; i < blocks.size();) {
    lines.clear();
    for (; i < blocks.size() && IsTopParagraph(blocks[i]); ++i) {
      AppendLines(text, blocks[i], lines);
    }
    AddLines(text, lines, out);
    if (i < blocks.size()) out.push_back(blocks[i++]);
  }
  if (out.size() <= engine::kMaxTextBlocks) blocks = std::move(out);
}

}  // namespace answerbox::client
