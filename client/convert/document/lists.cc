#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// A longer paragraph says things of its own: as a part of the list, it would no
// longer be found for them.
constexpr std::size_t kMaxLeadInBytes = 512;
constexpr std::size_t kMaxUnfinishedWords = 12;
constexpr std::string_view kBlanks = " \t\r\n";

// "Follow these steps. Wash your hands. The following apply" leads in by its
// last sentence alone.
std::string_view LastSentence(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 1;) {
    const char before = text[i - 1];
    if (text[i] == ' ' && (before == '.' || before == '!' || before == '?')) {
      return text.substr(i + 1);
    }
  }
  return text;
}

// "The following apply" leads in, "Following surgery, rest" does not.
bool SaysFollowing(std::string_view sentence) {
  return sentence.find(" following") != std::string_view::npos ||
         sentence.find(" follows") != std::string_view::npos;
}

using engine::TextBlock;
using ListKind = engine::TextBlockKind;

constexpr std::size_t kMarkBytes = 4;  // Three and a space.

std::string_view WordsOf(std::string_view text, const TextBlock& block) {
  return text.substr(block.range.begin, block.range.end - block.range.begin);
}

bool IsTopParagraph(const TextBlock& block) {
  return block.kind == ListKind::kParagraph && block.parent_distance == 0;
}

// All marks have three bytes in UTF-8, as kMarkBytes says. Hyphens and
// asterisks are none of them: formats that mean a list by these say so.
bool BeginsWithMark(std::string_view text, const TextBlock& block) {
  constexpr std::string_view kMarks[] = {
      "\xE2\x80\xA2 ", "\xE2\x96\xA1 ", "\xE2\x96\xAA ", "\xE2\x97\x8F ",
      "\xE2\x98\x90 ", "\xE2\x98\x91 ", "\xE2\x98\x92 "};
  const std::string_view words = WordsOf(text, block);
  return IsTopParagraph(block) && words.size() > kMarkBytes &&
         std::find(std::begin(kMarks), std::end(kMarks),
                   words.substr(0, kMarkBytes)) != std::end(kMarks);
}

// Adds the paragraphs `begin` to `end` as a list.
// The marker stays in the text, but outside of the item, as with lists that a
// format knows. So a search for the item's words does not find its bullet.
void AddList(std::string_view text, const std::vector<TextBlock>& blocks,
             std::size_t begin, std::size_t end, std::vector<TextBlock>& out) {
  TextBlock list{
      .range = {blocks[begin].range.begin, blocks[end - 1].range.end},
      .kind = ListKind::kList,
      .level = 1};
  if (!out.empty() && IsTopParagraph(out.back()) &&
      IsLeadIn(WordsOf(text, out.back()))) {
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
  // Whoever ends a sentence is done. Words without an end, such as "Side
  // effects", are a label of what follows; prose whose full stop was forgotten
  // is longer than that.
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
    // A single bullet may be a paragraph that somebody decorated.
    if (end - i >= 2) {
      AddList(text, blocks, i, end, out);
      i = end;
    } else {
      out.push_back(blocks[i++]);
    }
  }
  if (out.size() <= engine::kMaxTextBlocks) blocks = std::move(out);
}

}  // namespace answerbox::client
