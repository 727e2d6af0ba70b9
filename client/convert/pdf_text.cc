#include "client/convert/pdf_text.h"

#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/running_lines.h"
#include "client/convert/word_mending.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

// PDFs map glyphs to characters as they please. What is no text becomes a
// space, so that words stay apart.
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

std::string_view TrimRight(std::string_view line) {
  const std::size_t last = line.find_last_not_of(' ');
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// Splits at `separator`. What follows the last one counts unless it is empty.
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
      const std::string_view text = TrimRight(line);
      if (!text.empty() || !lines.empty()) lines.push_back(text);
    });
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
  });
  return pages;
}

// Whether a sentence may continue over the break between two pages.
bool RunsOn(std::string_view text, std::string_view next_page) {
  const char last = text.back();
  const char first = next_page.front();
  const bool ended = last == '.' || last == '!' || last == '?' || last == ':';
  return !ended && first >= 'a' && first <= 'z';
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

Conversion<ConvertedDocument> DocumentFromPdfText(std::string output) {
  BlankOutJunk(output);
  std::vector<PageLines> pages = SplitPages(output);
  DropRunningLines(pages);
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
