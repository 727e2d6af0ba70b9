#include "client/convert/pdf/unknown_letters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/runs.h"
#include "engine/text/ascii.h"
#include "engine/text/character_class.h"

namespace answerbox::client {
namespace {

// The letters that follow each letter from a to z in the 200 commonest pairs of
// English, German, Spanish, Romanian, Turkish or Vietnamese. They are 88 to 94
// % of the pairs in each of these languages.
constexpr std::array<std::string_view, 26> kCommonAfter = {"bcdhiklmnoprstuyz",
                                                           "aeiru",
                                                           "aehiotu",
                                                           "aeiou",
                                                           "acdeghiklmnoprstyz",
                                                           "eio",
                                                           "aehiru",
                                                           "aeiortu",
                                                           "acdegiklmnorstuvyz",
                                                           "",
                                                           "aehilotu",
                                                           "adeilmotuy",
                                                           "aeilopu",
                                                           "acdeghilnostu",
                                                           "abcfklmnprstuw",
                                                           "aehloru",
                                                           "u",
                                                           "adeilmostu",
                                                           "aceiopstu",
                                                           "aehilorsuy",
                                                           "aefilmnrsty",
                                                           "aeio",
                                                           "aei",
                                                           "",
                                                           "aeo",
                                                           "aeiu"};

bool IsCommon(char before, char after) {
  const bool is_upper_within = before >= 'a' && after <= 'Z';
  const auto place =
      static_cast<std::size_t>(engine::ToLowerAscii(before) - 'a');
  return !is_upper_within &&
         kCommonAfter[place].find(engine::ToLowerAscii(after)) !=
             std::string_view::npos;
}

// Signs that may be within words of any text: "who.int", "and/or", "don't".
constexpr std::string_view kWithinWords = "'-./&:@_,";
constexpr std::string_view kAroundWords = ".,;:!?()[]{}\"'*-<>=+/%&#~^|\\_@$`";

// One `<text>` element of a page.
struct XmlRun {
  std::uint32_t page = 0;
  std::string_view family;
  std::string text;
  std::size_t begin = 0;  // In the XML.
  std::size_t end = 0;
};

// Reads the runs of `pdftohtml -xml` in the order of RunReader.
class XmlRuns {
 public:
  explicit XmlRuns(std::string_view xml) : xml_(xml) {}

  [[nodiscard]] bool Read(XmlRun& run) {
    constexpr std::string_view kEnd = "</text>";
    for (std::size_t open = xml_.find('<', at_); open != std::string_view::npos;
         open = xml_.find('<', at_)) {
      const std::size_t close = xml_.find('>', open);
      if (close == std::string_view::npos) return false;
      const std::string_view tag = xml_.substr(open, close - open);
      at_ = close + 1;
      if (tag.starts_with(kRunPageTag)) {
        page_ = static_cast<std::uint32_t>(NumberIn(tag, "number"));
      } else if (tag.starts_with("<fontspec ")) {
        const std::size_t id = NumberIn(tag, "id");
        if (id >= layout::kMaxFonts) continue;
        if (families_.size() <= id) families_.resize(id + 1);
        families_[id] = layout::AttributeIn(tag, "family").value_or("");
      } else if (tag.starts_with("<text ")) {
        const std::size_t end = xml_.find(kEnd, at_);
        if (end == std::string_view::npos) return false;
        const std::size_t font = NumberIn(tag, "font");
        run = {.page = page_,
               .family = font < families_.size() ? families_[font] : "",
               .text = layout::PlainText(xml_.substr(at_, end - at_)),
               .begin = open,
               .end = end + kEnd.size()};
        at_ = run.end;
        return true;
      }
    }
    return false;
  }

 private:
  static std::size_t NumberIn(std::string_view tag, std::string_view name) {
    return static_cast<std::size_t>(
               std::max(layout::LengthIn(tag, name), layout::Length{0})) /
           100;
  }

