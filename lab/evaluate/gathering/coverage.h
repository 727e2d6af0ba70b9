// How much of a text is among the parts of documents that were chosen.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/text/text_block.h"
#include "lab/evaluate/gathering/evaluated_collection.h"

namespace answerbox::lab {

// Of the letters and digits of a part, the share that lies in `chosen`, in [0,
// 1]; of a part without any, the share of its other visible characters. What is
// chosen twice counts once. 0 for a part without visible characters.
//   text    of the part's document
//   chosen  in any order
[[nodiscard]] double ShareChosen(std::string_view text,
                                 const DocumentPart& part,
                                 std::span<const DocumentPart> chosen);

}  // namespace answerbox::lab
