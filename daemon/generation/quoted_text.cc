#include "daemon/generation/quoted_text.h"

#include <cstddef>

#include "daemon/generation/cited_answer.h"

namespace answerbox::daemon {
namespace {

bool IsBlank(char c) {
  return c == ' ' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

void AppendQuoted(std::string_view text, std::string& out) {
  bool wants_blank = false;
  const std::size_t began = out.size();
  for (std::size_t at = 0; at < text.size();) {
    if (IsBlank(text[at])) {
      wants_blank = out.size() > began;
      ++at;
      continue;
    }
    if (wants_blank) out += ' ';
    wants_blank = false;
    const std::size_t mark = CitationMarkLength(text.substr(at));
    if (mark == 0) {
      out += text[at++];
      continue;
    }
    out += '(';
    out += text.substr(at + 1, mark - 2);
    out += ')';
    at += mark;
  }
}

}  // namespace answerbox::daemon
