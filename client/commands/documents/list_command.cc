// `answerbox list`: prints the documents of a collection.
#include <boost/json/array.hpp>
#include <iostream>
#include <memory>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/convert/document/word_account.h"
#include "client/convert/format.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/table.h"
#include "protocol/account/account_json.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ListOptions {
  CommonOptions common;
  std::string collection = "default";
};

// Fetches all documents, page by page.
Outcome<json::array> ListAll(Connection& connection,
                             const std::string& collection) {
  json::array documents;
  json::object params{{"collection", collection}};
  while (true) {
    const auto result = connection.Call("documents.list", params);
    if (!result) return result.error();
    const json::object& page = AsObject(*result);
    const json::array& found = ArrayAt(page, "documents");
    documents.insert(documents.end(), found.begin(), found.end());
    const std::string next = TextAt(page, "next");
    // Stops when the daemon names no next page, or returns an empty one.
    if (next.empty() || found.empty()) return documents;
    params["after"] = next;
  }
}

// Plain text never has blocks, so their absence does not mean that an old
// version added the document.
bool MayHaveStructure(const std::string& name) {
  const auto format = FormatOf(name);
  return format && *format != Format::kPlainText;
}

// Describes what was lost of a document, by its account. Empty if nothing was.
std::string LossOf(const json::object& document) {
  const json::object& stored = ObjectAt(document, "account");
  if (stored.empty()) return {};
  const auto account = protocol::ReadAccount(stored);
  return account ? DescribeLoss(*account)
                 : "what became of its words is told in a way that this "
                   "program does not know";
}

// Returns a line for each document of which something is missing or set aside.
std::string LossLines(const json::array& documents, const Terminal& terminal) {
  std::string lines;
  for (const json::value& value : documents) {
    const json::object& document = AsObject(value);
    const std::string loss = LossOf(document);
    if (loss.empty()) continue;
    const bool has_pictures = NumberAt(document, "pictures") > 0;
    lines += SentenceLines(
        terminal, TextAt(document, "name") + ": " + loss +
                      (has_pictures ? "; show --page N writes the picture of "
                                      "page N to a file"
                                    : ""));
  }
  return lines.empty() ? lines : "\n" + lines;
}

// Adds the same sentences to the accounts that programs read.
void TellLosses(json::array& documents) {
  for (json::value& value : documents) {
    const std::string loss = LossOf(AsObject(value));
    if (!loss.empty()) value.as_object()["account"].as_object()["told"] = loss;
  }
}

std::string RenderDocuments(const json::array& documents,
                            const Terminal& terminal) {
  Table table({{"Document"},
               {"Pages", Align::kRight},
               {"Blocks", Align::kRight},
               {"Sentences", Align::kRight},
               {"Text", Align::kRight}});
  std::uint64_t bytes = 0;
  std::size_t unstructured = 0;
  std::uint64_t pictures = 0;
  for (const json::value& value : documents) {
    const json::object& document = AsObject(value);
    const std::uint64_t pages = NumberAt(document, "pages");
    const std::uint64_t blocks = NumberAt(document, "blocks");
    const std::string name = TextAt(document, "name");
    // Versions before blocks were kept stored no structure. Adding such a
    // document again is all that helps.
    if (blocks == 0 && MayHaveStructure(name)) ++unstructured;
    bytes += NumberAt(document, "bytes");
    pictures += NumberAt(document, "pictures");
    table.AddRow({name, pages == 0 ? "-" : Grouped(pages),
                  blocks == 0 ? "-" : Grouped(blocks),
                  Grouped(NumberAt(document, "sentences")),
                  HumanBytes(NumberAt(document, "bytes"))});
  }
  std::string summary = Counted(documents.size(), "document") + ", " +
                        HumanBytes(bytes) + " of text";
  if (pictures > 0) summary += ", " + Counted(pictures, "page picture");
  if (unstructured > 0) {
    summary += "; " + Counted(unstructured, "document") +
               " without headings, lists and tables: if an earlier version "
               "added it, add it again";
  }
  return table.Render(terminal) + LossLines(documents, terminal) + "\n" +
         SentenceLines(terminal, summary);
}

Outcome<ExitCode> List(const ListOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  Outcome<json::array> documents = ListAll(*connection, options.collection);
  if (!documents) return documents.error();
  // The daemon sends counts alone; which of them a person must hear of is
  // decided by DescribeLoss.
  if (options.common.json) {
    TellLosses(*documents);
    PrintJson(json::object{{"documents", *std::move(documents)}});
  } else if (documents->empty()) {
    PrintSentence(options.common,
                  "No documents in collection \"" + options.collection + "\".");
  } else {
    std::cout << RenderDocuments(*documents, options.common.Output());
  }
  return ExitCode::kDone;
}

}  // namespace

void AddListCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("list", "List the documents of a collection");
  const auto options = std::make_shared<ListOptions>();
  AddCollectionOption(*command, options->collection);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox list\n"
                  "  answerbox list --collection policies --json | jq -r "
                  "'.documents[].name'",
                  List, exit_code);
}

}  // namespace answerbox::client
