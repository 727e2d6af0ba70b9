#include "client/convert/document/word_account.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "client/convert/document/shown_words.h"
#include "protocol/account/account_json.h"

namespace answerbox::client {
namespace {

using engine::TextBlockKind;

// A person is told if one word in 100 of the document is missing, or one in ten
// of a page. A page with less than kFewestWords missing may have lost only a
// mark or a page number.
constexpr std::uint32_t kFewestWords = 3;
constexpr std::uint32_t kMissingPercent = 1;
constexpr std::uint32_t kMissingPercentOfPage = 10;
// References are a fifth of many papers. Contents or a licence that are half
// of a document may have swallowed what stood after them.
constexpr std::uint32_t kSetAsidePercent = 50;
constexpr std::uint32_t kFewestSetAside = 100;

WordFate FateIn(TextBlockKind kind) {
  switch (kind) {
    case TextBlockKind::kContents:
      return WordFate::kContents;
    case TextBlockKind::kReferences:
      return WordFate::kReferences;
    case TextBlockKind::kIndex:
      return WordFate::kIndex;
    case TextBlockKind::kLicence:
      return WordFate::kLicence;
    case TextBlockKind::kRunningLine:
    case TextBlockKind::kPageNumber:
      return WordFate::kFurniture;
    default:
      return WordFate::kUsable;
  }
}

WordFate FateOf(LeftOut why) {
  switch (why) {
    case LeftOut::kStruck:
      return WordFate::kStruck;
    case LeftOut::kDeleted:
      return WordFate::kDeleted;
    case LeftOut::kCovered:
      return WordFate::kCovered;
    case LeftOut::kComment:
      return WordFate::kComment;
    case LeftOut::kUnreadable:
      return WordFate::kUnreadable;
    case LeftOut::kRepeated:
      return WordFate::kFurniture;
    case LeftOut::kHidden:
    case LeftOut::kPicture:
      break;
  }
  return WordFate::kHidden;
}

Words ReadWords(const ConvertedDocument& document) {
  Words words;
  const std::string_view text = document.text;
  std::uint32_t begin = 0;
  std::uint32_t page = 0;
  const auto add = [&](std::uint32_t end) {
    const std::size_t before = words.words.size();
    words.Add(text.substr(begin, end - begin), page);
    for (std::size_t i = before; i < words.words.size(); ++i) {
      words.words[i].offset += begin;
    }
    begin = end;
  };
  for (const engine::PageMark& mark : document.pages) {
    add(mark.offset);
    page = mark.number;
  }
  add(static_cast<std::uint32_t>(text.size()));
  return words;
}

class Accountant {
 public:
  explicit Accountant(const ConvertedDocument& document)
      : document_(document), read_(ReadWords(document)) {}

  WordAccount Take() {
    CountRead();
    CountMissing();
    CountLeftOut();
    std::vector<PageAccount> pages;
    for (auto& [number, page] : pages_) {
      page.page = number;
      pages.push_back(page);
    }
    WordAccount account = protocol::SumOf(std::move(pages));
    account.guessed_charset = document_.notes.guessed_charset;
    account.is_mended = document_.notes.is_mended;
    account.are_drawings_unread = document_.notes.are_drawings_unread;
    account.is_structure_lost = document_.notes.is_structure_lost;
    return account;
  }

 private:
  std::uint32_t& At(std::uint32_t page, WordFate fate) {
    return pages_[page].words[static_cast<std::size_t>(fate)];
  }

  // Blocks stand in the order of the text, parents first: the outer one of
  // nested furniture gives the reason.
  void CountRead() {
    std::size_t next = 0;
    std::uint32_t end = 0;  // Of the furniture that was met last.
    WordFate fate = WordFate::kUsable;
    for (const PlacedWord& word : read_.words) {
      for (; next < document_.blocks.size() &&
             document_.blocks[next].range.begin <= word.offset;
           ++next) {
        const engine::TextBlock& block = document_.blocks[next];
        if (!engine::IsFurniture(block.kind) || block.range.begin < end) {
          continue;
        }
        end = block.range.end;
        fate = FateIn(block.kind);
      }
      ++At(word.page, word.offset < end ? fate : WordFate::kUsable);
    }
  }

  void CountMissing() {
    if (document_.shown.empty()) return;
    Words shown;
    for (const ShownPart& part : document_.shown) {
      pages_[part.page];  // Those without words count as pages.
      shown.Add(part.text, part.page);
    }
    read_.Add(document_.notes.left_out_text, 0);
    const std::vector<bool> missing = MissingFrom(read_, shown);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (missing[i]) ++At(shown.words[i].page, WordFate::kLost);
    }
  }

  // The second way of reading shows left-out words as well, and they are not
  // lost. If the words are known, CountMissing has already found them.
  void CountLeftOut() {
    for (const LeftOutWords& left : document_.notes.left_out) {
      if (left.why == LeftOut::kPicture) {
        ++pages_[left.page].pictures;
        continue;
      }
      At(left.page, FateOf(left.why)) += left.words;
      if (left.why == LeftOut::kComment ||
          !document_.notes.left_out_text.empty()) {
        continue;
      }
      std::uint32_t& lost = At(left.page, WordFate::kLost);
      lost -= std::min(lost, left.words);
    }
  }

