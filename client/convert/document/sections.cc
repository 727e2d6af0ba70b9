#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/document/section_ends.h"
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

// Returns the heading in lower case, without a number before or a colon after
// it.
std::string Normalized(std::string_view heading) {
  const std::size_t begin = heading.find_first_not_of("0123456789.) \t\n");
  if (begin == std::string_view::npos) return {};
  heading.remove_prefix(begin);
  heading = heading.substr(0, heading.find_last_not_of(": \t\n") + 1);
  std::string words;
  for (const char c : heading) words += engine::ToLowerAscii(c);
  return words;
}

// The whole heading must match: "References" is a section of references,
// "References to other guidelines" is a chapter.
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

// Whether at least every second line ends with a number, as the lines of an
// index do.
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

// Whether the text supports what the heading says. A guideline may have a
// section "Licence" about the licence of drivers.
bool IsBorneOut(SectionKind kind, std::string_view text) {
  switch (kind) {
    case SectionKind::kIndex:
      return EndsLinesWithNumbers(text);
    // Words that every licence has, in any of the common ones.
    case SectionKind::kLicence:
      return Says(text, "copyright") || Says(text, "creative commons") ||
             Says(text, "all rights reserved") || Says(text, "mit license") ||
             Says(text, "apache license") || Says(text, "general public");
    default:
      return true;  // EndOfContents and EndOfReferences have checked.
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
std::size_t EndOfSection(std::string_view text,
                         const std::vector<TextBlock>& blocks,
                         const HeadingWords& headings, std::size_t heading,
                         SectionKind kind) {
  const bool has_parts =
      kind != SectionKind::kReferences && kind != SectionKind::kIndex;
  const auto ends = [&](const TextBlock& block) {
    return IsTopHeading(block) &&
           (!has_parts || block.level <= blocks[heading].level);
  };
  std::size_t end = heading + 1;
  while (end < blocks.size() && !ends(blocks[end])) ++end;
  switch (kind) {
    case SectionKind::kContents:
      return EndOfContents(text, blocks, headings, heading, end);
    case SectionKind::kReferences:
      return EndOfReferences(text, blocks, heading, end);
    default:
      return end;
  }
}

// Returns how deep the blocks nest, as each section adds a level to all blocks
// in it.
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

// Whether the blocks between the heading and `end` are such a section. A
// section that would take most of the document is not believed: its level is
// wrong, or its heading is that of the whole text, as above a licence.
bool IsSectionOf(SectionKind kind, std::string_view text,
                 const std::vector<TextBlock>& blocks, std::size_t heading,
                 std::size_t end) {
  constexpr std::size_t kLong = 4096;
  if (end == heading + 1) return false;
  const std::size_t begin = blocks[heading + 1].range.begin;
  std::size_t text_end = begin;
  for (std::size_t i = heading + 1; i < end; ++i) {
    text_end = std::max<std::size_t>(text_end, blocks[i].range.end);
  }
  const std::size_t size = text_end - begin;
  if (size > kLong && size * 2 > text.size()) return false;
  return IsBorneOut(kind, text.substr(begin, size));
}

// Copies blocks, and puts ranges of them into a block of their own.
class Enclosing {
 public:
  explicit Enclosing(const std::vector<TextBlock>& blocks) : blocks_(blocks) {
    out_.reserve(blocks.size());
  }

  void Copy(std::size_t i) { out_.push_back(blocks_[i]); }

  void Enclose(std::size_t begin, std::size_t end, SectionKind kind) {
    const std::size_t section = out_.size();
    out_.push_back({.range = blocks_[begin].range, .kind = kind});
    for (std::size_t i = begin; i < end; ++i) {
      Copy(i);
      out_[section].range.end =
          std::max(out_[section].range.end, blocks_[i].range.end);
      if (IsTop(blocks_[i])) {
        out_.back().parent_distance =
            static_cast<std::uint32_t>(out_.size() - 1 - section);
      }
    }
  }

  [[nodiscard]] std::vector<TextBlock>& out() { return out_; }

 private:
  const std::vector<TextBlock>& blocks_;
  std::vector<TextBlock> out_;
};

}  // namespace

// The heading stays outside: it names the section and belongs in the outline.
// Contents, index and references answer no question, but contain the words of
// all of them.
void EncloseSections(std::string_view text, std::vector<TextBlock>& blocks) {
  if (DepthOf(blocks) >= engine::kMaxTextBlockDepth) return;
  const HeadingWords headings(text, blocks);
  Enclosing enclosing(blocks);
  std::size_t searched = 0;  // No contents begin before this block.
  for (std::size_t i = 0; i < blocks.size();) {
    if (i >= searched && IsTop(blocks[i])) {
      const NamingBlocks found = FindNamingBlocks(text, blocks, headings, i);
      searched = found.end;
      if (found.are_contents) {
        enclosing.Enclose(i, found.end, SectionKind::kContents);
        i = found.end;
        continue;
      }
    }
    const std::size_t heading = i++;
    enclosing.Copy(heading);
    if (blocks[heading].kind != SectionKind::kHeading ||
        !IsTop(blocks[heading])) {
      continue;
    }
    const auto kind = KindOfHeading(Slice(text, blocks[heading].range));
    if (!kind) continue;
    const std::size_t end =
        EndOfSection(text, blocks, headings, heading, *kind);
    if (!IsSectionOf(*kind, text, blocks, heading, end)) continue;
    enclosing.Enclose(i, end, *kind);
    i = end;
  }
  // A tree that would exceed the bound stays as it was: unmarked sections harm
  // less than a document without blocks.
  if (enclosing.out().size() <= engine::kMaxTextBlocks) {
    blocks = std::move(enclosing.out());
  }
}

}  // namespace answerbox::client
