// The options --no-spelling, --no-thesaurus and --no-abbreviations: how the
// words of a question are read.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

namespace answerbox::client {

struct WordOptions {
  bool no_spelling = false;
  bool no_thesaurus = false;
  bool no_abbreviations = false;

  // Adds the given options to a request's parameters.
  void AddTo(boost::json::object& params) const;
};

void AddWordOptions(CLI::App& command, WordOptions& options);
// Adds the same options without --no-thesaurus.
void AddReadingOptions(CLI::App& command, WordOptions& options);

}  // namespace answerbox::client
