#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/pdf/pdf_document.h"
#include "engine/text/ascii.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kEdgeLines = 2;
constexpr std::size_t kMaxLineBytes = 120;
// On only two pages, equal lines are as likely to be text.
constexpr std::size_t kMinPages = 3;

// Returns a key that is equal for lines that repeat; empty for a line that
// can't. Digits become one sign, as page numbers and dates change within a
// running line. A number alone would then equal every other number, such as a
// row of a table, so it must keep its distance from the page's own number.
std::string RepetitionKey(std::string_view line, std::size_t page_number) {
  if (line.size() > kMaxLineBytes) return {};
  std::string key;
  for (const char c : line) {
    if (engine::IsOneOf(c, engine::kAsciiSpace)) continue;
    if (!engine::IsDigit(c)) {
      key += c;
    } else if (key.empty() || key.back() != '#') {
      key += '#';
    }
  }
  if (key != "#") return key;
  long number = 0;
  const std::size_t first = line.find_first_of("0123456789");
  std::from_chars(line.data() + first, line.data() + line.size(), number);
  return key + std::to_string(number - static_cast<long>(page_number));
}

struct EdgeLine {
  std::string key;
  std::size_t depth;  // Lines from the edge up to and including this one.
};

// Returns the page's first or last lines with text, from the edge inwards.
std::vector<EdgeLine> EdgeLines(const PageLines& lines, bool top,
                                std::size_t page_number) {
  std::vector<EdgeLine> edge;
  for (std::size_t i = 0; i < lines.size() && edge.size() < kEdgeLines; ++i) {
    const auto line = top ? lines[i] : lines[lines.size() - 1 - i];
    if (line.empty()) continue;
    edge.push_back({RepetitionKey(line, page_number), i + 1});
  }
  return edge;
}

// Returns how many lines to drop from each page at one edge. Counts each key
// once a page: two equal lines on one page do not repeat.
std::vector<std::size_t> RunningDepths(const std::vector<PageLines>& pages,
                                       bool top) {
  std::map<std::string, std::size_t> pages_with;
  std::size_t pages_with_text = 0;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    std::set<std::string> keys;
    for (const EdgeLine& line : EdgeLines(pages[page], top, page + 1)) {
      if (!line.key.empty()) keys.insert(line.key);
    }
    if (!pages[page].empty()) ++pages_with_text;
    for (const std::string& key : keys) ++pages_with[key];
  }
  const std::size_t enough = std::max(kMinPages, (pages_with_text * 2 + 4) / 5);
  std::set<std::string> seen;
  std::vector<std::size_t> depths(pages.size());
  for (std::size_t page = 0; page < pages.size(); ++page) {
    for (const EdgeLine& line : EdgeLines(pages[page], top, page + 1)) {
      if (line.key.empty() || pages_with[line.key] < enough) break;
      const bool is_number = line.key.front() == '#';
      // The first of equal lines may be the title, which later pages repeat.
      if (seen.insert(line.key).second && !is_number) break;
      depths[page] = line.depth;
    }
  }
  return depths;
}

void TrimBlankLines(PageLines& lines) {
  const auto text = [](std::string_view line) { return !line.empty(); };
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), text));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

constexpr std::string_view kHyphens[] = {"-", "\xC2\xAD", "\xE2\x80\x90"};
constexpr std::string_view kSoftHyphen = "\xC2\xAD";

// Whether it is a letter of any alphabet: bytes outside of ASCII count as
// letters.
bool IsLetter(char c) {
  return engine::Is(c, engine::kLetterByte | engine::kNonAsciiByte);
}

// Bytes are enough: those outside of ASCII count as letters, so no character is
// cut.
std::string_view FirstWord(std::string_view text) {
  return {text.begin(), std::find_if_not(text.begin(), text.end(), IsLetter)};
}

std::string_view LastWord(std::string_view text) {
  const auto begin = std::find_if_not(text.rbegin(), text.rend(), IsLetter);
  return {begin.base(), text.end()};
}

