#include "client/commands/documents/add_report.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <map>
#include <utility>

#include "client/commands/command.h"
#include "client/convert/document/word_account.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Thousands of files in a folder may be refused for one reason. They share one
// row, so that the few others stay visible.
constexpr std::size_t kShownPerReason = 10;

std::string Why(const IngestedDocument& document) {
  if (document.rejection) return document.rejection->message;
  const std::uint64_t pages = NumberAt(document.stored, "pages");
  std::string what =
      Counted(NumberAt(document.stored, "sentences"), "sentence");
  if (pages > 0) what += ", " + Counted(pages, "page");
  return what;
}

// Documents that share a row have the same outcome and the same kind of reason.
using Group = std::pair<DocumentOutcome, int>;
Group GroupOf(const IngestedDocument& document) {
  return {document.outcome, document.rejection
                                ? static_cast<int>(document.rejection->reason)
                                : -1};
}

bool IsStored(const IngestedDocument& document) {
  return document.outcome == DocumentOutcome::kAdded ||
         document.outcome == DocumentOutcome::kReplaced;
}

std::string PagesOrDash(const std::vector<std::uint32_t>& pages) {
  return pages.empty() ? "-" : PageRanges(pages);
}

// Returns a table of the scans. Empty where there are none.
std::string ScanTable(const AddReport& report, const Terminal& terminal) {
  Table table({{"Scan"},
               {"Pages recognised", Align::kRight},
               {"Confidence", Align::kRight},
               {"Pages to check"}});
  bool empty = true;
  for (const IngestedDocument& document : report.documents) {
    const auto found = report.structures.find(document.name);
    // A file may be converted and then refused by the daemon. Its structure
    // must not look as if it were stored.
    if (!IsStored(document) || found == report.structures.end() ||
        found->second.recognized_pages == 0) {
      continue;
    }
    const StructureSummary& summary = found->second;
    table.AddRow({document.name, Grouped(summary.recognized_pages),
                  std::to_string(summary.confidence) + " %",
                  PagesOrDash(summary.unsure_pages)});
    empty = false;
  }
  return empty ? std::string() : "\n" + table.Render(terminal);
}

json::array Numbers(const std::vector<std::uint32_t>& pages) {
  json::array numbers;
  for (const std::uint32_t page : pages) numbers.push_back(page);
  return numbers;
}

json::object StructureJson(const StructureSummary& summary) {
  json::object structure{
      {"headings", summary.headings},
      {"lists", summary.lists},
      {"items", summary.items},
      {"tables", summary.tables},
      {"furniture", summary.furniture},
      {"pages_without_text", Numbers(summary.pages_without_text)}};
  if (summary.recognized_pages > 0) {
    structure["scan"] = {{"pages", summary.recognized_pages},
                         {"confidence", summary.confidence / 100.0},
                         {"unsure_pages", Numbers(summary.unsure_pages)}};
  }
  return structure;
}

}  // namespace

std::size_t AddReport::Count(DocumentOutcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(documents.begin(), documents.end(),
                    [outcome](const IngestedDocument& document) {
                      return document.outcome == outcome;
                    }));
}

std::string SummaryLine(const AddReport& report) {
  std::string line =
      "Added " + Grouped(report.Count(DocumentOutcome::kAdded)) +
      ", replaced " + Grouped(report.Count(DocumentOutcome::kReplaced)) +
      ", skipped " + Grouped(report.Count(DocumentOutcome::kSkipped)) +
      ", refused " + Grouped(report.Count(DocumentOutcome::kRefused)) +
      " in collection \"" + Escaped(report.collection) + "\"";
  if (report.file_bytes > 0) {
    line += ": " + HumanBytes(report.file_bytes) + " in " +
            HumanDuration(report.elapsed) + " (" +
            HumanRate(report.file_bytes, report.elapsed) + ")";
  }
  return line + (report.interrupted ? "; interrupted." : ".");
}

std::string ReasonTable(const AddReport& report, Detail detail,
                        const Terminal& terminal) {
  // Groups are counted first: the row of a group names its first document and
  // the number of all others.
  std::map<Group, std::size_t> sizes;
  for (const IngestedDocument& document : report.documents) {
    ++sizes[GroupOf(document)];
  }
  Table table({{"Outcome"}, {"Document"}, {"What and why"}});
  bool empty = true;
  std::map<Group, bool> told;
  for (const IngestedDocument& document : report.documents) {
    const Group group = GroupOf(document);
    const std::size_t size = sizes[group];
    const bool together = detail == Detail::kGrouped && size > kShownPerReason;
    if (together && std::exchange(told[group], true)) continue;
    std::string name = document.name;
    std::string why = Why(document);
    if (together) {
      name += " and " + Grouped(size - 1) + " more";
      // Each stored document has another count of sentences. In the row of a
      // group, the count of one would be read as that of all.
      if (!document.rejection) why.clear();
    }
    table.AddRow({ToString(document.outcome), name, why});
    empty = false;
  }
  return empty ? std::string() : table.Render(terminal);
}

