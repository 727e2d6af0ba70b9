#include "client/convert/tags/tagged_blocks.h"

#include <map>
#include <string>

#include "engine/text/character_class.h"

namespace answerbox::client::tags {
namespace {

// Calls `use` with each letter or digit of `text`, its begin and its end.
template <typename Use>
void ForEachLetter(std::string_view text, const Use& use) {
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character c = engine::Decode(text, at);
    if (engine::IsAlphanumeric(c.code_point)) {
      use(c.code_point, at, at + c.bytes);
    }
    at += c.bytes;
  }
}

// Adds a letter of a block, and its element if it has one. Punctuation and
// blanks are left out of both texts: pdfinfo loses blanks, and layout drops
// hyphens.
void AddLetter(const BlockLetter& letter, std::uint32_t element, bool has_one,
               TaggedBlock& block) {
  ++block.letters;
  if (!has_one) return;
  ++block.tagged_letters;
  if (block.stretches.empty() || block.stretches.back().element != element) {
    block.stretches.push_back({element, 0, letter, letter});
  }
  ++block.stretches.back().letters;
  block.stretches.back().last = letter;
}

struct TagLetters {
  std::u32string letters;
  std::vector<std::uint32_t> owner;  // The element of each letter.
};

// Returns the letters of the tags in order. Adds their elements to `elements`.
TagLetters LettersOf(const TagText& tags, std::vector<TagElement>& elements) {
  TagLetters tagged;
  std::map<std::uint32_t, std::uint32_t> numbers;  // By the tags' numbers.
  for (const TaggedText& text : tags.texts) {
    const auto number =
        numbers
            .emplace(text.element, static_cast<std::uint32_t>(numbers.size()))
            .first->second;
    if (number == elements.size()) {
      elements.push_back({text.role, text.level, 0});
    }
    ForEachLetter(text.text, [&](char32_t c, std::size_t, std::size_t) {
      tagged.letters += c;
      tagged.owner.push_back(number);
      ++elements[number].letters;
    });
  }
  return tagged;
}

std::u32string LettersOf(std::span<const LayoutBlock> blocks) {
  std::u32string letters;
  for (const LayoutBlock& block : blocks) {
    for (const std::string_view piece : PiecesOf(block)) {
      ForEachLetter(
          piece, [&](char32_t c, std::size_t, std::size_t) { letters += c; });
    }
  }
  return letters;
}

}  // namespace

std::vector<std::string_view> PiecesOf(const LayoutBlock& block) {
  if (block.kind != engine::TextBlockKind::kTable) {
    return {block.mark, block.text};
  }
  std::vector<std::string_view> pieces;
  for (const LayoutRow& row : block.rows) {
    for (const LayoutCell& cell : row) pieces.push_back(cell.text);
  }
  return pieces;
}

TaggedBlocks::TaggedBlocks(const TagText& tags,
                           std::span<const LayoutBlock> blocks)
    : blocks_(blocks.size()) {
  const TagLetters tagged = LettersOf(tags, elements_);
  const std::vector<std::uint32_t> places =
      MatchLetters(LettersOf(blocks), tagged.letters);
  letters_ = tagged.letters.size();
  std::size_t next = 0;
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::uint32_t piece = 0;
    for (const std::string_view text : PiecesOf(blocks[i])) {
      ForEachLetter(text, [&](char32_t, std::size_t begin, std::size_t end) {
        const std::uint32_t place = places[next++];
        const bool is_found = place != kNoLetter;
        AddLetter({piece, static_cast<std::uint32_t>(begin),
                   static_cast<std::uint32_t>(end)},
                  is_found ? tagged.owner[place] : 0, is_found, blocks_[i]);
        if (!is_found) return;
        ++found_;
        // Tags in another order than the page come from a program that guessed.
        if (place < last) ++steps_back_;
        last = place;
      });
      ++piece;
    }
  }
}

}  // namespace answerbox::client::tags