  std::string_view xml_;
  std::size_t at_ = 0;
  std::uint32_t page_ = 0;
  std::vector<std::string_view> families_;
};

// Whether poppler prints `family` for the font: it leaves out the style after
// the dash, and calls a font without a name Times.
bool IsFamilyOf(std::string_view family, std::string_view font) {
  if (font == "[none]") return family == "Times";
  return !family.empty() && font.starts_with(family) &&
         (font.size() == family.size() || font[family.size()] == '-');
}

struct TextCounts {
  std::uint32_t known = 0;
  std::uint32_t unknown = 0;  // Characters for private use.
};

TextCounts CountPrivate(std::string_view text) {
  TextCounts counts;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = engine::Decode(text, at);
    const bool is_private =
        (c.code_point >= 0xe000 && c.code_point <= 0xf8ff) ||
        c.code_point >= 0xf0000 ||
        c.code_point == engine::kReplacementCharacter;
    ++(is_private ? counts.unknown : counts.known);
    at += c.bytes;
  }
  return counts;
}

// A bullet of a symbol font is a private character, too, but stands alone.
bool IsPrivate(std::string_view text) {
  constexpr std::uint32_t kFewest = 3;
  const TextCounts counts = CountPrivate(text);
  return counts.unknown >= kFewest && counts.unknown >= counts.known;
}

// Blanks may lack a letter, too, so words are also estimated as six letters
// each.
std::uint32_t CountUnknownWords(std::string_view text) {
  return std::max(layout::CountWords(layout::Trim(text)),
                  (layout::CountCharacters(text) + 5) / 6);
}

// Decides which text in fonts without a map is no language. Judges each page
// separately, as one name may stand for a font with a map and one without.
class FontJudge {
 public:
  FontJudge(std::span<const std::string> fonts, std::string_view xml) {
    if (fonts.empty()) return;
    XmlRuns runs(xml);
    for (XmlRun run; runs.Read(run);) {
      if (!IsMapless(fonts, run.family)) continue;
      pages_[{run.page, run.family}].Add(run.text);
      all_[run.family].Add(run.text);
    }
  }

  [[nodiscard]] bool IsUnknown(const XmlRun& run) const {
    const auto page = pages_.find({run.page, run.family});
    if (page == pages_.end()) return false;
    return page->second.all >= LetterPairs::kFewest
               ? page->second.IsNoLanguage()
               : all_.find(run.family)->second.IsNoLanguage();
  }

 private:
  bool IsMapless(std::span<const std::string> fonts, std::string_view family) {
    const auto [known, is_new] = is_mapless_.try_emplace(family, false);
    if (is_new) {
      known->second = std::ranges::any_of(fonts, [family](const auto& font) {
        return IsFamilyOf(family, font);
      });
    }
    return known->second;
  }

  std::map<std::string_view, bool> is_mapless_;
  std::map<std::pair<std::uint32_t, std::string_view>, LetterPairs> pages_;
  std::map<std::string_view, LetterPairs> all_;
};

}  // namespace

std::vector<std::string> ListMaplessFonts(std::string_view list) {
  // Columns: name, type of one or more words, encoding, emb, sub, uni, object.
  // Names vary in length; the last three columns are fixed words.
  constexpr std::string_view kTypes[] = {" Type 1", " Type 3", " TrueType",
                                         " CID "};
  std::set<std::string> fonts;
  while (!list.empty() && fonts.size() < layout::kMaxFonts) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const std::string_view row = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    std::size_t type = std::string_view::npos;
    for (const std::string_view each : kTypes) {
      type = std::min(type, row.find(each));
    }
    const std::size_t flags = row.rfind(" no ");
    if (type == std::string_view::npos || flags == std::string_view::npos ||
        row.find(" yes", flags) != std::string_view::npos) {
      continue;
    }
    const std::string_view name = layout::Trim(row.substr(0, type));
    if (name.find('+') != std::string_view::npos || name == "[none]" ||
        row.find(" Identity-", type) != std::string_view::npos) {
      fonts.emplace(name);
    }
  }
  return {fonts.begin(), fonts.end()};
}

std::vector<std::string> MaplessFontsOf(const PdfInput& file) {
  constexpr std::size_t kMaxFontListBytes = 4u << 20;
  const auto list = RunPdfProgram("pdffonts", {}, file, kMaxFontListBytes);
  return list ? ListMaplessFonts(*list) : std::vector<std::string>();
}

