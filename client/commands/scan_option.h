// The option --ocr of the commands that read files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "client/failure.h"

namespace answerbox::client {

// Adds the option; without it `language` stays empty.
void AddScanLanguageOption(CLI::App& command, std::string& language);

// Errors: kRejected (no_converter) if text in this language can't be
// recognised. An empty one is accepted.
[[nodiscard]] Outcome<void> CheckScanLanguage(const std::string& language);

}  // namespace answerbox::client
