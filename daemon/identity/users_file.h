// The file that keeps principals, their passwords' hashes and their rights:
// `users.json` of the state directory. docs/state-directory.md, "Users".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/identity/principal.h"
#include "protocol/audit/known_state.h"

namespace answerbox::daemon {

inline constexpr const char* kUsersFileName = "users.json";
inline constexpr std::size_t kMaxUsersFileBytes = std::size_t{1} << 20;

struct StoredUsers {
  std::vector<Principal> principals;
  std::optional<UsersMark> mark;  // Nothing: there is no file.
};

// Returns the file's bytes. Errors: kLimit past kMaxUsersFileBytes.
//   principals  sorted by name; CheckPrincipal holds for each
//   revision    above that of every earlier attempt to write the file
[[nodiscard]] Result<std::string> UsersText(
    const std::vector<Principal>& principals, std::uint64_t revision);

// Returns the principals from which UsersText made the text. Files of earlier
// programs have revision 0. Errors: kCorrupt for any other text; the message
// says what is wrong. Takes memory in proportion to the text, which is at most
// kMaxUsersFileBytes.
[[nodiscard]] Result<StoredUsers> ParseUsers(std::string_view text);

// Returns an empty list when there is no file. Errors: kStorage, kCorrupt; both
// name the file and say what to do.
[[nodiscard]] Result<StoredUsers> LoadUsers(const std::filesystem::path& path);

// Replaces the file, and returns its mark when it is on the disk. Errors:
// kLimit, kStorage. After kStorage, `is_replaced` says whether readers may
// already find the new file.
[[nodiscard]] Result<UsersMark> SaveUsers(
    const std::filesystem::path& path, const std::vector<Principal>& principals,
    std::uint64_t revision, bool& is_replaced);

}  // namespace answerbox::daemon
