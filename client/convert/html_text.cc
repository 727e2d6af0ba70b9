#include "client/convert/html_text.h"

#include <cstddef>

namespace answerbox::client {

std::string WithoutInvisibles(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = 1;
    if (text.starts_with("\xC2\xA0")) {
      length = 2;
      out += ' ';
    } else if (text.starts_with("\xC2\xAD")) {
      length = 2;
    } else if (text.starts_with("\xE2\x80\x8B") ||
               text.starts_with("\xEF\xBB\xBF")) {
      length = 3;
    } else {
      out += text.front();
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace answerbox::client
