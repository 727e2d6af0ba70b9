// From a path to a converted document.
#pragma once

#include <filesystem>

#include "client/convert/converted_document.h"
#include "client/convert/format.h"

namespace answerbox::client {

// Opens, reads and converts. Errors: those of InputFile and of the format.
[[nodiscard]] Conversion<ConvertedDocument> LoadDocument(
    const std::filesystem::path& path, Format format);

}  // namespace answerbox::client
