// Reports what `add` did with each document, as text and as JSON.
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
  // The structure that was recognised in converted documents, by name.
  std::map<std::string, StructureSummary> structures = {};
  // What became of their words, by name. Filled only if accounts are printed.
  std::map<std::string, WordAccount> accounts = {};
  // What a person must be told about losses (DescribeLoss), by name.
  std::map<std::string, std::string> losses = {};

  [[nodiscard]] std::size_t Count(DocumentOutcome outcome) const;
};

// Returns "Added 12, replaced 1, skipped 0, refused 2 documents in collection
// "x": 9.5 MB in 1.3 s (7.2 MB/s)."
[[nodiscard]] std::string SummaryLine(const AddReport& report);

// Returns a table of documents and reasons. kGrouped puts many documents with
// the same reason into one row. Empty when the report holds no document.
enum class Detail : std::uint8_t { kGrouped, kEach };
[[nodiscard]] std::string ReasonTable(const AddReport& report, Detail detail,
                                      const Terminal& terminal);

// Returns a table of the structure recognised in each stored document, and of
// the scans among these. Empty when nothing was stored.
[[nodiscard]] std::string StructureTable(const AddReport& report,
                                         const Terminal& terminal);

// Returns a table of what became of the words of each stored document. Empty
// when nothing was stored.
[[nodiscard]] std::string WordTable(const AddReport& report,
                                    const Terminal& terminal);

// Returns a line, after `prefix`, for each stored document of which more was
// lost or set aside than its bound allows.
[[nodiscard]] std::string LossLines(const AddReport& report,
                                    std::string_view prefix);

// Returns, for each document that the collection's exam refused, its name and
// the questions that it would lose. Empty when none was refused.
[[nodiscard]] std::string LostByDocument(const AddReport& report);

[[nodiscard]] boost::json::object ReportJson(const AddReport& report);

}  // namespace answerbox::client
