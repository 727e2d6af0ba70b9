#include "client/input/file_contents.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>

namespace answerbox::client {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// A folder opens like a file and only fails to be read, with a message that
// says nothing of folders.
Outcome<std::ifstream> OpenFile(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Rejected(path.string() + " is a folder, not a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Rejected("cannot read " + path.string() + ": " +
                    std::strerror(errno));
  }
  return file;
}

// Reads blocks until the end, so that a device or a pipe, which has no size, is
// bounded as a file is.
Outcome<std::string> ReadStream(std::istream& stream, const std::string& name,
                                std::size_t max_bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  std::string contents;
  while (contents.size() <= max_bytes) {
    const std::size_t size = contents.size();
    contents.resize(std::min(size + kBlock, max_bytes + 1));
    stream.read(contents.data() + size,
                static_cast<std::streamsize>(contents.size() - size));
    contents.resize(size + static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) return Rejected("cannot read " + name + " to its end");
    if (!stream) return contents;
  }
  return Rejected(name + " has more than " + std::to_string(max_bytes) +
                  " bytes; split it");
}

}  // namespace

Outcome<std::string> ReadFileContents(const std::filesystem::path& path,
                                      std::size_t max_bytes) {
  auto file = OpenFile(path);
  if (!file) return file.error();
  return ReadStream(*file, path.string(), max_bytes);
}

// A last line without a line break is a line, too.
std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// Bytes and not characters, as the column is told of files that are no UTF-8.
std::string PlaceInFile(std::string_view contents, std::size_t offset) {
  assert(offset <= contents.size());
  const std::string_view before = contents.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
  return "line " + std::to_string(lines + 1) + ", column " +
         std::to_string(offset - line_begin + 1);
}

// Editors of Windows write a byte order mark, and JSON has none.
Outcome<InputText> ReadInput(const std::string& path, std::size_t max_bytes) {
  const bool is_standard = path == kStandardStream;
  InputText input{.name = is_standard ? "standard input" : path};
  auto contents = is_standard ? ReadStream(std::cin, input.name, max_bytes)
                              : ReadFileContents(path, max_bytes);
  if (!contents) return contents.error();
  input.contents = *std::move(contents);
  if (input.contents.starts_with(kByteOrderMark)) {
    input.contents.erase(0, kByteOrderMark.size());
  }
  return input;
}

Failure FaultAt(const std::string& name, std::string_view contents,
                std::size_t offset, const std::string& what) {
  return Rejected(name + ", " + PlaceInFile(contents, offset) + ": " + what);
}

}  // namespace answerbox::client
