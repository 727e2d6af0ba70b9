// `answerbox show`: prints a document's text as the daemon stores it, a part of
// this text, its blocks, or the picture of a page. Offsets in answers count
// bytes of this text.
#include <algorithm>
#include <boost/json/array.hpp>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/documents/block_outline.h"
#include "client/rpc/message.h"
#include "client/terminal/line_wrap.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/documents.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ShowOptions {
  CommonOptions common;
  std::string collection = "default";
  std::string name;
  bool blocks = false;
  std::string bytes;  // "BEGIN-END"; empty: the whole text.
  json::object page;  // `page` of documents.page, if a page is wanted.
  std::string output;
};

// What documents.page takes that has an option here alone.
constexpr protocol::Param kPageOptions[] = {&calls::documents::kPage};
constexpr calls::Call kPageOption{.name = calls::kDocumentsPage.name,
                                  .params = kPageOptions,
                                  .reply = {},
                                  .right = {}};

struct ByteSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

// Returns nothing for a text that is not "BEGIN-END" with BEGIN before END.
std::optional<ByteSpan> ReadByteSpan(std::string_view text) {
  ByteSpan span;
  const char* const last = text.data() + text.size();
  const auto begin = std::from_chars(text.data(), last, span.begin);
  if (begin.ec != std::errc() || begin.ptr == last || *begin.ptr != '-') {
    return std::nullopt;
  }
  const auto end = std::from_chars(begin.ptr + 1, last, span.end);
  if (end.ec != std::errc() || end.ptr != last || span.begin >= span.end) {
    return std::nullopt;
  }
  return span;
}

CLI::Validator BeginAndEnd() {
  return {[](const std::string& text) -> std::string {
            if (ReadByteSpan(text)) return {};
            return "'" + text + "' is no stretch of bytes such as 120-480";
          },
          ""};
}

// Passes the requested text to `take`, piece by piece.
template <typename Take>
Outcome<void> ReadText(Connection& connection, const ShowOptions& options,
                       Take take) {
  const ByteSpan span = ReadByteSpan(options.bytes).value_or(ByteSpan());
  json::object params{{"collection", options.collection},
                      {"name", options.name},
                      {"begin", span.begin}};
  if (!options.bytes.empty()) params["end"] = span.end;
  std::uint64_t begin = span.begin;
  while (true) {
    // A reply of the daemon is limited in size, so a long text takes several
    // calls.
    params["begin"] = begin;
    const auto result = connection.Call("documents.text", params);
    if (!result) return result.error();
    const json::object& piece = AsObject(*result);
    take(TextAt(piece, "text"));
    const std::uint64_t end = NumberAt(piece, "end");
    // A reply that makes no progress must not cause an endless loop.
    if (end >= std::min(span.end, NumberAt(piece, "bytes")) || end <= begin) {
      return {};
    }
    begin = end;
  }
}

Outcome<json::array> ReadBlocks(Connection& connection,
                                const ShowOptions& options) {
  json::array blocks;
  while (true) {
    const auto result = connection.Call(
        "documents.blocks", json::object{{"collection", options.collection},
                                         {"name", options.name},
                                         {"first", blocks.size()}});
    if (!result) return result.error();
    const json::object& part = AsObject(*result);
    const json::array& found = ArrayAt(part, "blocks");
    blocks.insert(blocks.end(), found.begin(), found.end());
    // A reply without blocks must not cause an endless loop.
    if (found.empty() || NumberAt(part, "next") == 0) return blocks;
  }
}

