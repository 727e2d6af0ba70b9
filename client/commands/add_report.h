// What `add` did, document by document, and how it is told.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/convert/converted_document.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

enum class AddOutcome : std::uint8_t { kAdded, kReplaced, kSkipped, kRefused };

struct AddedDocument {
  std::string name;
  AddOutcome outcome;
  boost::json::object stored = {};          // The daemon's result.
  std::optional<Rejection> rejection = {};  // Skipped or refused: why.
};

struct AddReport {
  std::string collection;
  std::vector<AddedDocument> documents;
  std::uint64_t file_bytes = 0;  // Of the files added or replaced.
  std::chrono::milliseconds elapsed{0};
  bool interrupted = false;

  [[nodiscard]] std::size_t Count(AddOutcome outcome) const;
};

// "Added 12, replaced 1, skipped 0, refused 2 documents in collection "x":
//  9.5 MB in 1.3 s (7.2 MB/s)."
[[nodiscard]] std::string SummaryLine(const AddReport& report);

// A table of documents and reasons: many with one reason are one row, unless
// `verbose`. Empty when there is nothing to tell beyond the summary.
enum class Detail : std::uint8_t { kGrouped, kEach };
[[nodiscard]] std::string ReasonTable(const AddReport& report, Detail detail,
                                      const Terminal& terminal);

[[nodiscard]] boost::json::object ReportJson(const AddReport& report);

}  // namespace answerbox::client
