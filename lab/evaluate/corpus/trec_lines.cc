#include "lab/evaluate/corpus/trec_lines.h"

#include <cassert>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

}  // namespace

TrecLines::TrecLines(std::string file, std::string_view contents,
                     std::size_t field_count, std::string form)
    : file_(std::move(file)),
      contents_(contents),
      field_count_(field_count),
      form_(std::move(form)) {
  assert(field_count <= kMaxFields);
}

Outcome<bool> TrecLines::Next() {
  while (next_ < contents_.size()) {
    const std::string_view rest = contents_.substr(next_);
    std::string_view line = rest.substr(0, rest.find('\n'));
    next_ += line.size() + 1;
    std::size_t found = 0;
    for (; found < field_count_; ++found) {
      const std::size_t begin = line.find_first_not_of(kBlanks);
      if (begin == line.npos) break;
      line.remove_prefix(begin);
      if (found == 0 && line.front() == '#') break;
      fields_[found] = line.substr(0, line.find_first_of(kBlanks));
      line.remove_prefix(fields_[found].size());
    }
    if (found == field_count_) return true;
    if (found == 0) continue;
    const std::string_view last = fields_[found - 1];
    return Rejected(file_ + ", " + Place(last.data() + last.size()) +
                    ": the line ends after " + std::to_string(found) +
                    (found == 1 ? " field" : " fields") + "; a line is \"" +
                    form_ + "\"");
  }
  return false;
}

Failure TrecLines::Fault(std::size_t field_index,
                         const std::string& what) const {
  return Rejected(file_ + ", " + Place(fields_[field_index].data()) + ": " +
                  what);
}

std::string TrecLines::Place(const char* at) const {
  return PlaceInFile(contents_,
                     static_cast<std::size_t>(at - contents_.data()));
}

}  // namespace answerbox::lab
