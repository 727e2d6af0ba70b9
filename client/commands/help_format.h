// Formats --help within the terminal's width.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

namespace answerbox::client {

// Writes the names of options on the left and their descriptions on the right,
// or below the names if the terminal is too narrow for both.
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

}  // namespace answerbox::client
