// What a command reads: whole files or standard input, in memory, and their
// lines, which may be JSON objects, as in banks and results of exams.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/failure.h"

namespace answerbox::client {

// SQuAD's training set, the largest file of questions that people use, has 42
// MB.
inline constexpr std::size_t kMaxCorpusBytes = std::size_t{512} << 20;

// A file of at most `max_bytes` bytes. Errors: kRejected, with what is wrong
// with the path; also for a larger file, of which it reads one byte more than
// that.
[[nodiscard]] Outcome<std::string> ReadFileContents(
    const std::filesystem::path& path, std::size_t max_bytes = kMaxCorpusBytes);

// Removes the first line from `rest`, which is not empty, and returns it
// without its line break.
[[nodiscard]] std::string_view TakeLine(std::string_view& rest);

// "line 3, column 5" of the byte at `offset`; columns count bytes, from 1.
// Linear in the offset. Precondition: offset <= contents.size().
[[nodiscard]] std::string PlaceInFile(std::string_view contents,
                                      std::size_t offset);

// The name of standard input or output on the command line.
inline constexpr std::string_view kStandardStream = "-";

struct InputText {
  std::string name;  // For messages: the path, or "standard input".
  std::string contents = {};
};

// A file, or standard input where `path` is "-", of at most `max_bytes`.
// Removes a byte order mark. Errors: kRejected, with what is wrong with it.
[[nodiscard]] Outcome<InputText> ReadInput(const std::string& path,
                                           std::size_t max_bytes);

// A failure that names the input and the place of the byte at `offset`.
[[nodiscard]] Failure FaultAt(const std::string& name,
                              std::string_view contents, std::size_t offset,
                              const std::string& what);

// What is wrong with the members of one line. Remembers the first fault.
class LineMembers {
 public:
  explicit LineMembers(const boost::json::object& line) : line_(line) {}

  // The member's string: not empty, valid UTF-8 without U+0000.
  std::string Text(std::string_view name);
  // The same; empty if the member is missing or null.
  std::string TextIfThere(std::string_view name);
  // A number from 0; `otherwise` if it is missing.
  double Number(std::string_view name, double otherwise);
  // A whole number from 0 to `most`; 0 if it is missing.
  std::uint64_t Count(std::string_view name, std::uint64_t most);
  bool Flag(std::string_view name);

  void Fail(std::string_view name, const std::string& what);
  [[nodiscard]] const std::optional<std::pair<std::string, std::string>>&
  fault() const {
    return fault_;
  }

 private:
  const boost::json::object& line_;
  // The member's name, and what is wrong.
  std::optional<std::pair<std::string, std::string>> fault_;
};

// Reads each line that is not blank as a JSON object. `read` takes it, and says
// what is wrong through the members. Errors: kRejected with the input's name,
// line and column: no JSON, no object, nested deeper than 8 levels, longer than
// `max_line_bytes`, or what `read` found.
[[nodiscard]] Outcome<void> ReadJsonLines(
    const std::string& name, std::string_view contents,
    std::size_t max_line_bytes,
    const std::function<void(const boost::json::object&, LineMembers&)>& read);

}  // namespace answerbox::client
