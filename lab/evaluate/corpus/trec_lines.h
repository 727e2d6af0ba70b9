// Lines of fields between white space, as TREC's runs and judgements have them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "lab/client.h"

namespace answerbox::lab {

// Walks the lines of a file. Passes over empty lines and lines that begin with
// '#'. Fields are views into the contents, which outlive the walk.
class TrecLines {
 public:
  static constexpr std::size_t kMaxFields = 6;

  //   file         its name, for messages
  //   field_count  fields that a line must have, at most kMaxFields; what
  //                follows them is ignored
  //   form         what a line looks like, for messages
  TrecLines(std::string file, std::string_view contents,
            std::size_t field_count, std::string form);

  // Moves to the next line; false past the last. Errors: kRejected for a line
  // with too few fields.
  [[nodiscard]] Outcome<bool> Next();

  // Precondition: the last Next() gave true.
  [[nodiscard]] std::string_view field(std::size_t index) const noexcept {
    return fields_[index];
  }

  // A failure that names the file and the place of a field of this line.
  [[nodiscard]] Failure Fault(std::size_t field_index,
                              const std::string& what) const;

 private:
  [[nodiscard]] std::string Place(const char* at) const;

  std::string file_;
  std::string_view contents_;
  std::size_t field_count_;
  std::string form_;
  std::size_t next_ = 0;  // Where the next line begins.
  std::array<std::string_view, kMaxFields> fields_;
};

}  // namespace answerbox::lab
