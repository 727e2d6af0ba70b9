#include "client/evaluate/corpus/file_place.h"

#include <algorithm>
#include <cassert>

namespace answerbox::client {

std::string PlaceInFile(std::string_view contents, std::size_t offset) {
  assert(offset <= contents.size());
  const std::string_view before = contents.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
  return "line " + std::to_string(lines + 1) + ", column " +
         std::to_string(offset - line_begin + 1);
}

}  // namespace answerbox::client