// PDFs may map glyphs to any characters. Those that are no text become a space,
// so that words stay separate.
void BlankOutJunk(std::string& text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool kept = c == '\n' || c == '\f';
    if ((byte < 0x20 && !kept) || byte == 0x7F) c = ' ';
  }
  std::size_t checked = 0;
  while (checked < text.size()) {
    const auto valid =
        engine::ValidateUtf8(std::string_view(text).substr(checked));
    if (valid) return;
    checked += static_cast<std::size_t>(valid.error().offset);
    text[checked] = ' ';
  }
}

// Splits at `separator`. The part after the last one counts unless it is empty.
template <typename Visit>
void Split(std::string_view text, char separator, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<PageLines> SplitPages(std::string_view output) {
  std::vector<PageLines> pages;
  Split(output, '\f', [&pages](std::string_view page) {
    PageLines& lines = pages.emplace_back();
    Split(page, '\n', [&lines](std::string_view line) {
      const std::string_view text = engine::TrimEnd(line, " ");
      if (!text.empty() || !lines.empty()) lines.push_back(text);
    });
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
  });
  return pages;
}

// Whether a sentence may continue over the break between two pages. A blank
// line would end it for the engine.
bool RunsOn(std::string_view text, std::string_view next_page) {
  const char last = text.back();
  const bool ended = last == '.' || last == '!' || last == '?' || last == ':';
  return !ended && engine::Is(next_page.front(), engine::kLowerByte);
}

void AppendPage(const PageLines& lines, const WordMending& mending,
                std::string& text) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view next =
        i + 1 < lines.size() ? lines[i + 1] : std::string_view();
    if (mending.IsSplitWord(lines[i], next)) {
      text += WithoutHyphen(lines[i]);
    } else {
      text += lines[i];
      if (i + 1 < lines.size()) text += '\n';
    }
  }
}

}  // namespace

void DropRunningLines(std::vector<PageLines>& pages) {
  const std::vector<std::size_t> top = RunningDepths(pages, true);
  const std::vector<std::size_t> bottom = RunningDepths(pages, false);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    PageLines& lines = pages[i];
    // A page of one line may have the same running line at both edges.
    lines.resize(lines.size() - bottom[i]);
    const std::size_t from = std::min(top[i], lines.size());
    lines.erase(lines.begin(),
                lines.begin() + static_cast<std::ptrdiff_t>(from));
    TrimBlankLines(lines);
  }
}

std::string_view WithoutHyphen(std::string_view line) {
  for (const std::string_view hyphen : kHyphens) {
    if (line.ends_with(hyphen)) {
      return line.substr(0, line.size() - hyphen.size());
    }
  }
  return line;
}

WordMending::WordMending(std::string_view text) {
  while (!text.empty()) {
    const std::string_view word = FirstWord(text);
    // Halves of broken words are short and would confirm each other.
    if (word.size() > 3) words_.insert(word);
    text.remove_prefix(std::max<std::size_t>(word.size(), 1));
  }
}

bool WordMending::IsSplitWord(std::string_view line,
                              std::string_view next) const {
  const std::string_view before = WithoutHyphen(line);
  if (before.size() == line.size() || next.empty()) return false;
  // Nobody types a soft hyphen: a program put it there to break the word.
  if (line.ends_with(kSoftHyphen)) return true;
  const std::string_view begin = LastWord(before);
  if (begin.empty() || !engine::Is(next.front(), engine::kLowerByte))
    return false;
  std::string word(begin);
  word += FirstWord(next);
  return words_.contains(word);
}

Conversion<ConvertedDocument> DocumentFromPdfText(std::string output) {
  BlankOutJunk(output);
  std::vector<PageLines> pages = SplitPages(output);
  DropRunningLines(pages);
  // Learns from all pages, including running lines, as these have words, too.
  const WordMending mending(output);

  ConvertedDocument document;
  document.text.reserve(output.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].empty()) continue;
    std::string& text = document.text;
    if (!text.empty()) {
      text += RunsOn(text, pages[i].front()) ? "\n" : "\n\n";
    }
    document.pages.push_back({static_cast<std::uint32_t>(text.size()),
                              static_cast<std::uint32_t>(i + 1)});
    AppendPage(pages[i], mending, text);
  }
  if (document.text.empty()) {
    return Rejection{RejectionReason::kNoText, "it holds no text"};
  }
  document.text += '\n';
  return Finish(std::move(document));
}

}  // namespace answerbox::client
