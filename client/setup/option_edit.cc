#include <algorithm>
#include <optional>

#include "client/setup/file_changes.h"
#include "daemon/options/option_file.h"
#include "daemon/options/options.h"
#include "daemon/options/toml_parser.h"

namespace answerbox::client {
namespace {

std::string Quoted(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// Returns the offset of the line, counted from 1.
std::size_t OffsetOfLine(std::string_view text, std::uint32_t line) {
  std::size_t offset = 0;
  for (; line > 1; --line) offset = text.find('\n', offset) + 1;
  return offset;
}

// A place of toml++ as an offset. Its columns count characters, so this takes a
// line of ASCII up to there; what is edited wrongly otherwise is found later.
std::size_t OffsetOf(std::string_view text, const toml::source_position& at) {
  return std::min(OffsetOfLine(text, at.line) + at.column - 1, text.size());
}

// Returns the offset of "#KEY = " at the beginning of a line.
std::optional<std::size_t> CommentedOut(std::string_view text,
                                        const std::string& key) {
  const std::string line = "#" + key + " = ";
  if (text.starts_with(line)) return 0;
  const std::size_t at = text.find("\n" + line);
  if (at == std::string_view::npos) return std::nullopt;
  return at + 1;
}

void SetInText(std::string& text, const std::string& key,
               std::string_view value) {
  const toml::parse_result parsed = toml::parse(text);
  const toml::node* node = parsed ? parsed.table().get(key) : nullptr;
  if (node != nullptr) {
    const std::size_t begin = OffsetOf(text, node->source().begin);
    const std::size_t end = OffsetOf(text, node->source().end);
    text.replace(begin, std::max(begin, end) - begin, Quoted(value));
    return;
  }
  if (const auto at = CommentedOut(text, key)) {
    const std::size_t size = std::min(text.find('\n', *at), text.size()) - *at;
    // Without its "#", and with the comment that may follow its value.
    std::string line = text.substr(*at + 1, size - 1);
    if (!toml::parse(line)) line = key + " = \"\"";
    SetInText(line, key, value);
    text.replace(*at, size, line);
    return;
  }
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += key + " = " + Quoted(value) + "\n";
}

// Returns the options of a text that was checked. Errors: kRejected.
Outcome<daemon::Options> OptionsIn(std::string_view text,
                                   const std::filesystem::path& path) {
  daemon::Options options;
  auto read = daemon::ReadOptions(text, path, options);
  if (read) read = daemon::CheckTogether(options);
  if (!read) return Rejected(read.error().message);
  return options;
}

}  // namespace

Outcome<std::string> WithOptions(std::string_view text,
                                 const OptionChanges& changes,
                                 const std::filesystem::path& path) {
  auto wanted = OptionsIn(text, path);
  if (!wanted) return wanted.error();
  std::string edited(text);
  for (const auto& [key, value] : changes) {
    const auto row =
        std::ranges::find(daemon::OptionTable(), key, &daemon::OptionRow::key);
    const auto set = daemon::SetOption(*row, value, *wanted);
    if (!set) return Rejected(set.error().message);
    SetInText(edited, key, value);
  }
  const auto result = OptionsIn(edited, path);
  bool is_right = result.has_value();
  for (const daemon::OptionRow& row : daemon::OptionTable()) {
    is_right = is_right && daemon::GetOption(row, *result) ==
                               daemon::GetOption(row, *wanted);
  }
  if (is_right) return edited;
  std::string by_hand;
  for (const auto& [key, value] : changes) {
    by_hand += (by_hand.empty() ? "" : ", ") + key + " = " + Quoted(value);
  }
  return Rejected(
      path.native() +
      ": its form is too unusual to be edited; set by hand: " + by_hand);
}

}  // namespace answerbox::client