  const ConvertedDocument& document_;
  Words read_;
  std::map<std::uint32_t, PageAccount> pages_;
};

std::string Percent(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t percent = whole == 0 ? 0 : 100 * part / whole;
  return percent == 0 ? "under 1 %" : std::to_string(percent) + " %";
}

bool IsOver(std::uint32_t percent, const PageAccount& counts) {
  return counts.Missing() >= kFewestWords &&
         std::uint64_t{100} * counts.Missing() >
             std::uint64_t{percent} * counts.Shown();
}

// If the document lacks little, names only pages that lack much.
std::string DescribeMissing(const WordAccount& account) {
  const PageAccount& total = account.total;
  const bool is_much = IsOver(kMissingPercent, total);
  const std::uint32_t percent = is_much ? 0 : kMissingPercentOfPage;
  std::vector<std::uint32_t> pages;
  for (const PageAccount& page : account.pages) {
    if (page.page > 0 && IsOver(percent, page)) pages.push_back(page.page);
  }
  if (pages.empty() && !is_much) return {};
  const std::string share = Percent(total.Missing(), total.Shown());
  if (pages.empty()) return share + " of its words could not be read";
  // Notes of a file with pages are counted as a part that has no page number.
  const bool has_part = account.pages.front().page == 0;
  return std::to_string(pages.size()) + " of " +
         std::to_string(account.page_count - (has_part ? 1 : 0)) +
         (pages.size() == 1 ? " pages holds" : " pages hold") +
         " text that could not be read (" + share +
         " of its words): " + PageRanges(pages);
}

// Whether a page with pictures shows nothing else, or text as well.
enum class PicturePage : std::uint8_t { kWhole, kBesideText };

std::string DescribePictures(const WordAccount& account, PicturePage kind) {
  std::vector<std::uint32_t> pages;
  bool has_others = false;  // Parts other than pages.
  for (const PageAccount& page : account.pages) {
    if (page.pictures == 0) continue;
    if (page.IsPicture() != (kind == PicturePage::kWhole)) continue;
    if (page.page > 0) pages.push_back(page.page);
    has_others = has_others || page.page == 0;
  }
  if (pages.empty()) {
    return has_others ? "words in its pictures are not read" : "";
  }
  const bool is_one = pages.size() == 1;
  const std::string which = (is_one ? "page " : "pages ") + PageRanges(pages);
  if (kind == PicturePage::kWhole) {
    return which + (is_one ? " is a picture" : " are pictures") +
           ", of which nothing is read without --ocr";
  }
  return which + (is_one ? " holds" : " hold") +
         " pictures, in which words are not read";
}

std::string DescribeComments(const PageAccount& total) {
  const std::uint32_t words = total.Count(WordFate::kComment);
  if (words == 0) return {};
  return "notes beside its text are not read (" + std::to_string(words) +
         (words == 1 ? " word)" : " words)");
}

std::string DescribeSetAside(const PageAccount& total) {
  if (total.SetAside() < kFewestSetAside ||
      std::uint64_t{100} * total.SetAside() <
          std::uint64_t{kSetAsidePercent} * total.Shown()) {
    return {};
  }
  std::size_t most = static_cast<std::size_t>(WordFate::kContents);
  for (std::size_t i = most; i < protocol::kWordFates; ++i) {
    if (!protocol::IsSetAside(static_cast<WordFate>(i))) continue;
    if (total.words[i] > total.words[most]) most = i;
  }
  return Percent(total.SetAside(), total.Shown()) +
         " of its words are set aside and answer nothing, most of them as " +
         std::string(ToString(static_cast<WordFate>(most)));
}

}  // namespace

WordAccount AccountOf(const ConvertedDocument& document) {
  return Accountant(document).Take();
}

std::string DescribeLoss(const WordAccount& account) {
  std::string text;
  const auto add = [&text](const std::string& phrase) {
    if (phrase.empty()) return;
    if (!text.empty()) text += "; ";
    text += phrase;
  };
  add(DescribeMissing(account));
  add(DescribePictures(account, PicturePage::kWhole));
  add(DescribePictures(account, PicturePage::kBesideText));
  if (const std::uint32_t more = account.further_pages; more > 0) {
    add(std::to_string(more) + (more == 1 ? " more page" : " more pages") +
        " with missing words or pictures, not named here");
  }
  add(DescribeComments(account.total));
  add(DescribeSetAside(account.total));
  if (!account.guessed_charset.empty()) {
    add("its character set is a guess: " + account.guessed_charset);
  }
  if (account.is_mended) {
    add("it was damaged, and is read as far as it could be mended");
  }
  if (account.are_drawings_unread) {
    add("struck words, and words that nobody sees, could not be told from "
        "others");
  }
  if (account.is_structure_lost) {
    add("its headings, lists and tables could not be kept");
  }
  return text;
}

bool IsComplete(const WordAccount& account) {
  return !account.is_mended && !account.are_drawings_unread &&
         !account.is_structure_lost && DescribeMissing(account).empty() &&
         DescribePictures(account, PicturePage::kWhole).empty() &&
         DescribeSetAside(account.total).empty();
}

std::string PageRanges(const std::vector<std::uint32_t>& pages) {
  // A bad scan may have hundreds of such pages; the first ones are enough to
  // check.
  constexpr std::size_t kMostRanges = 6;
  std::string text;
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < pages.size();) {
    if (ranges++ == kMostRanges) {
      return text + " and " + std::to_string(pages.size() - i) + " more";
    }
    std::size_t last = i;
    while (last + 1 < pages.size() && pages[last + 1] == pages[last] + 1) {
      ++last;
    }
    if (!text.empty()) text += ", ";
    text += std::to_string(pages[i]);
    if (last > i) text += "-" + std::to_string(pages[last]);
    i = last + 1;
  }
  return text;
}

boost::json::object AccountJson(const WordAccount& account) {
  boost::json::object object = protocol::ToJson(account);
  if (std::string told = DescribeLoss(account); !told.empty()) {
    object["told"] = std::move(told);
  }
  return object;
}

}  // namespace answerbox::client
