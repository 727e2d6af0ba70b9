// Explains mistakes on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Returns the name that `word` most likely means: one that it misspells or
// begins. Returns the first of equally likely names, and "" when none is alike.
[[nodiscard]] std::string NearestName(std::string_view word,
                                      const std::vector<std::string>& names);

// Names the unknown command or option and the nearest one that exists;
// otherwise says what the parser found.
[[nodiscard]] std::string ExplainUsage(const CLI::App& program,
                                       const CLI::ParseError& error);

}  // namespace answerbox::client
