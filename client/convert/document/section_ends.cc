#include "client/convert/document/section_ends.h"

#include <algorithm>
#include <set>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using EndKind = engine::TextBlockKind;

bool IsHeading(const TextBlock& block) {
  return block.kind == EndKind::kHeading || block.kind == EndKind::kTitle;
}

// Returns the first block after `i` that lies outside of all others.
std::size_t NextTop(const std::vector<TextBlock>& blocks, std::size_t i) {
  ++i;
  while (i < blocks.size() && blocks[i].parent_distance > 0) ++i;
  return i;
}

// Returns what a heading and its line in the contents have in common. They may
// differ in the mark or number before the words; bullets outside of ASCII are
// such marks, too.
std::string KeyOf(std::string_view words) {
  while (!words.empty()) {
    if (words.starts_with("\xE2\x80") || words.starts_with("\xE2\x96")) {
      words.remove_prefix(std::min<std::size_t>(3, words.size()));
    } else if (engine::Is(words.front(), engine::kLetterByte) ||
               static_cast<unsigned char>(words.front()) >= 0x80) {
      break;
    } else {
      words.remove_prefix(1);
    }
  }
  std::string key;
  for (const char c : words) {
    if (engine::IsWordByte(c)) key += engine::ToLowerAscii(c);
  }
  return key;
}

std::string_view WithoutNumber(std::string_view line) {
  return engine::TrimEnd(line, "0123456789. \t");
}

// Returns the number at the end of a line; -1 if it has none, or one of more
// than four digits, which is no page.
int NumberAtEnd(std::string_view line) {
  constexpr std::size_t kMostDigits = 4;
  line = engine::TrimEnd(line, " \t");
  const std::size_t digits =
      line.size() - engine::TrimEnd(line, "0123456789").size();
  if (digits == 0 || digits > kMostDigits || digits == line.size()) return -1;
  int number = 0;
  for (const char c : line.substr(line.size() - digits)) {
    number = number * 10 + (c - '0');
  }
  return number;
}

template <typename Use>
void ForEachLine(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Counts lines of contents, block by block.
class Entries {
 public:
  explicit Entries(const HeadingWords& headings) : headings_(headings) {}

  // Whether at least half of a block's lines are entries.
  bool Add(std::string_view words, std::size_t block) {
    std::size_t lines = 0;
    std::size_t entries = 0;
    ForEachLine(words, [&](std::string_view line) {
      ++lines;
      const int number = NumberAtEnd(line);
      if (headings_.Find(line) > block) {
        ++named_;
        ++entries;
        keys_.insert(KeyOf(line));
        keys_.insert(KeyOf(WithoutNumber(line)));
      } else if (number >= page_) {
        ++numbered_;
        ++entries;
      }
      page_ = std::max(page_, number);
    });
    return 2 * entries >= lines;
  }

  // Whether the contents have listed the chapter with this heading.
  [[nodiscard]] bool Has(std::string_view heading) const {
    return keys_.contains(KeyOf(heading));
  }

  // One number is no proof: the contents of a bag are a list, too, and some of
  // its lines may end with numbers.
  [[nodiscard]] bool prove_contents() const {
    constexpr std::size_t kFewest = 5;
    return named_ > 0 || numbered_ >= kFewest;
  }

 private:
  const HeadingWords& headings_;
  std::set<std::string> keys_;
  std::size_t named_ = 0;
  std::size_t numbered_ = 0;
  int page_ = 0;
};

// Finds a year such as "1998", but not within a longer number.
bool SpeaksOfYear(std::string_view text) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    const std::string_view year = text.substr(i, 4);
    if (!year.starts_with("19") && !year.starts_with("20")) continue;
    if (!engine::HasOnly(year, "0123456789")) continue;
    const bool goes_on = i + 4 < text.size() && engine::IsDigit(text[i + 4]);
    if ((i == 0 || !engine::IsDigit(text[i - 1])) && !goes_on) return true;
  }
  return false;
}

bool IsReference(std::string_view line) {
  constexpr std::string_view kSigns[] = {"et al", "doi", "http", "www.",
                                         "DOI",   "pp.", "ISBN", "Press"};
  return SpeaksOfYear(line) ||
         std::ranges::any_of(kSigns, [line](std::string_view sign) {
           return line.find(sign) != std::string_view::npos;
         });
}

