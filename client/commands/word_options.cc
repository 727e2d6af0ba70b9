#include "client/commands/word_options.h"

namespace answerbox::client {

void WordOptions::AddTo(boost::json::object& params) const {
  if (no_spelling) params["spelling"] = false;
  if (no_thesaurus) params["thesaurus"] = false;
  if (no_abbreviations) params["abbreviations"] = false;
}

void AddWordOptions(CLI::App& command, WordOptions& options) {
  command.add_flag("--no-spelling", options.no_spelling,
                   "Take every word as it is spelt");
  command.add_flag("--no-thesaurus", options.no_thesaurus,
                   "Rank answers without related words, such as doctor for "
                   "physician");
  command.add_flag("--no-abbreviations", options.no_abbreviations,
                   "Do not look up the other forms of abbreviations that the "
                   "documents define");
}

}  // namespace answerbox::client
