#include "client/commands/help_format.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxHelpColumns = 100;  // Longer lines are hard to read.
constexpr std::size_t kNameColumns = 30;
constexpr std::size_t kMinTextColumns = 30;  // Least room beside the names.
constexpr std::size_t kNameIndent = 2;       // Of names.
constexpr std::size_t kTextIndent = 6;       // Of text below its name.

// Wraps `text` to `columns`, each of its lines by itself. Continuation lines
// are indented further than the line's beginning.
std::string Within(std::size_t columns, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t indent =
        std::min(line.find_first_not_of(' '), line.size());
    const std::string lines =
        Indented(line.substr(indent), columns, indent, 2 * indent);
    out += lines.empty() ? "\n" : lines;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

HelpFormat::HelpFormat(std::size_t columns)
    : columns_(std::min(columns, kMaxHelpColumns)) {
  column_width(kNameColumns);
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return Within(columns_, Formatter::make_description(app));
}

std::string HelpFormat::make_usage(const CLI::App* app,
                                   std::string name) const {
  return Within(columns_, Formatter::make_usage(app, std::move(name)));
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
  return Within(columns_, Formatter::make_footer(app));
}

std::string HelpFormat::make_option(const CLI::Option* option,
                                    bool is_positional) const {
  return Entry(
      make_option_name(option, is_positional) + make_option_opts(option),
      make_option_desc(option));
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return Entry(command->get_display_name(true), command->get_description());
}

std::string HelpFormat::Entry(const std::string& name,
                              const std::string& text) const {
  // In a narrow terminal a column beside the names would hold only a word or
  // two, so the text goes below the names.
  if (columns_ < kNameColumns + kMinTextColumns) {
    return Indented(name, columns_, kNameIndent, kTextIndent) +
           Indented(text, columns_, kTextIndent, kTextIndent);
  }
  const std::string right =
      Indented(text, columns_, kNameColumns, kNameColumns);
  std::string left = std::string(kNameIndent, ' ') + name;
  if (right.empty() || left.size() >= kNameColumns) {
    return Indented(name, columns_, kNameIndent, kTextIndent) + right;
  }
  left.resize(kNameColumns, ' ');
  return left + right.substr(kNameColumns);
}

}  // namespace answerbox::client
