// Refuses files whose names the daemon would refuse, before they are read.
#pragma once

#include <string_view>

#include "client/convert/converted_document.h"

namespace answerbox::client {

// Errors: kBadName, as daemon/document_name.h has it.
[[nodiscard]] Conversion<void> CheckDocumentName(std::string_view name);

}  // namespace answerbox::client