// A reference may be broken over three lines, only one of which has the year.
bool HoldsReferences(std::string_view words) {
  std::size_t lines = 0;
  std::size_t found = 0;
  ForEachLine(words, [&](std::string_view line) {
    ++lines;
    if (IsReference(line)) ++found;
  });
  return 3 * found >= lines;
}

}  // namespace

HeadingWords::HeadingWords(std::string_view text,
                           const std::vector<TextBlock>& blocks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!IsHeading(blocks[i])) continue;
    last_[KeyOf(Slice(text, blocks[i].range))] = i;
    if (blocks[i].kind == EndKind::kHeading &&
        blocks[i].level < counts_.size()) {
      ++counts_[blocks[i].level];
    }
  }
  last_.erase(std::string());
}

std::size_t HeadingWords::Find(std::string_view line) const {
  auto found = last_.find(KeyOf(line));
  if (found == last_.end()) found = last_.find(KeyOf(WithoutNumber(line)));
  return found == last_.end() ? 0 : found->second;
}

// Contents may have headings within. They end at the heading of a chapter that
// they have listed, where the text begins.
std::size_t EndOfContents(std::string_view text,
                          const std::vector<TextBlock>& blocks,
                          const HeadingWords& headings, std::size_t heading,
                          std::size_t end) {
  constexpr std::size_t kMostOthers = 3;
  constexpr std::size_t kLongText = 300;
  Entries entries(headings);
  std::size_t last = heading + 1;
  std::size_t others = 0;
  bool proved = false;  // The file itself marks contents, as by links.
  for (std::size_t i = heading + 1; i < end;) {
    const std::size_t next = NextTop(blocks, i);
    const std::string_view words = Slice(text, blocks[i].range);
    if (IsHeading(blocks[i])) {
      if (entries.Has(words)) break;
    } else if (blocks[i].kind == EndKind::kContents) {
      proved = true;
      entries.Add(words, i);
      last = next;
      others = 0;
    } else if (!engine::IsFurniture(blocks[i].kind)) {
      if (entries.Add(words, i)) {
        last = next;
        others = 0;
      } else if (++others >= kMostOthers || words.size() > kLongText) {
        break;
      }
    }
    i = next;
  }
  return proved || entries.prove_contents() ? last : heading + 1;
}

NamingBlocks FindNamingBlocks(std::string_view text,
                              const std::vector<TextBlock>& blocks,
                              const HeadingWords& headings, std::size_t begin) {
  constexpr std::size_t kFewest = 4;
  std::vector<std::size_t> named;  // Ascending.
  std::size_t at = begin;
  while (at < blocks.size() && (blocks[at].kind == EndKind::kParagraph ||
                                blocks[at].kind == EndKind::kList)) {
    const std::size_t known = named.size();
    bool holds = true;
    ForEachLine(Slice(text, blocks[at].range), [&](std::string_view line) {
      const std::size_t found = holds ? headings.Find(line) : 0;
      holds = found > (named.empty() ? at : named.back());
      if (holds) named.push_back(found);
    });
    if (!holds) {
      named.resize(known);
      break;
    }
    at = NextTop(blocks, at);
  }
  if (named.size() < kFewest || named.front() < at) return {at, false};
  // A list of steps, each with a heading of its own, names only some of the
  // headings.
  const std::size_t headed = headings.CountAt(blocks[named.front()].level);
  return {at, named.size() * 10 >= headed * 6};
}

std::size_t EndOfReferences(std::string_view text,
                            const std::vector<TextBlock>& blocks,
                            std::size_t heading, std::size_t end) {
  constexpr std::size_t kMostOthers = 3;
  constexpr std::size_t kMostBytes = 600;
  std::size_t last = heading + 1;
  std::size_t others = 0;
  std::size_t bytes = 0;
  std::size_t caption = 0;  // The first after other text.
  for (std::size_t i = heading + 1; i < end;) {
    const std::size_t next = NextTop(blocks, i);
    if (blocks[i].kind == EndKind::kTable) return caption > 0 ? caption : i;
    if (blocks[i].kind == EndKind::kCaption) {
      if (caption == 0) caption = i;
    } else if (!engine::IsFurniture(blocks[i].kind)) {
      caption = 0;
    }
    const std::string_view words = Slice(text, blocks[i].range);
    if (HoldsReferences(words)) {
      last = next;
      others = 0;
      bytes = 0;
    } else if (!engine::IsFurniture(blocks[i].kind)) {
      bytes += words.size();
      if (++others >= kMostOthers || bytes > kMostBytes) return last;
    }
    i = next;
  }
  return end;
}

}  // namespace answerbox::client
