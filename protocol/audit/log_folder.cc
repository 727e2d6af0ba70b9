#include "protocol/audit/log_folder.h"

#include <algorithm>

#include "platform/file/directory.h"

namespace answerbox::protocol {
namespace {

constexpr std::size_t kDigits = 12;
constexpr std::string_view kSuffix = ".jsonl";

bool IsLogFile(std::string_view name) {
  return name.size() >= kDigits + kSuffix.size() && name.ends_with(kSuffix) &&
         std::ranges::all_of(name.substr(0, name.size() - kSuffix.size()),
                             [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string LogFileName(std::uint64_t first_record) {
  std::string digits = std::to_string(first_record);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return digits + std::string(kSuffix);
}

platform::Result<std::vector<std::filesystem::path>> ListLogFiles(
    const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return names.error();
  std::vector<std::filesystem::path> files;
  for (const std::string& name : *names) {
    if (IsLogFile(name)) files.push_back(folder / name);
  }
  // A longer name has a larger number, so it sorts after shorter ones.
  std::ranges::stable_sort(files, {}, [](const std::filesystem::path& path) {
    return path.filename().native().size();
  });
  return files;
}

Error AuditStorageError(const platform::Error& error) {
  return {ErrorKind::kStorage,
          "The audit log can't " + error.Describe() +
              "; make room on the disk or see that it is sound."};
}

}  // namespace answerbox::protocol
