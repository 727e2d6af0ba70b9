#include "client/evaluate/corpus/file_contents.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace answerbox::client {

Outcome<std::string> ReadFileContents(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Rejected(path.string() + " is a folder, not a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Rejected("cannot read " + path.string() + ": " +
                    std::strerror(errno));
  }
  std::string contents(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) {
    return Rejected("cannot read " + path.string() + " to its end");
  }
  return contents;
}

}  // namespace answerbox::client
