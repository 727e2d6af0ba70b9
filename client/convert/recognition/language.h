// The languages that tesseract can read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"

namespace answerbox::client::recognition {

// What tesseract says is installed, sorted; "osd" is no language. Errors:
// kNoConverter (not installed, or it can't be started).
[[nodiscard]] Conversion<std::vector<std::string>> InstalledLanguages();

// Errors: kNoConverter: tesseract is missing, `language` is not a name such as
// "eng" or several joined by '+', or one of them is not installed. The message
// names the package.
[[nodiscard]] Conversion<void> CheckLanguage(std::string_view language);

}  // namespace answerbox::client::recognition
