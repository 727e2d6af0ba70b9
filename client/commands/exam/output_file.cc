#include "client/commands/exam/output_file.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace answerbox::client {
namespace {

// A device or pipe can't be replaced.
bool IsSpecial(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) &&
         !std::filesystem::is_regular_file(status);
}

}  // namespace

Outcome<void> WriteOutput(const std::string& path, std::string_view contents) {
  if (path == kStandardStream) {
    std::cout << contents;
    return {};
  }
  const bool is_special = IsSpecial(path);
  const std::string written = is_special ? path : path + ".new";
  std::ofstream file(written, std::ios::binary | std::ios::trunc);
  file << contents;
  file.close();
  std::error_code error;
  if (file && !is_special) std::filesystem::rename(written, path, error);
  if (file && !error) return {};
  if (!is_special) std::filesystem::remove(written, error);
  return Rejected("cannot write " + path);
}

}  // namespace answerbox::client
