// Explains the command line: its help, and the mistakes in it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Formats --help within the terminal's width: the names of options on the left
// and their descriptions on the right, or below the names if the terminal is
// too narrow for both.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t columns);

  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option,
                          bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* app) const override;

 private:
  [[nodiscard]] std::string Entry(const std::string& name,
                                  const std::string& text) const;

  std::size_t columns_;
};

// Returns the name that `word` most likely means: one that it misspells or
// begins. Returns the first of equally likely names, and "" when none is alike.
[[nodiscard]] std::string NearestName(std::string_view word,
                                      const std::vector<std::string>& names);

// Names the unknown command or option and the nearest one that exists;
// otherwise says what the parser found.
[[nodiscard]] std::string ExplainUsage(const CLI::App& program,
                                       const CLI::ParseError& error);

}  // namespace answerbox::client
