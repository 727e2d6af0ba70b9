// Messages about command lines that make no sense.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// Returns the candidate that `word` is most likely a slip of, or the beginning
// of. Empty when no candidate is like it. Among equally near ones the first.
[[nodiscard]] std::string NearestName(std::string_view word,
                                      const std::vector<std::string>& names);

// Names the unknown command or option and the nearest one that exists;
// otherwise says what the parser found.
[[nodiscard]] std::string ExplainUsage(const CLI::App& program,
                                       const CLI::ParseError& error);

}  // namespace answerbox::client