std::string StructureTable(const AddReport& report, const Terminal& terminal) {
  Table table({{"Document"},
               {"Pages", Align::kRight},
               {"Headings", Align::kRight},
               {"Lists", Align::kRight},
               {"Tables", Align::kRight},
               {"Furniture", Align::kRight},
               {"Pages without text"}});
  bool empty = true;
  for (const IngestedDocument& document : report.documents) {
    const auto found = report.structures.find(document.name);
    if (!IsStored(document) || found == report.structures.end()) continue;
    const StructureSummary& summary = found->second;
    table.AddRow({document.name,
                  summary.last_page == 0 ? "-" : Grouped(summary.last_page),
                  Grouped(summary.headings), Grouped(summary.lists),
                  Grouped(summary.tables), Grouped(summary.furniture),
                  PagesOrDash(summary.pages_without_text)});
    empty = false;
  }
  return empty ? std::string()
               : table.Render(terminal) + ScanTable(report, terminal);
}

std::string WordTable(const AddReport& report, const Terminal& terminal) {
  Table table({{"Document"},
               {"Words", Align::kRight},
               {"Usable", Align::kRight},
               {"Set aside", Align::kRight},
               {"Unreadable", Align::kRight},
               {"Lost", Align::kRight},
               {"Pages with losses"},
               {"Pages with pictures"}});
  bool empty = true;
  for (const IngestedDocument& document : report.documents) {
    const auto found = report.accounts.find(document.name);
    if (!IsStored(document) || found == report.accounts.end()) continue;
    std::vector<std::uint32_t> with_losses;
    std::vector<std::uint32_t> with_pictures;
    for (const PageAccount& page : found->second.pages) {
      // Page 0 stands for a part without pages, which has no number to list.
      if (page.page == 0) continue;
      if (page.Missing() > 0) with_losses.push_back(page.page);
      if (page.pictures > 0) with_pictures.push_back(page.page);
    }
    const PageAccount& total = found->second.total;
    table.AddRow({document.name, Grouped(total.Shown()),
                  Grouped(total.Count(WordFate::kUsable)),
                  Grouped(total.SetAside()),
                  Grouped(total.Count(WordFate::kUnreadable)),
                  Grouped(total.Count(WordFate::kLost)),
                  PagesOrDash(with_losses), PagesOrDash(with_pictures)});
    empty = false;
  }
  return empty ? std::string() : table.Render(terminal);
}

std::string LossLines(const AddReport& report, std::string_view prefix) {
  std::string lines;
  for (const IngestedDocument& document : report.documents) {
    const auto found = report.losses.find(document.name);
    if (!IsStored(document) || found == report.losses.end()) continue;
    lines += prefix;
    lines += Escaped(document.name) + ": " + Escaped(found->second) + "\n";
  }
  return lines;
}

std::string LostByDocument(const AddReport& report) {
  std::string text;
  for (const IngestedDocument& document : report.documents) {
    if (ArrayAt(document.exam, "lost").empty()) continue;
    text += Escaped(document.name) + " would lose:\n" +
            LostQuestions({{"exam", document.exam}});
  }
  return text;
}

json::object ReportJson(const AddReport& report) {
  json::array documents;
  for (const IngestedDocument& document : report.documents) {
    // Names may be any bytes, but JSON must be UTF-8.
    json::object entry{{"name", Escaped(document.name)},
                       {"outcome", ToString(document.outcome)}};
    for (const char* key :
         {"bytes", "sha256", "pages", "blocks", "chunks", "sentences"}) {
      if (const json::value* value = document.stored.if_contains(key)) {
        entry[key] = *value;
      }
    }
    const auto structure = report.structures.find(document.name);
    if (IsStored(document) && structure != report.structures.end()) {
      entry["structure"] = StructureJson(structure->second);
    }
    const auto account = report.accounts.find(document.name);
    if (IsStored(document) && account != report.accounts.end()) {
      entry["account"] = AccountJson(protocol::Abridged(account->second));
    }
    if (document.rejection) {
      entry["reason"] = ToString(document.rejection->reason);
      entry["message"] = Escaped(document.rejection->message);
      if (document.rejection->offset) {
        entry["offset"] = *document.rejection->offset;
      }
    }
    if (!document.exam.empty()) entry["exam"] = document.exam;
    documents.push_back(std::move(entry));
  }
  return {{"collection", report.collection},
          {"added", report.Count(DocumentOutcome::kAdded)},
          {"replaced", report.Count(DocumentOutcome::kReplaced)},
          {"skipped", report.Count(DocumentOutcome::kSkipped)},
          {"refused", report.Count(DocumentOutcome::kRefused)},
          {"file_bytes", report.file_bytes},
          {"elapsed_ms", report.elapsed.count()},
          {"interrupted", report.interrupted},
          {"documents", std::move(documents)}};
}

}  // namespace answerbox::client
