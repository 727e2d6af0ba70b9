// Rows of a query and a document each, as TREC's runs and judgements have them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/input/file_contents.h"
#include "lab/client.h"

namespace answerbox::lab {

// A larger file of judgements, topics or documents, or a larger run, is
// refused.
inline constexpr std::size_t kMaxTrecFileBytes = std::size_t{512} << 20;

// Sorts rows by query and document, in the order of bytes. Returns the document
// field of a row that repeats a query and a document: the later one in the
// file. `Row` has the views `query` and `document` into one text.
template <typename Row>
[[nodiscard]] std::optional<std::string_view> SortByQueryAndDocument(
    std::vector<Row>& rows) {
  std::ranges::sort(rows, [](const Row& a, const Row& b) {
    if (const int order = a.query.compare(b.query); order != 0) {
      return order < 0;
    }
    if (const int order = a.document.compare(b.document); order != 0) {
      return order < 0;
    }
    return a.document.data() < b.document.data();
  });
  const auto repeated =
      std::ranges::adjacent_find(rows, [](const Row& a, const Row& b) {
        return a.query == b.query && a.document == b.document;
      });
  if (repeated == rows.end()) return std::nullopt;
  return std::next(repeated)->document;
}

// Precondition: `document` is a view into `contents`.
[[nodiscard]] inline Failure RepeatedDocument(const std::string& file,
                                              std::string_view contents,
                                              std::string_view document) {
  const auto offset =
      static_cast<std::size_t>(document.data() - contents.data());
  return Rejected(file + ", " + PlaceInFile(contents, offset) +
                  ": the document " + std::string(document) +
                  " comes a second time for its query; leave one of the lines "
                  "out");
}

}  // namespace answerbox::lab
