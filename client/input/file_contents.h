// What a command reads: whole files or standard input, in memory, and their
// lines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

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

}  // namespace answerbox::client
