// Where in a file something is wrong, as people count.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client {

// "line 3, column 5" of the byte at `offset`; columns count bytes, from 1.
// Linear in the offset. Precondition: offset <= contents.size().
[[nodiscard]] std::string PlaceInFile(std::string_view contents,
                                      std::size_t offset);

}  // namespace answerbox::client
