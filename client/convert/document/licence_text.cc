#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/written_structure.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::TextBlock;
using Kind = engine::TextBlockKind;

// Phrases that occur almost only in a licence or a publisher's notice.
constexpr std::string_view kPhrases[] = {
    "all rights reserved",
    "some rights reserved",
    "creative commons",
    "suggested citation",
    "cataloguing-in-publication",
    "cataloging-in-publication",
    "reasonable precautions have been taken",
    "without warranty of any kind",
    "designations employed",
    "requests for permission",
    "no part of this publication",
    "open government licence",
    "crown copyright",
    "mention of specific companies",
};
// "ISBN" is searched in capitals, and a copyright sign with its year: neither
// is a phrase in lower case. Their bits follow those of the phrases.
constexpr std::size_t kIsbn = std::size(kPhrases);
constexpr std::size_t kCopyrightSign = kIsbn + 1;
using Phrases = std::bitset<kCopyrightSign + 1>;

// Words for the subjects of such a page. They occur in other text, too.
constexpr std::string_view kMatters[] = {
    "copyright",  "licence",    "license",    "licensing",
    "permission", "reproduced", "rights",     "third part",
    "third-part", "endorsed",   "liable",     "disclaimer",
    "citation",   "warranty",   "cataloging", "cataloguing",
};

std::string InLowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = engine::ToLowerAscii(c);
  return lower;
}

bool HoldsPhrase(std::string_view text, std::string_view phrase) {
  return text.find(phrase) != std::string_view::npos;
}

// Counts where the phrase begins at the beginning of a word in lower-case text.
// "rights" within "copyrights" does not count, as "copyright" counts by itself.
std::size_t CountAtWords(std::string_view lower, std::string_view phrase) {
  std::size_t count = 0;
  for (std::size_t at = lower.find(phrase); at != std::string_view::npos;
       at = lower.find(phrase, at + phrase.size())) {
    if (at == 0 || !engine::Is(lower[at - 1], engine::kLowerByte)) ++count;
  }
  return count;
}

// Whether a year of the 20th or 21st century stands in `text`.
bool HasYear(std::string_view text) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    const std::string_view year = text.substr(i, 4);
    const bool is_alone =
        (i == 0 || !engine::IsDigit(text[i - 1])) &&
        (i + 4 == text.size() || !engine::IsDigit(text[i + 4]));
    if (is_alone && (year.starts_with("19") || year.starts_with("20")) &&
        std::ranges::all_of(year, engine::IsDigit)) {
      return true;
    }
  }
  return false;
}

// Whether a copyright sign stands with its owner and a year. A sign alone may
// stand in running text ("the © on our form"). An owner of up to some eighty
// letters may stand between the sign and the year, or the year comes first.
bool HasCopyrightSign(std::string_view lower) {
  constexpr std::size_t kReach = 100;
  for (const std::string_view sign : {"©", "copyright (c)"}) {
    for (std::size_t at = lower.find(sign); at != std::string_view::npos;
         at = lower.find(sign, at + sign.size())) {
      if (HasYear(lower.substr(at, kReach))) return true;
    }
  }
  return false;
}

Phrases PhrasesIn(std::string_view text, std::string_view lower) {
  Phrases found;
  for (std::size_t i = 0; i < std::size(kPhrases); ++i) {
    found[i] = HoldsPhrase(lower, kPhrases[i]);
  }
  found[kIsbn] = HoldsPhrase(text, "ISBN");
  found[kCopyrightSign] = HasCopyrightSign(lower);
  return found;
}

// A block outside of all others.
struct TopBlock {
  std::size_t first = 0;  // Its index; `end` is one past its last block.
  std::size_t end = 0;
  std::uint32_t bytes = 0;
  Phrases phrases;
  std::uint64_t matter_bytes = 0;  // Bytes of text about rights.
};

// How much text around a phrase or word about rights counts as being about
// rights. Bounded, so that one such word in a long block, such as a table, does
// not make a licence of all of it.
constexpr std::size_t kBytesToPhrase = 400;

class LicenceSearch {
 public:
  explicit LicenceSearch(ConvertedDocument& document) : document_(document) {}

