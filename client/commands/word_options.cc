#include "client/commands/word_options.h"

namespace answerbox::client {

void WordOptions::AddTo(boost::json::object& params) const {
  // Only what is turned off is sent: the daemon alone knows the defaults.
  if (no_spelling) params["spelling"] = false;
  if (no_thesaurus) params["thesaurus"] = false;
  if (no_abbreviations) params["abbreviations"] = false;
}

namespace {

void AddSpelling(CLI::App& command, WordOptions& options) {
  command.add_flag("--no-spelling", options.no_spelling,
                   "Take every word as it is spelt");
}

void AddAbbreviations(CLI::App& command, WordOptions& options) {
  command.add_flag("--no-abbreviations", options.no_abbreviations,
                   "Do not look up the other forms of abbreviations that the "
                   "documents define");
}

}  // namespace

void AddWordOptions(CLI::App& command, WordOptions& options) {
  AddSpelling(command, options);
  command.add_flag("--no-thesaurus", options.no_thesaurus,
                   "Find and rank without related words, such as doctor for "
                   "physician");
  AddAbbreviations(command, options);
}

void AddReadingOptions(CLI::App& command, WordOptions& options) {
  AddSpelling(command, options);
  AddAbbreviations(command, options);
}

}  // namespace answerbox::client
