#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using SectionKind = engine::TextBlockKind;

constexpr std::pair<std::string_view, SectionKind> kHeadings[] = {
    {"bibliography", SectionKind::kReferences},
    {"literature cited", SectionKind::kReferences},
    {"reference list", SectionKind::kReferences},
    {"references", SectionKind::kReferences},
    {"works cited", SectionKind::kReferences},
    {"index", SectionKind::kIndex},
    {"copyright", SectionKind::kLicence},
    {"copyright and licence", SectionKind::kLicence},
    {"copyright and license", SectionKind::kLicence},
    {"copyright notice", SectionKind::kLicence},
    {"licence", SectionKind::kLicence},
    {"license", SectionKind::kLicence},
    {"licensing", SectionKind::kLicence},
    {"contents", SectionKind::kContents},
    {"table of contents", SectionKind::kContents},
    {"on this page", SectionKind::kContents},
};

// The heading's words in lower case, without a number before or a colon after.
std::string Normalized(std::string_view heading) {
  const std::size_t begin = heading.find_first_not_of("0123456789.) \t\n");
  if (begin == std::string_view::npos) return {};
  heading.remove_prefix(begin);
  heading = heading.substr(0, heading.find_last_not_of(": \t\n") + 1);
  std::string words;
  for (const char c : heading) words += engine::ToLowerAscii(c);
  return words;
}

// The whole heading must be the word: "References" is one, "References to other
// guidelines" is a chapter.
std::optional<SectionKind> KindOfHeading(std::string_view heading) {
  constexpr std::size_t kLongestHeading = 64;
  if (heading.size() > kLongestHeading) return std::nullopt;
  const std::string words = Normalized(heading);
  for (const auto& [known, kind] : kHeadings) {
    if (words == known) return kind;
  }
  return std::nullopt;
}

bool Says(std::string_view text, std::string_view lower) {
  return std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                     [](char a, char b) {
                       return engine::ToLowerAscii(a) == b;
                     }) != text.end();
}

// Whether every second line or more ends with a number, as with page numbers.
// An index and contents are known by the page numbers at the ends of their
// lines.
bool EndsLinesWithNumbers(std::string_view text) {
  std::size_t lines = 0;
  std::size_t numbers = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      ++lines;
      if (engine::IsDigit(text[end - 1])) ++numbers;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 2 * numbers >= lines;
}

// Whether the text bears out what the heading says. A guideline may have a
// section "Licence" about the licence of drivers.
bool IsBorneOut(SectionKind kind, std::string_view text, bool holds_list) {
  switch (kind) {
    case SectionKind::kIndex:
      return EndsLinesWithNumbers(text);
    case SectionKind::kContents:
      return holds_list || EndsLinesWithNumbers(text);
    // Words that every licence has, in any of the common ones.
    case SectionKind::kLicence:
      return Says(text, "copyright") || Says(text, "creative commons") ||
             Says(text, "all rights reserved") || Says(text, "mit license") ||
             Says(text, "apache license") || Says(text, "general public");
    default:
      return true;
  }
}

bool IsTop(const TextBlock& block) { return block.parent_distance == 0; }

bool IsTopHeading(const TextBlock& block) {
  return IsTop(block) && (block.kind == SectionKind::kHeading ||
                          block.kind == SectionKind::kTitle);
}

// Returns where the section below a heading ends in the list of blocks. Any
// heading ends references and an index: where levels are guessed, as in a PDF,
// an annex after them must not become a part of them.
std::size_t EndOfSection(const std::vector<TextBlock>& blocks,
                         std::size_t heading, SectionKind kind) {
  const bool has_parts =
      kind != SectionKind::kReferences && kind != SectionKind::kIndex;
  const auto ends = [&](const TextBlock& block) {
    return IsTopHeading(block) &&
           (!has_parts || block.level <= blocks[heading].level);
  };
  std::size_t end = heading + 1;
  while (end < blocks.size() && !ends(blocks[end])) ++end;
  return end;
}

// The section adds a level to all blocks in it.
std::size_t DepthOf(const std::vector<TextBlock>& blocks) {
  std::vector<std::uint8_t> depths(blocks.size());
  std::uint8_t deepest = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    depths[i] = static_cast<std::uint8_t>(
        IsTop(blocks[i]) ? 1 : depths[i - blocks[i].parent_distance] + 1);
    deepest = std::max(deepest, depths[i]);
  }
  return deepest;
}

// Whether the blocks between the heading and `end` are such a section.
bool IsSectionOf(SectionKind kind, std::string_view text,
                 const std::vector<TextBlock>& blocks, std::size_t heading,
                 std::size_t end) {
  if (end == heading + 1) return false;
  const std::size_t begin = blocks[heading + 1].range.begin;
  bool holds_list = false;
  std::size_t text_end = begin;
  for (std::size_t i = heading + 1; i < end; ++i) {
    holds_list = holds_list || blocks[i].kind == SectionKind::kList ||
                 blocks[i].kind == SectionKind::kContents;
    text_end = std::max<std::size_t>(text_end, blocks[i].range.end);
  }
  return IsBorneOut(kind, text.substr(begin, text_end - begin), holds_list);
}

}  // namespace

// The heading stays outside: it names the section, and a reader of the outline
// wants to see it. Contents, index and references answer no question, but hold
// the words of all of them.
void EncloseSections(std::string_view text, std::vector<TextBlock>& blocks) {
  if (DepthOf(blocks) >= engine::kMaxTextBlockDepth) return;
  std::vector<TextBlock> out;
  out.reserve(blocks.size());
  for (std::size_t i = 0; i < blocks.size();) {
    const std::size_t heading = i++;
    out.push_back(blocks[heading]);
    if (blocks[heading].kind != SectionKind::kHeading ||
        !IsTop(blocks[heading])) {
      continue;
    }
    const engine::ByteRange words = blocks[heading].range;
    const auto kind =
        KindOfHeading(text.substr(words.begin, words.end - words.begin));
    if (!kind) continue;
    const std::size_t end = EndOfSection(blocks, heading, *kind);
    if (!IsSectionOf(*kind, text, blocks, heading, end)) continue;
    const std::size_t section = out.size();
    out.push_back({.range = blocks[i].range, .kind = *kind});
    for (; i < end; ++i) {
      out.push_back(blocks[i]);
      out[section].range.end =
          std::max(out[section].range.end, blocks[i].range.end);
      if (IsTop(blocks[i])) {
        out.back().parent_distance =
            static_cast<std::uint32_t>(out.size() - 1 - section);
      }
    }
  }
  // A tree that would grow over the bound stays as it was: unmarked sections
  // harm less than a document without blocks.
  if (out.size() <= engine::kMaxTextBlocks) blocks = std::move(out);
}

}  // namespace answerbox::client