  // Title pages, prefaces and notices fill up to eight pages of a guideline; an
  // address and a notice stand at the end. A page in between that is about
  // licences may be the document's subject.
  void Run() {
    constexpr std::size_t kFirstPages = 8;
    constexpr std::size_t kLastPages = 4;
    const std::size_t pages = document_.pages.size();
    for (std::size_t page = 0; page < pages; ++page) {
      if (page < kFirstPages || page + kLastPages >= pages) {
        SearchPage(BlocksOn(page));
      }
    }
    if (!found_.empty()) Enclose();
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;  // Of block indices.

  // Returns the blocks that begin and end on a page. Pages ascend, so at_ goes
  // over all blocks once. A block that continues on the next page belongs to
  // neither page: it is text.
  std::vector<TopBlock> BlocksOn(std::size_t page) {
    const auto& blocks = document_.blocks;
    const std::size_t begin = document_.pages[page].offset;
    const std::size_t end = page + 1 < document_.pages.size()
                                ? document_.pages[page + 1].offset
                                : document_.text.size();
    std::vector<TopBlock> found;
    for (; at_ < blocks.size() && blocks[at_].range.begin < end; ++at_) {
      if (blocks[at_].parent_distance != 0 || blocks[at_].range.begin < begin) {
        continue;
      }
      TopBlock block;
      block.first = at_;
      block.end = at_ + 1;
      while (block.end < blocks.size() &&
             blocks[block.end].parent_distance != 0) {
        ++block.end;
      }
      if (blocks[at_].range.end <= end) found.push_back(Read(block));
    }
    return found;
  }

  [[nodiscard]] TopBlock Read(TopBlock block) const {
    const engine::ByteRange range = document_.blocks[block.first].range;
    const std::string_view text = Slice(document_.text, range);
    const std::string lower = InLowerCase(text);
    block.bytes = static_cast<std::uint32_t>(text.size());
    block.phrases = PhrasesIn(text, lower);
    std::size_t found = block.phrases.count();
    for (const std::string_view matter : kMatters) {
      found += CountAtWords(lower, matter);
    }
    block.matter_bytes =
        std::min<std::uint64_t>(block.bytes, found * kBytesToPhrase);
    return block;
  }

  // Looks at the page as a whole first, as long clauses without a phrase may
  // stand between others; then at each block.
  void SearchPage(std::vector<TopBlock> page) {
    const auto kind_of = [this](const TopBlock& block) {
      return document_.blocks[block.first].kind;
    };
    // Leaves out the title, and furniture at the edges.
    while (!page.empty() && engine::IsFurniture(kind_of(page.back()))) {
      page.pop_back();
    }
    const auto title = std::ranges::find(page, Kind::kTitle, kind_of);
    if (title != page.end()) page.erase(page.begin(), title + 1);
    page.erase(page.begin(),
               std::ranges::find_if_not(page, engine::IsFurniture, kind_of));
    if (IsLicence(page)) {
      found_.emplace_back(page.front().first, page.back().end);
      return;
    }
    for (const TopBlock& block : page) {
      if (IsNotice(block)) found_.emplace_back(block.first, block.end);
    }
  }

  static bool IsLicence(const std::vector<TopBlock>& page) {
    constexpr std::size_t kFewestPhrases = 3;
    Phrases phrases;
    std::uint64_t bytes = 0;
    std::uint64_t of_matter = 0;
    for (const TopBlock& block : page) {
      phrases |= block.phrases;
      bytes += block.bytes;
      of_matter += block.matter_bytes;
    }
    // Three different phrases: one that repeats, as in a footer, is not enough.
    return phrases.count() >= kFewestPhrases && of_matter * 5 >= bytes * 3;
  }

  [[nodiscard]] bool IsNotice(const TopBlock& block) const {
    constexpr std::size_t kFewestPhrases = 2;
    const Kind kind = document_.blocks[block.first].kind;
    const std::size_t phrases = block.phrases.count();
    return (kind == Kind::kParagraph || kind == Kind::kCaption ||
            kind == Kind::kFootnote) &&
           phrases >= kFewestPhrases && block.bytes <= phrases * kBytesToPhrase;
  }

  // A licence ends no section. If its "Contact us" stayed a heading, the first
  // chapter would seem to stand below it.
  void Enclose() {
    if (document_.blocks.size() + found_.size() > engine::kMaxTextBlocks) {
      return;
    }
    std::vector<TextBlock> out;
    out.reserve(document_.blocks.size() + found_.size());
    for (const auto& [first, end] : found_) {
      CopyTo(first, out);
      const std::size_t licence = out.size();
      out.push_back(
          {.range = document_.blocks[first].range, .kind = Kind::kLicence});
      for (std::size_t i = first; i < end; ++i) {
        TextBlock block = document_.blocks[i];
        if (block.kind == Kind::kHeading) MakeParagraph(block);
        if (block.parent_distance == 0) {
          block.parent_distance =
              static_cast<std::uint32_t>(out.size() - licence);
          out[licence].range.end = block.range.end;
        }
        out.push_back(block);
      }
      done_ = end;
    }
    CopyTo(document_.blocks.size(), out);
    document_.blocks = std::move(out);
    std::erase_if(document_.headings, [this](const auto& mark) {
      return std::ranges::binary_search(headings_, mark.range.begin);
    });
  }

  // Copies the blocks from done_ on, up to `end`.
  void CopyTo(std::size_t end, std::vector<TextBlock>& out) const {
    const auto at = document_.blocks.begin();
    out.insert(out.end(), at + static_cast<std::ptrdiff_t>(done_),
               at + static_cast<std::ptrdiff_t>(end));
  }

  void MakeParagraph(TextBlock& heading) {
    headings_.push_back(heading.range.begin);
    heading.kind = Kind::kParagraph;
    heading.level = 0;
  }

  ConvertedDocument& document_;
  std::vector<Range> found_;             // Ascending, disjoint.
  std::vector<std::uint32_t> headings_;  // Begins of those made paragraphs.
  std::size_t at_ = 0;    // The first block after the pages looked at.
  std::size_t done_ = 0;  // Blocks before it are enclosed or copied.
};

}  // namespace

void EncloseLicences(ConvertedDocument& document) {
  LicenceSearch(document).Run();
}

}  // namespace answerbox::client
