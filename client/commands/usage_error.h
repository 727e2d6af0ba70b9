// What to say about a command line that makes no sense.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

// The candidate that `word` most likely is a slip of, or one that it begins;
// empty when it is like none. Of several equally near ones the first.
[[nodiscard]] std::string NearestName(std::string_view word,
                                      const std::vector<std::string>& names);

// Names the command or option that there is none of, and the nearest there is;
// else what the parser found.
[[nodiscard]] std::string ExplainUsage(const CLI::App& program,
                                       const CLI::ParseError& error);

}  // namespace answerbox::client
