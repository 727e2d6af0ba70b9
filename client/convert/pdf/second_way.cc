// Reads a PDF's words by poppler's other programs, for the account of its
// words.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "client/convert/document/word_account.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/pdf/poppler.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxHiddenBytes = 128u << 20;

// Returns the number of words of each page.
std::map<std::uint32_t, std::uint32_t> CountPageWords(std::string_view xml) {
  std::map<std::uint32_t, std::uint32_t> words;
  layout::RunReader reader(xml);
  layout::RunPage page;
  while (words.size() < layout::kMaxPages && reader.ReadPage(page)) {
    for (const auto* runs : {&page.runs, &page.turned}) {
      for (const layout::Run& run : *runs) {
        words[page.number] += layout::CountWords(run.text);
      }
    }
  }
  return words;
}

// Whether a page with invisible text has words missing.
bool MayBeHidden(const ConvertedDocument& document,
                 std::span<const std::uint32_t> invisible) {
  constexpr std::uint32_t kFewest = 3;
  if (invisible.empty()) return false;
  return std::ranges::any_of(
      AccountOf(document).pages, [&](const PageAccount& page) {
        return page.Count(WordFate::kLost) >= kFewest &&
               std::ranges::binary_search(invisible, page.page);
      });
}

}  // namespace

std::vector<ShownPart> ListShownWords(std::string_view boxes) {
  constexpr std::string_view kWord = "<word ";
  std::vector<ShownPart> pages;
  std::size_t begin = boxes.find(kWordPageTag);
  while (begin != std::string_view::npos && pages.size() < layout::kMaxPages) {
    const std::size_t next = boxes.find(kWordPageTag, begin + 1);
    std::string_view page = boxes.substr(begin, next - begin);
    ShownPart& part = pages.emplace_back();
    part.page = static_cast<std::uint32_t>(pages.size());
    for (std::size_t open = page.find(kWord); open != std::string_view::npos;
         open = page.find(kWord)) {
      page.remove_prefix(open + kWord.size());
      const std::size_t close = page.find('>');
      const std::size_t end = page.find("</word>");
      if (end == std::string_view::npos || close >= end) break;
      // The words here are in visual order, from left to right.
      part.text += layout::InReadingOrder(
          layout::PlainText(page.substr(close + 1, end - close - 1)));
      part.text += ' ';
    }
    begin = next;
  }
  return pages;
}

void NoteHidden(const PdfInput& file, std::string_view xml,
                std::span<const std::uint32_t> invisible,
                ConvertedDocument& document) {
  if (!MayBeHidden(document, invisible)) return;
  const std::array<std::string, 5> options = {"-xml", "-i", "-nodrm", "-stdout",
                                              "-hidden"};
  const auto all = RunPdfProgram("pdftohtml", options, file, kMaxHiddenBytes);
  if (!all) return;
  auto visible = CountPageWords(xml);
  for (const LeftOutWords& left : document.notes.left_out) {
    if (left.why == LeftOut::kUnreadable) visible[left.page] += left.words;
  }
  for (const auto& [page, words] : CountPageWords(*all)) {
    const std::uint32_t seen = visible[page];
    if (words <= seen ||
        std::ranges::binary_search(document.recognized, page, {},
                                   &RecognizedPage::number)) {
      continue;
    }
    document.notes.left_out.push_back(
        {.page = page, .why = LeftOut::kHidden, .words = words - seen});
  }
}

void NotePictures(std::span<const std::uint32_t> pictures,
                  std::span<const std::uint32_t> seen,
                  ConvertedDocument& document) {
  const std::unordered_set<std::uint32_t> known(seen.begin(), seen.end());
  for (const std::uint32_t page : pictures) {
    if (known.contains(page)) continue;
    document.notes.left_out.push_back({.page = page, .why = LeftOut::kPicture});
  }
}

}  // namespace answerbox::client
