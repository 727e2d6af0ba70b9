// `answerbox convert`: prints what the converter reads from a file. Needs no
// daemon.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/convert/plain_blocks.h"
#include "client/convert/document/word_account.h"
#include "client/convert/recognition/page_cache.h"
#include "client/ingest/input_file.h"
#include "client/terminal/json_text.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

enum class OutputFormat : std::uint8_t { kMarkdown, kJson, kText };

struct ConvertOptions {
  CommonOptions common;
  OutputFormat format = OutputFormat::kMarkdown;
  std::string file;
  std::string scan_language;
};

Failure FailureFrom(const std::string& file, const Rejection& rejection) {
  Failure failure = Rejected(file + ": " + rejection.message);
  failure.details["reason"] = ToString(rejection.reason);
  if (rejection.offset) failure.details["offset"] = *rejection.offset;
  return failure;
}

// A missing file is reported before an unknown format: a mistyped name often
// has no known extension either.
Conversion<ConvertedDocument> Load(const ConvertOptions& options) {
  const std::string& file = options.file;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return Rejection{
        RejectionReason::kUnreadable,
        error ? "can't be read: " + error.message() : "no such file"};
  }
  const std::filesystem::path path(file);
  const auto format = FormatOf(path.filename().native());
  if (!format) {
    return Rejection{RejectionReason::kUnknownFormat,
                     DescribeUnknownFormat(path.filename().native())};
  }
  if (options.scan_language.empty()) return LoadDocument(path, *format);
  // Recognised pages stay in the cache, so that adding the document later is
  // fast.
  ProgressBar bar(options.common.json ? Terminal{} : options.common.Errors());
  const recognition::TextRecognition recognition{
      .language = options.scan_language,
      .cache_folder = recognition::DefaultCacheFolder(),
      .on_page = [&bar](std::size_t done, std::size_t total) {
        bar.Update({.done_items = done, .total_items = total});
      }};
  return LoadDocument(path, *format, &recognition);
}

// Prints block by block: the JSON of a large document as a whole would take
// many times its memory.
void PrintBlocksAsJson(const ConvertedDocument& document,
                       const Terminal& terminal) {
  std::cout << "{\"blocks\":[";
  const char* separator = "\n";
  ForEachPlainBlock(document, [&](const PlainBlock& block) {
    std::cout << separator << ShownJson(terminal, JsonText(BlockJson(block)));
    separator = ",\n";
  });
  const boost::json::object account = AccountJson(AccountOf(document));
  std::cout << "\n],\n\"account\":" << ShownJson(terminal, JsonText(account))
            << "}\n";
}

void PrintText(const std::string& text, const Terminal& terminal) {
  std::cout << (terminal.is_terminal ? WrappedText(terminal, text) : text);
}

// Wraps and indents lines for a terminal, and escapes what could control it.
// Each line ends with a newline.
std::string LinesForTerminal(std::string_view lines, std::size_t columns) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end + 1);
    const std::size_t blanks =
        std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(blanks);
    const std::size_t indent = std::min(blanks, columns / 2);
    out += line.empty() ? "\n"
                        : Indented(BlankedOut(line), columns, indent, indent);
  }
  return out;
}

void PrintMarkdown(const ConvertedDocument& document,
                   const Terminal& terminal) {
  std::string before;
  ForEachPlainBlock(document, [&](const PlainBlock& block) {
    const std::string lines = BlockMarkdown(block, before);
    if (lines.empty()) return;
    std::cout << (terminal.is_terminal
                      ? LinesForTerminal(lines, terminal.columns)
                      : lines);
    before = block.kind;
  });
}

Outcome<ExitCode> Convert(const ConvertOptions& options) {
  if (auto checked = CheckScanLanguage(options.scan_language); !checked) {
    return checked.error();
  }
  const Conversion<ConvertedDocument> document = Load(options);
  if (!document) return FailureFrom(options.file, document.error());
  // --json prints JSON in every command, so it wins over --format.
  const Terminal terminal = options.common.Output();
  const OutputFormat format =
      options.common.json ? OutputFormat::kJson : options.format;
  switch (format) {
    case OutputFormat::kJson:
      PrintBlocksAsJson(*document, terminal);
      break;
    case OutputFormat::kMarkdown:
      PrintMarkdown(*document, terminal);
      break;
    case OutputFormat::kText:
      PrintText(document->text, terminal);
      break;
  }
  return ExitCode::kDone;
}

}  // namespace

void AddConvertCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "convert", "Print what is understood of a file, without the daemon");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("file", options->file, "A file that add would take")
      ->required()
      ->type_name("FILE");
  AddChoice<OutputFormat>(*command, "--format", options->format,
                          {{"markdown", OutputFormat::kMarkdown},
                           {"json", OutputFormat::kJson},
                           {"text", OutputFormat::kText}},
                          "markdown (default), json with one object for each "
                          "block, or text as it would be stored");
  AddScanLanguageOption(*command, options->scan_language);
  CompleteOfflineCommand(*command, options,
                         "Examples:\n"
                         "  answerbox convert handbook.md\n"
                         "  answerbox convert --format json guide.html | jq "
                         "'.blocks[] | select(.kind == \"table\") | .rows'\n"
                         "  answerbox convert --format text guide.pdf\n"
                         "  answerbox convert --ocr eng letter.png",
                         Convert, exit_code);
}

}  // namespace answerbox::client
