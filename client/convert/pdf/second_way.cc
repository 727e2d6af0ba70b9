// What poppler's other programs tell of a PDF, for the account of its words.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "client/convert/document/word_account.h"
#include "client/convert/layout/layout_document.h"
#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/pdf/poppler.h"

namespace answerbox::client {
namespace {

// In square inches: an eighth of a page. Smaller ones are logos and signs,
// which nearly every document has.
constexpr double kLeastPicture = 12;

// A line of some 100 bytes for each picture. A document of more is told of the
// first.
constexpr std::size_t kMaxListBytes = 16u << 20;
constexpr std::size_t kMaxPictures = 1u << 16;

constexpr std::size_t kMaxHiddenBytes = 128u << 20;

// The columns of `pdfimages -list`, some of which have blanks in no order:
//   page num type width height color comp bpc enc interp object ID x-ppi y-ppi
struct PictureRow {
  std::uint32_t page = 0;
  std::string_view type;
  double width = 0;  // Inches.
  double height = 0;
};

std::vector<std::string_view> FieldsOf(std::string_view line) {
  constexpr std::size_t kMostFields = 16;
  std::vector<std::string_view> fields;
  while (fields.size() < kMostFields) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find(' '), line.size());
    fields.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return fields;
}

double NumberIn(std::string_view field) {
  return std::strtod(std::string(field).c_str(), nullptr);
}

PictureRow RowOf(std::string_view line) {
  const std::vector<std::string_view> fields = FieldsOf(line);
  if (fields.size() < 14) return {};
  const double across = NumberIn(fields[12]);
  const double down = NumberIn(fields[13]);
  const double page = NumberIn(fields[0]);
  if (across < 1 || down < 1 || page < 1 || page > layout::kMaxPages) return {};
  return {.page = static_cast<std::uint32_t>(page),
          .type = fields[2],
          .width = NumberIn(fields[3]) / across,
          .height = NumberIn(fields[4]) / down};
}

// Page -> its words.
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

bool IsMuchLost(const ConvertedDocument& document) {
  constexpr std::uint32_t kFewest = 3;
  return std::ranges::any_of(AccountOf(document).pages,
                             [](const PageAccount& page) {
                               return page.Count(WordFate::kLost) >= kFewest;
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
      // Words stand here as they are seen, from left to right.
      part.text += layout::InReadingOrder(
          layout::PlainText(page.substr(close + 1, end - close - 1)));
      part.text += ' ';
    }
    begin = next;
  }
  return pages;
}

std::vector<std::uint32_t> ListPictures(std::string_view list) {
  std::vector<std::uint32_t> pages;
  while (!list.empty() && pages.size() < kMaxPictures) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const PictureRow row = RowOf(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    // Masks have rows of their own.
    if (row.type == "image" && row.width * row.height >= kLeastPicture) {
      pages.push_back(row.page);
    }
  }
  return pages;
}

void NoteHidden(int fd, std::string_view xml, ConvertedDocument& document) {
  if (!IsMuchLost(document)) return;
  const std::array<std::string, 5> options = {"-xml", "-i", "-nodrm", "-stdout",
                                              "-hidden"};
  const auto all = RunPdfProgram("pdftohtml", options, fd, kMaxHiddenBytes);
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

std::vector<std::uint32_t> PicturePages(int fd) {
  const std::array<std::string, 1> options = {"-list"};
  const auto list = RunPdfProgram("pdfimages", options, fd, kMaxListBytes);
  return list ? ListPictures(*list) : std::vector<std::uint32_t>();
}

void NotePictures(int fd, std::span<const std::uint32_t> seen,
                  ConvertedDocument& document) {
  const std::unordered_set<std::uint32_t> known(seen.begin(), seen.end());
  for (const std::uint32_t page : PicturePages(fd)) {
    if (known.contains(page)) continue;
    document.notes.left_out.push_back({.page = page, .why = LeftOut::kPicture});
  }
}

}  // namespace answerbox::client
