// Options that several commands have: the parameters of a call, and others.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "client/failure.h"
#include "protocol/calls/call.h"

namespace answerbox::client {

namespace calls = protocol::calls;

// Adds an option for each parameter that has one in the table of calls. Values
// from the command line go into `params`, ready to be sent; all others are left
// to the daemon's defaults. `params` must live until the program has parsed its
// command line.
void AddCallOptions(CLI::App& command, const calls::Call& call,
                    boost::json::object& params);

// The options --no-spelling, --no-thesaurus and --no-abbreviations: how the
// words of a question are read.
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

// Adds the option --ocr, for commands that read files. Without it `language`
// stays empty.
void AddScanLanguageOption(CLI::App& command, std::string& language);

// Checks that text in this language can be recognised. An empty language is
// accepted. Errors: kRejected (no_converter).
[[nodiscard]] Outcome<void> CheckScanLanguage(const std::string& language);

// Returns a validator of --retrieval, which rejects what
// engine::ParseRetrievalSteps does not accept.
[[nodiscard]] CLI::Validator RetrievalStepsCheck();

}  // namespace answerbox::client
