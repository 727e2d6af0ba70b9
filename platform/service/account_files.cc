#include "platform/service/account_files.h"

#include <grp.h>
#include <pwd.h>

#include <cstdio>
#include <memory>

namespace answerbox::platform {
namespace {

struct CloseAccounts {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using AccountFile = std::unique_ptr<std::FILE, CloseAccounts>;

template <typename Wanted>
std::optional<GroupEntry> FindEntry(const std::filesystem::path& path,
                                    const Wanted& is_wanted) {
  const AccountFile file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) return std::nullopt;
  while (const struct group* entry = ::fgetgrent(file.get())) {
    if (!is_wanted(*entry)) continue;
    GroupEntry found{entry->gr_name, entry->gr_gid, {}};
    for (char** member = entry->gr_mem; *member != nullptr; ++member) {
      found.members.emplace_back(*member);
    }
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<GroupEntry> GroupNamed(const std::filesystem::path& file,
                                     const std::string& name) {
  return FindEntry(
      file, [&](const struct group& entry) { return name == entry.gr_name; });
}

std::optional<GroupEntry> GroupNumbered(const std::filesystem::path& file,
                                        gid_t number) {
  return FindEntry(
      file, [&](const struct group& entry) { return number == entry.gr_gid; });
}

std::optional<uid_t> UserNumber(const std::filesystem::path& path,
                                const std::string& name) {
  const AccountFile file(std::fopen(path.c_str(), "re"));
  if (file == nullptr) return std::nullopt;
  while (const struct passwd* entry = ::fgetpwent(file.get())) {
    if (name == entry->pw_name) return entry->pw_uid;
  }
  return std::nullopt;
}

}  // namespace answerbox::platform
