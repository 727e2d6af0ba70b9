// What `add` did, document by document, as text and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/document/word_account.h"
#include "client/ingest/ingest.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

struct AddReport {
  std::string collection;
  std::vector<IngestedDocument> documents;
  std::uint64_t file_bytes = 0;  // Sum over the added and replaced files.
  std::chrono::milliseconds elapsed{0};
  bool interrupted = false;
  // What was recognised in documents that were converted, by name.
  std::map<std::string, StructureSummary> structures = {};
  // What became of their words, by name, if that is to be printed whole.
  std::map<std::string, WordAccount> accounts = {};
  // What a person must be told of them (DescribeLoss), by name.
  std::map<std::string, std::string> losses = {};

  [[nodiscard]] std::size_t Count(DocumentOutcome outcome) const;
};

// "Added 12, replaced 1, skipped 0, refused 2 documents in collection "x":
//  9.5 MB in 1.3 s (7.2 MB/s)."
[[nodiscard]] std::string SummaryLine(const AddReport& report);

// A table of documents and reasons. kGrouped makes one row of many documents
// with the same reason. Empty when the report holds no document.
enum class Detail : std::uint8_t { kGrouped, kEach };
[[nodiscard]] std::string ReasonTable(const AddReport& report, Detail detail,
                                      const Terminal& terminal);

// A table of what was recognised in each document that was stored, and of the
// scans among them. Empty when none was.
[[nodiscard]] std::string StructureTable(const AddReport& report,
                                         const Terminal& terminal);

// A table of what became of the words of each document that was stored. Empty
// when none was.
[[nodiscard]] std::string WordTable(const AddReport& report,
                                    const Terminal& terminal);

// A line for each document that was stored and of which something was lost or
// set aside beyond a bound, each after `prefix`.
[[nodiscard]] std::string LossLines(const AddReport& report,
                                    std::string_view prefix);

// The questions that each document would lose which the collection's exam
// refused, after the document's name. Empty when it refused none.
[[nodiscard]] std::string LostByDocument(const AddReport& report);

[[nodiscard]] boost::json::object ReportJson(const AddReport& report);

}  // namespace answerbox::client
