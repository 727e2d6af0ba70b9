// The option --ocr, for commands that read files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "client/failure.h"

namespace answerbox::client {

// Adds the option; without it `language` stays empty.
void AddScanLanguageOption(CLI::App& command, std::string& language);

// Checks that text in this language can be recognised. An empty language is
// accepted. Errors: kRejected (no_converter).
[[nodiscard]] Outcome<void> CheckScanLanguage(const std::string& language);

}  // namespace answerbox::client
