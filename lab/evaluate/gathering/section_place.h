// Where a section of a file stands in the text that the file is converted to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::lab {

// Finds the file's characters `begin` to `end` in the converted text by their
// letters and digits, which converting keeps in their order, but for what is
// no text (addresses of links, front matter). Of several places with the same
// letters, the one with the nearest number of letters before it. Nothing if the
// letters stand nowhere, or there are none.
//   begin, end  in characters (code points) of `file`
[[nodiscard]] std::optional<engine::ByteRange> PlaceOfSection(
    std::string_view file, std::uint32_t begin, std::uint32_t end,
    std::string_view converted);

}  // namespace answerbox::lab
