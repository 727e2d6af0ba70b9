#include "daemon/options/option_file.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "daemon/options/option_table.h"

namespace answerbox::daemon {
namespace {

Error MisreadAt(const std::filesystem::path& path,
                const toml::source_position& position,
                std::string_view message) {
  return {ErrorKind::kInvalidParams,
          path.native() + ":" + std::to_string(position.line) + ":" +
              std::to_string(position.column) + ": " + std::string(message),
          path.native()};
}

// The value as text for SetOption; nothing for arrays and tables.
std::optional<std::string> TextOf(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) {
    return std::to_string(*number);
  }
  if (const auto number = node.value_exact<double>()) {
    return RealText(*number);
  }
  return std::nullopt;
}

Result<void> Apply(const std::filesystem::path& path, const toml::key& key,
                   const toml::node& node, Options& options) {
  const auto table = OptionTable();
  const auto row = std::ranges::find(table, key.str(), &OptionRow::key);
  if (row == table.end()) {
    return MisreadAt(path, key.source().begin,
                     "there is no option \"" + std::string(key.str()) +
                         "\"; see answerboxd --help");
  }
  const toml::source_position position = node.source().begin;
  const std::optional<std::string> text = TextOf(node);
  // An octal mode as a TOML integer would be read as decimal digits.
  const bool is_number_for_mode =
      std::holds_alternative<ModeOption>(row->type) && !node.is_string();
  if (!text || is_number_for_mode) {
    return MisreadAt(path, position,
                     std::string(row->key) + " takes " + DescribeValues(*row) +
                         (is_number_for_mode ? ", in quotes" : ""));
  }
  if (auto set = SetOption(*row, *text, options); !set) {
    return MisreadAt(path, position, set.error().message);
  }
  return {};
}

}  // namespace

Result<void> ReadOptionFile(const std::filesystem::path& path,
                            PipePatience patience, Options& options) {
  const Result<std::string> text = ReadOptionText(path, patience);
  if (!text) return text.error();
  const toml::parse_result parsed = toml::parse(*text, path.native());
  if (!parsed) {
    return MisreadAt(path, parsed.error().source().begin,
                     parsed.error().description());
  }
  for (const auto& [key, node] : parsed.table()) {
    if (auto applied = Apply(path, key, node, options); !applied) {
      return applied.error();
    }
  }
  return {};
}

}  // namespace answerbox::daemon
