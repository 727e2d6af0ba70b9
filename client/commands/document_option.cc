#include "client/commands/document_option.h"

#include <boost/json/array.hpp>

namespace answerbox::client {

void AddDocumentOption(CLI::App& command, std::vector<std::string>& documents) {
  command
      .add_option("--document", documents,
                  "Ask only documents with this name, or of this pattern: * "
                  "is any characters, ? is one; may be given again")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void AddDocuments(const std::vector<std::string>& documents,
                  boost::json::object& params) {
  if (documents.empty()) return;
  params["documents"] = boost::json::array(documents.begin(), documents.end());
}

}  // namespace answerbox::client