Outcome<ExitCode> ShowBlocks(Connection& connection,
                             const ShowOptions& options) {
  // Blocks are only ranges of the text, so the outline needs the text to show
  // their words.
  std::string text;
  const auto read =
      ReadText(connection, options,
               [&text](const std::string& piece) { text += piece; });
  if (!read) return read.error();
  Outcome<json::array> blocks = ReadBlocks(connection, options);
  if (!blocks) return blocks.error();
  if (options.common.json) {
    PrintJson(json::object{{"name", options.name},
                           {"collection", options.collection},
                           {"blocks", *std::move(blocks)}});
  } else if (blocks->empty()) {
    PrintSentence(options.common,
                  "\"" + options.name +
                      "\" has no structure: it is text alone, or was added "
                      "before structure was kept; then add it again.");
  } else {
    std::cout << BlockOutline(*blocks, text, options.common.Output());
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> WritePicture(const std::string& picture,
                               const std::string& path) {
  if (path.empty()) {
    std::cout << picture;
    return ExitCode::kDone;
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << picture;
  file.close();
  if (file) return ExitCode::kDone;
  return Failure{ExitCode::kOutputFailed, "output",
                 "the picture could not be written to " + path +
                     ": check that its folder exists and has room"};
}

Outcome<ExitCode> ShowPage(Connection& connection, const ShowOptions& options) {
  const Terminal terminal = options.common.Output();
  if (options.output.empty() && !options.common.json && terminal.is_terminal) {
    return Rejected(
        "a picture is not for a terminal: name a file with --output");
  }
  json::object params = options.page;
  params["collection"] = options.collection;
  params["name"] = options.name;
  const auto result = connection.Call(calls::kDocumentsPage.name, params);
  if (!result) return result.error();
  const json::object& page = AsObject(*result);
  if (options.common.json) {
    json::object shown = page;
    shown["name"] = options.name;
    shown["collection"] = options.collection;
    PrintJson(shown);
    if (options.output.empty()) return ExitCode::kDone;
  }
  const auto picture = protocol::FromBase64(TextAt(page, "picture"));
  if (!picture) {
    return Failure{ExitCode::kDaemonFailed, "bad_reply",
                   "the daemon sent a picture that is no Base64"};
  }
  return WritePicture(*picture, options.output);
}

Outcome<ExitCode> Show(const ShowOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  if (!options.page.empty()) return ShowPage(*connection, options);
  if (options.blocks) return ShowBlocks(*connection, options);
  const Terminal terminal = options.common.Output();
  // In a pipe the stored bytes are written unchanged, piece by piece.
  if (!options.common.json && !terminal.is_terminal) {
    const auto read =
        ReadText(*connection, options,
                 [](const std::string& piece) { std::cout << piece; });
    if (!read) return read.error();
    return ExitCode::kDone;
  }
  // A terminal needs the whole text, because pieces end anywhere within a line;
  // and JSON is one object.
  std::string text;
  const auto read =
      ReadText(*connection, options,
               [&text](const std::string& piece) { text += piece; });
  if (!read) return read.error();
  if (options.common.json) {
    const std::size_t bytes = text.size();
    PrintJson(json::object{{"name", options.name},
                           {"collection", options.collection},
                           {"bytes", bytes},
                           {"text", std::move(text)}});
  } else {
    std::cout << WrappedText(terminal, text);
  }
  return ExitCode::kDone;
}

}  // namespace

void AddShowCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("show", "Print a document's text as stored");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("name", options->name, "The document, as list names it")
      ->required()
      ->type_name("NAME");
  AddCollectionOption(*command, options->collection);
  CLI::Option* blocks =
      command->add_flag("--blocks", options->blocks,
                        "Print what was recognised: headings, lists, tables");
  command
      ->add_option("--bytes", options->bytes,
                   "Print this stretch alone, as offsets in answers count: "
                   "120-480")
      ->type_name("BEGIN-END")
      ->check(BeginAndEnd())
      ->excludes(blocks);
  AddCallOptions(*command, kPageOption, options->page);
  CLI::Option* page = command->get_option("--page");
  page->excludes(blocks)->excludes(command->get_option("--bytes"));
  command
      ->add_option("-o,--output", options->output,
                   "Where the picture goes; standard output otherwise")
      ->type_name("FILE")
      ->needs(page);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox show vaccine-storage.md\n"
                  "  answerbox show --blocks guide.pdf\n"
                  "  answerbox show --page 12 --output page.jpg guide.pdf\n"
                  "  answerbox show --json guide.pdf | jq -r .text",
                  Show, exit_code);
}

}  // namespace answerbox::client
