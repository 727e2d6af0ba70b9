#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/layout/tables.h"

namespace answerbox::client::layout {
namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kPair = 2;

// Whether it is one word with two capitals: "ANC", "PCPOSS", "HB/PHR".
bool IsAbbreviation(std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const auto capitals =
      std::ranges::count_if(text, [](char c) { return c >= 'A' && c <= 'Z'; });
  return text.size() <= kLongest && capitals >= 2 &&
         text.find(' ') == std::string_view::npos;
}

// Whether a pair of columns holds abbreviations and their meanings: four labels
// in five are abbreviations, and three meanings in five have several words. Not
// all, as lists also hold abbreviations of one capital and meanings of one
// word.
bool HoldsAbbreviations(const std::vector<LayoutRow>& rows, std::size_t label) {
  constexpr std::size_t kFewest = 4;
  std::size_t labels = 0;
  std::size_t abbreviations = 0;
  std::size_t meanings = 0;
  for (const LayoutRow& row : rows) {
    const std::string& text = row[label].text;
    if (text.empty()) continue;
    ++labels;
    if (IsAbbreviation(text)) ++abbreviations;
    if (row[label + 1].text.find(' ') != std::string::npos) ++meanings;
  }
  return labels >= kFewest && abbreviations * 5 >= labels * 4 &&
         meanings * 5 >= labels * 3;
}

// A head or a span shows that the four columns belong together.
bool IsOfFourColumns(const TableGrid& grid) {
  return grid.header_rows == 0 &&
         std::ranges::all_of(grid.rows, [](const LayoutRow& row) {
           return row.size() == kColumns &&
                  std::ranges::all_of(row, [](const LayoutCell& cell) {
                    return cell.column_span == 1 && cell.row_span == 1;
                  });
         });
}

}  // namespace

void StackAbbreviations(TableGrid& grid) {
  if (!IsOfFourColumns(grid) || !HoldsAbbreviations(grid.rows, 0) ||
      !HoldsAbbreviations(grid.rows, kPair)) {
    return;
  }
  std::vector<LayoutRow> stacked;
  for (std::size_t label = 0; label < kColumns; label += kPair) {
    const std::size_t begin = stacked.size();
    for (LayoutRow& row : grid.rows) {
      LayoutCell& meaning = row[label + 1];
      if (!row[label].text.empty()) {
        stacked.push_back({std::move(row[label]), std::move(meaning)});
      } else if (!meaning.text.empty() && stacked.size() > begin) {
        // This is a further line of the meaning above.
        stacked.back().back().text += ' ' + meaning.text;
      } else if (!meaning.text.empty()) {
        stacked.push_back({LayoutCell(), std::move(meaning)});
      }
    }
  }
  grid.rows = std::move(stacked);
  grid.is_stacked = true;
}

}  // namespace answerbox::client::layout