bool HasStrangeLetters(std::string_view xml) {
  std::map<std::string_view, std::map<std::uint32_t, LetterPairs>> fonts;
  XmlRuns runs(xml);
  for (XmlRun run; runs.Read(run);) fonts[run.family][run.page].Add(run.text);
  return std::ranges::any_of(fonts, [](const auto& font) {
    LetterPairs all;
    for (const auto& [page, pairs] : font.second) {
      if (pairs.IsNoLanguage()) return true;
      all.all += pairs.all;
      all.common += pairs.common;
    }
    return all.IsNoLanguage();
  });
}

// A letter beside a sign or a digit counts as an uncommon pair: "B12" is rare
// in text, and "i0Uf};f" does not occur. Other scripts than Latin are ignored.
void LetterPairs::Add(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    word = word.substr(
        std::min(word.find_first_not_of(kAroundWords), word.size()));
    word = word.substr(0, word.find_last_not_of(kAroundWords) + 1);
    for (std::size_t i = 1; i < word.size(); ++i) {
      const char one = word[i - 1];
      const char other = word[i];
      const bool is_letter = engine::IsLetter(one);
      // A row of equal letters such as "oooo" fills space, like a line.
      if ((!is_letter && !engine::IsLetter(other)) || one == other) continue;
      if (is_letter && engine::IsLetter(other)) {
        ++all;
        common += IsCommon(one, other) ? 1 : 0;
        continue;
      }
      const char sign = is_letter ? other : one;
      const bool is_ascii = static_cast<unsigned char>(sign) < 0x80;
      if (is_ascii && !engine::IsOneOf(sign, kWithinWords)) ++all;
    }
  }
}

bool LetterPairs::IsNoLanguage() const {
  // No sound page of 76 documents has fewer than 55 %; wrong letters hardly
  // ever have more than 25 %.
  constexpr std::uint32_t kLeastPercent = 40;
  return all >= kFewest &&
         std::uint64_t{100} * common < std::uint64_t{kLeastPercent} * all;
}

std::vector<PageLetters> DropUnknownLetters(std::span<const std::string> fonts,
                                            std::string& xml) {
  const FontJudge judge(fonts, xml);
  std::map<std::uint32_t, PageLetters> pages;
  std::string kept;
  std::size_t copied = 0;
  XmlRuns runs(xml);
  for (XmlRun run; runs.Read(run);) {
    PageLetters& page = pages[run.page];
    page.page = run.page;
    if (!IsPrivate(run.text) && !judge.IsUnknown(run)) {
      page.known += layout::CountWords(layout::Trim(run.text));
      continue;
    }
    page.unknown += CountUnknownWords(run.text);
    kept += std::string_view(xml).substr(copied, run.begin - copied);
    copied = run.end;
  }
  std::erase_if(pages,
                [](const auto& page) { return page.second.unknown == 0; });
  if (pages.empty()) return {};
  kept += std::string_view(xml).substr(copied);
  xml = std::move(kept);
  std::vector<PageLetters> found;
  for (const auto& [number, page] : pages) found.push_back(page);
  return found;
}

void TakeKnownLetters(std::span<const PageLetters> pages, std::string_view xml,
                      std::string& text) {
  std::map<std::uint32_t, std::string> known;
  for (const PageLetters& page : pages) known[page.page];
  XmlRuns runs(xml);
  for (XmlRun run; runs.Read(run);) {
    const auto page = known.find(run.page);
    if (page != known.end()) page->second += run.text + '\n';
  }
  std::string taken;
  std::size_t begin = 0;
  for (std::uint32_t number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\f', begin), text.size());
    const auto page = known.find(number);
    taken += page != known.end()
                 ? page->second
                 : std::string_view(text).substr(begin, end - begin);
    if (end < text.size()) taken += '\f';
    begin = end + 1;
  }
  text = std::move(taken);
}

void ClearUnknownPages(std::vector<PageLetters>& pages, std::string& xml) {
  std::set<std::uint32_t> cleared;
  std::erase_if(pages, [&cleared](const PageLetters& page) {
    if (2 * page.unknown < page.known) return false;
    cleared.insert(page.page);
    return true;
  });
  if (cleared.empty()) return;
  std::string kept;
  std::size_t copied = 0;
  XmlRuns runs(xml);
  for (XmlRun run; runs.Read(run);) {
    if (!cleared.contains(run.page)) continue;
    kept += std::string_view(xml).substr(copied, run.begin - copied);
    copied = run.end;
  }
  kept += std::string_view(xml).substr(copied);
  xml = std::move(kept);
}

}  // namespace answerbox::client
