#include "client/evaluate/corpus/file_contents.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

namespace answerbox::client {

namespace {

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

}  // namespace

Outcome<std::string> ReadFileContents(const std::filesystem::path& path,
                                      std::size_t max_bytes) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  auto file = OpenFile(path);
  if (!file) return file.error();
  std::string contents;
  while (contents.size() <= max_bytes) {
    const std::size_t size = contents.size();
    contents.resize(std::min(size + kBlock, max_bytes + 1));
    file->read(contents.data() + size,
               static_cast<std::streamsize>(contents.size() - size));
    contents.resize(size + static_cast<std::size_t>(file->gcount()));
    if (file->bad()) {
      return Rejected("cannot read " + path.string() + " to its end");
    }
    if (!*file) return contents;
  }
  return Rejected(path.string() + " has more than " +
                  std::to_string(max_bytes) + " bytes; split it");
}

std::string_view TakeLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

}  // namespace answerbox::client
