// Compares docs/limits.md and deploy/answerboxd.toml with the table of options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "daemon/options/option_file.h"
#include "daemon/options/options.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

std::string FileText(const std::string& path) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The value in the form of the configuration file.
std::string TomlValue(const OptionRow& row) {
  const std::string value = GetOption(row, Options());
  const bool is_number = std::holds_alternative<IntegerOption>(row.type) ||
                         std::holds_alternative<RealOption>(row.type);
  return is_number ? value : '"' + value + '"';
}

TEST(DocumentationTest, LimitsNameEveryOptionWithItsDefault) {
  const std::string limits = FileText("docs/limits.md");
  for (const OptionRow& row : OptionTable()) {
    const std::string cell = "| `" + std::string(row.key) + "` | ";
    const std::size_t line = limits.find(cell);
    ASSERT_NE(line, std::string::npos) << row.key;
    const std::string rest =
        limits.substr(line, limits.find('\n', line) - line);
    EXPECT_THAT(rest, HasSubstr(" " + GetOption(row, Options()) + " |"));
  }
}

TEST(DocumentationTest, LimitsNameTheRangeOfEveryNumber) {
  const std::string limits = FileText("docs/limits.md");
  for (const OptionRow& row : OptionTable()) {
    std::string range;
    if (const auto* number = std::get_if<IntegerOption>(&row.type)) {
      range =
          std::to_string(number->min) + " to " + std::to_string(number->max);
    } else if (const auto* real = std::get_if<RealOption>(&row.type)) {
      range = RealText(real->min) + " to " + RealText(real->max);
    }
    // Half of the largest window, in the table.
    if (row.key == "overlap") range = "0 to half the window";
    const std::size_t line = limits.find("| `" + std::string(row.key) + "` | ");
    EXPECT_THAT(limits.substr(line, limits.find('\n', line) - line),
                HasSubstr("| " + range));
  }
}

TEST(DocumentationTest, LimitsNameWhatAReloadChanges) {
  std::string limits = FileText("docs/limits.md");
  std::ranges::replace(limits, '\n', ' ');  // Lines are wrapped.
  std::string listed;
  for (const OptionRow& row : OptionTable()) {
    if (row.counts != Counts::kFromReload) continue;
    if (!listed.empty()) listed += ", ";
    listed += '`' + std::string(row.key) + '`';
  }
  EXPECT_THAT(limits, HasSubstr(": " + listed + ". "));
}

TEST(DocumentationTest, TheDefaultFileShowsEveryOptionWithItsDefault) {
  const std::string file = FileText("deploy/answerboxd.toml");
  for (const OptionRow& row : OptionTable()) {
    EXPECT_THAT(file, HasSubstr("\n#" + std::string(row.key) + " = " +
                                TomlValue(row) + "\n"));
  }
}

TEST(DocumentationTest, TheDefaultFileIsReadableWhenUncommented) {
  std::string file = FileText("deploy/answerboxd.toml");
  for (std::size_t at = 0; (at = file.find("\n#", at)) != std::string::npos;) {
    at += 1;
    if (file[at + 1] != ' ') file.erase(at, 1);
  }
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() / "options.toml";
  tests::WriteFile(path, file);
  Options options;
  const auto read = ReadOptionFile(path, kRefusePipes, options);
  EXPECT_TRUE(read) << read.error().message;
}

}  // namespace
}  // namespace answerbox::daemon
