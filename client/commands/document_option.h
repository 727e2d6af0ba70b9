// The option --document: which documents of a collection are asked.
#pragma once

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace answerbox::client {

// May be given several times. Takes names, and patterns with * and ?.
void AddDocumentOption(CLI::App& command, std::vector<std::string>& documents);

// Adds them to a request's parameters, unless there are none.
void AddDocuments(const std::vector<std::string>& documents,
                  boost::json::object& params);

}  // namespace answerbox::client
